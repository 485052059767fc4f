/** What people have said of an account's messages. Rows are added, and never changed. */
import type {
  ConsentChannel,
  ConsentPurpose,
  ConsentSource,
  ConsentState,
} from '../../domain/consent/consent.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

/** What a consent is to, of whom: the newest row of each counts. */
type ConsentKey = {
  readonly accountId: AccountId;
  /** Digits, or the chat platform's id of a user. */
  readonly person: string;
  readonly channel: ConsentChannel;
  readonly purpose: ConsentPurpose;
};

type NewConsent = ConsentKey & {
  readonly state: ConsentState;
  readonly source: ConsentSource;
  readonly wording: string;
  readonly proof: string;
  readonly saidAtMs: number;
  readonly madeBy: string;
  readonly atMs: number;
};

export type ConsentRecord = Omit<NewConsent, 'accountId' | 'atMs'> & {
  readonly id: number;
  readonly madeAtMs: number;
  /** No newer row is about the same. */
  readonly isCurrent: boolean;
};

/** Newer is what was said later; of what was said at once, what was written later. */
const IS_CURRENT = `not exists (
    select from consents n
    where n.account_id = c.account_id and n.person = c.person and n.channel = c.channel
      and n.purpose = c.purpose and (n.said_at, n.id) > (c.said_at, c.id))`;

const COLUMNS = `select c.id, c.person, c.channel, c.purpose, c.state, c.source, c.wording, c.proof,
    c.said_at, c.made_by, c.made_at, ${IS_CURRENT} as is_current
  from consents c`;

export const insertConsent = write.value<NewConsent, { readonly id: number }>(
  'insert-consent',
  `insert into consents (account_id, person, channel, purpose, state, source, wording, proof,
    said_at, made_by, made_at)
  values (:accountId, :person, :channel, :purpose, :state, :source, :wording, :proof, @saidAtMs,
    :madeBy, @atMs)
  returning id`,
);

/** The same said by many, each in a row. */
export const insertConsents = write.run<
  Omit<NewConsent, 'person'> & { readonly people: readonly string[] }
>(
  'insert-consents',
  `insert into consents (account_id, person, channel, purpose, state, source, wording, proof,
    said_at, made_by, made_at)
  select :accountId, it, :channel, :purpose, :state, :source, :wording, :proof, @saidAtMs, :madeBy,
    @atMs
  from unnest(:people::text[]) it`,
);

/**
 * Part of a statement: whether nobody of these names has consented to promotional messages.
 * @param account an expression: its id
 * @param people an expression: an array of names of one person
 */
export const lacksConsent = ({
  account,
  people,
  channel,
}: {
  readonly account: string;
  readonly people: string;
  /** An expression. */
  readonly channel: string;
}): string => `(
    select c.state from consents c
    where c.account_id = ${account} and c.person = any (${people})
      and c.channel = ${channel} and c.purpose = 'promotional'
    order by c.said_at desc, c.id desc limit 1
  ) is distinct from 'given'`;

/** A wish of a person about an account's advertising: what it changes is recorded. */
type HeardConsent = Pick<ConsentKey, 'accountId' | 'person'> & {
  /** undefined: every channel in which it was given. */
  readonly channel: ConsentChannel | undefined;
  readonly saidAtMs: number;
  /** What the person wrote; '': nothing. */
  readonly wording: string;
  readonly proof: string;
};

const HEARD = rowsOf({
  accountId: 'bigint',
  person: 'text',
  channel: 'text',
  saidAtMs: 'timestamptz',
  wording: 'text',
  proof: 'text',
});

const ADD_HEARD = `insert into consents (account_id, person, channel, purpose, state, source,
    wording, proof, said_at, made_by, made_at)`;

type By = Pick<NewConsent, 'source' | 'madeBy' | 'atMs'>;

/** Who has agreed to advertising, and opts out of it, agrees no more. */
export const withdrawHeard = write.rows<HeardConsent, By>(
  'withdraw-consents',
  `with heard as (select t.* from ${HEARD}), said as (
    select h.*, h.person as name from heard h
    union
    select h.*, u.recipient::text from heard h
    join chat_users u on u.account_id = h.account_id and u.user_key = h.person
    union
    select h.*, u.user_key from heard h
    join chat_users u on u.account_id = h.account_id
      and u.recipient = case when h.person ~ '^[0-9]{1,15}$' then h.person::bigint end
  )
  ${ADD_HEARD}
  select c.account_id, c.person, c.channel, c.purpose, 'withdrawn', :source, t.wording, t.proof,
    max(t.said_at), :madeBy, @atMs
  from said t
  join consents c on c.account_id = t.account_id and c.person = t.name
  where c.purpose = 'promotional' and c.state = 'given' and c.said_at <= t.said_at
    and (t.channel is null or c.channel = t.channel) and ${IS_CURRENT}
  group by c.account_id, c.person, c.channel, c.purpose, t.wording, t.proof`,
);

