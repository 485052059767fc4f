/**
 * Links to operators. The sending numbers of the chat platform are in chat-numbers.ts.
 *
 * The states of links, as reported by their holders.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { MESSAGE_STATES } from '../../domain/message/message.ts';
import type { GivenLinkConfig, SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import type { LinkHealth, LinkState } from '../../domain/routing/routing.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

export type LinkRecord = {
  readonly id: LinkId;
  readonly name: string;
  readonly enabled: boolean;
  /** As stored: an older program may not have known every field. */
  readonly config: GivenLinkConfig;
  readonly secretSealed: Buffer | undefined;
  /** Of a disabled link: until then it stays bound for receipts. */
  readonly drainingUntilMs: number | undefined;
};

type NewLink = {
  readonly name: string;
  readonly config: SmppLinkConfig;
  readonly secretSealed: Buffer;
  readonly enabled: boolean;
};

/** Returns the new link's id; undefined if the name is taken. */
export const insertLink = write.maybeValue<NewLink, { readonly id: LinkId }>(
  'insert-link',
  `insert into links (name, carrier, config, secret_sealed, enabled)
  values (:name, 'smpp', :config::jsonb, :secretSealed, :enabled)
  on conflict (name) do nothing
  returning id`,
);

/** Leaves what is undefined; what is disabled stays bound until `drainingUntilMs`. */
export const updateLink = write.run<{
  id: LinkId;
  config: SmppLinkConfig;
  secretSealed: Buffer | undefined;
  enabled: boolean | undefined;
  drainingUntilMs: number | undefined;
}>(
  'update-link',
  `update links set
    config = :config::jsonb,
    secret_sealed = coalesce(:secretSealed, secret_sealed),
    enabled = coalesce(:enabled, enabled),
    draining_until =
      case when :enabled::boolean is null then draining_until else @drainingUntilMs end
  where id = :id`,
);

const COLUMNS = `
  select id, name, enabled, config, secret_sealed, draining_until
  from links where carrier = 'smpp'`;

/** A link to an operator; chat numbers are not included. */
export const findLink = read.one<{ name: string }, LinkRecord>(
  'find-link',
  `${COLUMNS} and name = :name`,
);

/** Where messages wait: a link to an operator, or a chat number. */
export type QueueLink = Pick<LinkRecord, 'id' | 'name' | 'enabled'> & { readonly isChat: boolean };

export const listQueueLinks = read.many<void, QueueLink>(
  'list-queue-links',
  `select id, name, enabled, carrier = 'whatsapp' as is_chat from links order by id`,
);

export const listLinks = read.many<void, LinkRecord>('list-links', `${COLUMNS} order by id`);

const AWAITING = `
  from attempts a
  where a.link_id = :linkId and a.operator_key is not null and a.receipt_state is null
    and a.message_id >= :sinceId and exists (
      select from messages m
      where m.account_id = a.account_id and m.id = a.message_id
        and m.state = ${MESSAGE_STATES.sent})`;

const COUNT_AWAITING = statement<{ readonly parts: number }>(
  'count-awaiting-receipts',
  `select count(*) as parts from (select 1 ${AWAITING} limit :most) as found`,
);

/** Parts that a link has sent since `sinceMs` and whose receipts have not come, up to `most`. */
export async function countAwaiting(
  reader: Reader,
  linkId: LinkId,
  { sinceMs, most }: { readonly sinceMs: number; readonly most: number },
): Promise<number> {
  const ask = { linkId, most, sinceId: firstIdAt(sinceMs) };
  return only(await reader.read(COUNT_AWAITING, ask)).parts;
}

const IN_HANDS = `
  from queue q where q.link_id = :linkId and (q.node is not null or q.lost_until is not null)`;

const AWAITS = statement<{ readonly awaits: boolean }>(
  'awaits-words',
  `select exists (select from link_leases h where h.link_id = :linkId
      and h.state in ('up', 'trying'))
    and (exists (select ${IN_HANDS}) or exists (select ${AWAITING})) as awaits`,
);

/** Whether a link is up, and something that it has sent since `sinceMs` waits for word. */
export async function awaitsWords(
  reader: Reader,
  linkId: LinkId,
  sinceMs: number,
): Promise<boolean> {
  return only(await reader.read(AWAITS, { linkId, sinceId: firstIdAt(sinceMs) })).awaits;
}

