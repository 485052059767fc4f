/**
 * What the chat platform requires with a refusal or a failed status, besides ending the message.
 * However it arrives, it is applied here and by this table; applying it twice does nothing the
 * second time. Anything older than staff's last change has no effect.
 */
import { mediaOf, unpackContent } from '../domain/chat/content.ts';
import type { PlatformReaction } from '../domain/chat/platform.ts';
import { namesOf } from '../domain/chat/webhook-event.ts';
import { closedSince } from '../domain/chat/window.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/durations.ts';
import { factOfTrouble } from '../domain/event/chat-facts.ts';
import type { AccountId, LinkId, MessageId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { ChatRefusal, FailedChat } from '../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database, Transaction } from '../kit/postgres/pool.ts';
import { findLastAudit, insertAudit } from '../features/audit/audit.sql.ts';
import { findCampaignsWith } from '../store/batches/batch-holds.ts';
import { raiseAccountVersion, raiseSettingsVersion } from '../store/nodes/versions.ts';
import { forgetUpload } from '../store/chat/media.ts';
import { readChatContents } from '../store/chat/messages.ts';
import { closeWindows, restUsers } from '../store/chat/windows.ts';
import { lockFunds } from '../store/ledger/balances.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import { findStopStanding, restNumber, stopNumber } from '../store/chat/numbers.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { changeOptouts } from './optouts.ts';
import { stopCampaigns } from './stop-campaigns.ts';

const ACTOR = 'platform';

type ReactionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly routing: Pick<RoutingSnapshots, 'current'>;
};

/** A reaction that the platform requires, and what it is about. */
type Asked = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly messageId: MessageId;
  /** The user's ids: the one we write to first. */
  readonly userKeys: readonly [string, ...string[]];
  readonly reaction: PlatformReaction;
  /** The platform's error number. */
  readonly code: number;
  /** By the platform's clock, and never later than when we heard it. */
  readonly saidAtMs: number;
};

type Context = Pick<ReactionDeps, 'log' | 'routing'> & {
  readonly transaction: Transaction;
  readonly atMs: number;
};

/**
 * Applies the reactions. The accounts' balances are locked, so two groups never do it at the same
 * time; what all accounts share is locked last. Returns how many numbers were stopped or raised an
 * alarm.
 */
export async function applyReactions(
  { log, routing }: Pick<ReactionDeps, 'log' | 'routing'>,
  transaction: Transaction,
  { asked, atMs }: { readonly asked: readonly Asked[]; readonly atMs: number },
): Promise<number> {
  const context = { log, routing, transaction, atMs };
  const of = (kind: PlatformReaction['kind']): readonly Asked[] =>
    asked.filter(({ reaction }) => reaction.kind === kind);
  await stopAll(context, of('stop_campaign'));
  await closeAll(context, of('close_window'));
  await optOut(context, of('opt_out'));
  await forgetUploads(context, of('forget_upload'));
  await restPeople(context, of('rest_person'));
  await restNumbers(context, 'marketing', of('rest_marketing'));
  await restNumbers(context, 'templates', of('rest_templates'));
  return stopNumbers(context, of('stop_number'));
}

/**
 * The same for refusals in answers, after the commit of their attempts. Never rejects: if it fails,
 * the next refusal triggers it again.
 */
export async function reactToRefusals(
  deps: ReactionDeps,
  refusals: readonly ChatRefusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  const asked = refusals.map(({ recipient, ...it }) => ({ ...it, userKeys: [recipient] as const }));
  const accounts = new Set(refusals.map(({ accountId }) => accountId));
  const atMs = deps.clock.nowMs();
  try {
    await deps.db.transact(async (transaction) => {
      await lockFunds(
        transaction,
        [...accounts].toSorted((a, b) => a - b),
        atMs,
      );
      await applyReactions(deps, transaction, { asked, atMs });
    });
  } catch (error) {
    deps.log.warn({ error }, 'recipient events of the platform could not be stored');
  }
}

