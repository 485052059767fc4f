import { expect, it } from 'vitest';
import { setClock } from '../../test/support/set-clock.ts';
import { machineRandom as random } from '@paigham/base/random.ts';
import { createSeal } from './seal.ts';
import { checkWork, doWork, makeChallenge } from './proof-of-work.ts';

it('work is taken for a challenge of ours, in its time, and for a number that fits', async () => {
  const clock = setClock(1_000);
  const deps = { clock, random, seal: createSeal([Buffer.alloc(32, 1)], random) };
  const { challenge, untilMs } = makeChallenge(deps);
  const work = await doWork(challenge);
  const later = work.replace(/^\d+/, (digits) => String(Number(digits) + 1_000_000));
  for (const wrong of [later, `${challenge}:`, `${challenge}:-1`, '', 'x', `x${work}`]) {
    expect(await checkWork(deps, wrong)).toBeUndefined();
  }
  clock.setTo(untilMs);
  expect(await checkWork(deps, work)).toBe(challenge);
  clock.setTo(untilMs + 1);
  expect(await checkWork(deps, work)).toBeUndefined();
});
