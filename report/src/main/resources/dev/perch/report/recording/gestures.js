/* Pointers and keys on the timeline. */

function listen(timeline, view, { select, step, toggleArrows }) {
  const { canvas } = timeline;
  const pointers = new Map();
  let moved = 0;
  let stretch = null;
  const place = event => [event.offsetX, event.offsetY];

  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    moved = 0;
    stretch = event.shiftKey ? timeline.nanosAt(event.offsetX) : null;
    canvas.classList.add('moving');
  });
  canvas.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') tip(timeline, event);
      return;
    }
    pointers.set(event.pointerId, event);
    moved += Math.abs(event.offsetX - before.offsetX) + Math.abs(event.offsetY - before.offsetY);
    if (stretch !== null) return;
    if (pointers.size === 2) pinch(timeline, view, event, before, pointers);
    else if (moved > 4) view.move(timeline.nanosAt(before.offsetX) - timeline.nanosAt(event.offsetX));
  });
  const release = event => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove('moving');
    if (event.type === 'pointerup' && stretch !== null && moved > 4) {
      const end = timeline.nanosAt(event.offsetX);
      view.show(Math.min(stretch, end), Math.max(stretch, end));
    } else if (event.type === 'pointerup' && moved <= 4 && pointers.size === 0) {
      select(timeline.at(...place(event)));
    }
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', () => document.getElementById('tip').replaceChildren());
  canvas.addEventListener('dblclick', event => view.zoom(0.4, timeline.nanosAt(event.offsetX)));
  canvas.addEventListener('wheel', event => {
    if (event.ctrlKey || event.metaKey) view.zoom(Math.exp(event.deltaY / 240), timeline.nanosAt(event.offsetX));
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) view.move((event.deltaX || event.deltaY) / 600 * view.length);
    else return;
    event.preventDefault();
  }, { passive: false });
  canvas.addEventListener('keydown', event => {
    const action = {
      ArrowLeft: () => view.move(-view.length / 8), ArrowRight: () => view.move(view.length / 8),
      '+': () => view.zoom(0.6), '=': () => view.zoom(0.6), '-': () => view.zoom(1 / 0.6), 0: () => view.all(),
      n: () => step(1), p: () => step(-1), w: toggleArrows, Escape: () => select(null),
    }[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
}

/* Two fingers keep the stamps that they lie on. */
function pinch(timeline, view, event, before, pointers) {
  const [other] = [...pointers.values()].filter(pointer => pointer.pointerId !== event.pointerId);
  const was = Math.abs(before.offsetX - other.offsetX);
  const is = Math.abs(event.offsetX - other.offsetX);
  if (was > 8 && is > 8) view.zoom(was / is, timeline.nanosAt(other.offsetX));
}

function tip(timeline, event) {
  const element = document.getElementById('tip');
  const found = timeline.layout && timeline.at(event.offsetX, event.offsetY);
  element.textContent = found ? printable(summary(timeline.recording, found)) : '';
  element.style.left = `${Math.min(event.clientX + 14, innerWidth - element.offsetWidth - 8)}px`;
  element.style.top = `${event.clientY + 18}px`;
}

/* The strip above: the whole recording, and which stretch of it is shown. */
function listenOverview(canvas, view) {
  const go = event => {
    if (event.buttons === 0) return;
    const at = event.offsetX / canvas.clientWidth * view.span;
    view.show(at - view.length / 2, at + view.length / 2);
  };
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    go(event);
  });
  canvas.addEventListener('pointermove', go);
}
