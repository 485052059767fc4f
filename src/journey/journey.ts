/**
 * The life of a message: three functions that call the stages in order. The rules are in the
 * stages; a stage never calls another, it returns a value that says what happened.
 *
 *   takeIn     accept → charge → enqueue    one commit for what arrives together (commit/)
 *   sendOut    route → send                 the intent is committed, then written to the link
 *   closeOut   settle → report              on the operator's word; acknowledged after the commit
 *
 * Accept chooses the link that the price is for; route judges a message again after it has waited,
 * and moves it when its link is down. If this node has room on a text's link, the text skips the
 * queue: the commit that accepts it leases it, and hands it to the outbox at once
 * (commit/skip-queue.ts).
 *
 * docs/journey.md follows one message all the way, with what may interrupt it where.
 */
import type { ChatRequest, ChatTaking } from '../domain/chat/request.ts';
import { refuse } from '../domain/failure/failure.ts';
import type { SendRequest } from '../domain/message/draft.ts';
import type { Heard, Outbox } from '../links/outbox.ts';
import { acceptChat } from './accept/accept-chat.ts';
import { accept } from './accept/accept.ts';
import { priceChat } from './charge/price-chat.ts';
import { price } from './charge/price.ts';
import type { ChatRefusal } from './deps.ts';
import { freeKeys, handOut, type HandOutDeps, holdBacklog } from './enqueue/hand-out.ts';
import type { BatchReports } from '../batches/batch-reports.ts';
import type { Tallies } from './report/report.ts';
import { route, type RouteDeps } from './route/route.ts';
import { send } from './send/send.ts';
import {
  acknowledge,
  chatRefusals,
  settle,
  type SettleDeps,
  type TimedHeard,
} from './settle/settle.ts';
import type { FailedChat } from './settle/settle-statuses.ts';
import type { KeepUpload } from '../batches/keep-upload.ts';
import { refused } from './commit/commit.ts';
import {
  answerUnsent,
  chatContextOf,
  type ChatAttempted,
  type Once,
  type TakeInChatDeps,
} from './commit/take-in-chats.ts';
import {
  contextOf,
  dryRun,
  keepCounts,
  repeatOf,
  type Outcome,
  type TakeInDeps,
} from './commit/take-in-texts.ts';

/**
 * accept → charge → enqueue, for one request. It is priced before the commit, which reserves the
 * credit and queues it. Refusals are values; rejects when the store fails.
 */
export async function takeIn(deps: TakeInDeps, request: SendRequest): Promise<Outcome> {
  const context = contextOf(deps);
  const accepted = await accept(request, context);
  if (!accepted.ok) {
    return (await repeatOf(deps, request, accepted.refusal)) ?? refused(accepted.refusal);
  }
  const { checked } = accepted;
  const priced = await price(checked, context.routing, context.now.wallMs);
  return keepCounts(checked.counted, priced, async (draft) => {
    if (draft.dryRun) return dryRun(deps, draft);
    const mustWait = draft.opening?.open === false;
    if (mustWait && deps.load.heldIsFull()) return refused(refuse('queue_full'));
    return deps.commit(draft);
  });
}

/** The same for a chat request; each of its entries has its own result. */
export async function takeInChat(
  deps: TakeInChatDeps,
  request: ChatRequest,
  once: Once<readonly ChatTaking[]>,
): Promise<ChatAttempted> {
  const entries = await once(() => acceptChat(request, chatContextOf(deps)));
  const prices = { settings: deps.routing.current(), atMs: deps.clock.nowMs() };
  const draft = priceChat(request, entries, prices);
  if ('reason' in draft) return refused(draft);
  if (draft.messages.length === 0 || request.dryRun) return answerUnsent(deps, draft);
  return deps.commit(draft);
}

type SendOutDeps = HandOutDeps & RouteDeps & { readonly hear: (heard: Heard) => void };

/**
 * route → send, for what is due on one link; true when more may be ready. What a crash leaves taken
 * becomes an ambiguous attempt, never one we know nothing about.
 */
export async function sendOut(deps: SendOutDeps, outbox: Outbox): Promise<boolean> {
  const taken = await handOut(deps, outbox);
  if (taken === undefined) return false;
  const { linkId } = outbox;
  const { lease } = taken;
  const { going, withdrawn, closed } = await route(deps, taken.due);
  send(outbox, going);
  for (const it of withdrawn) deps.hear({ kind: 'attempt', attempt: { linkId, lease, ...it } });
  for (const [accountId, untilMs] of closed) {
    await holdBacklog(deps, { linkId, accountId, untilMs });
  }
  taken.done();
  return taken.more;
}

type CloseOutDeps = SettleDeps &
  HandOutDeps & {
    readonly tallies: Tallies;
    /** Does what refusals of chat messages require besides. Never rejects. */
    readonly onChatRefusals: (refusals: readonly ChatRefusal[]) => Promise<void>;
  };

/**
 * settle → report, for what was heard together. Afterwards the next message to the same person may
 * be due, and a refusal may require more than ending its attempt.
 */
export async function closeOut(deps: CloseOutDeps, group: readonly TimedHeard[]): Promise<void> {
  const heard = group.map((it) => it.heard);
  deps.tallies.count(await settle(deps, heard));
  acknowledge(heard);
  await freeKeys(deps, heard);
  await deps.onChatRefusals(chatRefusals(group));
}

export type { Journey, ChatJourney } from './interface.ts';
export type { BatchReports, ChatRefusal, FailedChat, KeepUpload };
