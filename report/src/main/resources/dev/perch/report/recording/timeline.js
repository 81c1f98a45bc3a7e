/*
 * The timeline: a row a CPU in the order of the machine's parts. Where few runs are in view each is drawn by itself,
 * with the waits below and the arrows of wake-ups over them; else each pixel shows how much of its time fits.
 */

const AXIS = 20;
const FEW_RUNS = 5000;
const FEW_ARROWS = 300;
const LAYERS = ['busy', 'tasks waiting', 'waiting though a CPU was idle'];

/* The levels from the widest to the clusters that divide the machine, each unless it divides it as the next wider does. */
function levelsShown(levels, rows) {
  const sizes = new Set([1, rows, new Set(levels.core).size]);
  return Object.entries(levels).reverse().filter(([, parts]) => {
    const size = new Set(parts).size;
    return !sizes.has(size) && sizes.add(size);
  });
}

/* Where the rows are, and the labels of the parts left of them. */
function layOut(recording, width) {
  const { rows, timeline } = recording;
  const narrow = width < 560;
  const shown = levelsShown(timeline.levels, rows);
  const height = Math.max(rows > 400 ? 2 : 3, Math.min(26, Math.floor(560 / rows)));
  const tops = new Float64Array(rows);
  let top = AXIS;
  for (let row = 0; row < rows; row++) {
    if (row > 0) {
      const border = shown.findIndex(([, parts]) => parts[row] !== parts[row - 1]);
      if (border >= 0) top += Math.min(6, 2 + 2 * (shown.length - 1 - border));
    }
    tops[row] = top;
    top += height + (height > 8 ? 1 : 0);
  }
  const strip = narrow ? 7 : 17;
  return { shown, tops, rowHeight: height, height: top + 4, strip, narrow, width, left: shown.length * (strip + 2) + (narrow ? 26 : 34) };
}

class Timeline {
  constructor(recording, canvas, view) {
    this.recording = recording;
    this.canvas = canvas;
    this.view = view;
    this.layer = 0;
    this.arrows = true;
    this.wanted = null;
    this.selected = null;
    this.offscreen = document.createElement('canvas');
    const { runs, wakeups } = recording;
    this.longestWait = wakeups.count ? wakeups.end.reduce((most, end, i) => Math.max(most, end - wakeups.start[i]), 0) : 0;
    this.runTotal = runs.start.length;
  }

  x(nanos) {
    const { left, width } = this.layout;
    return left + (nanos - this.view.from) / this.view.length * (width - left);
  }

  nanosAt(x) {
    const { left, width } = this.layout;
    return this.view.from + (x - left) / (width - left) * this.view.length;
  }

  middle(row) {
    return this.layout.tops[row] + this.layout.rowHeight / 2;
  }

  rowAt(y) {
    const { tops, rowHeight } = this.layout;
    const row = lowerBound(tops, y + 0.001, 0, tops.length) - 1;
    return row >= 0 && y <= tops[row] + rowHeight + 1 ? row : -1;
  }

  /* The runs of a row that are in view: from, up to. */
  runsInView(row) {
    const { first, start, end } = this.recording.runs;
    return [lowerBound(end, this.view.from, first[row], first[row + 1]), lowerBound(start, this.view.to, first[row], first[row + 1])];
  }

  countRunsInView() {
    let sum = 0;
    for (let row = 0; row < this.recording.rows; row++) {
      const [from, to] = this.runsInView(row);
      sum += to - from;
    }
    return sum;
  }

  wants(task) {
    return this.wanted === null || this.wanted[task] === 1;
  }

  draw() {
    this.layout = layOut(this.recording, this.canvas.clientWidth);
    const { context } = prepare(this.canvas, this.layout.height);
    this.context = context;
    this.colors = { ink: colorOf('ink'), quiet: colorOf('quiet'), line: colorOf('line'), cold: colorOf('cold'), card: colorOf('card'), mark: colorOf('mark') };
    const detailed = this.view.to <= this.recording.timeline.detailedUntil;
    const single = detailed && this.countRunsInView() <= FEW_RUNS;
    this.drawRows();
    if (single) this.drawRuns();
    else this.drawHeat(detailed ? this.levelsOfDetails() : this.levelsOfBins());
    if (single) this.drawWaits();
    const arrows = detailed && this.arrows ? this.drawArrows() : 0;
    this.drawAxis();
    this.drawParts();
    this.drawSelected();
    this.tell(single, arrows);
  }

