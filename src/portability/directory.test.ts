import { describe, expect, it } from 'vitest';
import { limit } from '../domain/limits.ts';
import type { DirectoryAnswer } from '../domain/portability/directory.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { quietLog } from '../kit/log.ts';
import { createDirectory } from './directory.ts';

const JAZZ: DirectoryAnswer = { kind: 'operator', name: 'Jazz' };

type Question = {
  readonly numbers: readonly string[];
  readonly answer: (kind?: 'jazz' | 'nothing') => void;
};

/** A directory whose queries wait until the test answers them. */
function open(settings: { rate?: number; questions?: number; batch?: number } = {}) {
  const clock = stepClock();
  const asked: Question[] = [];
  const rate = { numbers: settings.rate ?? 1_000 };
  const directory = createDirectory({
    clock,
    log: quietLog,
    numbersPerSecond: () => rate.numbers,
    questions: settings.questions ?? 2,
    batch: settings.batch ?? 2,
    ask: (numbers) =>
      new Promise((resolve, reject) => {
        asked.push({
          numbers,
          answer(kind = 'jazz') {
            if (kind === 'jazz') resolve(new Map(numbers.map((number) => [number, JAZZ])));
            else reject(new Error('no answer'));
          },
        });
      }),
  });
  const settle = (): Promise<void> => clock.advanceAsync(0);
  return { directory, clock, asked, rate, settle };
}

const numbersOf = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(923_001_000_000 + from + index));

const kindsOf = (answers: ReadonlyMap<string, DirectoryAnswer>): string[] =>
  [...answers.values()].map(({ kind }) => kind);

describe('a directory', () => {
  it('is queried in batches, no more of them at a time than it allows', async () => {
    const { directory, asked, settle } = open();
    const answers = directory.lookUp(numbersOf(0, 5));
    expect(asked.map(({ numbers }) => numbers.length)).toEqual([2, 2]);
    asked[0]?.answer();
    await settle();
    expect(asked.map(({ numbers }) => numbers)).toEqual([
      numbersOf(0, 2),
      numbersOf(2, 2),
      numbersOf(4, 1),
    ]);
    asked[1]?.answer();
    asked[2]?.answer();
    expect(kindsOf(await answers)).toEqual(Array.from({ length: 5 }, () => 'operator'));
  });

  it('is queried once for a number that several want, and not again for a while', async () => {
    const { directory, asked, clock } = open();
    const both = [directory.lookUp(numbersOf(0, 1)), directory.lookUp(numbersOf(0, 1))];
    asked[0]?.answer();
    expect((await Promise.all(both)).map(kindsOf)).toEqual([['operator'], ['operator']]);
    clock.advance(limit('rememberedLookupMs') - 1);
    await directory.lookUp(numbersOf(0, 1));
    expect(asked).toHaveLength(1);
    clock.advance(1);
    void directory.lookUp(numbersOf(0, 1));
    expect(asked).toHaveLength(2);
  });

  it('is never asked about more than its rate in a second after an answer', async () => {
    const { directory, asked, clock, settle } = open({ rate: 3, questions: 10 });
    const answers = directory.lookUp(numbersOf(0, 5));
    expect(asked.map(({ numbers }) => numbers.length)).toEqual([2, 1]);
    await clock.advanceAsync(700);
    asked[0]?.answer();
    asked[1]?.answer();
    await settle();
    await clock.advanceAsync(1_000);
    expect(asked).toHaveLength(2);
    await clock.advanceAsync(2);
    expect(asked.map(({ numbers }) => numbers.length)).toEqual([2, 1, 2]);
    asked[2]?.answer();
    expect((await answers).size).toBe(5);
  });

  it('is asked at the rate of the moment: nodes that come and go share it', async () => {
    const { directory, asked, clock, rate, settle } = open({ rate: 4, questions: 10 });
    void directory.lookUp(numbersOf(0, 9));
    expect(asked).toHaveLength(2);
    rate.numbers = 2;
    for (const { answer } of asked) answer();
    await settle();
    await clock.advanceAsync(1_002);
    expect(asked).toHaveLength(3);
  });

  it('fails at once when its rate would make callers wait too long', async () => {
    const { directory, asked } = open({ rate: 10 });
    const most = (limit('lookupWaitMs') / 1_000) * 10;
    expect(new Set(kindsOf(await directory.lookUp(numbersOf(0, most + 1))))).toEqual(
      new Set(['failed']),
    );
    expect(asked).toHaveLength(0);
    void directory.lookUp(numbersOf(0, most));
    expect(asked).toHaveLength(2);
  });

  it('does not remember failures', async () => {
    const { directory, asked } = open();
    const first = directory.lookUp(numbersOf(0, 1));
    asked[0]?.answer('nothing');
    expect(kindsOf(await first)).toEqual(['failed']);
    void directory.lookUp(numbersOf(0, 1));
    expect(asked).toHaveLength(2);
  });
});

describe('a directory that fails again and again', () => {
  /** As many failures as it takes. */
  async function broken() {
    const opened = open({ questions: 3, batch: 1 });
    const { directory, asked } = opened;
    for (let index = 0; index < limit('directoryFailures'); index += 1) {
      expect(directory.isDown()).toBe(false);
      const answers = directory.lookUp(numbersOf(index, 1));
      asked[index]?.answer('nothing');
      expect(kindsOf(await answers)).toEqual(['failed']);
    }
    asked.length = 0;
    return opened;
  }

  it('is left alone, then tried with one query, at growing intervals', async () => {
    const { directory, asked, clock } = await broken();
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      expect(directory.isDown()).toBe(true);
      expect(kindsOf(await directory.lookUp(numbersOf(100, 2)))).toEqual(['failed', 'failed']);
      clock.advance(pauseMs - 1);
      expect(directory.isDown()).toBe(true);
      clock.advance(1);
      expect(directory.isDown()).toBe(false);
      const tried = directory.lookUp(numbersOf(200, 3));
      expect([asked.length, directory.isDown()]).toEqual([1, true]);
      expect(kindsOf(await directory.lookUp(numbersOf(300, 1)))).toEqual(['failed']);
      asked.pop()?.answer('nothing');
      expect(kindsOf(await tried)).toEqual(['failed', 'failed', 'failed']);
    }
  });

  it('is used as before once it has answered', async () => {
    const { directory, asked, clock, settle } = await broken();
    clock.advance(1_000);
    const tried = directory.lookUp(numbersOf(200, 3));
    asked[0]?.answer();
    await settle();
    expect([asked.length, directory.isDown()]).toEqual([3, false]);
    for (const question of asked) question.answer();
    expect(kindsOf(await tried)).toEqual(['operator', 'operator', 'operator']);
  });

  it('does not keep callers waiting when it is given up', async () => {
    const { directory, asked, settle } = open({ questions: 5, batch: 1 });
    const answers = directory.lookUp(numbersOf(0, 20));
    expect(asked).toHaveLength(5);
    for (const question of asked) question.answer('nothing');
    await settle();
    // Queries that had started before the last failure still end.
    for (const question of asked) question.answer('nothing');
    expect(new Set(kindsOf(await answers))).toEqual(new Set(['failed']));
    expect(asked.length).toBeLessThan(10);
  });
});
