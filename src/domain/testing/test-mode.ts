/**
 * What a test key sends: it is neither charged nor carried to anybody. Its account is seen as one
 * that tests, and whatever is made of its requests follows from that. In the store it is known by
 * its tariff, which is none, and in the queue by its link, which leads nowhere.
 */
import type { Account } from '../account/account.ts';
import type { LinkId, TariffId } from '../ids.ts';

/** The links of the test carrier. They are in no table: every node with links serves them. */
export const TEST_LINKS = { sms: -1 as LinkId, chat: -2 as LinkId } as const;

export function isTestLink(linkId: LinkId): boolean {
  return linkId === TEST_LINKS.sms || linkId === TEST_LINKS.chat;
}

/** The tariff of messages that no tariff prices: those of test keys, and no others. */
export const TEST_TARIFF = 0 as TariffId;

/** What a test key begins with: whoever sees one knows. */
const TEST_KEY = 'test_';

/** A test key with this secret. */
export function writeTestKey(secret: string): string {
  return TEST_KEY + secret;
}

/**
 * What of an API key is hashed. Of a test key it is not the key alone: a program from before there
 * were any does not find it, and so takes it for no live one.
 */
export function hashedOf(apiKey: string): string {
  const isTest = apiKey.startsWith(TEST_KEY) && apiKey.length > LIVE_KEY_CHARACTERS;
  return isTest ? `${apiKey} tests` : apiKey;
}

/** 32 octets as @paigham/base writes them. */
const LIVE_KEY_CHARACTERS = 43;

const views = new WeakMap<Account, Account>();

/** An account as its test keys see it. */
export function testing(account: Account): Account {
  const known = views.get(account);
  if (known !== undefined) return known;
  const view = { ...account, isTest: true };
  views.set(account, view);
  return view;
}

/**
 * The idempotency key of a request as it is kept: a test repeats no live request, nor the other way
 * round. A tab is in no caller's key.
 */
export function keptKey({ isTest }: Pick<Account, 'isTest'>, key: string): string {
  return isTest ? `test\t${key}` : key;
}

/** What a final word on a test is known by: the operator's id of its part. */
type TestName = {
  /** When the word is due, in milliseconds since 1970; undefined: never. */
  readonly dueAtMs: number | undefined;
  readonly messageId: number;
  readonly attempt: number;
  readonly part: number;
};

/**
 * Writes a name so that names stand in the order in which their words are due: a node that takes
 * over from a dead one finds by them what is to be told, and when.
 */
export function writeTestName({ dueAtMs, messageId, attempt, part }: TestName): string {
  return `${dueAtMs ?? 'never'}-${messageId}-${attempt}-${part}`;
}

/** The message that a name is of. */
export function messageIn(name: string): number {
  return Number(name.split('-')[1]);
}

/** When the word of a name is due; NaN: never. */
export function dueIn(name: string): number {
  return Number(name.split('-')[0]);
}