  /* For those who do not see the canvas, and for tests. */
  tell(single, arrows) {
    const { from, to } = this.view;
    Object.assign(this.canvas.dataset, { from, to, arrows, mode: single ? 'runs' : 'heat', layer: LAYERS[this.layer] });
    this.canvas.setAttribute('aria-label', `Timeline of ${this.recording.rows} CPUs, ${seconds(from)} to ${seconds(to)}, ${single ? 'single runs' : LAYERS[this.layer]}`);
  }

  drawRows() {
    const { tops, rowHeight, left, width } = this.layout;
    this.context.fillStyle = this.colors.cold;
    for (const top of tops) this.context.fillRect(left, top, width - left, rowHeight);
  }

  /* A level of 0 to 255 for each row and pixel, from the bins of the whole recording. */
  levelsOfBins() {
    const { levels, rows, timeline } = this.recording;
    const columns = Math.ceil(this.layout.width - this.layout.left);
    const out = new Uint8ClampedArray(rows * columns);
    const step = this.view.length / columns / timeline.binWidth;
    const layer = this.layer * rows * timeline.binCount;
    for (let column = 0; column < columns; column++) {
      const first = Math.floor(this.view.from / timeline.binWidth + column * step);
      const last = Math.min(Math.max(first, Math.ceil(this.view.from / timeline.binWidth + (column + 1) * step) - 1), timeline.binCount - 1);
      for (let row = 0; row < rows; row++) {
        let most = 0;
        for (let bin = first; bin <= last; bin++) most = Math.max(most, levels[layer + row * timeline.binCount + bin]);
        out[row * columns + column] = most;
      }
    }
    return { columns, levels: out };
  }

  /* The same from runs or wake-ups, of the tasks that the filter means. */
  levelsOfDetails() {
    const { rows } = this.recording;
    const columns = Math.ceil(this.layout.width - this.layout.left);
    const sums = new Float32Array(rows * columns);
    if (this.layer === 0) this.addRuns(sums, columns);
    else this.addWaits(sums, columns);
    const full = this.layer === 0 ? 1 : this.recording.timeline.mostWaiting;
    return { columns, levels: Uint8ClampedArray.from(sums, sum => (sum > 0 ? Math.max(12, sum * 255 / full) : 0)) };
  }

  addRuns(sums, columns) {
    const { runs, rows } = this.recording;
    for (let row = 0; row < rows; row++) {
      const [from, to] = this.runsInView(row);
      for (let i = from; i < to; i++) {
        if (this.wants(runs.task[i])) this.spread(sums, columns, row, runs.start[i], runs.end[i]);
      }
    }
  }

  addWaits(sums, columns) {
    const { wakeups: w } = this.recording;
    for (let i = lowerBound(w.end, this.view.from, 0, w.count); i < w.count && w.end[i] - this.longestWait <= this.view.to; i++) {
      if (this.wants(w.task[i]) && (this.layer === 1 || w.missed[i] > 0)) this.spread(sums, columns, w.row[i], w.start[i], w.end[i]);
    }
  }

  /* Adds a stretch of time to the columns it covers, as shares of a column. */
  spread(sums, columns, row, start, end) {
    const scale = columns / this.view.length;
    const from = Math.max(0, (start - this.view.from) * scale);
    const to = Math.min(columns, (end - this.view.from) * scale);
    for (let column = Math.floor(from); column < to; column++) {
      sums[row * columns + column] += Math.min(to, column + 1) - Math.max(from, column);
    }
  }

  drawHeat({ columns, levels }) {
    const { rows } = this.recording;
    const { tops, rowHeight, left } = this.layout;
    const palette = heatPalette(this.layer);
    this.offscreen.width = columns;
    this.offscreen.height = rows;
    const small = this.offscreen.getContext('2d');
    const image = small.createImageData(columns, rows);
    new Uint32Array(image.data.buffer).set(Uint32Array.from(levels, level => palette[level]));
    small.putImageData(image, 0, 0);
    this.context.imageSmoothingEnabled = false;
    for (let row = 0; row < rows; row++) this.context.drawImage(this.offscreen, 0, row, columns, 1, left, tops[row], columns, rowHeight);
  }

