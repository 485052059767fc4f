import { describe, expect, it } from 'vitest';
import { find, quantileOf, rateOf, readScrape, sumOf } from './scrape.ts';

const page = (...lines: string[]): string => ['# TYPE sent counter', ...lines, ''].join('\n');
const buckets = (upTo1: number, upTo2: number, all: number): string =>
  page(
    `took_bucket{le="1",link="jazz"} ${upTo1}`,
    `took_bucket{le="2",link="jazz"} ${upTo2}`,
    `took_bucket{le="+Inf",link="jazz"} ${all}`,
  );
const spanOf = (before: string, after: string) => ({
  from: readScrape(before, 1_000),
  to: readScrape(after, 3_000),
});

describe('a page of metrics', () => {
  it('is read with its labels, whatever is in them', () => {
    const scrape = readScrape(page('sent{link="a \\"b\\" \\\\ {c}",to="x"} 4.5e1', 'sent 2'), 0);
    expect(find(scrape, 'sent')).toEqual([
      { labels: { link: 'a "b" \\ {c}', to: 'x' }, value: 45 },
      { labels: {}, value: 2 },
    ]);
    expect(sumOf(scrape, 'sent', { to: 'x' })).toBe(45);
    expect(sumOf(scrape, 'other')).toBeUndefined();
  });
});

describe('two looks', () => {
  it('tell a rate, also of a counter that has just appeared', () => {
    expect(rateOf(spanOf(page('sent{a="1"} 1'), page('sent{a="1"} 5')), 'sent')).toBe(2);
    expect(rateOf(spanOf(page(), page('sent{a="1"} 5')), 'sent')).toBe(2.5);
  });

  it('tell no rate when the process was started anew', () => {
    expect(rateOf(spanOf(page('sent 100'), page('sent 5')), 'sent')).toBe(0);
  });

  it('tell quantiles of what lies between them', () => {
    const span = spanOf(buckets(10, 10, 10), buckets(14, 18, 18));
    expect(quantileOf(span, 'took', 0.5)).toBe(1);
    expect(quantileOf(span, 'took', 0.75)).toBe(1.5);
    expect(quantileOf(span, 'took', 0.5, { link: 'zong' })).toBeUndefined();
  });

  it('tell the last bound of what is beyond it, and nothing of nothing', () => {
    expect(quantileOf(spanOf(buckets(0, 0, 0), buckets(0, 0, 5)), 'took', 0.5)).toBe(2);
    expect(quantileOf(spanOf(buckets(1, 2, 3), buckets(1, 2, 3)), 'took', 0.5)).toBeUndefined();
  });
});
