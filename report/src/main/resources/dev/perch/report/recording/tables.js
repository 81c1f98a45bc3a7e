/* The tables of the text report. */

function table(caption, columns, rows) {
  if (rows.length === 0) return [];
  const numeric = columns.map((_, i) => rows.every(row => row[i] === null || typeof row[i] !== 'string' || /^[-\d]/.test(row[i])));
  const cell = (tag, content, i) => {
    const element = content instanceof Node ? make(tag, null, content) : make(tag, typeof content === 'number' ? count(content) : content);
    if (numeric[i]) element.className = 'number';
    return element;
  };
  const line = (tag, cells) => make('tr', null, ...cells.map((content, i) => cell(tag, content, i)));
  const head = make('thead', null, line('th', columns));
  const element = make('table', null, head, make('tbody', null, ...rows.map(row => line('td', row))));
  if (caption) element.prepend(make('caption', caption));
  const scroll = make('div', null, element);
  scroll.className = 'scroll';
  return [scroll];
}

function bar(percent) {
  const meter = make('meter');
  meter.max = 100;
  meter.value = percent ?? 0;
  return meter;
}

const percent = value => (value === null ? null : value.toFixed(1));

function fill(id, ...parts) {
  const section = document.getElementById(id);
  const content = parts.flat();
  section.hidden = content.length === 0;
  section.replaceChildren(section.querySelector('h2'), ...content);
}

function byDistance(caption, rows) {
  return table(caption, ['distance', 'wake-ups', 'share %', '', 'p50', 'p90', 'p99', 'max'], rows.map(row => [
    row.distance, row.wakeups, percent(row.pct), bar(row.pct),
    ...['p50_ns', 'p90_ns', 'p99_ns', 'max_ns'].map(key => (row.latency_count ? duration(row[key]) : null))]));
}

function waitingTable(waiting) {
  const row = (label, nanos) => [label, duration(nanos), percent(100 * nanos / waiting.total_ns), bar(100 * nanos / waiting.total_ns)];
  const rows = Object.entries(waiting.nearest_idle_ns)
    .map(([distance, nanos]) => row(distance === 'same CPU' ? 'its own, just leaving idle' : distance, nanos));
  if (waiting.none_idle_ns > 0) rows.push(row('none', waiting.none_idle_ns));
  return [...table(null, ['nearest idle CPU', 'time waited', 'share %', ''], rows),
    make('p', `No task waited behind another while a CPU idled in ${percent(waiting.work_conserved_pct)} % of the time.`)];
}

function pairRows(pairs, wanted) {
  return pairs.filter(pair => wanted === '' || `${pair.waker} ${pair.wakee}`.toLowerCase().includes(wanted)).slice(0, 12);
}

function pairsTable(pairs, labels, wanted) {
  const rows = pairRows(pairs, wanted);
  const used = labels.filter(label => rows.some(pair => pair.distances[label]));
  return table(null, ['waker', 'wakee', 'wake-ups', ...used],
    rows.map(pair => [pair.waker, pair.wakee, pair.wakeups, ...used.map(label => pair.distances[label] ?? 0)]));
}

function waitsTable(tasks, wanted) {
  return table(null, ['task', 'waits', 'waited', 'longest', 'ran'],
    tasks.filter(task => task.task.toLowerCase().includes(wanted)).slice(0, 12)
      .map(task => [task.task, task.waits, duration(task.waited_ns), duration(task.longest_ns), duration(task.ran_ns)]));
}

function groupsTable(caption, groups) {
  return table(caption, ['CPUs', 'busy %', ''], groups.map(group => [group.cpus, percent(group.utilisation_pct), bar(group.utilisation_pct)]));
}

/* The tables that a filter leaves as they are. */
function showTables({ analysis }) {
  fill('distances', byDistance('From the waker to the placement', analysis.waker_to_placement),
    byDistance('From the previous CPU to the placement', analysis.prev_to_placement),
    byDistance('From the parent to the new task', analysis.parent_to_new_task));
  fill('waiting', analysis.waiting.total_ns > 0 ? waitingTable(analysis.waiting) : []);
  fill('migrations', table(null, ['cause', 'distance', 'count'], Object.entries(analysis.migrations)
    .flatMap(([cause, counts]) => Object.entries(counts).map(([distance, n]) => [cause, distance, n]))));
  fill('groups', groupsTable('Last-level caches', analysis.llcs),
    analysis.clusters.length > analysis.llcs.length && analysis.clusters.some(group => /[-,]/.test(group.cpus))
      ? groupsTable('Clusters', analysis.clusters) : []);
  fill('idle', table(null, ['state', 'entries', 'time'], analysis.idle_states.map(use => [String(use.state), use.entries, duration(use.ns)])));
  fill('notes', analysis.notes.length ? make('ul', null, ...analysis.notes.map(note => make('li', note))) : []);
}

/* Those that it narrows. */
function showTaskTables({ analysis, timeline }, wanted) {
  fill('pairs', pairsTable(analysis.pairs, timeline.distances, wanted));
  fill('waits', waitsTable(analysis.tasks, wanted));
}

function showHead({ analysis, timeline }) {
  const { recording, machine } = analysis;
  document.title = printable(`${recording.file} – Perch`);
  document.getElementById('title').textContent = printable(recording.file);
  const facts = [recording.format, recording.kernel && `kernel ${recording.kernel}`, recording.clock && `clock ${recording.clock}`,
    `${duration(recording.span_ns)}${recording.timed ? '' : ' (the clock has no unit)'}`, `${count(recording.events)} events`,
    `CPUs ${recording.cpus}`, `machine: ${machine.name} (${machine.from})`];
  document.getElementById('facts').textContent = printable(facts.filter(Boolean).join(' · '));
  const warnings = [...recording.warnings];
  if (recording.gaps > 0) warnings.push(`${count(recording.gaps)} gaps: ${count(recording.lost)} events counted as lost in them`);
  if (recording.overwritten > 0) warnings.push(`${count(recording.overwritten)} older events were overwritten`);
  if (recording.cut) warnings.push(`the file is cut: it ends at ${recording.cut}`);
  if (recording.disorder > 0) warnings.push(`${count(recording.disorder)} events were too late to be sorted`);
  if (timeline.detailedUntil < timeline.span) {
    warnings.push(`runs and wake-ups are told for the first ${duration(timeline.detailedUntil)} only; later the timeline shows bins of ${duration(timeline.binWidth)}`);
  }
  document.getElementById('warnings').replaceChildren(...warnings.map(text => make('li', text)));
}
