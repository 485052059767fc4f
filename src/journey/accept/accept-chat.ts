/**
 * First stage for chat messages: the checks that need the store or the outside world. Opt-outs and
 * windows are looked up first, a few hundred at a time, so that a very large request holds nobody
 * up; then each file is fetched once. An entry that the API has refused stays refused, and one bad
 * entry does not stop the others (contract section 10).
 */
import { complete, linksOf, offerOf, packContent } from '../../domain/chat/content.ts';
import type { MediaLink, MediaTaken, TakeMedia } from '../../domain/chat/media.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import { forbids, isOpenAt } from '../../domain/chat/window.ts';
import {
  categoryOf,
  type ChatEntry,
  type ChatRequest,
  type ChatTaking,
} from '../../domain/chat/request.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  isTestNumber,
  refusalOfFundsInTest,
  testRefusalOf,
} from '../../domain/testing/test-numbers.ts';
import { forEachYielding, piecesOf } from '@paigham/base/yielding.ts';
import type { ChatFacts, ChatQuestion } from '../../store/chat/windows.ts';

const ENTRIES_PER_TURN = limit('chatEntriesPerTurn');

/** What the stage needs besides the request. */
export type ChatContext = {
  readonly media: TakeMedia;
  /** The number that stands for each of the account's own users; of others nothing. */
  readonly findUsers: (
    accountId: AccountId,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  readonly findFacts: (questions: readonly ChatQuestion[]) => Promise<readonly ChatFacts[]>;
  readonly nowMs: number;
};

/** Every entry, passed or refused, in request order. */
export async function acceptChat(
  request: ChatRequest,
  context: ChatContext,
): Promise<readonly ChatTaking[]> {
  const entries = await resolveUsers(request, context);
  const remaining = await refuseOptedOut({ ...request, entries }, context);
  const files = await takeFiles(request, remaining, context.media);
  return forEachYielding(remaining, ENTRIES_PER_TURN, (entry): ChatTaking => {
    if (!entry.ok) return entry;
    const { recipient, person, draft } = entry;
    if (!request.account.isTest && isTestNumber(recipient)) return refuseTestNumber(recipient);
    if (typeof draft === 'string') return { ok: true, recipient, person, content: draft };
    const { expiresAtMs = Number.POSITIVE_INFINITY } = offerOf(draft) ?? {};
    if (expiresAtMs <= (request.sendAtMs ?? context.nowMs)) {
      return { ok: false, shown: recipient, refusal: refuse('chat_offer_over') };
    }
    const taken = linksOf(draft).flatMap((link) => files.get(nameOf(link)) ?? []);
    const missing = taken.find((it) => !it.ok);
    if (missing !== undefined) return { ok: false, shown: recipient, refusal: missing.refusal };
    const media = taken.flatMap((it) => (it.ok ? it.media : []));
    return { ok: true, recipient, person, content: packContent(complete(draft, media)) };
  });
}

/** A test that is run with a live key by mistake must cost nothing. */
function refuseTestNumber(shown: string): ChatTaking {
  const refusal = refuse('no_valid_recipient', { why: 'this number is for test keys' });
  return { ok: false, shown, refusal };
}

/** People are written to by the platform's id only if they wrote first, and no codes (131062). */
async function resolveUsers(
  { account, sends, entries }: ChatRequest,
  { findUsers }: ChatContext,
): Promise<readonly ChatEntry[]> {
  const named = entries.flatMap((it) => (it.ok && isUserId(it.recipient) ? [it.recipient] : []));
  if (named.length === 0) return entries;
  const people = new Map<string, string>();
  for (const piece of piecesOf([...new Set(named)], ENTRIES_PER_TURN)) {
    for (const [id, person] of await findUsers(account.id, piece)) people.set(id, person);
  }
  const isCode = sends.kind === 'template' && sends.template.category === 'authentication';
  return forEachYielding(entries, ENTRIES_PER_TURN, (entry): ChatEntry => {
    if (!entry.ok || !isUserId(entry.recipient)) return entry;
    const { recipient: shown } = entry;
    const person = people.get(shown);
    if (person === undefined) return { ok: false, shown, refusal: refuse('chat_user_unknown') };
    const isHidden = person.startsWith('-');
    return isCode && isHidden
      ? { ok: false, shown, refusal: refuse('chat_code_to_user') }
      : { ...entry, person };
  });
}

/** Before any file is fetched: nothing is fetched for recipients who may not be written to. */
async function refuseOptedOut(
  request: ChatRequest,
  context: ChatContext,
): Promise<readonly ChatEntry[]> {
  if (!mayBeForbidden(request)) return request.entries;
  const remaining: ChatEntry[] = [];
  for (const piece of piecesOf(request.entries, ENTRIES_PER_TURN)) {
    for (const entry of await refuseOptedOutOf(piece, request, context)) remaining.push(entry);
  }
  return remaining;
}

/** There is nothing to look up if nobody has opted out and no window matters. */
function mayBeForbidden({ account, number, sends, leavesResting }: ChatRequest): boolean {
  if (account.isTest) return true;
  if (needsConsentOf(account, sends) || leavesResting === true) return true;
  return account.chat.hasOptouts || (sends.kind === 'free_form' && number.window !== 'pass');
}

/** Marketing of an account that advertises only to people who have consented. */
const needsConsentOf = (account: Account, sends: ChatRequest['sends']): boolean =>
  account.needsConsent && categoryOf({ sends }) === 'marketing';

/** Whom the store knows as its recipient. */
const toOf = ({ recipient, person }: PassedEntry): string => person ?? recipient;

type PassedEntry = Extract<ChatEntry, { readonly ok: true }>;

async function refuseOptedOutOf(
  entries: readonly ChatEntry[],
  request: ChatRequest,
  { findFacts, nowMs }: ChatContext,
): Promise<readonly ChatEntry[]> {
  const { account, number } = request;
  const needsConsent = needsConsentOf(account, request.sends);
  const asked = [...new Set(entries.flatMap((it) => (it.ok ? [toOf(it)] : [])))];
  const facts = await findFacts(
    asked.map((recipient) => {
      const who = { accountId: account.id, linkId: number.id, recipient };
      return { ...who, messageId: undefined, needsConsent };
    }),
  );
  const byRecipient = new Map(asked.map((recipient, index) => [recipient, facts[index]]));
  return entries.map((entry): ChatEntry => {
    if (!entry.ok) return entry;
    const refusal =
      (account.isTest ? refusalOfTest(entry.recipient) : undefined) ??
      refusalBy(byRecipient.get(toOf(entry)), request, nowMs);
    return refusal === undefined ? entry : { ok: false, shown: entry.recipient, refusal };
  });
}

function refusalBy(
  facts: ChatFacts | undefined,
  request: ChatRequest,
  nowMs: number,
): Refusal | undefined {
  const { account, number, sends } = request;
  const atMs = Math.max(nowMs, request.sendAtMs ?? 0);
  if (forbids(facts?.optedOut, categoryOf(request))) return refuse('chat_opted_out');
  if (facts?.lacksConsent === true) return refuse('chat_no_consent');
  const { marketingRestsUntilMs: restsUntilMs = 0 } = facts ?? {};
  const rests = categoryOf(request) === 'marketing' && restsUntilMs > atMs;
  if (rests && request.leavesResting === true) return refuse('platform_person_rests');
  // Nobody writes to a test, so no window would ever be open.
  if (sends.kind === 'template' || number.window === 'pass' || account.isTest) return undefined;
  return isOpenAt(facts?.inboundAtMs, nowMs) ? undefined : refuse('chat_window_closed');
}

/** Why a test to a number that plays a refusal is refused. */
function refusalOfTest(recipient: string): Refusal | undefined {
  const why = testRefusalOf(recipient, 'chat');
  switch (why) {
    case undefined:
    case 'do_not_call':
    case 'too_many':
      return undefined;
    case 'opted_out':
      return refuse('chat_opted_out');
    case 'window_closed':
      return refuse('chat_window_closed');
    case 'no_credit':
    case 'spending_cap':
      return refusalOfFundsInTest(why);
  }
}

/** Fetches each file once, a few at a time. */
async function takeFiles(
  { account }: ChatRequest,
  entries: readonly ChatEntry[],
  media: TakeMedia,
): Promise<ReadonlyMap<string, MediaTaken>> {
  const links = new Map<string, MediaLink>();
  await forEachYielding(entries, ENTRIES_PER_TURN, (entry) => {
    if (!entry.ok || typeof entry.draft === 'string') return;
    for (const link of linksOf(entry.draft)) links.set(nameOf(link), link);
  });
  const waiting = [...links.values()];
  const taken = new Map<string, MediaTaken>();
  const takeNext = async (): Promise<void> => {
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
      taken.set(nameOf(link), await media.take(account.id, link.url, link.wanted));
    }
  };
  await Promise.all(Array.from({ length: limit('chatFilesAtOnce') }, takeNext));
  return taken;
}

function nameOf({ url, wanted }: MediaLink): string {
  return `${wanted} ${url}`;
}
