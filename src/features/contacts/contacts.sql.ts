/** People whom an account knows, and segments of them. */
import type { ContactFilter, GivenFilter } from '../../domain/contact/filter.ts';
import type { Fields, Person } from '../../domain/contact/contact.ts';
import { limit } from '../../domain/limits.ts';
import type { AccountId } from '../../domain/ids.ts';
import { westernDigits } from '../../domain/recipient/recipient.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { spelling, withIn } from '../../kit/postgres/like.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

const IS_OUT = `(exists (
      select from optouts o where o.account_id = c.account_id and o.recipient = c.mobile)
    or exists (
      select from chat_optouts o where o.account_id = c.account_id and o.recipient = c.user_id)
    or exists (
      select from chat_optouts o
      where o.account_id = c.account_id and o.recipient = c.mobile::text))`;

/** What was said last of a channel and purpose by any of the names: `sms:promotional`. */
const consents = (to: string): string => `coalesce((
      select x.state from consents x
      where x.account_id = c.account_id and x.channel = split_part(${to}, ':', 1)
        and x.purpose = split_part(${to}, ':', 2)
        and x.person = any (array[c.mobile::text, c.user_id] || case
          when ${to} like 'chat:%' then array(
            select u.user_key from chat_users u
            where u.account_id = c.account_id and u.recipient = c.mobile)
          else '{}' end)
      order by x.said_at desc, x.id desc limit 1
    ), 'withdrawn') = 'given'`;

const WRITTEN_TO = 'c.id, c.mobile::text, c.user_id, c.name, c.language, c.tags, c.fields';
const COLUMNS = `${WRITTEN_TO}, c.created_at, c.updated_at, ${IS_OUT} as opted_out`;

/** What is written to somebody, and where. */
export type ContactRow = {
  readonly id: number;
  readonly mobile: string | undefined;
  readonly userId: string | undefined;
  readonly name: string;
  readonly language: string | undefined;
  readonly tags: readonly string[];
  readonly fields: Fields;
};

export type ContactRecord = ContactRow & {
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly optedOut: boolean;
};

const FITS = `c.account_id = :accountId
    and (:tags::text[] is null or c.tags @> :tags)
    and (:withoutTags::text[] is null or not c.tags && :withoutTags)
    and (:language::text is null or c.language = :language)
    and (:search::text is null or ${spelling('c.name')} ilike :search
      or c.user_id ilike :search or :search ~ '[0-9]' and c.mobile::text like :search)
    and (:fieldName::text is null or lower(c.fields ->> :fieldName) = lower(:fieldText))
    and (:optedOut::boolean is null or ${IS_OUT} = :optedOut)
    and (:consent::text is null or ${consents(':consent::text')})
    and (:withoutConsent::text is null or not ${consents(':withoutConsent::text')})
    and (@sinceMs is null or c.created_at >= @sinceMs)
    and (@untilMs is null or c.created_at < @untilMs)`;

/** The text that is searched for, as it stands, or as digits without blanks, dashes and a zero. */
function likeOf(filter: ContactFilter): ContactFilter {
  if (filter.search === undefined) return filter;
  const search = westernDigits(filter.search);
  const digits = /^[+\d\s()-]{3,}$/.test(search) ? search.replaceAll(/\D|^0+/g, '') : '';
  return { ...filter, search: withIn(digits === '' ? search : digits) };
}

const LIST = statement<ContactRecord>(
  'list-contacts',
  `select ${COLUMNS} from contacts c
  where ${FITS} and (:beforeId::bigint is null or c.id < :beforeId)
  order by c.id desc limit :most`,
);

/** Newest first. */
export async function listContacts(
  reader: Reader,
  {
    filter,
    ...page
  }: {
    readonly accountId: AccountId;
    readonly filter: ContactFilter;
    readonly beforeId: number | undefined;
    readonly most: number;
  },
): Promise<readonly ContactRecord[]> {
  return reader.read(LIST, { ...likeOf(filter), ...page });
}

const COUNT = statement<{ readonly contacts: number; readonly withMobile: number }>(
  'count-contacts',
  `select count(*) as contacts, count(c.mobile) as with_mobile from contacts c where ${FITS}`,
);

/** Plans for the filter that is given, not for any. */
export const planForFilter = write.run(
  'plan-for-filter',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** How many fit, and how many of them a text can reach. */
export async function countContacts(
  reader: Reader,
  accountId: AccountId,
  filter: ContactFilter,
): Promise<{ readonly contacts: number; readonly withMobile: number }> {
  return only(await reader.read(COUNT, { ...likeOf(filter), accountId }));
}

const READ_PAGE = statement<ContactRow>(
  'read-contacts-in-order',
  `select ${WRITTEN_TO} from contacts c
  where ${FITS} and (:withUsers::boolean or c.mobile is not null) and c.id > :afterId
  order by c.id limit ${limit('contactsRead')}`,
);

type Read = {
  readonly accountId: AccountId;
  readonly filter: ContactFilter;
  readonly withUsers?: boolean | undefined;
};

/** Those with a number, and all `withUsers`, some at a time. */
export async function* readContacts(
  reader: Reader,
  { accountId, filter, withUsers = false }: Read,
): AsyncGenerator<readonly ContactRow[]> {
  for (let afterId = 0; ;) {
    const rows = await reader.read(READ_PAGE, { ...likeOf(filter), accountId, afterId, withUsers });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit('contactsRead')) return;
    afterId = last.id;
  }
}

