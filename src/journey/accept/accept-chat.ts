/**
 * First stage for chat messages: the checks that need the store or the outside world. Opt-outs and
 * windows are looked up first, a few hundred at a time, so that a very large request holds up
 * nobody; then its files are fetched, each once. An entry that the API has refused stays refused,
 * and one bad entry does not stop the others (contract section 10).
 */
import { complete, linkOf } from '../../domain/chat/draft.ts';
import type { MediaLink, MediaTaken, TakeMedia } from '../../domain/chat/media.ts';
import { forbids } from '../../domain/chat/optout.ts';
import type { ChatEntry, ChatRequest } from '../../domain/chat/request.ts';
import { categoryOf, type ChatTaking } from '../../domain/chat/taking.ts';
import { isOpenAt } from '../../domain/chat/window.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { inTurns, piecesOf } from '../../kit/in-turns.ts';
import type { ChatFacts, ChatQuestion } from '../../store/chat-windows.ts';

const ENTRIES_PER_TURN = limit('chatEntriesPerTurn');

/** What the stage looks at besides the request. */
export type ChatContext = {
  readonly media: TakeMedia;
  readonly findFacts: (questions: readonly ChatQuestion[]) => Promise<readonly ChatFacts[]>;
  readonly nowMs: number;
};

/** Every entry, passed or refused, in the order of the request. */
export async function acceptChat(
  request: ChatRequest,
  context: ChatContext,
): Promise<readonly ChatTaking[]> {
  const remaining = await refuseOptedOut(request, context);
  const files = await takeFiles(request, remaining, context.media);
  return inTurns(remaining, ENTRIES_PER_TURN, (entry): ChatTaking => {
    if (!entry.ok) return entry;
    const { recipient, draft } = entry;
    const link = linkOf(draft);
    const taken = link && files.get(nameOf(link));
    if (taken !== undefined && !taken.ok) {
      return { ok: false, shown: recipient, refusal: taken.refusal };
    }
    return { ok: true, recipient, content: complete(draft, taken?.media) };
  });
}

/** Before any file: what nobody may be sent costs no fetching. */
async function refuseOptedOut(
  request: ChatRequest,
  context: ChatContext,
): Promise<readonly ChatEntry[]> {
  const remaining: ChatEntry[] = [];
  for (const piece of piecesOf(request.entries, ENTRIES_PER_TURN)) {
    for (const entry of await refuseOptedOutOf(piece, request, context)) remaining.push(entry);
  }
  return remaining;
}

async function refuseOptedOutOf(
  entries: readonly ChatEntry[],
  request: ChatRequest,
  { findFacts, nowMs }: ChatContext,
): Promise<readonly ChatEntry[]> {
  const { account, number } = request;
  const asked = [...new Set(entries.flatMap((it) => (it.ok ? [it.recipient] : [])))];
  const facts = await findFacts(
    asked.map((recipient) => {
      return { accountId: account.id, linkId: number.id, recipient, messageId: undefined };
    }),
  );
  const byRecipient = new Map(asked.map((recipient, index) => [recipient, facts[index]]));
  return entries.map((entry): ChatEntry => {
    if (!entry.ok) return entry;
    const refusal = refusalBy(byRecipient.get(entry.recipient), request, nowMs);
    return refusal === undefined ? entry : { ok: false, shown: entry.recipient, refusal };
  });
}

function refusalBy(
  facts: ChatFacts | undefined,
  request: ChatRequest,
  nowMs: number,
): Refusal | undefined {
  const { number, sends } = request;
  if (forbids(facts?.optedOut, categoryOf(request))) return refuse('chat_opted_out');
  if (sends.kind === 'template' || number.window === 'pass') return undefined;
  return isOpenAt(facts?.inboundAtMs, nowMs) ? undefined : refuse('chat_window_closed');
}

/** Each file once, a few at a time. */
async function takeFiles(
  { account }: ChatRequest,
  entries: readonly ChatEntry[],
  media: TakeMedia,
): Promise<ReadonlyMap<string, MediaTaken>> {
  const links = new Map<string, MediaLink>();
  await inTurns(entries, ENTRIES_PER_TURN, (entry) => {
    const link = entry.ok ? linkOf(entry.draft) : undefined;
    if (link !== undefined) links.set(nameOf(link), link);
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
