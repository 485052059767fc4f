/**
 * The platform's clock: it runs with real time until it is frozen, set or advanced. Everything that
 * has to happen later waits on it, so that a day passes in a moment.
 */

import { setTimeout as pause } from 'node:timers/promises';

type Task = { readonly dueMs: number; readonly order: number; readonly run: () => void };

const longestTimerMs = 2_000_000_000;

export class VirtualClock {
  private readonly tasks = new Agenda();
  private offsetMs = 0;
  private frozenAtMs: number | undefined = undefined;
  private skippedMs = 0;
  private timer: NodeJS.Timeout | undefined = undefined;
  private moving: Promise<void> = Promise.resolve();
  private closed = false;

  /** Milliseconds since 1970, as the platform sees them. */
  now(): number {
    return this.frozenAtMs ?? Date.now() + this.offsetMs;
  }

  /** For rates: goes on while the clock is frozen, and jumps where it is advanced. */
  steady(): number {
    return performance.now() + this.skippedMs;
  }

  get frozen(): boolean {
    return this.frozenAtMs !== undefined;
  }

  /** What waits for its time. */
  get waiting(): number {
    return this.tasks.size;
  }

  after(delayMs: number, run: () => void): void {
    if (this.closed) return;
    this.tasks.add(this.now() + Math.max(0, delayMs), run);
    this.arm();
  }

  freeze(): void {
    this.frozenAtMs = this.now();
    this.arm();
  }

  resume(): void {
    if (this.frozenAtMs === undefined) return;
    this.offsetMs = this.frozenAtMs - Date.now();
    this.frozenAtMs = undefined;
    this.arm();
  }

  /**
   * Moves to a moment. Forward, what falls due on the way is done at its own moment and in order;
   * `settled` is waited for after each, so that what was sent out has come to an end.
   */
  moveTo(targetMs: number, settled: () => Promise<void>): Promise<void> {
    this.moving = this.moving.then(() => this.move(targetMs, settled));
    return this.moving;
  }

  /** Another moment, without doing what falls due on the way. */
  setTo(atMs: number): void {
    if (this.frozen) this.frozenAtMs = atMs;
    else this.offsetMs = atMs - Date.now();
    this.arm();
  }

  clear(): void {
    this.tasks.clear();
    this.arm();
  }

  close(): void {
    this.closed = true;
    this.clear();
  }

  private async move(targetMs: number, settled: () => Promise<void>): Promise<void> {
    const wasFrozen = this.frozen;
    const startMs = this.now();
    this.frozenAtMs = Math.min(startMs, targetMs);
    clearTimeout(this.timer);
    for (;;) {
      const next = this.tasks.next();
      if (next === undefined || next.dueMs > targetMs) break;
      this.frozenAtMs = Math.max(this.frozenAtMs, next.dueMs);
      this.runDue();
      await settled();
    }
    this.skippedMs += Math.max(0, targetMs - startMs);
    this.frozenAtMs = targetMs;
    if (!wasFrozen) this.resume();
    await pause(0);
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.tasks.next();
    if (next === undefined) return;
    const delayMs = next.dueMs - this.now();
    if (this.frozen && delayMs > 0) return;
    this.timer = setTimeout(
      () => {
        this.runDue();
        this.arm();
      },
      Math.min(Math.max(0, delayMs), longestTimerMs),
    );
  }

  private runDue(): void {
    const nowMs = this.now();
    for (;;) {
      const next = this.tasks.next();
      if (next === undefined || next.dueMs > nowMs) return;
      this.tasks.take();
      next.run();
    }
  }
}

/** A heap: the earliest task is on top; of equal moments the one that was added first. */
class Agenda {
  private readonly tasks: Task[] = [];
  private lastOrder = 0;

  get size(): number {
    return this.tasks.length;
  }

  next(): Task | undefined {
    return this.tasks[0];
  }

  add(dueMs: number, run: () => void): void {
    this.lastOrder += 1;
    this.tasks.push({ dueMs, order: this.lastOrder, run });
    let at = this.tasks.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) break;
      this.swap(at, parent);
      at = parent;
    }
  }

  take(): void {
    const last = this.tasks.pop();
    if (last === undefined || this.tasks.length === 0) return;
    this.tasks[0] = last;
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      let first = at;
      if (left < this.tasks.length && this.isBefore(left, first)) first = left;
      if (right < this.tasks.length && this.isBefore(right, first)) first = right;
      if (first === at) return;
      this.swap(at, first);
      at = first;
    }
  }

  clear(): void {
    this.tasks.length = 0;
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.tasks[a], this.tasks[b]];
    if (one === undefined || other === undefined) return false;
    return one.dueMs === other.dueMs ? one.order < other.order : one.dueMs < other.dueMs;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.tasks[a], this.tasks[b]];
    if (one === undefined || other === undefined) return;
    this.tasks[a] = other;
    this.tasks[b] = one;
  }
}
