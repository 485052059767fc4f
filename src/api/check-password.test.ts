/** Codes are guessed more slowly than passwords (test/interface/sessions.test.ts has the rest). */
import { expect, it } from 'vitest';
import { limit } from '../domain/limits.ts';
import { stepClock } from '../kit/clock.ts';
import { createGuardTries } from './check-password.ts';

const MINUTE_MS = 60_000;

it('allows few wrong codes of one person an hour, from however many addresses', async () => {
  const clock = stepClock();
  const guardTries = createGuardTries(clock);
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
