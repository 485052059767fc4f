/** Ids in the platform's form, drawn from its own random numbers. */

import { createHash } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export class Ids {
  private readonly chance: () => number;
  last = 0;

  constructor(chance: () => number) {
    this.chance = chance;
  }

  /** Goes on behind ids that were given before. */
  goOnFrom(last: number): void {
    this.last = Math.max(this.last, last);
  }

  /** The id of an object: digits, never the same twice. Small enough for a JSON number. */
  object(): string {
    this.last += 1;
    const drawn = Math.floor(this.chance() * 1e7);
    return `1${String(drawn).padStart(7, '0')}${String(this.last).padStart(7, '0')}`;
  }

  /** The id of a message. */
  wamid(number: string): string {
    this.last += 1;
    const body = `${number}\u0002\u0001${this.last.toString(36)}${this.text(16)}`;
    return `wamid.${Buffer.from(body, 'latin1').toString('base64')}`;
  }

  /** A random text of letters and digits. */
  text(length: number): string {
    return Array.from({ length }, () => letters[Math.floor(this.chance() * letters.length)]).join(
      '',
    );
  }
}

/** A person's business-scoped id: the same for every number of one business. */
export function userIdOf(number: string): string {
  const hash = createHash('sha256').update(number).digest('hex');
  return `${number.startsWith('92') ? 'PK' : 'ZZ'}.${BigInt(`0x${hash.slice(0, 16)}`)}`;
}

/** Two capitals, a dot, perhaps `ENT.`, letters and digits. */
export const isUserId = (text: string): boolean =>
  /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(text);
