/**
 * Texts that were sent and not reported on. No index holds them: it would be written twice for each
 * text, and its updates would no longer stay on their page. The sums of reports say which accounts
 * have any on which days, and the messages of an account are read in order of their ids, a piece at
 * a time.
 */
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { ALPHABETS, ATTEMPT_OUTCOMES, MESSAGE_STATES } from '../../domain/message/message.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import { dayOfId, firstIdAt, timeOfId } from '../../kit/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import { outboxOf } from './event-outbox.ts';

/** Some messages of an account, by their ids, both included, of one day. */
export type Stretch = {
  readonly accountId: AccountId;
  readonly fromId: number;
  readonly toId: number;
};

type OpenDay = { readonly accountId: AccountId; readonly atMs: number };

/**
 * Sums, and what is not in them yet. Tests are in none; those on which no word ever comes have
 * names that begin alike.
 */
const OPEN_DAYS = statement<OpenDay>(
  'list-open-days',
  `select account_id, (day::timestamp at time zone 'Asia/Karachi') as at from usage_sums
  where state = ${MESSAGE_STATES.sent} and not is_chat
    and day between (@fromMs at time zone 'Asia/Karachi')::date
                and (@toMs at time zone 'Asia/Karachi')::date
  group by account_id, day having sum(messages) > 0
  union
  select account_id, (day::timestamp at time zone 'Asia/Karachi') from usage_changes
  where state = ${MESSAGE_STATES.sent} and not is_chat and messages > 0
    and day between (@fromMs at time zone 'Asia/Karachi')::date
                and (@toMs at time zone 'Asia/Karachi')::date
  union
  select a.account_id, m.accepted_at
  from attempts a
  join messages m on m.account_id = a.account_id and m.id = a.message_id
    and m.id between :fromId and :toId
  where a.link_id = ${TEST_LINKS.sms} and a.operator_key >= 'never-' and a.operator_key < 'never.'
    and a.message_id between :fromId and :toId and a.receipt_state is null
    and m.state = ${MESSAGE_STATES.sent}`,
);

const DAYS = statement<{ readonly day: string }>(
  'list-message-days',
  `select substring(c.relname from '[0-9]{8}$') as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'messages'::regclass`,
);

/**
 * An id may be made before its message counts as accepted, while a file is read, and borrows
 * seconds from the future under load.
 */
const BEFORE_MS = DAY_MS;
const AFTER_MS = DAY_MS + 4 * HOUR_MS;

/**
 * Where texts between two ids may be silent: stretches of accounts that have any, which do not
 * overlap, the oldest first.
 */
export async function listOpen(
  reader: Reader,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
): Promise<readonly Stretch[]> {
  if (fromId > toId) return [];
  const fromMs = timeOfId(fromId) - AFTER_MS;
  const toMs = timeOfId(toId) + BEFORE_MS;
  const open = await reader.read(OPEN_DAYS, { fromMs, toMs, fromId, toId });
  if (open.length === 0) return [];
  const days = new Set((await reader.read(DAYS)).map(({ day }) => day));
  return [...Map.groupBy(open, ({ accountId }) => accountId)]
    .flatMap(([accountId, ofAccount]) => {
      const times = ofAccount.map(({ atMs }) => atMs);
      return merged(times, { fromId, toId }).map((it) => ({ accountId, ...it }));
    })
    .flatMap(ofEachDay)
    .filter((it) => days.has(dayOfId(it.fromId)))
    .toSorted((a, b) => a.fromId - b.fromId);
}

type Ids = { readonly fromId: number; readonly toId: number };

/** The ids that messages of these days may have, within bounds. */
function merged(times: readonly number[], within: Ids): readonly Ids[] {
  const spans: { fromId: number; toId: number }[] = [];
  for (const atMs of times.toSorted((a, b) => a - b)) {
    const fromId = Math.max(within.fromId, firstIdAt(atMs - BEFORE_MS));
    const toId = Math.min(within.toId, firstIdAt(atMs + AFTER_MS));
    if (fromId > toId) continue;
    const last = spans.at(-1);
    if (last !== undefined && fromId <= last.toId) last.toId = Math.max(last.toId, toId);
    else spans.push({ fromId, toId });
  }
  return spans;
}

