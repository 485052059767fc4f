/** I2 and I3: the ledger explains every balance, and messages explain the ledger. */
import { LOOKUPS_ALONE } from '../../../src/store/ledger/ledger.ts';
import { findWrongChats } from './chats.ts';
import { some, type Ask, type Evidence } from './evidence.ts';

const sumOf = (side: string): string => `
  coalesce(sum(case when t.credit = '${side}' then t.amount_micros
                    when t.debit = '${side}' then -t.amount_micros end), 0)::bigint`;
const kindOf = (kind: string): string =>
  `coalesce(sum(t.amount_micros) filter (where t.kind = '${kind}'), 0)::bigint as ${kind}`;

const BOOKS = `
  select b.account_id as account, b.available_micros as balance, b.postpaid,
         ${sumOf('available')} as available, ${sumOf('reserved')} as reserved,
         ${['reserve', 'post', 'release', 'refund', 'lookup'].map(kindOf).join(', ')},
         coalesce(sum(t.amount_micros) filter (
           where t.kind = 'release' and t.cause is not null), 0)::bigint as given_up
  from balances b left join transfers t on t.account_id = b.account_id
  group by b.account_id`;

/** A batch that is being written counts as a whole; its messages do not count yet. */
const EXPLAINED = `
  select b.account_id as account,
         coalesce(sum(m.price_micros), 0)::bigint as price,
         coalesce(sum(m.posted_micros), 0)::bigint as posted,
         coalesce(sum(m.price_micros - m.posted_micros) filter (where m.is_open), 0)::bigint
           as open,
         coalesce(sum(m.posted_micros) filter (
           where m.is_refunded), 0)::bigint as refunded,
         (select coalesce(sum(price_micros), 0)::bigint from batches w
          where w.account_id = b.account_id and w.state = 1) as writing,
         (select coalesce(sum(c.amount_micros), 0)::bigint from lookup_charges c
          where c.account_id = b.account_id) as lookups
  from balances b left join (
    select m.*,
           case when m.alphabet = 3 then c.money = 4
                else m.state in (5, 6, 7) and t.refund_failed end as is_refunded,
           case when m.alphabet = 3 then c.money = 1 else m.state = 1 or exists (
             select from queue q where q.account_id = m.account_id and q.message_id = m.id
           ) end as is_open
    from messages m
    left join tariffs t on t.id = m.tariff_id
    left join chat_messages c on m.alphabet = 3 and c.account_id = m.account_id and c.id = m.id
    where not exists (select from batches w where w.account_id = m.account_id
                        and w.id = m.batch_id and w.state <> 2)
  ) as m on m.account_id = b.account_id
  group by b.account_id`;

const UNEXPLAINED_RESERVES = `
  select t.id, t.amount_micros as amount, coalesce(sum(m.price_micros), 0)::bigint as price
  from transfers t left join messages m on m.account_id = t.account_id and m.reserve_id = t.id
  where t.kind = 'reserve'
    and not exists (select from batches w where w.account_id = t.account_id
                      and w.reserve_id = t.id and w.state <> 2)
  group by t.account_id, t.id, t.amount_micros
  having coalesce(sum(m.price_micros), 0) not in (t.amount_micros, 0)`;

/**
 * A charge for look-ups belongs to an accepted request, for at most its messages (look-ups without
 * a send have none), at a price in force.
 */
const WRONG_LOOKUPS = `
  select c.request_id as id, c.first_lookups as first, c.again_lookups as again,
         c.amount_micros as amount
  from lookup_charges c
  left join lateral (
    select count(*) as messages from messages m
    where m.account_id = c.account_id and (m.id = c.request_id or m.batch_id = c.request_id)
  ) as sent on true
  where (sent.messages < c.first_lookups + c.again_lookups
         and not exists (
           select from transfers t where t.account_id = c.account_id and t.id = c.transfer_id
             and t.cause = '${LOOKUPS_ALONE}'))
     or c.first_lookups + c.again_lookups = 0
     or (c.amount_micros > 0 and not exists (
          select from transfers t where t.account_id = c.account_id and t.id = c.transfer_id
            and t.kind = 'lookup' and t.amount_micros = c.amount_micros))
     or not exists (
          select from lookup_tariffs t
          where (t.account_id is null or t.account_id = c.account_id)
            and c.amount_micros
              = t.first_micros * c.first_lookups + t.again_micros * c.again_lookups)`;

/** A number that is saved was paid for at least once as a first look-up, and no other is. */
const UNPAID_LOOKUPS = `
  select coalesce(l.account_id, c.account_id) as id, l.numbers as saved, c.firsts
  from (select account_id, count(*) as numbers from lookups group by account_id) as l
  full join (select account_id, sum(first_lookups) as firsts from lookup_charges
             group by account_id) as c on c.account_id = l.account_id
  where coalesce(c.firsts, 0) < coalesce(l.numbers, 0)`;

const STRAY_REFUNDS = `
  select t.id from transfers t
  where t.kind = 'refund' and not exists (
    select from transfers p where p.account_id = t.account_id and p.id = t.refers_to
      and p.kind = 'post')`;

