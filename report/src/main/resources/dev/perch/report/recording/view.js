/* The stretch of time that the timeline shows, ns from the recording's begin. */

class View {
  constructor(span, changed) {
    this.span = Math.max(span, 1);
    this.from = 0;
    this.to = this.span;
    this.changed = changed;
  }

  get length() {
    return this.to - this.from;
  }

  show(from, to) {
    const length = Math.min(Math.max(to - from, Math.min(50, this.span)), this.span);
    this.from = Math.min(Math.max(from + (to - from - length) / 2, 0), this.span - length);
    this.to = this.from + length;
    this.changed();
  }

  /* Makes the stretch longer by this factor, while one stamp stays where it is. */
  zoom(factor, at = (this.from + this.to) / 2) {
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  move(nanos) {
    const from = Math.min(Math.max(this.from + nanos, 0), this.span - this.length);
    this.show(from, from + this.length);
  }

  all() {
    this.show(0, this.span);
  }
}