/**
 * The reactions that failed statuses require. A clock that runs ahead does not make anything last
 * longer.
 */
export function askedByStatuses(failed: readonly FailedChat[], atMs: number): readonly Asked[] {
  return failed.flatMap(({ chat, event: { failure, user, atMs: saidAtMs } }) => {
    const { accountId, linkId, messageId, recipient } = chat;
    if (failure?.reaction === undefined) return [];
    const { code, reaction } = failure;
    const userKeys = [recipient, ...namesOf(user).filter((it) => it !== recipient)] as const;
    const said = Math.min(saidAtMs, atMs);
    return [{ accountId, linkId, messageId, userKeys, code, reaction, saidAtMs: said }];
  });
}

async function stopAll(context: Context, asked: readonly Asked[]): Promise<void> {
  for (const [accountId, its] of Map.groupBy(asked, (it) => it.accountId)) {
    const messageIds = its.map(({ messageId }) => messageId);
    const campaigns = await findCampaignsWith(context.transaction, { accountId, messageIds });
    await stopCampaigns(context, campaigns, 'template_paused');
  }
}

async function closeAll({ transaction, atMs }: Context, asked: readonly Asked[]): Promise<void> {
  const closed = asked.flatMap(({ accountId, linkId, userKeys, saidAtMs }) =>
    userKeys.map((userKey) => {
      return { accountId, linkId, userKey, atMs: closedSince(saidAtMs, atMs) };
    }),
  );
  await closeWindows(transaction, closed);
}

async function optOut({ transaction, atMs }: Context, asked: readonly Asked[]): Promise<void> {
  const wishes = asked.map(({ accountId, userKeys: [userKey], saidAtMs }) => {
    return { accountId, userKey, wish: 'stop' as const, atMs: saidAtMs };
  });
  await changeOptouts(transaction, wishes, { source: 'platform', atMs });
}

async function forgetUploads({ transaction }: Context, asked: readonly Asked[]): Promise<void> {
  for (const { accountId, linkId, text } of await readChatContents(transaction, asked)) {
    for (const mediaId of mediaOf(unpackContent(text))) {
      await forgetUpload(transaction, { accountId, linkId, mediaId, uploadId: undefined });
    }
  }
}

/** The platform counts marketing to each person over all businesses: more of it would fail, too. */
async function restPeople({ transaction, atMs }: Context, asked: readonly Asked[]): Promise<void> {
  const rests = asked.flatMap(({ accountId, linkId, userKeys, saidAtMs }) => {
    const untilMs = saidAtMs + limit('chatPersonRestHours') * HOUR_MS;
    if (untilMs <= atMs) return [];
    return userKeys.map((userKey) => ({ accountId, linkId, userKey, atMs: untilMs }));
  });
  await restUsers(transaction, rests);
}

/** What rests for how long, what is told of it, and the words for people. */
const RESTS = {
  // More of what recipients complained about would make it worse. What people asked for (utility,
  // one-time codes, answers) goes on.
  marketing: {
    minutes: 'chatSpamRestMinutes',
    action: 'chat_number.marketing_rests',
    type: 'chat.number.marketing_paused',
    words: 'users complain of its messages: its marketing waits',
    log: 'marketing of a chat number is paused',
  },
  templates: {
    minutes: 'chatTemplatesRestMinutes',
    action: 'chat_number.templates_rest',
    type: 'chat.business.alert',
    words: 'the platform limits the account after misclassified templates: its templates wait',
    log: 'templates of a chat number are paused',
  },
} as const;

/** Pauses what the platform holds back; everything else goes on. */
async function restNumbers(
  context: Context,
  what: keyof typeof RESTS,
  complaints: readonly Asked[],
): Promise<void> {
  const { transaction, atMs, log } = context;
  const { minutes, action, log: words } = RESTS[what];
  for (const complaint of newestBy(complaints, ({ linkId }) => linkId)) {
    const { accountId, linkId, saidAtMs } = complaint;
    const untilMs = saidAtMs + limit(minutes) * MINUTE_MS;
    if (untilMs <= atMs) continue;
    if (!(await restNumber(transaction, what, { accountId, linkId, saidAtMs, untilMs }))) continue;
    await raiseAccountVersion(transaction, { accountId });
    await noteRest(context, complaint, { what, untilMs });
    const until = new Date(untilMs).toISOString();
    log.warn(await audit(context, complaint, action, { until }), words);
  }
}

