/** Codes are guessed more slowly than passwords (test/interface/sessions.test.ts has the rest). */
import { expect, it } from 'vitest';
import { countTriesInMemory } from '../../test/support/try-counts.ts';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../../test/support/step-clock.ts';
import { createGuardTries } from './check-password.ts';

const MINUTE_MS = 60_000;

it('allows few wrong codes of one person an hour, from however many addresses', async () => {
  const clock = stepClock();
  const guardTries = createGuardTries(clock, countTriesInMemory(clock));
  const verdicts: string[] = [];
  const tryFrom = (from: string) =>
    guardTries({ name: 'code of user 17', from, isCode: true }, async () => 'wrong');
  for (let tries = 0; tries < limit('wrongCodesPerHour') + 5; tries += 1) {
    if (tries % 5 === 0) clock.advance(MINUTE_MS);
    verdicts.push(await tryFrom(`192.0.2.${tries}`));
  }
  const most = limit('wrongCodesPerHour');
  expect(verdicts.slice(0, most)).toEqual(Array.from({ length: most }, () => 'wrong'));
  expect(new Set(verdicts.slice(most))).toEqual(new Set(['busy']));
  clock.advance(60 * MINUTE_MS);
  expect(await tryFrom('192.0.2.1')).toBe('wrong');
});

it('asks the database no more about what it has refused', async () => {
  const clock = stepClock();
  const counts = countTriesInMemory(clock);
  let asked = 0;
  const look: typeof counts.look = async (counted) => {
    asked += 1;
    return counts.look(counted);
  };
  const guardTries = createGuardTries(clock, { ...counts, look });
  const tryAs = (name: string, from: string) => guardTries({ name, from }, async () => 'wrong');
  const most = limit('wrongPasswordsPerMinute');
  for (let tries = 0; tries < most; tries += 1) {
    await tryAs('zara@example.com', `192.0.2.${tries}`);
    await tryAs(`guess-${tries}@example.com`, '198.51.100.1');
  }
  const flood = async () => [
    await tryAs('zara@example.com', '203.0.113.1'),
    await tryAs(`another-${asked}@example.com`, '198.51.100.1'),
  ];
  expect(await flood()).toEqual(['busy', 'busy']);
  const before = asked;
  expect(await flood()).toEqual(['busy', 'busy']);
  expect(asked).toBe(before);
  clock.advance(MINUTE_MS);
  expect(await flood()).toEqual(['wrong', 'wrong']);
});
