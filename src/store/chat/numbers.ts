/** Sending numbers of the chat platform: links that belong to accounts. */
import type { NumberFacts } from '../../domain/chat/number-facts.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../../domain/ids.ts';
import type { ChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-field.ts';
import type { LinkState } from '../../domain/routing/routing.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

export type NumberRecord = {
  readonly id: LinkId;
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly businessPlatformId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  /** As stored: an older program may not have known every field. */
  readonly config: GivenLinkConfig;
  /** As reported by its holder, or what stopped it; undefined: no live node holds it. */
  readonly state: LinkState | undefined;
  readonly words: string | undefined;
  /** Until when its marketing is or was paused; undefined: never since it was started. */
  readonly marketingRestsUntilMs: number | undefined;
  /** Until when its templates wait or waited; undefined: never since it was started. */
  readonly templatesRestUntilMs: number | undefined;
  /** Free form that the platform counted this month, UTC. */
  readonly serviceMessages: number;
  /** The platform's id of the WhatsApp account that has it; undefined: it has told none. */
  readonly waacId: string | undefined;
  /** When the platform was last asked about it; undefined: never. */
  readonly factsReadAtMs: number | undefined;
  readonly platformName: string | undefined;
  readonly platformStatus: string | undefined;
} & Omit<NumberFacts, 'name' | 'status'>;

type NewNumber = {
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly name: string;
  readonly config: ChatLinkConfig;
};

type Id = { readonly id: LinkId };

export const insertNumber = write.value<NewNumber, Id>(
  'insert-chat-number',
  `insert into links (name, carrier, config, enabled, account_id, business_id)
  values (:name, 'whatsapp', :config::jsonb, true, :accountId, :businessId)
  returning id`,
);

/** Changes what is given and leaves the rest. */
export const updateNumber = write.run<
  Partial<Pick<NewNumber, 'config' | 'businessId'>> &
    Id & { readonly enabled?: boolean } & { accountId: AccountId }
>(
  'update-chat-number',
  `update links set
    config = coalesce(:config::jsonb, config), enabled = coalesce(:enabled, enabled),
    business_id = coalesce(:businessId, business_id)
  where account_id = :accountId and id = :id`,
);

/**
 * Starts a number, or all of a business account: earlier stops no longer apply, and what waits
 * because the platform held it back is due at once.
 */
export const startNumbers = write.run<
  { readonly atMs: number } & (Id | { readonly businessId: ChatBusinessId }) & {
      accountId: AccountId;
    }
>(
  'start-chat-numbers',
  `with started as (
    update links set started_at = @atMs, stopped_at = null, stop_words = null,
      marketing_rests_until = null, templates_rest_until = null
    where account_id = :accountId and (id = :id or business_id = :businessId)
    returning id
  )
  update queue q set due_at = @atMs
  from messages m
  where q.account_id = :accountId and q.link_id in (select id from started)
    and q.node is null and q.due_at > @atMs
    and m.account_id = q.account_id and m.id = q.message_id
    and m.reason in ('platform_spam_limited', 'platform_templates_limited')`,
);

/** Keeps the platform's ids of the WhatsApp accounts that have numbers, of each the last. */
export const keepWaacIds = write.rows<{ accountId: AccountId; linkId: LinkId; waacId: string }>(
  'keep-waac-ids',
  `update links l set waac_id = t.waac_id
  from (
    select distinct on (account_id, link_id) * from ${rowsOf(
      { accountId: 'bigint', linkId: 'int', waacId: 'text' },
      'place',
    )}
    order by account_id, link_id, place desc
  ) as t
  where l.account_id = t.account_id and l.id = t.link_id and l.waac_id is distinct from t.waac_id`,
);

/** The number for requests that name none; undefined: none. */
export const setDefaultNumber = write.run<{ accountId: AccountId; linkId: LinkId | undefined }>(
  'set-default-number',
  `update accounts set chat_link_id = :linkId where id = :accountId`,
);

/** Whoever holds a number that was stopped sends nothing; its business may be kept from sending. */
const COLUMNS = `
  select l.id, l.account_id, l.business_id, l.name, l.enabled, l.config,
    b.platform_id as business_platform_id, a.chat_link_id is not distinct from l.id as is_default,
    case when l.stop_words is not null then 'needs_attention'
         when n.slot is null then null
         when h.words is null and b.blocked_words is not null then 'needs_attention'
         else h.state end as state,
    coalesce(l.stop_words, case when n.slot is not null
      then coalesce(h.words, b.blocked_words) end) as words,
    l.marketing_rests_until, l.templates_rest_until, coalesce((
      select s.messages from chat_service_counts s
      where s.account_id = l.account_id and s.link_id = l.id
        and s.month = date_trunc('month', now() at time zone 'UTC')::date), 0) as service_messages,
    l.waac_id, f.read_at as facts_read_at, f.quality, f.messaging_limit, f.throughput,
    f.name as platform_name, f.name_status, f.status as platform_status, f.is_on_phone
  from links l
  join chat_businesses b on b.id = l.business_id
  join accounts a on a.id = l.account_id
  left join chat_number_facts f on f.account_id = l.account_id and f.link_id = l.id
  left join link_leases h on h.link_id = l.id
  left join nodes n on n.slot = h.node and n.epoch = h.epoch and n.lease_until > now()
  where l.carrier = 'whatsapp'`;

/** Of an account; undefined: of all. */
export const listNumbers = read.many<{ accountId: AccountId | undefined }, NumberRecord>(
  'list-chat-numbers',
  `${COLUMNS} and (:accountId::bigint is null or l.account_id = :accountId) order by l.id`,
);

/** Which account sends from a number of the platform now; at most one. */
export const findEnabledNumber = read.one<{ phoneNumberId: string }, NumberRecord>(
  'find-enabled-number',
  `${COLUMNS} and l.enabled and l.config ->> 'phoneNumberId' = :phoneNumberId`,
);

/** The platform has said that a chat number must not send. */
type NumberStop = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Why, for people. */
  readonly words: string;
  /** When the platform said so. */
  readonly saidAtMs: number;
};

