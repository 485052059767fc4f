/** `/v1/usage`: how many messages, parts and rupees, by day, hour, operator, batch and more. */
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId, LinkId, SenderId } from '../../domain/ids.ts';
import { dayAt, momentOf } from '../../domain/policy/hours.ts';
import { limit } from '../../domain/limits.ts';
import { micros, showRupees } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { listOperators } from '../operators/operators.sql.ts';
import { readSpent } from '../credit/spent.sql.ts';
import { isReadWhole, readUsage, USAGE_KEYS, type UsageAsk, type UsageRow } from './usage.sql.ts';
import { CURRENCY, MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import { refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, SPAN_FIELDS, spanOf } from '../../api/v1/list.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { closed, showTime, count } from '../../operations/resource.ts';

const money = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+[.][0-9]{2,6}$', description });

const FIGURES = {
  messages: count(),
  parts: count(),
  price: money('What was reserved for them when they were accepted.'),
  charged: money('What was posted of it until now.'),
  counts: closed(Object.fromEntries(MESSAGE_WORDS.map((word) => [word, count()] as const)), {
    description: 'Messages by state.',
  }),
};

const TOTAL = closed({
  ...FIGURES,
  spent: money(
    'What left your credit in this time and did not come back: charged or still reserved, ' +
      'look-ups included.',
  ),
});

const USAGE = closed(
  {
    since: Type.String({ format: 'date-time' }),
    until: Type.String({ format: 'date-time' }),
    by: Type.Enum([...USAGE_KEYS]),
    currency: Type.Literal(CURRENCY),
    data: Type.Array(
      closed({
        key: Type.String({
          description:
            'The day or hour (of Pakistan: 2026-11-22T09), the operator, the sender, the id of ' +
            'the template or batch; empty: of no batch.',
        }),
        kind: Type.Enum(['sms', 'chat']),
        ...FIGURES,
      }),
    ),
    total: TOTAL,
  },
  { title: 'Usage', description: 'What was accepted in a span of time, and what became of it.' },
);

export const DAYS = limit('usageDays');

/** `GET /v1/usage` */
export function createUsage({ reports, chat }: OperateDeps): Endpoint {
  return getOne({
    path: '/v1/usage',
    name: 'showUsage',
    scope: 'read',
    about:
      `Messages, parts and money by a key, of ${DAYS} days at most; ` +
      'today and the six days before, unless said.',
    query: closed({
      ...SPAN_FIELDS,
      by: Type.Enum([...USAGE_KEYS], { default: 'day', description: 'What is counted apart.' }),
    }),
    gives: USAGE,
    async find({ account, query }) {
      const span = daysOf(query, chat.clock.nowMs());
      if ('kind' in span) return span;
      const { sinceMs, untilMs } = span;
      const rows = await rowsOf(reports, account.id, { sinceMs, untilMs, by: query.by });
      if (rows === undefined) return TOO_MANY;
      const spent = await readSpent(reports, account.id, { sinceMs, untilMs });
      const operators = new Map((await listOperators(reports)).map((it) => [it.id, it.name]));
      const groups = Map.groupBy(rows, ({ key, isChat }) => `${isChat ? 'chat' : 'sms'} ${key}`);
      const data = [...groups.values()].map((its) => {
        const [first] = its;
        if (first === undefined) throw new Error('a group has no rows');
        const kind = first.isChat ? ('chat' as const) : ('sms' as const);
        return { key: nameOf(first, query.by, account, operators), kind, ...figuresOf(its) };
      });
      const ends = { since: showTime(sinceMs), until: showTime(untilMs) };
      const sorted = data.toSorted((one, other) => one.key.localeCompare(other.key, 'en'));
      const shown: Static<typeof USAGE> = {
        ...ends,
        by: query.by,
        currency: CURRENCY,
        data: sorted,
        total: { ...figuresOf(rows), spent: showRupees(spent) },
      };
      return shown;
    },
  });
}

const TOO_LONG = refuseField('/since', `must be within ${DAYS} days of until`);

/** The period that is counted: today and the six days before, unless said. */
export function daysOf(query: Parameters<typeof spanOf>[0], nowMs: number) {
  const span = spanOf(query);
  if ('kind' in span) return span;
  const { untilMs = momentOf(dayAt(nowMs) + 1, 0) } = span;
  const { sinceMs = momentOf(dayAt(untilMs - 1) - 6, 0) } = span;
  const isTooLong = untilMs - sinceMs > DAYS * DAY_MS || untilMs <= sinceMs;
  return isTooLong ? TOO_LONG : { sinceMs, untilMs };
}

const TOO_MANY = refuseField(
  '/since',
  `must be later: at most ${limit('usageMessages')} messages are added up by hour or batch`,
);

/** undefined: it would be more than may be read. */
async function rowsOf(
  reports: Reader,
  accountId: AccountId,
  ask: UsageAsk,
): Promise<readonly UsageRow[] | undefined> {
  if (!isReadWhole(ask.by)) return readUsage(reports, accountId, ask);
  const days = await readUsage(reports, accountId, { ...ask, by: 'day' });
  const messages = days.reduce((sum, it) => sum + it.messages, 0);
  if (messages > limit('usageMessages')) return undefined;
  const rows = await readUsage(reports, accountId, ask);
  return rows.length < limit('usageRows') ? rows : undefined;
}

function nameOf(
  { key, isChat }: UsageRow,
  by: (typeof USAGE_KEYS)[number],
  { sendersById, chat }: Account,
  operators: ReadonlyMap<number, string>,
): string {
  if (by === 'operator') return isChat ? 'chat' : (operators.get(Number(key)) ?? key);
  if (by !== 'sender') return key;
  const number = chat.numbers.get(Number(key) as LinkId);
  const sender = sendersById.get(Number(key) as SenderId);
  return (isChat ? number?.digits : sender?.name) ?? key;
}

function figuresOf(rows: readonly UsageRow[]): Omit<Static<typeof TOTAL>, 'spent'> {
  const sum = (of: (row: UsageRow) => number): number => rows.reduce((all, it) => all + of(it), 0);
  const sumMicros = (of: (row: UsageRow) => bigint): string =>
    showRupees(micros(rows.reduce((all, it) => all + of(it), 0n)));
  const counts = MESSAGE_WORDS.map((word) => {
    const own = rows.filter(({ state }) => wordOfState(state) === word);
    return [word, own.reduce((all, it) => all + it.messages, 0)] as const;
  });
  return {
    messages: sum((it) => it.messages),
    parts: sum((it) => it.parts),
    price: sumMicros((it) => it.priceMicros),
    charged: sumMicros((it) => it.postedMicros),
    counts: Object.fromEntries(counts),
  };
}
