/* Who wakes whom: tasks on a circle, partners beside each other, an arc for each pair. */

const SVG = 'http://www.w3.org/2000/svg';

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/* The tasks such that each stands near those it wakes most: along the heaviest pairs first. */
function circleOrder(pairs) {
  const partners = new Map();
  const link = (from, to, weight) => {
    if (!partners.has(from)) partners.set(from, []);
    partners.get(from).push([to, weight]);
  };
  for (const pair of pairs) {
    link(pair.waker, pair.wakee, pair.wakeups);
    link(pair.wakee, pair.waker, pair.wakeups);
  }
  const order = [];
  const seen = new Set();
  const visit = start => {
    for (const stack = [start]; stack.length > 0;) {
      const task = stack.pop();
      if (seen.has(task)) continue;
      seen.add(task);
      order.push(task);
      stack.push(...partners.get(task).sort((a, b) => a[1] - b[1]).map(([to]) => to));
    }
  };
  for (const pair of pairs) visit(pair.waker);
  return order;
}

function usualDistance(pair, labels) {
  const [label] = Object.entries(pair.distances).reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', -1]);
  return labels.indexOf(label);
}

function drawGraph({ analysis, timeline }, wanted, choose) {
  const canvas = document.getElementById('graph');
  const width = canvas.clientWidth;
  const height = 460;
  const fitting = analysis.pairs.filter(pair => wanted === '' || `${pair.waker} ${pair.wakee}`.toLowerCase().includes(wanted));
  const pairs = fitting.slice(0, width < 480 ? 16 : 28);
  const order = circleOrder(pairs);
  const radius = Math.max(60, Math.min(width / 2, height / 2) - 112);
  const place = new Map(order.map((task, i) => {
    const angle = 2 * Math.PI * i / order.length - Math.PI / 2;
    return [task, { angle, x: width / 2 + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) }];
  }));
  const most = Math.max(1, ...pairs.map(pair => pair.wakeups));
  canvas.setAttribute('viewBox', `0 0 ${width} ${height}`);
  canvas.replaceChildren(...pairs.map(pair => arc(pair, place, most, width, height, timeline.distances)),
    ...order.map(task => node(task, place.get(task), choose)));
}

function arc(pair, place, most, width, height, labels) {
  const from = place.get(pair.waker);
  const to = place.get(pair.wakee);
  const bend = 0.35;
  const side = (from.x - to.x) * 0.12;
  const rise = (to.y - from.y) * 0.12;
  const middle = [(from.x + to.x) / 2 * (1 - bend) + width / 2 * bend + rise, (from.y + to.y) / 2 * (1 - bend) + height / 2 * bend + side];
  const path = svg('path', { d: `M${from.x},${from.y} Q${middle[0]},${middle[1]} ${to.x},${to.y}`, fill: 'none',
    stroke: DISTANCE_COLORS[usualDistance(pair, labels)], 'stroke-width': 0.8 + 4 * pair.wakeups / most, 'stroke-opacity': 0.65 });
  const title = svg('title', {});
  title.textContent = printable(`${pair.waker} wakes ${pair.wakee}: ${count(pair.wakeups)} (${Object.entries(pair.distances)
    .map(([distance, n]) => `${distance} ${count(n)}`).join(', ')})`);
  path.append(title);
  return path;
}

function node(task, { angle, x, y }, choose) {
  const left = Math.cos(angle) < -0.01;
  const group = svg('g', { class: 'node', tabindex: 0, role: 'button' });
  const text = svg('text', { 'text-anchor': left ? 'end' : 'start', 'dominant-baseline': 'middle',
    transform: `translate(${x},${y}) rotate(${angle * 180 / Math.PI + (left ? 180 : 0)}) translate(${left ? -9 : 9},0)` });
  text.textContent = printable(task.length > 17 ? `${task.slice(0, 9)}…${task.slice(-7)}` : task);
  const full = svg('title', {});
  full.textContent = printable(task);
  group.append(svg('circle', { cx: x, cy: y, r: 4.5, fill: `hsl(${hueOf(task.replace(/:\d+$/, ''))} 55% 50%)` }), text, full);
  group.addEventListener('click', () => choose(task));
  group.addEventListener('keydown', event => { if (event.key === 'Enter') choose(task); });
  return group;
}
