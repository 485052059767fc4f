/** What words of the chat platform ask for besides moving messages. */
import type { ChatContent } from '../domain/chat/content.ts';
import { meaningOfPlatformError } from '../domain/chat/platform-errors.ts';
import { closedSince } from '../domain/chat/window.ts';
import type { ChatUserNames } from '../domain/chat/word.ts';
import type { AccountId, ChatBusinessId, ChatMediaId } from '../domain/ids.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { insertAudit } from '../store/audit/insert-audit.ts';
import { raiseAccountVersion } from '../store/changes/raise-versions.ts';
import { recordTemplate } from '../store/chat/record-templates.ts';
import { findNamedTemplate } from '../store/chat/templates.ts';
import { forgetUpload } from '../store/chat-media/uploads.ts';
import { readChatContents } from '../store/chat-messages/read-contents.ts';
import { followUsers, heedWishes, type ChatWish } from '../store/chat-windows/write-optouts.ts';
import { closeWindows, learnNames, type SeenUser } from '../store/chat-windows/write-windows.ts';
import type { PlacedWords } from './place-events.ts';
import type { FailedChat } from '../journey/journey.ts';
import type { ReactionDeps } from './heed-refusals.ts';

const PLATFORM = 'platform';

/** Does what users wish, and follows those who have got other names. Gives how many changed. */
export async function heedUsers(
  transaction: Transaction,
  words: Pick<PlacedWords, 'preferences' | 'userChanges'> & {
    readonly wishes: readonly ChatWish[];
  },
  atMs: number,
): Promise<number> {
  const changes = words.userChanges.map(({ accountId, word }) => ({ ...word, accountId }));
  await learnNames(transaction, changes.flatMap(namesAfter), atMs);
  await followUsers(transaction, changes.flatMap(renamedBy));
  const preferences = words.preferences.flatMap(({ accountId, word }) =>
    // A clock that runs ahead makes no wish stand for longer.
    namesOf(word.user).map((userKey) => {
      return { accountId, userKey, wish: word.wish, atMs: Math.min(word.atMs, atMs) };
    }),
  );
  const heeded = [
    ...(await heedWishes(transaction, words.wishes, { source: 'reply' })),
    ...(await heedWishes(transaction, preferences, { source: PLATFORM })),
  ];
  await tellWishes(transaction, heeded, atMs);
  return heeded.length;
}

/** As staff would have done it: the version is raised, and the audit has a line. */
async function tellWishes(
  transaction: Transaction,
  heeded: readonly ChatWish[],
  atMs: number,
): Promise<void> {
  const accounts = new Set(heeded.map(({ accountId }) => accountId));
  for (const accountId of [...accounts].toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, accountId);
  }
  for (const { accountId, userKey, wish } of heeded) {
    const action = wish === 'stop' ? 'chat_optout.add' : 'chat_optout.remove';
    const detail = { recipient: userKey, category: 'marketing' };
    await insertAudit(transaction, accountId, { actor: PLATFORM, action, detail }, atMs);
  }
}

type Change = {
  readonly accountId: AccountId;
  readonly before: ChatUserNames;
  readonly user: ChatUserNames;
};

function namesAfter({ accountId, user: { phone, userId } }: Change) {
  if (phone === undefined || userId === undefined) return [];
  return [{ accountId, userKey: userId, recipient: phone }];
}

function renamedBy({ accountId, before, user }: Change) {
  return namesOf(before).flatMap((from) =>
    namesOf(user).map((to) => ({ accountId, before: from, after: to })),
  );
}

function namesOf({ phone, userId }: ChatUserNames): readonly string[] {
  return [phone, userId].filter((name) => name !== undefined);
}