export const findContact = read.one<{ accountId: AccountId; id: number }, ContactRecord>(
  'find-contact',
  `select ${COLUMNS} from contacts c where c.account_id = :accountId and c.id = :id`,
);

/** Whom an account knows by a number or an id already. */
export const findContactOf = read.one<
  { accountId: AccountId; mobile: string | undefined; userId: string | undefined },
  { readonly id: number }
>(
  'find-contact-of',
  `select id from contacts where account_id = :accountId and mobile = :mobile::bigint
  union all
  select id from contacts where account_id = :accountId and user_id = :userId
  limit 1`,
);

export const hasSoManyContacts = read.value<
  { readonly accountId: AccountId; readonly most: number },
  { readonly has: boolean }
>(
  'has-so-many-contacts',
  `select count(*) >= :most as has
  from (select from contacts where account_id = :accountId limit :most) c`,
);

export const findUnknownFields = read.many<
  { accountId: AccountId; names: readonly string[] },
  { readonly name: string }
>(
  'find-unknown-contact-fields',
  `select n.name from unnest(:names::text[]) as n (name)
  where not exists (
    select from contacts c where c.account_id = :accountId and c.fields ? n.name)`,
);

const FIELD_NAMES = statement<{ readonly name: string }>(
  'find-contact-field-names',
  `select distinct k.name from contacts c, jsonb_object_keys(c.fields) as k (name)
  where c.account_id = :accountId order by k.name limit :most`,
);

/** The names of fields that contacts of the account have, as many as one of them may have. */
export async function findFieldNames(
  reader: Reader,
  accountId: AccountId,
): Promise<{ readonly names: readonly string[]; readonly isMore: boolean }> {
  const most = limit('contactFields');
  const rows = await reader.read(FIELD_NAMES, { accountId, most: most + 1 });
  const names = rows.slice(0, most).map(({ name }) => name);
  return { names, isMore: rows.length > most };
}

type Written = Person & { readonly accountId: AccountId; readonly atMs: number };

/** undefined: another contact has the number or the id. */
export const insertContact = write.maybeValue<Written, { readonly id: number }>(
  'insert-contact',
  `insert into contacts
    (account_id, mobile, user_id, name, language, tags, fields, created_at, updated_at)
  values (:accountId, :mobile::bigint, :userId, :name, :language, :tags::text[],
    :fields::jsonb, @atMs, @atMs)
  on conflict do nothing returning id`,
);

/** Whoever has the number or the id of another must be refused before. */
export const updateContact = write.any<Written & { id: number }>(
  'update-contact',
  `update contacts set mobile = :mobile::bigint, user_id = :userId, name = :name,
    language = :language, tags = :tags::text[], fields = :fields::jsonb, updated_at = @atMs
  where account_id = :accountId and id = :id
  returning id`,
);

export const deleteContact = write.any<{ accountId: AccountId; id: number }>(
  'delete-contact',
  `delete from contacts where account_id = :accountId and id = :id returning id`,
);

/** The ids of the next of those who fit, by the key. */
const NEXT = `
    select c.id from contacts c where ${FITS} and c.id > :afterId
    order by c.id limit ${limit('contactsChanged')}`;

type Next = { readonly lastId: number | undefined; readonly changed: number };

const merged = (own: string, more: string): string =>
  `(array(select distinct x collate "C" from unnest(${own} || ${more}) x
    order by x collate "C"))[1:${limit('contactTags')}]`;

const KEPT_TAGS = 'array(select x from unnest(c.tags) x where x <> all (:remove::text[]))';

const TAG_NEXT = statement<Next>(
  'tag-contacts',
  `with wanted as (${NEXT}), tagged as (
    update contacts c set updated_at = @atMs,
      tags = ${merged(KEPT_TAGS, ':add::text[]')}
    where c.account_id = :accountId and c.id in (select id from wanted)
      and (not c.tags @> :add or c.tags && :remove)
    returning 1
  )
  select (select max(id) from wanted) as last_id, (select count(*) from tagged) as changed`,
);

const DELETE_NEXT = statement<Next>(
  'delete-contacts',
  `with wanted as (${NEXT}), gone as (
    delete from contacts c
    where c.account_id = :accountId and c.id in (select id from wanted)
    returning 1
  )
  select (select max(id) from wanted) as last_id, (select count(*) from gone) as changed`,
);

