/** One look at /metrics (the text format of Prometheus), and what two looks tell together. */

export type Labels = Readonly<Record<string, string>>;
type Sample = { readonly labels: Labels; readonly value: number };

/** Samples by the name of their metric. */
export type Scrape = {
  readonly atMs: number;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
};

/** An earlier look and a later one. */
export type Span = { readonly from: Scrape; readonly to: Scrape };

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads a page of metrics; lines of another form are left out. */
export function readScrape(text: string, atMs: number): Scrape {
  const samples = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', quoted = '']) => [
      key,
      quoted.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
    ]);
    const sample = { labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
    const known = samples.get(name);
    if (known === undefined) samples.set(name, [sample]);
    else known.push(sample);
  }
  return { atMs, samples };
}

/** The samples of a metric whose labels have these values. */
export function find({ samples }: Scrape, name: string, wanted: Labels = {}): readonly Sample[] {
  const all = samples.get(name) ?? [];
  const pairs = Object.entries(wanted);
  return all.filter(({ labels }) => pairs.every(([key, value]) => labels[key] === value));
}

/** Their sum; undefined: there is none. */
export function sumOf(scrape: Scrape, name: string, wanted?: Labels): number | undefined {
  const found = find(scrape, name, wanted);
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

/** By how much a counter has risen per second; 0 when its process was started anew. */
export function rateOf({ from, to }: Span, name: string, wanted?: Labels): number {
  const risen = (sumOf(to, name, wanted) ?? 0) - (sumOf(from, name, wanted) ?? 0);
  return Math.max(0, risen) / Math.max(0.001, (to.atMs - from.atMs) / 1_000);
}

/**
 * The quantile of what a histogram counted between the looks, straight within a bucket as
 * Prometheus does it; undefined: it counted nothing.
 */
export function quantileOf(
  { from, to }: Span,
  name: string,
  quantile: number,
  wanted: Labels = {},
): number | undefined {
  const bounds = new Set(find(to, `${name}_bucket`, wanted).map(({ labels }) => labels['le']));
  const buckets = [...bounds].map((le = '') => {
    const of = (scrape: Scrape) => sumOf(scrape, `${name}_bucket`, { ...wanted, le }) ?? 0;
    return { upTo: le === '+Inf' ? Infinity : Number(le), count: of(to) - of(from) };
  });
  buckets.sort((a, b) => a.upTo - b.upTo);
  const all = buckets.at(-1)?.count ?? 0;
  if (all <= 0) return undefined;
  const rank = quantile * all;
  const at = buckets.findIndex(({ count }) => count >= rank);
  const { upTo, count } = buckets[at] ?? { upTo: Infinity, count: all };
  const below = buckets[at - 1] ?? { upTo: 0, count: 0 };
  if (upTo === Infinity) return below.upTo;
  return below.upTo + ((upTo - below.upTo) * (rank - below.count)) / (count - below.count);
}