/** Who asks for advertising has agreed to it, unless that is known already. */
export const giveHeard = write.rows<HeardConsent & { readonly channel: ConsentChannel }, By>(
  'hear-consents',
  `${ADD_HEARD}
  select t.account_id, t.person, t.channel, 'promotional', 'given', :source, t.wording, t.proof,
    t.said_at, :madeBy, @atMs
  from ${HEARD}
  where ${lacksConsent({
    account: 't.account_id',
    people: 'array[t.person]',
    channel: 't.channel',
  })}`,
);

/** What a file says that is new. */
const NEWS = `from ${rowsOf({
  person: 'text',
  digest: 'text',
  channel: 'text',
  state: 'text',
  saidAtMs: 'timestamptz',
  proof: 'text',
})}
    where not exists (
      select from consents c
      where c.account_id = :accountId and c.person in (t.person, t.digest)
        and c.channel = t.channel
        and c.purpose = 'promotional' and case
          when t.said_at is not null then c.state = t.state and c.said_at = t.said_at
          when t.state = 'given' then true
          else c.state = 'withdrawn' and ${IS_CURRENT} end)
      and (t.said_at is null or t.said_at <= @atMs)`;

const IMPORT = statement<{ readonly added: number }>(
  'add-imported-consents',
  `with added as (
    ${ADD_HEARD}
    select distinct on (t.person, t.channel, coalesce(t.said_at, @atMs)) :accountId, t.person,
      t.channel, 'promotional', t.state, 'import', case when t.state = 'given' then :wording else ''
      end, t.proof, coalesce(t.said_at, @atMs), :madeBy, @atMs
    ${NEWS}
    order by t.person, t.channel, coalesce(t.said_at, @atMs), t.state desc
    returning 1
  )
  select count(*) as added from added`,
);

const COUNT_NEWS = statement<{ readonly added: number }>(
  'count-news-of-consents',
  `select count(*) as added
  from (select distinct t.person, t.channel, coalesce(t.said_at, @atMs) ${NEWS}) as n`,
);

/**
 * What a file says of people's consent to advertising. A yes without a time says nothing new of
 * whom something is known, though that person was forgotten since (`digest`, decision 120): it may
 * be older than a withdrawal. A no counts from now on. How many were recorded, or would be.
 */
export async function addImported(
  transaction: Transaction,
  rows: readonly (Pick<ConsentKey, 'person' | 'channel'> &
    Pick<NewConsent, 'state' | 'proof'> & {
      readonly digest: string;
      readonly saidAtMs: number | undefined;
    })[],
  {
    isRehearsed,
    ...by
  }: Pick<NewConsent, 'accountId' | 'wording' | 'madeBy' | 'atMs'> & {
    readonly isRehearsed: boolean;
  },
): Promise<number> {
  if (rows.length === 0) return 0;
  return only(await transaction.run(isRehearsed ? COUNT_NEWS : IMPORT, { rows, ...by })).added;
}

type AskConsents = {
  readonly accountId: AccountId;
  /** All that may stand for one person: a name, a digest (decision 120). */
  readonly people?: readonly string[] | undefined;
  readonly channel?: ConsentChannel | undefined;
  readonly purpose?: ConsentPurpose | undefined;
  readonly state?: ConsentState | undefined;
  readonly source?: ConsentSource | undefined;
  readonly current?: boolean | undefined;
  /** Said from then on, and before then; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly beforeId: number | undefined;
  readonly most: number;
};

/** The newest first. */
export const listConsents = read.many<AskConsents, ConsentRecord>(
  'list-consents',
  `${COLUMNS}
  where c.account_id = :accountId
    and (:beforeId::bigint is null or c.id < :beforeId)
    and (:people::text[] is null or c.person = any (:people))
    and (:channel::text is null or c.channel = :channel)
    and (:purpose::text is null or c.purpose = :purpose)
    and (:state::text is null or c.state = :state)
    and (:source::text is null or c.source = :source)
    and (@sinceMs is null or c.said_at >= @sinceMs)
    and (@untilMs is null or c.said_at < @untilMs)
    and (:current::boolean is null or :current = ${IS_CURRENT})
  order by c.id desc limit :most`,
);

export const findConsent = read.one<{ accountId: AccountId; id: number }, ConsentRecord>(
  'find-consent',
  `${COLUMNS} where c.account_id = :accountId and c.id = :id`,
);

export const hasSoManyConsents = read.value<
  { readonly accountId: AccountId; readonly most: number },
  { readonly has: boolean }
>(
  'has-so-many-consents',
  `select count(*) >= :most as has
  from (select from consents where account_id = :accountId limit :most) c`,
);
