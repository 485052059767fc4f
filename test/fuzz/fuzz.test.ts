/** A first stretch of what `npm run fuzz` runs for long, and every kept input as it is. */
import { afterAll, describe, expect, it } from 'vitest';
import { DECODERS, type Decoder } from './decoders.ts';
import { mutate } from './mutate.ts';

/** A file is read some hundred times slower than a form. */
const INPUTS: Readonly<Record<string, number>> = { sheets: 300 };
const MOST_INPUTS = 5_000;

describe.each(Object.entries(DECODERS))('the decoder of %s', (name, open) => {
  const decoder: Decoder = open();
  afterAll(() => decoder.close?.());

  it('answers every kept input', async () => {
    expect(decoder.corpus.length).toBeGreaterThan(2);
    for (const input of decoder.corpus) await decoder.check(Buffer.from(input));
  });

  it('answers damaged inputs', async () => {
    for (let index = 0; index < (INPUTS[name] ?? MOST_INPUTS); index += 1) {
      await decoder.check(mutate(decoder.corpus, decoder.words, { seed: 7, index }));
    }
  });
});

describe('damage', () => {
  it('is the same for the same seed and index, and another for another', () => {
    const corpus = [Buffer.from('mobile=923001234567&message=a')];
    const damaged = (seed: number) =>
      Array.from({ length: 50 }, (_, index) => mutate(corpus, ['&'], { seed, index }).toString());
    expect(damaged(1)).toEqual(damaged(1));
    expect(damaged(1)).not.toEqual(damaged(2));
    expect(new Set(damaged(1)).size).toBeGreaterThan(20);
  });
});
