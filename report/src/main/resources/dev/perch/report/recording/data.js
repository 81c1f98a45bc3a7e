/* The recording as it stands in the page: JSON, and columns of numbers of variable length, deflated. */

async function unpack(id) {
  const text = atob(document.getElementById(id).textContent);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function varints(bytes) {
  let at = 0;
  return () => {
    let value = 0;
    let unit = 1;
    let part;
    do {
      part = bytes[at++];
      value += (part & 127) * unit;
      unit *= 128;
    } while (part > 127);
    return value;
  };
}

/* Runs row after row: those of row r are at first[r] up to first[r + 1], in order of time. */
function readRuns(bytes, rows, count) {
  const next = varints(bytes);
  const first = new Int32Array(rows + 1);
  const runs = { first, start: new Float64Array(count), end: new Float64Array(count), task: new Int32Array(count) };
  for (let row = 0; row < rows; row++) first[row + 1] = first[row] + next();
  for (let row = 0; row < rows; row++) {
    let stamp = 0;
    for (let i = first[row]; i < first[row + 1]; i++) {
      stamp += next();
      runs.start[i] = stamp;
      stamp += next();
      runs.end[i] = stamp;
      runs.task[i] = next();
    }
  }
  return runs;
}

/* Wake-ups in the order in which their wakees came to run; rows are -1 where a CPU is not known. */
function readWakeups(bytes, rowOf, count) {
  const next = varints(bytes);
  const row = cpu => (cpu < 0 ? -1 : rowOf.get(cpu) ?? -1);
  const w = { count, start: new Float64Array(count), end: new Float64Array(count), task: new Int32Array(count),
    wakerPid: new Int32Array(count), waker: new Int32Array(count), prev: new Int32Array(count),
    row: new Int32Array(count), missed: new Uint8Array(count) };
  let end = 0;
  for (let i = 0; i < count; i++) {
    end += next();
    w.end[i] = end;
    w.start[i] = end - next();
    w.task[i] = next();
    w.wakerPid[i] = next();
    w.waker[i] = row(next() - 1);
    w.prev[i] = row(next() - 1);
    w.row[i] = row(next());
    w.missed[i] = next();
  }
  return w;
}

async function readRecording() {
  const { analysis, timeline } = JSON.parse(document.getElementById('data').textContent);
  const rows = timeline.cpus.length;
  const rowOf = new Map(timeline.cpus.map((cpu, row) => [cpu, row]));
  const [levels, runs, wakeups] = await Promise.all(['levels', 'runs', 'wakeups'].map(unpack));
  const nameOfPid = new Map();
  timeline.taskPids.forEach((pid, task) => nameOfPid.set(pid, timeline.names[timeline.taskNames[task]]));
  return {
    analysis, timeline, rows, levels,
    runs: readRuns(runs, rows, timeline.runCount),
    wakeups: readWakeups(wakeups, rowOf, timeline.wakeupCount),
    taskLabel: task => `${timeline.names[timeline.taskNames[task]]}:${timeline.taskPids[task]}`,
    pidLabel: pid => (pid === 0 ? 'an interrupt' : `${nameOfPid.get(pid) ?? ''}:${pid}`),
    distance: (row, other) => distance(timeline, row, other),
  };
}

/* How far two rows' CPUs are apart, as a number of timeline.distances. */
function distance(timeline, row, other) {
  if (row === other) return 0;
  const levels = Object.values(timeline.levels);
  const level = levels.findIndex(parts => parts[row] === parts[other]);
  return level < 0 ? levels.length + 1 : level + 1;
}

/* The first index from low up to high whose value is at least the wanted one. */
function lowerBound(values, wanted, low, high) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Which tasks a filter means: 1 where the name or the pid fits, or null where there is no filter. */
function matching(recording, text) {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const { timeline } = recording;
  return Uint8Array.from(timeline.taskPids,
    (pid, task) => (recording.taskLabel(task).toLowerCase().includes(wanted) ? 1 : 0));
}