const END_DRAIN = statement<{ readonly id: LinkId }>(
  'end-drain',
  `update links set draining_until = null
  where id = :linkId and not enabled and draining_until is not null
    and not exists (select ${IN_HANDS})
    and not exists (select ${AWAITING})
  returning id`,
);

/**
 * Ends the drain of a disabled link if nothing that it has sent since `sinceMs` waits for an answer
 * or a receipt. Returns whether it has ended now.
 */
export async function endDrain(
  transaction: Transaction,
  linkId: LinkId,
  sinceMs: number,
): Promise<boolean> {
  const ended = await transaction.run(END_DRAIN, { linkId, sinceId: firstIdAt(sinceMs) });
  return ended.length > 0;
}

type UsesOfLink = { readonly routes: number; readonly hasQueued: boolean };

/** What still needs a link. */
export const findUsesOfLink = read.single<{ id: LinkId }, UsesOfLink>(
  'uses-of-link',
  `select (select count(*) from routes where link_id = :id) as routes,
    exists (select from queue where link_id = :id) as has_queued`,
);

const DELETE_LEASE = statement('delete-link-lease', `delete from link_leases where link_id = :id`);
const DELETE = statement('delete-link', `delete from links where id = :id`);

/** Removes a link and the record of its last holder. */
export async function deleteLink(transaction: Transaction, id: LinkId): Promise<void> {
  await transaction.run(DELETE_LEASE, { id });
  await transaction.run(DELETE, { id });
}

export type ReportedHealth = LinkHealth & { readonly linkId: LinkId };

const REPORT = statement<{ readonly linkId: LinkId; readonly isChanged: boolean }>(
  'report-link-health',
  `with before as (
    select h.link_id, h.state, t.state as state_now, t.words, t.since
    from link_leases h
    join ${rowsOf({ linkId: 'int', state: 'text', words: 'text', sinceMs: 'timestamptz' })}
      on t.link_id = h.link_id
    where h.node = :slot and h.epoch = :epoch
    for update of h
  )
  update link_leases h
  set state = b.state_now, words = b.words,
      since = case when b.state = b.state_now and b.state <> 'up' then h.since else b.since end
  from before b where h.link_id = b.link_id
  returning h.link_id, b.state <> b.state_now as is_changed`,
);

/**
 * Writes the states of links held under `lease`. One that is not up, in an unchanged state, has
 * been so since then, whatever the reason and whoever held it. Returns the links whose state has
 * changed.
 */
export async function reportHealth(
  transaction: Transaction,
  lease: NodeLease,
  reported: readonly ReportedHealth[],
): Promise<ReadonlySet<LinkId>> {
  const written = await transaction.run(REPORT, { rows: reported, ...lease });
  return new Set(written.flatMap(({ linkId, isChanged }) => (isChanged ? [linkId] : [])));
}

type Row = {
  readonly linkId: LinkId;
  readonly state: LinkState;
  readonly words: string | undefined;
  readonly sinceMs: number;
  readonly leaseUntilMs: number | undefined;
  readonly isHeld: boolean;
};

const READ = statement<Row>(
  'read-link-health',
  `select h.link_id, h.state, h.words, h.since, n.lease_until,
         coalesce(n.lease_until > now() - make_interval(secs => :graceMs::float8 / 1000), false)
           as is_held
  from link_leases h
  left join nodes n on n.slot = h.node and n.epoch = h.epoch
  order by h.link_id`,
);

/** The state of every link that a node has ever held. One without a live holder is down. */
export async function readLinkHealth(reader: Reader): Promise<ReadonlyMap<LinkId, LinkHealth>> {
  const rows = await reader.read(READ, { graceMs: limit('linkDownAfterMs') });
  return new Map(rows.map((row) => [row.linkId, healthOf(row)]));
}

function healthOf({ state, words, sinceMs, leaseUntilMs, isHeld }: Row): LinkHealth {
  if (isHeld) return { state, words, sinceMs };
  return { state: 'down', words: 'no running node holds it', sinceMs: leaseUntilMs ?? sinceMs };
}
