/* Latencies by distance on a logarithmic axis: each line is the share of its own distance's wake-ups. */

const OCTAVE = 4;

const bucketOf = nanos => Math.max(0, Math.ceil(Math.log2(Math.max(nanos, 1)) * OCTAVE));

/* What the analysis counted. */
function allSeries({ analysis, timeline }) {
  return analysis.waker_to_placement.filter(row => row.latency_count > 0).map(row => {
    const buckets = new Map();
    for (const [upTo, n] of row.histogram) buckets.set(bucketOf(upTo), (buckets.get(bucketOf(upTo)) ?? 0) + n);
    return { distance: timeline.distances.indexOf(row.distance), total: row.latency_count, buckets };
  });
}

/* The same of the wakees that a filter means. */
function filteredSeries({ wakeups, timeline, distance }, wanted) {
  const series = timeline.distances.map((_, i) => ({ distance: i, total: 0, buckets: new Map() }));
  for (let i = 0; i < wakeups.count; i++) {
    if (!wanted[wakeups.task[i]] || wakeups.waker[i] < 0) continue;
    const one = series[distance(wakeups.waker[i], wakeups.row[i])];
    const bucket = bucketOf(wakeups.end[i] - wakeups.start[i]);
    one.buckets.set(bucket, (one.buckets.get(bucket) ?? 0) + 1);
    one.total++;
  }
  return series.filter(one => one.total > 0);
}

function drawHistogram(recording, wanted) {
  const series = wanted ? filteredSeries(recording, wanted) : allSeries(recording);
  const { context, width, height } = prepare(document.getElementById('histogram'), innerWidth < 560 ? 260 : 400);
  const buckets = series.flatMap(one => [...one.buckets.keys()]);
  document.getElementById('histogram-legend').replaceChildren(...series.map(one => legendEntry(
    DISTANCE_COLORS[one.distance], `${recording.timeline.distances[one.distance]} ${count(one.total)}`)));
  if (buckets.length === 0) {
    context.fillStyle = colorOf('quiet');
    context.fillText('no latencies', 12, 20);
    return;
  }
  const first = Math.min(...buckets) - 2;
  const last = Math.max(...buckets) + 2;
  const most = Math.max(...series.flatMap(one => [...one.buckets.values()].map(n => n / one.total)));
  const plot = { left: 40, right: width - 8, top: 8, bottom: height - 22 };
  const x = bucket => plot.left + (bucket - first) / (last - first) * (plot.right - plot.left);
  const y = share => plot.bottom - share / most * (plot.bottom - plot.top);
  drawLatencyAxis(context, plot, x, y, first, last, most);
  for (const one of series) drawSteps(context, one, x, y, first, last);
}

function drawLatencyAxis(context, plot, x, y, first, last, most) {
  context.font = '11px system-ui, sans-serif';
  context.strokeStyle = colorOf('line');
  context.fillStyle = colorOf('quiet');
  context.textAlign = 'center';
  const decades = Math.log10(2 ** ((last - first) / OCTAVE));
  for (let power = 0; power < 12; power++) {
    for (const digit of decades < 3 ? [1, 2, 5] : [1]) {
      const nanos = digit * 10 ** power;
      const at = x(Math.log2(nanos) * OCTAVE);
      if (at < plot.left || at > plot.right - 10) continue;
      context.beginPath();
      context.moveTo(at, plot.top);
      context.lineTo(at, plot.bottom);
      context.stroke();
      context.fillText(duration(nanos).replace(/\.0+ /, ' '), at, plot.bottom + 14);
    }
  }
  context.textAlign = 'right';
  for (const share of [0, most / 2, most]) context.fillText(`${(100 * share).toFixed(most < 0.1 ? 1 : 0)} %`, plot.left - 4, y(share) + (share === most ? 8 : 0));
}

function drawSteps(context, one, x, y, first, last) {
  context.beginPath();
  context.moveTo(x(first), y(0));
  for (let bucket = first; bucket <= last; bucket++) {
    const at = y((one.buckets.get(bucket) ?? 0) / one.total);
    context.lineTo(x(bucket - 1), at);
    context.lineTo(x(bucket), at);
  }
  context.strokeStyle = DISTANCE_COLORS[one.distance];
  context.lineWidth = 1.6;
  context.stroke();
  context.globalAlpha = 0.12;
  context.fillStyle = DISTANCE_COLORS[one.distance];
  context.fill();
  context.globalAlpha = 1;
}
