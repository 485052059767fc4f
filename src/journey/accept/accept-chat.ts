/**
 * First stage for chat messages: what of a request only the store and the world know. Everybody's
 * wishes and windows are asked first, some hundred at a time, so that a very large request holds up
 * nobody; then its files are fetched, each once. What the door has refused already stays refused,
 * and one bad entry stops nobody (contract section 10).
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
import type { ChatFacts, ChatQuestion } from '../../store/chat-windows/find-chat-facts.ts';

const ENTRIES_PER_TURN = limit('chatEntriesPerTurn');

/** What the stage asks. */
export type ChatSurroundings = {
  readonly media: TakeMedia;
  readonly findFacts: (questions: readonly ChatQuestion[]) => Promise<readonly ChatFacts[]>;
  readonly nowMs: number;
};

/** Every entry, passed or refused, in the order of the request. */
export async function acceptChat(
  request: ChatRequest,
  around: ChatSurroundings,
): Promise<readonly ChatTaking[]> {
  const wished = await heedWishes(request, around);
  const files = await takeFiles(request, wished, around.media);
  return inTurns(wished, ENTRIES_PER_TURN, (entry): ChatTaking => {
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
async function heedWishes(
  request: ChatRequest,
  around: ChatSurroundings,
): Promise<readonly ChatEntry[]> {
  const wished: ChatEntry[] = [];
  for (const piece of piecesOf(request.entries, ENTRIES_PER_TURN)) {
    for (const entry of await heedWishesOf(piece, request, around)) wished.push(entry);
  }
  return wished;
}

async function heedWishesOf(
  entries: readonly ChatEntry[],
  request: ChatRequest,
  { findFacts, nowMs }: ChatSurroundings,
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
