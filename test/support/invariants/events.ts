/**
 * I8: accounts with a webhook are told what happened: each move of a message once, in order, with
 * numbers without gaps. Checked if `watchMoves` is watching.
 */
import type { Ask } from './evidence.ts';
import { some } from './evidence.ts';

const TOLD = `
  select e.account_id, u.id, u.state, e.first_number + u.place - 1 as number
  from events e, unnest(e.ids, e.states) with ordinality as u (id, state, place)
  where e.kind = 'message'`;

/** Moves of messages that were accepted while the account had a webhook. */
const MOVES = `
  select m.account_id, m.id, s.new_state as state
  from moves_seen s
  join messages m on m.id = s.message_id
  where exists (
    select from webhooks w where w.account_id = m.account_id and w.created_at <= m.accepted_at)`;

const MISTOLD = `
  with moves as materialized (${MOVES}), told as materialized (${TOLD})
  select id, state, happened, told from (
    select id, state, count(*) filter (where is_move) as happened,
      count(*) filter (where not is_move) as told
    from (
      select id, state, true as is_move from moves
      union all
      select id, state, false from told where id in (select id from moves) and state < 8
    ) as each_of_both
    group by id, state
  ) as counted
  where happened <> told`;

const DISORDERED = `
  select id, state, number from (
    select id, state, number, lag(state) over (partition by id order by number) as before
    from (${TOLD}) as t
  ) as told
  where before >= state and not (before in (5, 6) and state = 4)`;

const GAPS = `
  select l.account_id, l.next_number, count(u.number) as told, max(u.number) as last
  from event_logs l
  left join (
    select e.account_id, n.number
    from events e, generate_series(e.first_number, e.last_number) as n (number)
  ) as u on u.account_id = l.account_id
  group by l.account_id, l.next_number
  having count(u.number) <> l.next_number - 1 or count(distinct u.number) <> count(u.number)`;

/** A sentence for every event that is missing, superfluous or out of order. */
export async function findMistold(ask: Ask): Promise<readonly string[]> {
  const [watched] = await ask<{ readonly is: boolean }>(
    `select to_regclass('moves_seen') is not null as is`,
  );
  if (watched?.is !== true) return [];
  type Told = Readonly<Record<'id' | 'state' | 'happened' | 'told' | 'number', number>>;
  type Gap = Readonly<Record<'account_id' | 'next_number' | 'told', number>>;
  const [mistold, disordered, gaps] = await Promise.all([
    ask<Told>(MISTOLD),
    ask<Told>(DISORDERED),
    ask<Gap>(GAPS),
  ]);
  return [
    ...some(mistold, ({ id, state, happened, told }) => {
      return `I8: message ${id} moved to ${state} ${happened} times and was told ${told} times`;
    }),
    ...some(disordered, ({ id, state }) => `I8: message ${id} was told ${state} too late`),
    ...some(gaps, ({ account_id: account, next_number: next, told }) => {
      return `I8: account ${account} has ${told} events before number ${next}`;
    }),
  ];
}