/** Cuts a stretch where the days of tables end. */
function ofEachDay({ accountId, fromId, toId }: Stretch): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = fromId; from <= toId;) {
    const nextId = firstIdAt(Math.floor(timeOfId(from) / DAY_MS + 1) * DAY_MS);
    stretches.push({ accountId, fromId: from, toId: Math.min(toId, nextId - 1) });
    from = nextId;
  }
  return stretches;
}

/** Of each stretch so many messages are read at once. */
const MOST_READ = 1_000;
/** Stretches of one day that are read at once. */
const MOST_STRETCHES = 50;

const STRETCHES = rowsOf({ accountId: 'bigint', fromId: 'bigint', toId: 'bigint' }, 'place');

/** The next messages of each stretch, which of them are silent, and when others are to be. */
const seenOf = (day: string, isSilent: string, isNext = 'false'): string => `
  select t.place, t.account_id, s.seen, s.last_id, s.silent, s.next_at
  from ${STRETCHES}
  cross join lateral (
    select count(*)::int as seen, max(id) as last_id,
      array_agg(id) filter (where ${isSilent}) as silent,
      min(sent_at) filter (where ${isNext}) as next_at
    from (
      select id, state, sent_at, alphabet from messages_${day} m
      where m.account_id = t.account_id and m.id between t.from_id and t.to_id
      order by m.id limit ${MOST_READ}
    ) as x
  ) as s`;

const IS_SENT = `state = ${MESSAGE_STATES.sent} and alphabet <> ${ALPHABETS.chat}`;

type Seen = { readonly place: number; readonly seen: number; readonly lastId: number | undefined };

type GivenUp = Seen & { readonly nextAtMs: number | undefined };

const GIVE_UP_SILENT = daily<GivenUp>(
  'give-up-silent',
  (day) => `
  with seen as materialized (${seenOf(
    day,
    `${IS_SENT} and sent_at < @silentSinceMs`,
    `${IS_SENT} and sent_at >= @silentSinceMs`,
  )}),
  moved as (
    update messages_${day} m
    set state = ${MESSAGE_STATES.unknown}, done_at = @nowMs, reason = 'receipt_never_came'
    from (select account_id, unnest(silent) as id from seen) as g
    where m.account_id = g.account_id and m.id = g.id and m.state = ${MESSAGE_STATES.sent}
    returning m.account_id, m.id, m.state, m.reason
  ), noted as (${outboxOf('moved', '@nowMs')})
  select place, seen, last_id, next_at from seen order by place`,
);

/** What is left of the stretches that were read, and what was found in them. */
type Read<Found> = { readonly left: readonly Stretch[]; readonly found: Found };

/** The first stretches, of one day. */
export function nextOf(stretches: readonly Stretch[]): readonly Stretch[] {
  const [first] = stretches;
  if (first === undefined) return [];
  const day = dayOfId(first.fromId);
  const end = stretches.findIndex(({ fromId }) => dayOfId(fromId) !== day);
  return stretches.slice(0, Math.min(end === -1 ? stretches.length : end, MOST_STRETCHES));
}

function leftOf(asked: readonly Stretch[], seen: readonly Seen[]): readonly Stretch[] {
  return seen.flatMap(({ place, seen: count, lastId }) => {
    const stretch = asked[place - 1];
    if (stretch === undefined || lastId === undefined || count < MOST_READ) return [];
    return lastId >= stretch.toId ? [] : [{ ...stretch, fromId: lastId + 1 }];
  });
}

/** A stretch in which texts wait for receipts; the first of them was sent then. */
export type Waiting = Stretch & { readonly sentAtMs: number };

/**
 * Moves texts of stretches of one day to `unknown` that were sent before `silentSinceMs` and that
 * no operator has reported on; reads a bounded number. Finds where others still wait.
 */
