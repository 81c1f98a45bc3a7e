/* Numbers and elements. */

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
const DISTANCE_COLORS = ['#2a9d5c', '#17a2a2', '#2f7fd6', '#7a5bd6', '#c449a8', '#e06a2b', '#c62f2f'];

function duration(nanos) {
  if (nanos === 0) return '0';
  const [size, unit] = UNITS.find(([least]) => Math.abs(nanos) >= least) ?? UNITS[3];
  const value = nanos / size;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)} ${unit}`;
}

/* A stamp of an axis whose ticks are so far apart. */
function stamp(nanos, step) {
  const [size, unit] = UNITS.find(([least]) => step >= least) ?? UNITS[3];
  return `${(nanos / size).toFixed(0)} ${unit}`;
}

function seconds(nanos) {
  return `${(nanos / 1e9).toFixed(9)} s`;
}

function count(number) {
  return number.toLocaleString('en').replaceAll(',', '\u202f');
}

/* Names cannot be trusted to be printable. */
function printable(text) {
  return String(text).replace(/\p{C}/gu, '?');
}

function make(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text !== undefined && text !== null) element.textContent = printable(text);
  element.append(...children);
  return element;
}

function colorOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/* A hue for each name, the same on every page. */
function hueOf(name) {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
  return (hash * 137.508) % 360;
}

function legendEntry(color, label) {
  const mark = make('i');
  mark.style.background = color;
  return make('span', null, mark, label);
}

/* Sizes a canvas to its place, sharp on every screen; its context draws in CSS pixels. */
function prepare(canvas, height) {
  const scale = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
