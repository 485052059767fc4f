/**
 * Work that a stranger's machine does before something that costs money, when many ask: some
 * seconds of a browser, far too long for who asks a million times. It needs nobody else, and no
 * state until it is done.
 *
 * The work: the first number n (0, 1, 2 …), in decimal digits, whose PBKDF2-HMAC-SHA-256 with the
 * challenge as salt begins with `zeroBits` zero bits. PBKDF2, because browsers have it: they are as
 * fast at it as whoever tries to be faster.
 */
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '@paigham/base/clock.ts';
import { isSameSecret } from './digest.ts';
import type { Random } from '@paigham/base/random.ts';
import type { Seal } from './seal.ts';

const derive = promisify(pbkdf2);

/** About a second of a desktop's browser on average. */
export const WORK = { iterations: 10_000, zeroBits: 8 } as const;

const NONCE_BYTES = 12;
const MAC_DIGITS = 32;
const LASTS_MS = 15 * 60_000;
const RESULT_BYTES = 4;

type WorkDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
};

const macOf = ({ seal }: Pick<WorkDeps, 'seal'>, words: string): string =>
  seal.hash(`work: ${words}`).slice(0, MAC_DIGITS);

/** What is to be worked on, and until when. */
export function makeChallenge(deps: WorkDeps): {
  readonly challenge: string;
  readonly untilMs: number;
} {
  const untilMs = deps.clock.nowMs() + LASTS_MS;
  const words = `${untilMs}.${deps.random.secret(NONCE_BYTES)}`;
  return { challenge: `${words}.${macOf(deps, words)}`, untilMs };
}

/**
 * Whether `challenge:n` was worked for, on a challenge of ours that is still valid. Returns the
 * challenge, which is to be taken once; undefined: it was not.
 */
export async function checkWork(
  deps: Pick<WorkDeps, 'clock' | 'seal'>,
  work: string,
): Promise<string | undefined> {
  const read = /^((\d{1,15})\.[\w-]{1,40})\.([0-9a-f]{32}):(\d{1,9})$/.exec(work);
  const [, words = '', untilMs = '0', mac = '', number = ''] = read ?? [];
  if (!isSameSecret(macOf(deps, words), mac) || Number(untilMs) < deps.clock.nowMs()) {
    return undefined;
  }
  const challenge = `${words}.${mac}`;
  return (await isWorked(challenge, number)) ? challenge : undefined;
}

async function isWorked(challenge: string, number: string): Promise<boolean> {
  const result = await derive(number, challenge, WORK.iterations, RESULT_BYTES, 'sha256');
  return result.readUInt32BE() >>> (32 - WORK.zeroBits) === 0;
}

/** Does it, as a program or a test does. */
export async function doWork(challenge: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    if (await isWorked(challenge, String(number))) return `${challenge}:${number}`;
  }
}
