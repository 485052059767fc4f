/** What the management port answers, and finding what a request names. */

import type { BusinessAccount, SendingNumber } from '../accounts.ts';
import { isRecord, textOf, type Json } from '../json.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import type { Template } from '../templates/template.ts';

export type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly type: string; readonly bytes: Buffer };

export type Asked = {
  readonly platform: ChatPlatform;
  readonly query: URLSearchParams;
  readonly body: Json;
};

export type Route = (asked: Asked) => Answer | Promise<Answer>;

export const done: Answer = { status: 200, json: { done: true } };
export const show = (json: unknown): Answer => ({ status: 200, json });
export const refuse = (words: string): Answer => ({ status: 400, json: { error: words } });
export const missing = (words: string): Answer => ({ status: 404, json: { error: words } });

const mostShown = 10_000;

/** `?last=` as a number. */
export function lastOf(query: URLSearchParams, usual = 100): number {
  const last = Number(query.get('last') ?? usual);
  return Number.isInteger(last) && last >= 0 ? Math.min(last, mostShown) : usual;
}

/** The sending number that is named, or the only one, or the first. */
export function findNumber({ accounts }: ChatPlatform, body: Json): SendingNumber | undefined {
  const wanted = textOf(body, 'phoneNumberId');
  if (wanted !== undefined) return accounts.numbers.get(wanted);
  const [first] = accounts.numbers.values();
  return first;
}

export function findAccount({ accounts }: ChatPlatform, body: Json): BusinessAccount | undefined {
  const wanted = textOf(body, 'accountId');
  if (wanted !== undefined) return accounts.accounts.get(wanted);
  const [first] = accounts.accounts.values();
  return first;
}

/** The person with that number or user id; a number that nobody wrote to becomes a person. */
export function findPerson({ people }: ChatPlatform, address: unknown): Person | undefined {
  if (typeof address !== 'string') return undefined;
  const known = people.find(address);
  return known ?? (/^\d{7,15}$/.test(address) ? people.meet(address) : undefined);
}

/** By `id`, or by `name` with or without `language` and `accountId`. */
export function findTemplate(platform: ChatPlatform, body: Json): Template | undefined {
  const id = textOf(body, 'id');
  if (id !== undefined) return platform.shelf.find(id);
  const account = textOf(body, 'accountId');
  const language = textOf(body, 'language');
  return platform.shelf
    .all()
    .filter((it) => account === undefined || it.account.id === account)
    .filter((it) => language === undefined || it.language === language)
    .find((it) => it.name === textOf(body, 'name'));
}

/** The object under a key; empty when there is none. */
export function objectOf(body: Json, key: string): Json {
  const found = body[key];
  return isRecord(found) ? found : {};
}