export async function giveUpSilent(
  transaction: Transaction,
  stretches: readonly Stretch[],
  at: { readonly nowMs: number; readonly silentSinceMs: number },
): Promise<Read<readonly Waiting[]>> {
  const [first] = stretches;
  if (first === undefined) return { left: [], found: [] };
  const day = dayOfId(first.fromId);
  const seen = await transaction.run(GIVE_UP_SILENT(day), { rows: stretches, ...at });
  const found = seen.flatMap(({ place, lastId, nextAtMs: sentAtMs }) => {
    const stretch = stretches[place - 1];
    if (stretch === undefined || lastId === undefined || sentAtMs === undefined) return [];
    return [{ ...stretch, toId: lastId, sentAtMs }];
  });
  return { left: leftOf(stretches, seen), found };
}

/** A part that an operator accepted without a final report. */
export type SilentPart = MessageKey & {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly sender: string;
};

const LIST_SILENT = daily<Seen & { readonly parts: readonly SilentPart[] }>(
  'list-silent',
  (day) => `
  with seen as materialized (${seenOf(
    day,
    `${IS_SENT} and sent_at >= @sentSinceMs and sent_at < @sentBeforeMs`,
  )})
  select place, seen, last_id, (
    select coalesce(json_agg(json_build_object('accountId', a.account_id, 'messageId', a.message_id,
      'linkId', a.link_id, 'operatorKey', a.operator_key, 'sender', s.name)), '[]')
    from unnest(silent) as g (id)
    join messages_${day} m on m.account_id = seen.account_id and m.id = g.id
    join attempts_${day} a on a.account_id = m.account_id and a.message_id = m.id
    join senders s on s.account_id = m.account_id and s.id = m.sender_id
    where a.link_id = any (:links::int[]) and a.outcome = ${ATTEMPT_OUTCOMES.taken}
      and a.receipt_state is null and a.operator_key is not null
  ) as parts
  from seen order by place`,
);

/** Parts sent through some links in a period, without a final report, of stretches of one day. */
export async function listSilent(
  reader: Reader,
  stretches: readonly Stretch[],
  ask: {
    readonly links: readonly LinkId[];
    readonly sentSinceMs: number;
    readonly sentBeforeMs: number;
  },
): Promise<Read<readonly SilentPart[]>> {
  const [first] = stretches;
  if (first === undefined) return { left: [], found: [] };
  const seen = await reader.read(LIST_SILENT(dayOfId(first.fromId)), { rows: stretches, ...ask });
  return { left: leftOf(stretches, seen), found: seen.flatMap(({ parts }) => parts) };
}

/** The same of all texts between two ids, a piece at a time, until there are `most`. */
export async function findSilent(
  reader: Reader,
  {
    fromId,
    toId,
    most,
    ...ask
  }: Parameters<typeof listSilent>[2] & Ids & { readonly most: number },
): Promise<readonly SilentPart[]> {
  const silent: SilentPart[] = [];
  let open = await listOpen(reader, { fromId, toId });
  while (open.length > 0 && silent.length < most) {
    const next = nextOf(open);
    const { left, found } = await listSilent(reader, next, ask);
    silent.push(...found);
    open = [...left, ...open.slice(next.length)];
  }
  return silent;
}

/** How far the looks have come. */
type Looks = {
  /** The id up to which all was looked at. */
  readonly lookedUntil: number;
  /** It is time to look at what is below, too: some of it left late. */
  readonly isLateDue: boolean;
};

/** Begins a look, unless another worker is at it. */
export const holdLooks = write.one<{ holdMs: number; lateMs: number }, Looks>(
  'hold-silent-looks',
  `update silent_looks
  set held_until = now() + make_interval(secs => :holdMs::float8 / 1000)
  where held_until < now()
  returning looked_until,
    late_at < now() - make_interval(secs => :lateMs::float8 / 1000) as is_late_due`,
);

/** The look goes on. */
export const keepLooks = write.run<{ holdMs: number }>(
  'keep-silent-looks',
  `update silent_looks set held_until = now() + make_interval(secs => :holdMs::float8 / 1000)`,
);

/** The look is over: everything below this id was looked at. */
export const endLooks = write.run<{ lookedUntil: number; wasLate: boolean }>(
  'end-silent-looks',
  `update silent_looks
  set held_until = '-infinity', looked_until = greatest(looked_until, :lookedUntil::bigint),
    late_at = case when :wasLate::boolean then now() else late_at end`,
);