  drawRuns() {
    const { runs, rows, timeline } = this.recording;
    const { tops, rowHeight, left, width } = this.layout;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.context.font = `${Math.min(11, rowHeight - 2)}px system-ui, sans-serif`;
    this.context.textBaseline = 'middle';
    this.context.textAlign = 'left';
    for (let row = 0; row < rows; row++) {
      const [from, to] = this.runsInView(row);
      for (let i = from; i < to; i++) {
        const start = Math.max(left, this.x(runs.start[i]));
        const length = Math.max(0.7, Math.min(width, this.x(runs.end[i])) - start);
        const name = timeline.names[timeline.taskNames[runs.task[i]]];
        this.context.globalAlpha = this.wants(runs.task[i]) ? 1 : 0.15;
        this.context.fillStyle = `hsl(${hueOf(name)} ${dark ? '38% 42%' : '52% 72%'})`;
        this.context.fillRect(start, tops[row], length, rowHeight);
        if (length > 34 && rowHeight >= 10) this.drawLabel(this.recording.taskLabel(runs.task[i]), start, row, length);
      }
    }
    this.context.globalAlpha = 1;
  }

  drawLabel(text, x, row, room) {
    const fits = Math.floor((room - 6) / 5.8);
    this.context.fillStyle = this.colors.ink;
    this.context.fillText(printable(text.length > fits ? `${text.slice(0, fits - 1)}…` : text), x + 3, this.middle(row) + 0.5);
  }

  /* Below the runs of a CPU: how long woken tasks wait for it. */
  drawWaits() {
    const { tops, rowHeight, left } = this.layout;
    const thick = Math.max(1.5, rowHeight / 7);
    this.eachWakeupInView((i, w) => {
      this.context.fillStyle = this.wakeupColor(i);
      const start = Math.max(left, this.x(w.start[i]));
      this.context.fillRect(start, tops[w.row[i]] + rowHeight - thick, Math.max(0.7, this.x(w.end[i]) - start), thick);
    });
  }

  wakeupColor(i) {
    const { wakeups: w } = this.recording;
    return w.waker[i] < 0 ? this.colors.quiet : DISTANCE_COLORS[this.recording.distance(w.waker[i], w.row[i])];
  }

  /* Calls with each wake-up that the filter means and that ends in view; how many there are. */
  eachWakeupInView(action) {
    const { wakeups: w } = this.recording;
    let seen = 0;
    const last = lowerBound(w.end, this.view.to, 0, w.count);
    for (let i = lowerBound(w.end, this.view.from, 0, w.count); i < last; i++) {
      if (!this.wants(w.task[i])) continue;
      seen++;
      action(i, w);
    }
    return seen;
  }

  drawArrows() {
    if (this.eachWakeupInView(() => {}) > FEW_ARROWS) return 0;
    this.context.save();
    this.context.beginPath();
    this.context.rect(this.layout.left, AXIS, this.layout.width - this.layout.left, this.layout.height);
    this.context.clip();
    const drawn = this.eachWakeupInView((i, w) => {
      if (w.waker[i] >= 0) this.drawArrow(i, 1.1);
    });
    this.context.restore();
    return drawn;
  }

