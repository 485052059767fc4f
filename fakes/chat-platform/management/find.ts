/** Finds what a request to the management port names. */

import type { SendingNumber } from '../accounts.ts';
import { textOf, type Json } from '../json.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import type { Template } from '../templates/template.ts';

const mostShown = 100_000;
const usuallyShown = 100;

/** `?last=` as a number. */
export function lastOf(query: URLSearchParams): number {
  const last = Number(query.get('last') ?? usuallyShown);
  return Number.isInteger(last) && last >= 0 ? Math.min(last, mostShown) : usuallyShown;
}

/** The number given, or the first one. */
export function findNumber({ accounts }: ChatPlatform, body: Json): SendingNumber | undefined {
  const wanted = textOf(body, 'phoneNumberId');
  return wanted === undefined ? [...accounts.numbers.values()][0] : accounts.numbers.get(wanted);
}

/** The person with that number or user id; a number not seen before becomes a person. */
export function findPerson({ people }: ChatPlatform, address: unknown): Person | undefined {
  if (typeof address !== 'string') return undefined;
  const known = people.find(address);
  return known ?? (/^\d{7,15}$/.test(address) ? people.meet(address) : undefined);
}

/** By `id`, or by `name` with or without `language`. */
export function findTemplate({ shelf }: ChatPlatform, body: Json): Template | undefined {
  const id = textOf(body, 'id');
  if (id !== undefined) return shelf.find(id);
  const language = textOf(body, 'language');
  return shelf
    .all()
    .filter((it) => language === undefined || it.language === language)
    .find((it) => it.name === textOf(body, 'name'));
}
