/** Delayed actions, which end with the platform. */
export class Timers {
  private readonly timers = new Set<NodeJS.Timeout>();
  private closed = false;

  after(delayMs: number, run: () => void): void {
    if (this.closed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, delayMs);
    this.timers.add(timer);
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
  }
}
