/* What is on the page, and what changes when something is chosen. */

function summary(recording, found) {
  const { runs, wakeups: w, timeline } = recording;
  const [row, from, to] = found.box;
  if (found.kind === 'run') return `${recording.taskLabel(runs.task[found.index])} ran ${duration(to - from)} on CPU ${timeline.cpus[row]}`;
  if (found.kind === 'idle') return `CPU ${timeline.cpus[row]} ran nothing for ${duration(to - from)}`;
  return `${recording.pidLabel(w.wakerPid[found.index])} woke ${recording.taskLabel(w.task[found.index])}: ${duration(to - from)} until it ran`;
}

function facts(recording, found) {
  const { wakeups: w, timeline } = recording;
  const [row, from, to] = found.box;
  const cpu = (other, label) => (other < 0 ? 'not known' : `CPU ${timeline.cpus[other]}${label ? ` (${timeline.distances[recording.distance(other, row)]})` : ''}`);
  const list = [['from', seconds(from)], ['to', seconds(to)]];
  if (found.kind !== 'wakeup') return list;
  const i = found.index;
  return [...list, ['latency', duration(to - from)], ['runs on', cpu(row)], ['woken from', cpu(w.waker[i], true)],
    ['ran before on', cpu(w.prev[i], true)],
    ['missed', w.missed[i] ? `an idle CPU, nearest: ${timeline.distances[w.missed[i]]}` : 'no idle CPU']];
}

function drawOverview({ levels, rows, timeline }, view) {
  const { context, width, height } = prepare(document.getElementById('overview'), 34);
  const sums = new Float64Array(timeline.binCount);
  for (let row = 0; row < rows; row++) {
    for (let bin = 0; bin < timeline.binCount; bin++) sums[bin] += levels[row * timeline.binCount + bin];
  }
  const most = sums.reduce((a, b) => Math.max(a, b), 1);
  context.beginPath();
  context.moveTo(0, height);
  sums.forEach((sum, bin) => context.lineTo(bin * timeline.binWidth / view.span * width, height - sum / most * (height - 4)));
  context.lineTo(width, height);
  context.fillStyle = colorOf('mark');
  context.globalAlpha = 0.35;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colorOf('mark');
  context.lineWidth = 1.5;
  context.strokeRect(view.from / view.span * width + 1, 1, Math.max(3, view.length / view.span * width) - 2, height - 2);
}

function showLegend({ timeline }) {
  document.getElementById('legend').replaceChildren(make('span', 'Wake-ups, waker to placement:'),
    ...timeline.distances.map((label, i) => legendEntry(DISTANCE_COLORS[i], label)),
    make('span', '○ an idle CPU was missed'));
}

function start(recording) {
  const filter = document.getElementById('filter');
  const detail = document.getElementById('detail');
  let pending = false;
  const redraw = () => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      drawOverview(recording, view);
      timeline.draw();
    });
  };
  const view = new View(recording.timeline.span, redraw);
  const timeline = new Timeline(recording, document.getElementById('canvas'), view);

  const select = found => {
    timeline.selected = found;
    detail.replaceChildren(...(found === null ? [] : [make('strong', summary(recording, found)),
      make('dl', null, ...facts(recording, found).flatMap(([name, value]) => [make('dt', name), make('dd', value)]))]));
    redraw();
  };
  const step = direction => {
    const { wakeups: w } = recording;
    const selected = timeline.selected?.kind === 'wakeup' ? timeline.selected.index : null;
    let i = selected === null ? lowerBound(w.end, (view.from + view.to) / 2, 0, w.count) - (direction > 0 ? 1 : 0) : selected;
    do i += direction; while (i >= 0 && i < w.count && !timeline.wants(w.task[i]));
    if (i < 0 || i >= w.count) return;
    if (w.end[i] < view.from || w.end[i] > view.to) view.move(w.end[i] - (view.from + view.to) / 2);
    select(timeline.wakeup(i));
  };
  const toggleArrows = () => {
    timeline.arrows = !timeline.arrows;
    document.getElementById('arrows').setAttribute('aria-pressed', timeline.arrows);
    redraw();
  };
  const showFiltered = () => {
    const wanted = filter.value.trim().toLowerCase();
    timeline.wanted = matching(recording, wanted);
    const fitting = timeline.wanted ? timeline.wanted.reduce((sum, one) => sum + one, 0) : recording.timeline.taskPids.length;
    document.getElementById('matches').textContent = `${count(fitting)} of ${count(recording.timeline.taskPids.length)} tasks`;
    showTaskTables(recording, wanted);
    drawHistogram(recording, timeline.wanted);
    drawGraph(recording, wanted, choose);
    redraw();
  };
  const choose = task => {
    filter.value = filter.value === task ? '' : task;
    showFiltered();
  };
  const chooseLayer = layer => {
    timeline.layer = layer;
    document.querySelectorAll('[data-layer]').forEach((button, i) => button.setAttribute('aria-checked', i === layer));
    redraw();
  };

  document.querySelectorAll('[data-layer]').forEach((button, i) => button.addEventListener('click', () => chooseLayer(i)));
  document.getElementById('arrows').addEventListener('click', toggleArrows);
  document.getElementById('in').addEventListener('click', () => view.zoom(0.4));
  document.getElementById('out').addEventListener('click', () => view.zoom(2.5));
  document.getElementById('all').addEventListener('click', () => view.all());
  filter.addEventListener('input', showFiltered);
  window.addEventListener('resize', showFiltered);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showFiltered);
  document.getElementById('tasks').append(...recording.analysis.tasks.slice(0, 50).map(({ task }) => {
    const option = make('option');
    option.value = printable(task);
    return option;
  }));
  listen(timeline, view, { select, step, toggleArrows });
  listenOverview(document.getElementById('overview'), view);

  showHead(recording);
  showTables(recording);
  showLegend(recording);
  chooseLayer(0);
  showFiltered();
}

readRecording().then(recording => {
  start(recording);
  document.body.dataset.ready = 'true';
}).catch(error => {
  document.getElementById('facts').textContent = `This page could not be drawn: ${error.message}. A browser of 2023 or later is needed.`;
});