async function noteRest(
  { transaction, routing, atMs }: Context,
  { accountId, linkId }: Asked,
  { what, untilMs }: { readonly what: keyof typeof RESTS; readonly untilMs: number },
): Promise<void> {
  const link = routing.current().links.get(linkId);
  if (link?.carrier !== 'whatsapp') return;
  const { config, business } = link;
  const { type, words } = RESTS[what];
  const about = { accountId, linkId, digits: config.digits, businessId: business.platformId };
  await noteFacts(transaction, [factOfTrouble(type, { ...about, words, untilMs })], { atMs });
}

type Stop = Asked & { readonly words: string };

/**
 * The platform accepts each message and fails it later for a reason that affects the whole number:
 * the number is stopped, as by a refusal in an answer, until staff start it again; its messages
 * wait (decision 36). Statuses are repeated for days and come late: one from before staff last
 * started the number is only an alarm for people, once per number and cause within some minutes.
 */
async function stopNumbers(context: Context, asked: readonly Asked[]): Promise<number> {
  const stops = asked.flatMap((it): readonly Stop[] =>
    it.reaction.kind === 'stop_number' ? [{ ...it, words: it.reaction.words }] : [],
  );
  let count = 0;
  for (const stop of newestBy(stops, ({ linkId, words }) => `${linkId} ${words}`)) {
    if (await stopOne(context, stop)) count += 1;
  }
  return count;
}

const FAILING = 'chat_number.failing';

/** Whether people are alerted. */
async function stopOne(context: Context, stop: Stop): Promise<boolean> {
  const { transaction, atMs, log } = context;
  const { code, words } = stop;
  switch (await findStopStanding(transaction, stop)) {
    case 'stopped':
      return false;
    case 'over':
      if (await wasAlarmed(context, stop)) return false;
      log.error(
        await audit(context, stop, FAILING, { words, code }),
        'the chat platform is failing messages of a number',
      );
      return true;
    case 'running':
      await raiseSettingsVersion(transaction);
      if (!(await stopNumber(transaction, { ...stop, atMs }))) return false;
      log.error(
        await audit(context, stop, 'chat_number.stopped', { words, code }),
        'the chat platform has stopped a number',
      );
      return true;
  }
}

async function wasAlarmed(
  { transaction, atMs }: Context,
  { accountId, linkId, words }: Stop,
): Promise<boolean> {
  const ask = { accountId, action: FAILING, detail: { link: linkId, words } };
  const last = await findLastAudit(transaction, ask);
  return last !== undefined && atMs - last.atMs < limit('chatStopAlarmMinutes') * MINUTE_MS;
}

/** Writes the audit line of a number; returns the same for the log, where the link has its name. */
async function audit(
  { transaction, routing, atMs }: Context,
  { accountId, linkId, saidAtMs }: Asked,
  action: string,
  more: Readonly<Record<string, string | number>>,
) {
  const detail = { link: linkId, ...more, saidAt: new Date(saidAtMs).toISOString() };
  await insertAudit(transaction, accountId, { actor: ACTOR, action, detail }, atMs);
  const link = routing.current().links.get(linkId)?.name ?? linkId;
  return { account: accountId, ...detail, link };
}

function newestBy<One extends Asked>(
  asked: readonly One[],
  keyOf: (one: One) => string | number,
): readonly One[] {
  const newest = new Map<string | number, One>();
  for (const it of asked) {
    const known = newest.get(keyOf(it));
    if (known === undefined || known.saidAtMs < it.saidAtMs) newest.set(keyOf(it), it);
  }
  return [...newest.values()];
}