async function each(next: (afterId: number) => Promise<readonly Next[]>): Promise<number> {
  let changed = 0;
  for (let afterId: number | undefined = 0; afterId !== undefined;) {
    const step: Next = only(await next(afterId));
    changed += step.changed;
    afterId = step.lastId;
  }
  return changed;
}

/** Gives and takes tags; how many contacts that changed. */
export function tagContacts(
  transaction: Transaction,
  accountId: AccountId,
  filter: ContactFilter,
  tags: { readonly add: readonly string[]; readonly remove: readonly string[]; atMs: number },
): Promise<number> {
  const asked = { ...likeOf(filter), accountId, ...tags };
  return each((afterId) => transaction.run(TAG_NEXT, { ...asked, afterId }));
}

/** Removes those who fit; how many. */
export function deleteContacts(
  transaction: Transaction,
  accountId: AccountId,
  filter: ContactFilter,
): Promise<number> {
  const asked = { ...likeOf(filter), accountId };
  return each((afterId) => transaction.run(DELETE_NEXT, { ...asked, afterId }));
}

/** What is new wins, tags are added, and nothing known is emptied. */
const merge = (key: string): string => `
  with came as (
    insert into contacts as c
      (account_id, mobile, user_id, name, language, tags, fields, created_at, updated_at)
    select :accountId, t.mobile::bigint,
      case when t.mobile is null or not exists (
        select from contacts o where o.account_id = :accountId and o.user_id = t.user_id)
      then t.user_id end, t.name, t.language,
      string_to_array(t.tags, ','), t.fields, @atMs, @atMs
    from ${rowsOf({
      mobile: 'text',
      userId: 'text',
      name: 'text',
      language: 'text',
      tags: 'text',
      fields: 'jsonb',
    })}
    on conflict (account_id, ${key}) do update set
      name = case when excluded.name = '' then c.name else excluded.name end,
      user_id = coalesce(c.user_id, excluded.user_id),
      language = coalesce(excluded.language, c.language),
      tags = case when c.tags @> excluded.tags then c.tags
        else ${merged('c.tags', 'excluded.tags')} end,
      fields = case
        when (select count(*) from jsonb_object_keys(c.fields || excluded.fields))
          <= ${limit('contactFields')} then c.fields || excluded.fields
        else c.fields end,
      updated_at = excluded.updated_at
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) as added, count(*) as written from came`;

type Merged = { readonly added: number; readonly written: number };

const MERGE_BY_NUMBER = statement<Merged>('merge-contacts', merge('mobile'));
const MERGE_BY_ID = statement<Merged>('merge-contacts-of-chat', merge('user_id'));

/** Writes people of different numbers, or different ids: those known are completed. */
export async function mergeContacts(
  transaction: Transaction,
  accountId: AccountId,
  {
    by,
    people,
    atMs,
  }: {
    readonly by: 'mobile' | 'userId';
    readonly people: readonly Person[];
    readonly atMs: number;
  },
): Promise<Merged> {
  if (people.length === 0) return { added: 0, written: 0 };
  const rows = people.map((it) => ({ ...it, tags: it.tags.join(',') }));
  const given = { accountId, rows, atMs };
  return only(await transaction.run(by === 'mobile' ? MERGE_BY_NUMBER : MERGE_BY_ID, given));
}

type SegmentRecord = {
  readonly id: number;
  readonly name: string;
  readonly filter: GivenFilter;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

const SEGMENT = `select id, name, filter, created_at, updated_at from segments`;

export const listSegments = read.many<
  { accountId: AccountId; beforeId: number | undefined; most: number },
  SegmentRecord
>(
  'list-segments',
  `${SEGMENT} where account_id = :accountId and (:beforeId::bigint is null or id < :beforeId)
  order by id desc limit :most`,
);

export const findSegment = read.one<{ accountId: AccountId; id: number }, SegmentRecord>(
  'find-segment',
  `${SEGMENT} where account_id = :accountId and id = :id`,
);

export const findSegmentNamed = read.one<{ accountId: AccountId; name: string }, SegmentRecord>(
  'find-segment-named',
  `${SEGMENT} where account_id = :accountId and lower(name) = lower(:name)`,
);

type NewSegment = {
  accountId: AccountId;
  name: string;
  filter: GivenFilter;
  atMs: number;
};

export const insertSegment = write.single<NewSegment, { readonly id: number }>(
  'insert-segment',
  `insert into segments (account_id, name, filter, created_at, updated_at)
  values (:accountId, :name, :filter::jsonb, @atMs, @atMs) returning id`,
);

export const updateSegment = write.any<NewSegment & { id: number }>(
  'update-segment',
  `update segments set name = :name, filter = :filter::jsonb, updated_at = @atMs
  where account_id = :accountId and id = :id returning id`,
);

export const deleteSegment = write.any<{ accountId: AccountId; id: number }>(
  'delete-segment',
  `delete from segments where account_id = :accountId and id = :id returning id`,
);