  drawArrow(i, thick) {
    const { wakeups: w } = this.recording;
    const [x0, y0, x1, y1] = this.arrowLine(i);
    const { context } = this;
    const angle = Math.atan2(y1 - y0, x1 - x0);
    context.strokeStyle = context.fillStyle = this.wakeupColor(i);
    context.lineWidth = thick;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - 7 * Math.cos(angle - 0.4), y1 - 7 * Math.sin(angle - 0.4));
    context.lineTo(x1 - 7 * Math.cos(angle + 0.4), y1 - 7 * Math.sin(angle + 0.4));
    context.fill();
    if (w.missed[i] > 0) {
      context.beginPath();
      context.arc(x1, y1, 4.5, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  arrowLine(i) {
    const { wakeups: w } = this.recording;
    return [this.x(w.start[i]), this.middle(w.waker[i]), this.x(w.end[i]), this.middle(w.row[i])];
  }

  drawAxis() {
    const { context, view } = this;
    const { left, width, height } = this.layout;
    const most = Math.max(2, (width - left) / 110);
    const digit = 10 ** Math.floor(Math.log10(view.length / most));
    const step = [1, 2, 5, 10].map(n => n * digit).find(n => view.length / n <= most);
    context.clearRect(0, 0, width, AXIS - 2);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
      const x = this.x(at);
      context.fillStyle = this.colors.line;
      context.globalAlpha = 0.6;
      context.fillRect(x, AXIS - 6, 1, height);
      context.globalAlpha = 1;
      context.fillStyle = this.colors.quiet;
      if (x < width - 44) context.fillText(stamp(at, step), x + 3, 8);
    }
  }

  /* The parts of the machine and the CPUs' numbers, left of the rows. */
  drawParts() {
    const { context } = this;
    const { shown, strip, tops, rowHeight, left, narrow, height } = this.layout;
    const { rows, timeline } = this.recording;
    context.clearRect(0, 0, left, height);
    shown.forEach(([name, parts], column) => {
      for (let from = 0, to; from < rows; from = to) {
        for (to = from + 1; to < rows && parts[to] === parts[from];) to++;
        this.drawPart(`${name} ${parts[from] < 0 ? '' : parts[from]}`, column * (strip + 2), tops[from], tops[to - 1] + rowHeight);
      }
    });
    context.font = '10px system-ui, sans-serif';
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillStyle = this.colors.quiet;
    let free = 0;
    for (let row = 0; row < rows; row++) {
      if (this.middle(row) < free) continue;
      context.fillText(timeline.cpus[row], left - 5, this.middle(row));
      free = this.middle(row) + (narrow ? 11 : 10);
    }
  }

  drawPart(label, x, top, bottom) {
    const { context } = this;
    const { strip, narrow } = this.layout;
    context.fillStyle = this.colors.cold;
    context.strokeStyle = this.colors.line;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x + 0.5, top + 0.5, strip, bottom - top - 1, 3);
    context.fill();
    context.stroke();
    if (narrow) return;
    context.save();
    context.translate(x + strip / 2 + 0.5, (top + bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.fillStyle = this.colors.ink;
    context.font = '10px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const text = [label, label.replace(/\D+/, '')].find(one => context.measureText(one).width < bottom - top - 4);
    if (text) context.fillText(text, 0, 0);
    context.restore();
  }

  drawSelected() {
    if (this.selected === null) return;
    const { context } = this;
    const { left, width, rowHeight, tops } = this.layout;
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, this.layout.height);
    context.clip();
    if (this.selected.kind === 'wakeup' && this.recording.wakeups.waker[this.selected.index] >= 0) {
      this.drawArrow(this.selected.index, 2.6);
    }
    const [row, from, to] = this.selected.box;
    context.strokeStyle = this.colors.mark;
    context.lineWidth = 2;
    context.strokeRect(this.x(from) - 1, tops[row] - 1, Math.max(2, this.x(to) - this.x(from)) + 2, rowHeight + 2);
    context.restore();
  }

  /* What is at a point: a wake-up's arrow, a run, or an idle CPU. */
  at(x, y) {
    const reach = this.layout.narrow ? 9 : 5;
    let nearest = null;
    if (this.arrows && Number(this.canvas.dataset.arrows) > 0) {
      let least = reach;
      this.eachWakeupInView((i, w) => {
        if (w.waker[i] < 0) return;
        const away = awayFrom(x, y, this.arrowLine(i));
        if (away < least) {
          least = away;
          nearest = i;
        }
      });
    }
    if (nearest !== null) return this.wakeup(nearest);
    const row = this.rowAt(y);
    if (row < 0 || x < this.layout.left) return null;
    return this.runAt(row, this.nanosAt(x));
  }

  wakeup(index) {
    const { wakeups: w } = this.recording;
    return { kind: 'wakeup', index, box: [w.row[index], w.start[index], w.end[index]] };
  }

  runAt(row, nanos) {
    const { first, start, end } = this.recording.runs;
    const slack = this.view.length / this.layout.width;
    const index = lowerBound(end, nanos - slack, first[row], first[row + 1]);
    const found = index < first[row + 1] && start[index] <= nanos + slack;
    const before = index > first[row] ? end[index - 1] : 0;
    const after = index < first[row + 1] ? start[index] : this.view.span;
    return found ? { kind: 'run', index, box: [row, start[index], end[index]] } : { kind: 'idle', box: [row, before, after] };
  }
}

/* The distance of a point from a stretch of a line. */
function awayFrom(x, y, [x0, y0, x1, y1]) {
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length));
  return Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

/* 256 colours, as a canvas's pixels hold them; the first is transparent. */
function heatPalette(layer) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const ends = [
    [[214, 228, 247], [86, 140, 219], [16, 46, 120]],
    [[253, 232, 205], [240, 146, 60], [140, 40, 10]],
    [[250, 218, 226], [222, 80, 120], [120, 8, 60]],
  ][layer];
  const [low, middle, high] = dark ? [ends[2].map(part => part * 0.7), ends[1], ends[0]] : ends;
  return Uint32Array.from({ length: 256 }, (_, level) => {
    const [from, to, share] = level < 128 ? [low, middle, level / 128] : [middle, high, (level - 128) / 127];
    const [red, green, blue] = from.map((part, i) => Math.round(part + (to[i] - part) * share));
    return level === 0 ? 0 : (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  });
}
