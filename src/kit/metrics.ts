/**
 * What the service counts and times, for Prometheus. One registry per running service, passed to
 * its users. Labels come from closed lists in the code, never from callers: a label per key,
 * number or account would grow without bound and tell outsiders who our accounts are.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  counter(description: Description): Count;
  /** A gauge that is read on scrape. */
  gauge(description: Description, read: () => number): void;
  /** Several values of one name, by label values. */
  gauges(description: Description, read: () => readonly Labelled[]): void;
  /** Durations in seconds, in buckets from half a millisecond to ten seconds unless given. */
  timer(description: Description, bucketsSeconds?: readonly number[]): Time;
  /** Everything in the text format of Prometheus. */
  print(): Promise<string>;
  readonly contentType: string;
};

type Description = {
  /** Snake case with its unit last: `paigham_sms_answers_total`. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
};

type Labelled = { readonly labels: readonly string[]; readonly value: number };

/** Adds `by` (default 1) for the label values, in order. */
type Count = (labels?: readonly string[], by?: number) => void;

export type Time = (durationMs: number, labels?: readonly string[]) => void;

const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry with Node's own figures (memory, event loop, garbage collection) already in it. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const options = ({ name, help, labels = [] }: Description) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter(description) {
      const counter = new Counter(options(description));
      return (labels = [], by = 1) => counter.labels(...labels).inc(by);
    },
    gauge(description, read) {
      const gauge: Gauge = new Gauge({
        ...options(description),
        collect: (): void => gauge.set(read()),
      });
    },
    gauges(description, read) {
      const gauge: Gauge = new Gauge({
        ...options(description),
        collect(): void {
          gauge.reset();
          for (const { labels, value } of read()) gauge.labels(...labels).set(value);
        },
      });
    },
    timer(description, bucketsSeconds = SECONDS) {
      const histogram = new Histogram({ ...options(description), buckets: [...bucketsSeconds] });
      return (durationMs, labels = []) => histogram.labels(...labels).observe(durationMs / 1000);
    },
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
