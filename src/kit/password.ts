/**
 * Passwords, kept as Argon2id in the PHC string format. The costs are OWASP's second recommendation
 * (19 MiB, 2 passes): some 30 ms of a core. Few run at a time, so that a flood of logins cannot
 * take the machine's memory and cores.
 */
import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { machineRandom } from '@paigham/base/random.ts';

/** `busy`: too many verifications are in progress; nothing was compared. */
export type Verdict = 'right' | 'wrong' | 'busy';

/** A kept hash names the costs that it was made with: tests make theirs cheaper. */
export const COSTS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const MOST_AT_A_TIME = 2;
const MOST_WAITING = 50;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,88})\$([\w+/]{16,88})$/;

/** `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` for a new password, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = machineRandom.randomBytes(SALT_BYTES);
  const hash = await derive({ ...COSTS, message: password.normalize('NFC'), nonce });
  const { memory, passes, parallelism } = COSTS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/**
 * Whether `password` is the one that `phc` was made from, in a time that does not depend on the
 * answer.
 */
export async function verifyPassword(password: string, phc: string): Promise<Verdict> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(phc) ?? [];
  if (salt === undefined || expected === undefined) {
    throw new Error('a stored password hash is not in the PHC format of argon2id');
  }
  if (waiting.length >= MOST_WAITING) return 'busy';
  const tag = Buffer.from(expected, 'base64');
  const hash = await derive({
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  });
  return timingSafeEqual(hash, tag) ? 'right' : 'wrong';
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(parameters: Argon2Parameters): Promise<Buffer> {
  if (running >= MOST_AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await compute(parameters);
  } finally {
    // The slot is handed on, not released: nobody can jump the queue.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function compute(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

/** PHC writes base64 without padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
