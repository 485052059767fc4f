/** Messages of days gone by, written straight into the tables: sending them would take hours. */
import { firstIdAt, dayOfId } from '../../src/kit/ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';

const DAY_MS = 86_400_000;
/** As many as one commit sends and settles under load. */
const GROUP = 30;
/** One for each processor that the bars suppose. */
const WRITERS = 2;

export type Fill = {
  readonly accountId: string;
  readonly messages: number;
  /** Over how many days, the last of them until now. */
  readonly days: number;
};

/** $1 messages, $2 the first id, $3 between two; $4 when it was accepted, $5 ms between two. */
const WITH = `
  with given as (
    select n, $2::bigint + n * $3::bigint as id,
      to_timestamp(($4::float8 + n * $5::float8) / 1000) as at,
      n % 300000 as person
    from generate_series(0::bigint, $1::bigint - 1) as n
  )`;

/**
 * To 300,000 people. Delivered, but one in a hundred failed; half of them codes, whose text is
 * forgotten.
 */
const MESSAGES = (day: string): string => `${WITH}
  insert into messages_${day} (account_id, id, position, recipient, template_id, sender_id,
    tariff_id, operator_id, alphabet, parts, parts_taken, state, price_micros, posted_micros,
    reserve_id, settle_id, accepted_at, expires_at, sent_at, done_at, text)
  select s.account_id, g.id, 1, 923000000000 + g.person, t.id, s.id, 1, 1, 1, 1, 1,
    case when n % 100 = 7 then 5 else 4 end, 4800000, 4800000, g.id - n % ${GROUP} * $3,
    g.id - n % ${GROUP} * $3 + 1, g.at, g.at + interval '1 day', g.at + interval '2 milliseconds',
    g.at + interval '110 milliseconds',
    case when n % 2 = 0 then '' else 'Your order A-' || n || ' is on its way to you.' end
  from given g,
    (select id, account_id from senders where account_id = $6::bigint order by id limit 1) as s,
    (select id from templates where account_id = $6::bigint order by id limit 1) as t`;

const ATTEMPTS = (day: string): string => `${WITH}
  insert into attempts_${day} (account_id, message_id, attempt, part, link_id, outcome,
    operator_key, node, epoch, answered_at, receipt_state, receipt_level, receipt_at)
  select $6::bigint, g.id, 1, 1, 1, 1, (g.id % 100000000000)::text, 0, 1,
    g.at + interval '2 milliseconds', case when n % 100 = 7 then 5 else 4 end, 1,
    g.at + interval '110 milliseconds'
  from given g`;

/** What they reserved and what was posted of it, and the credit that it all came from. */
const TRANSFERS = `${WITH}, moved as (
    select id, at, least(${GROUP}, $1::bigint - n) as messages from given where n % ${GROUP} = 0
  )
  insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, created_at)
  select $6::bigint, id, 'reserve', 'available', 'reserved', messages * 4800000, messages, at
  from moved
  union all
  select $6::bigint, id + 1, 'post', 'reserved', 'revenue', messages * 4800000, messages, at
  from moved
  union all
  select $6::bigint, min(id) - 1, 'credit', 'funding', 'available', sum(messages) * 4800000, 0,
    min(at)
  from moved`;

/** Fills the installation in `dataDir`, whose service may be running. */
export async function fill(dataDir: string, { accountId, messages, days }: Fill): Promise<void> {
  const joined = await startEmbedded({ dataDir });
  const perDay = Math.ceil(messages / days);
  // Days begin where ids of a day do, so that each is one table.
  const today = Math.floor(Date.now() / DAY_MS);
  const left = Array.from({ length: days }, (_, ago) => today - ago);
  const write = (): Promise<void> =>
    withConnection(joined.logins.owner, async (client) => {
      for (let day = left.pop(); day !== undefined; day = left.pop()) {
        const [fromMs, untilMs] = [day * DAY_MS, Math.min((day + 1) * DAY_MS, Date.now())];
        const [first, until] = [firstIdAt(fromMs), firstIdAt(untilMs)];
        const name = dayOfId(first);
        const end = firstIdAt((day + 1) * DAY_MS);
        await client.query('select make_day($1, $2, $3)', [name, first, end]);
        const step = Math.floor((until - first) / perDay);
        const given = [perDay, first, step, fromMs, (untilMs - fromMs) / perDay, accountId];
        for (const sql of [MESSAGES(name), ATTEMPTS(name), TRANSFERS]) {
          await client.query(sql, given);
        }
        await client.query(`vacuum analyze messages_${name}`);
        await client.query(`vacuum analyze attempts_${name}`);
        console.error(`  ${name}: ${perDay} messages`);
      }
    });
  try {
    await Promise.all(Array.from({ length: WRITERS }, write));
    await withConnection(joined.logins.owner, (client) => client.query('vacuum analyze transfers'));
  } finally {
    await joined.stop();
  }
}