/**
 * `running`: must be stopped. `stopped`: is already. `over`: this was said before staff last
 * started the number, or the number is disabled or gone.
 */
type StopStanding = 'running' | 'stopped' | 'over';

const FIND_STANDING = statement<{ readonly standing: StopStanding }>(
  'find-stop-standing',
  `select case
    when not enabled or started_at > @saidAtMs then 'over'
    when stopped_at is not null then 'stopped'
    else 'running' end as standing
  from links where account_id = :accountId and id = :linkId`,
);

/** How such a statement applies to a number. */
export async function findStopStanding(reader: Reader, stop: NumberStop): Promise<StopStanding> {
  return (await reader.read(FIND_STANDING, stop))[0]?.standing ?? 'over';
}

/**
 * Stops a number until staff start it; false if somebody has stopped or started it meanwhile. The
 * caller has raised the version of the settings before: two never lock them the other way round.
 */
export const stopNumber = write.any<NumberStop & { atMs: number }>(
  'stop-chat-number',
  `update links set stopped_at = @atMs, stop_words = :words
  where account_id = :accountId and id = :linkId and enabled and stopped_at is null
    and started_at <= @saidAtMs
  returning id`,
);

type Pause = {
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly words: string;
  readonly saidAtMs: number;
};

/** Stops the numbers of a business account that run, until they are resumed; how many. */
export const pauseNumbers = write.count<Pause & { atMs: number }>(
  'pause-chat-numbers',
  `update links set stopped_at = @atMs, stop_words = :words
  where account_id = :accountId and business_id = :businessId and enabled
    and stopped_at is null and started_at <= @saidAtMs
  returning id`,
);

/** Starts what was paused with these words before; an older pause that comes later does nothing. */
export const resumeNumbers = write.count<Pause>(
  'resume-chat-numbers',
  `update links set stopped_at = null, stop_words = null,
    started_at = greatest(started_at, @saidAtMs + interval '1 millisecond')
  where account_id = :accountId and business_id = :businessId
    and (stop_words is null or stop_words = :words)
  returning id`,
);

/** The platform holds a number back, as it said at some time. */
type NumberRest = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly saidAtMs: number;
  readonly untilMs: number;
};

/** A pause that grows by less is not worth a new snapshot of the account in every node. */
const LEAST_MS = 300_000;

const REST = statement<Id>(
  'rest-chat-marketing',
  `update links set marketing_rests_until = @untilMs
  where account_id = :accountId and id = :linkId and enabled and started_at <= @saidAtMs
    and coalesce(marketing_rests_until, '-infinity') < @beforeMs
  returning id`,
);

// The limit is the business account's: what one of its numbers was told holds for all.
const REST_TEMPLATES = statement<Id>(
  'rest-chat-templates',
  `update links l set templates_rest_until = @untilMs
  from links told
  where told.account_id = :accountId and told.id = :linkId
    and l.account_id = told.account_id and l.business_id = told.business_id
    and l.enabled and l.started_at <= @saidAtMs
    and coalesce(l.templates_rest_until, '-infinity') < @beforeMs
  returning l.id`,
);

/**
 * Pauses the marketing of a number, or all templates of its business account; false if it is paused
 * as long already, or staff have started it since that was said. The caller raises the version of
 * its account where it is true.
 */
export async function restNumber(
  transaction: Transaction,
  what: 'marketing' | 'templates',
  rest: NumberRest,
): Promise<boolean> {
  const beforeMs = rest.untilMs - LEAST_MS;
  const by = what === 'marketing' ? REST : REST_TEMPLATES;
  return (await transaction.run(by, { ...rest, beforeMs })).length > 0;
}

/** Counts messages in free form, each when the platform first said what it costs. */
export const countAnswers = write.rows<{
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly atMs: number;
}>(
  'count-service-messages',
  `insert into chat_service_counts as c (account_id, link_id, month, messages)
  select t.account_id, t.link_id, date_trunc('month', t.at at time zone 'UTC')::date, count(*)
  from ${rowsOf({ accountId: 'bigint', linkId: 'int', atMs: 'timestamptz' })}
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (account_id, link_id, month) do update set messages = c.messages + excluded.messages`,
);
