/** Ids as the platform makes them. They are drawn from the platform's own chance. */

import { createHash } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Calling codes of the countries that a simulated person is likely to live in. */
const countries: readonly (readonly [string, string])[] = [
  ['971', 'AE'],
  ['966', 'SA'],
  ['880', 'BD'],
  ['92', 'PK'],
  ['91', 'IN'],
  ['55', 'BR'],
  ['49', 'DE'],
  ['44', 'GB'],
  ['1', 'US'],
];

export class Ids {
  private readonly chance: () => number;
  private last = 0;

  constructor(chance: () => number) {
    this.chance = chance;
  }

  /** Id of an object: digits, none of them twice. Small enough for a JSON number. */
  object(): string {
    this.last += 1;
    const place = String(this.last).padStart(7, '0');
    return `1${this.digits(7)}${place}`;
  }

  /** Id of a template beyond what a double holds exactly. */
  largeObject(): string {
    this.last += 1;
    const place = String(this.last).padStart(7, '0');
    return `9${this.digits(9)}${place}1`;
  }

  /** Id of a message. */
  wamid(number: string): string {
    this.last += 1;
    const body = `${number}\u0002\u0001${this.last.toString(36)}${this.text(16)}`;
    return `wamid.${Buffer.from(body, 'latin1').toString('base64')}`;
  }

  /** What an error can be told to support by. */
  trace(): string {
    return `A${this.text(22)}`;
  }

  /** A random text of letters and digits. */
  text(length: number): string {
    return Array.from({ length }, () => letters[Math.floor(this.chance() * letters.length)]).join(
      '',
    );
  }

  private digits(length: number): string {
    return Array.from({ length }, () => Math.floor(this.chance() * 10)).join('');
  }
}

/** The country of a number, in two letters. */
function countryOf(number: string): string {
  return countries.find(([code]) => number.startsWith(code))?.[1] ?? 'ZZ';
}

/** A person's business-scoped id: the same for every number of one business. */
export function userIdOf(number: string, generation: number): string {
  const hash = createHash('sha256').update(`${number}/${generation}`).digest('hex');
  return `${countryOf(number)}.${BigInt(`0x${hash.slice(0, 16)}`)}`;
}

/** Two capitals, a dot, perhaps `ENT.`, letters and digits. */
export const isUserId = (text: string): boolean =>
  /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(text);