/** What became of templates; `resync`: whose wording has to be read anew. */
export async function hearTemplates(
  transaction: Transaction,
  templates: PlacedWords['templates'],
): Promise<{ readonly changed: number; readonly resync: ReadonlySet<ChatBusinessId> }> {
  const resync = new Set<ChatBusinessId>();
  const touched = new Set<AccountId>();
  for (const { accountId, businessId, atMs, word } of templates) {
    const { templateId: platformId, name, language, change } = word;
    const named = { platformId, name, language };
    const found = await findNamedTemplate(transaction, { accountId, businessId }, named);
    if (found === undefined || change.what === 'wording') {
      resync.add(businessId);
      continue;
    }
    const told = { atMs, actor: PLATFORM };
    const key = { accountId, id: found.id };
    if (await recordTemplate(transaction, key, newsOf(change), told)) touched.add(accountId);
  }
  for (const accountId of [...touched].toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, accountId);
  }
  return { changed: touched.size, resync };
}

type Told = Exclude<
  PlacedWords['templates'][number]['word']['change'],
  { readonly what: 'wording' }
>;

function newsOf(change: Told) {
  switch (change.what) {
    case 'state': {
      const { to: state, reason } = change;
      return reason === undefined ? { state } : { state, reason };
    }
    case 'category':
      return { category: change.to };
    case 'quality':
      return { quality: change.to };
  }
}

/** What failures ask for besides: the platform knows better than we do how things stand. */
export async function heedFailures(
  transaction: Transaction,
  failed: readonly FailedChat[],
  atMs: number,
): Promise<void> {
  const stops: ChatWish[] = [];
  const closed: SeenUser[] = [];
  const uploads: FailedChat[] = [];
  for (const { chat, word } of failed) {
    const { accountId, linkId, recipient } = chat;
    const { reaction } = meaningOfPlatformError(word.failure?.code ?? 0);
    if (word.failure === undefined || word.failure.code === 0) continue;
    if (reaction.kind === 'close_window') {
      const keys = new Set([recipient, ...namesOf(word.user)]);
      const sinceMs = closedSince(word.atMs, atMs);
      for (const userKey of keys) closed.push({ accountId, linkId, userKey, atMs: sinceMs });
    } else if (reaction.kind === 'opt_out') {
      const saidAtMs = Math.min(word.atMs, atMs);
      stops.push({ accountId, userKey: recipient, wish: 'stop', atMs: saidAtMs });
    } else if (reaction.kind === 'forget_upload') uploads.push({ chat, word });
  }
  await closeWindows(transaction, closed);
  await heedStops(transaction, stops, atMs);
  await forgetUploads(transaction, uploads);
}

/** The platform says who wants no marketing. */
export async function heedStops(
  transaction: Transaction,
  stops: readonly ChatWish[],
  atMs: number,
): Promise<void> {
  const heeded = await heedWishes(transaction, stops, { source: PLATFORM });
  await tellWishes(transaction, heeded, atMs);
}

async function forgetUploads(
  transaction: Transaction,
  failed: readonly FailedChat[],
): Promise<void> {
  const contents = await readChatContents(
    transaction,
    failed.map(({ chat }) => chat),
  );
  for (const { accountId, linkId, text } of contents) {
    const mediaId = mediaOf(JSON.parse(text) as ChatContent);
    if (mediaId === undefined) continue;
    await forgetUpload(transaction, { accountId, linkId, mediaId }, undefined);
  }
}

function mediaOf(content: ChatContent): ChatMediaId | undefined {
  if (content.kind === 'text') return undefined;
  if (content.kind !== 'template') return content.media;
  const { header } = content;
  return header === undefined || header.kind === 'text' ? undefined : header.media;
}

/** Words on numbers and accounts are for people: the audit keeps them, and we are told. */
export async function noteAlarms(
  { log }: ReactionDeps,
  transaction: Transaction,
  alarms: PlacedWords['alarms'],
): Promise<void> {
  for (const { accountId, businessId, atMs, word } of alarms) {
    const isStopped = word.kind === 'account' && word.isStopped;
    const fields = { account: accountId, business: businessId, words: word.words };
    if (isStopped) log.error(fields, 'the chat platform has stopped a business account');
    else log.warn(fields, 'the chat platform tells of a business account');
    const action = word.kind === 'account' ? 'chat_business.told' : 'chat_number.told';
    const detail = { business: businessId, words: word.words };
    await insertAudit(transaction, accountId, { actor: PLATFORM, action, detail }, atMs);
  }
}