const WRONG_CHARGES = `
  select m.id, m.parts, m.parts_taken, m.price_micros as price, m.posted_micros as posted
  from messages m
  where m.alphabet <> 3 and (m.posted_micros * m.parts <> m.price_micros * m.parts_taken
     or m.parts_taken <> (
       select count(distinct a.part) from attempts a
       where a.account_id = m.account_id and a.message_id = m.id and a.outcome = 1))`;

const SILENT_RELEASES = `
  select m.id, m.state from messages m
  where m.alphabet <> 3 and m.state > 2 and m.parts_taken < m.parts and m.reason is null`;

/** The operator's own price before that of the operator now carrying it, before the general one. */
const rankOf = (tariff: string): string => `
  case when ${tariff}.operator_id = m.operator_id then 2
       when ${tariff}.operator_id is not null then 1 else 0 end`;

/**
 * When a tariff was there for others: its transaction may have waited since it began, for a second
 * and more on a busy machine. Where the server does not say when it ended, when it began.
 */
const KNOWN_AT = `coalesce(
  case when current_setting('track_commit_timestamp') = 'on'
       then pg_xact_commit_timestamp(b.xmin) end, b.created_at)`;

/** Settings reach a node within a moment: a price that new may not have been known. */
const WRONG_PRICES = `
  select m.id, m.price_micros as price, m.tariff_id as tariff from messages m
  join senders s on s.account_id = m.account_id and s.id = m.sender_id
  join operators o on o.id = m.operator_id
  where m.tariff_id <> 0 and m.tariff_id not in (
    select t.id from tariffs t
    where t.sender_route = s.route and t.valid_from <= m.accepted_at
      and (t.account_id is null or t.account_id = m.account_id)
      and (t.operator_id is null or t.operator_id in (m.operator_id, o.carried_by))
      and m.price_micros = t.part_price_micros * m.parts
      and not exists (
        select from tariffs b
        where b.sender_route = s.route and ${KNOWN_AT} < m.accepted_at - interval '1 second'
          and b.valid_from <= m.accepted_at
          and (b.account_id is null or b.account_id = m.account_id)
          and (b.operator_id is null or b.operator_id in (m.operator_id, o.carried_by))
          and (b.account_id is not null, ${rankOf('b')}, b.valid_from, b.id)
            > (t.account_id is not null, ${rankOf('t')}, t.valid_from, t.id)))`;

type Books = {
  readonly account: number;
  readonly balance: number;
  readonly postpaid: boolean;
  readonly available: number;
  readonly reserved: number;
  readonly reserve: number;
  readonly post: number;
  readonly release: number;
  readonly refund: number;
  readonly lookup: number;
  readonly given_up: number;
};

type Explained = {
  readonly account: number;
  readonly price: number;
  readonly posted: number;
  readonly open: number;
  readonly refunded: number;
  readonly writing: number;
  readonly lookups: number;
};

/** A sentence for every paisa that cannot be explained. */
export async function findUnexplained({ ask }: Evidence): Promise<readonly string[]> {
  const explained = new Map((await ask<Explained>(EXPLAINED)).map((it) => [it.account, it]));
  const sentences = (await ask<Books>(BOOKS)).flatMap((books) => {
    const messages = explained.get(books.account);
    return messages === undefined ? [] : compare(books, messages);
  });
  return [...sentences, ...(await findWrongRows(ask))];
}

function compare(books: Books, messages: Explained): readonly string[] {
  const { price, posted, open, refunded, writing, lookups } = messages;
  const rules: readonly (readonly [string, number, number])[] = [
    ['the balance is the sum of its transfers', books.balance, books.available],
    ['what is reserved belongs to open messages', books.reserved, open + writing],
    ['reserved in all', books.reserve, price + writing + books.given_up],
    ['posted in all', books.post, posted],
    ['released in all', books.release, price - posted - open + books.given_up],
    ['refunded in all', books.refund, refunded],
    ['look-ups in all', books.lookup, lookups],
  ];
  const sentences = rules
    .filter(([, left, right]) => left !== right)
    .map(([rule, left, right]) => `I2: account ${books.account}, ${rule}: ${left}, not ${right}`);
  if (books.balance >= 0 || books.postpaid) return sentences;
  return [...sentences, `I2: account ${books.account} stands at ${books.balance}`];
}

async function findWrongRows(ask: Ask): Promise<readonly string[]> {
  type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
  const find = async (sql: string, words: string): Promise<readonly string[]> =>
    some(await ask<Row>(sql), (row) => `${words}: ${JSON.stringify(row)}`);
  return [
    ...(await find(UNEXPLAINED_RESERVES, 'I2: a reservation that its messages do not explain')),
    ...(await find(WRONG_LOOKUPS, 'I2: look-ups that their request does not explain')),
    ...(await find(UNPAID_LOOKUPS, 'I2: saved look-ups that nobody has paid for')),
    ...(await find(STRAY_REFUNDS, 'I2: a refund that names no charge')),
    ...(await find(WRONG_CHARGES, 'I3: charged for other parts than were taken')),
    ...(await find(SILENT_RELEASES, 'I3: released without a reason')),
    ...(await find(WRONG_PRICES, 'I3: priced by no tariff in force')),
    ...(await findWrongChats(ask)),
  ];
}
