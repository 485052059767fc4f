/** `GET /v1/responses`: how long people waited for the first answer, and how many still wait. */
import { DAY_MS } from '../../domain/durations.ts';
import { dayAt, momentOf } from '../../domain/policy/hours.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, SPAN_FIELDS } from '../../api/v1/list.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { closed, nullable, nullableCount, showTime, count } from '../../operations/resource.ts';
import { DAYS, daysOf } from '../usage/usage.http.ts';
import { CONVERSATION_KINDS } from '../conversations/conversations.sql.ts';
import { secondsOf } from './count.sql.ts';
import {
  nameUsers,
  readAnswered,
  readUnanswered,
  RESPONSE_KEYS,
  type AnsweredRow,
} from './responses.sql.ts';

const FIGURES = {
  answered: count(),
  median_seconds: nullableCount(
    'Half of them waited no longer, to a twentieth of it; null: nobody was answered.',
  ),
  p90_seconds: nullableCount('Nine of ten waited no longer.'),
  unanswered: count('Who wait in open conversations, now.'),
};

const RESPONSES = closed(
  {
    since: Type.String({ format: 'date-time' }),
    until: Type.String({ format: 'date-time' }),
    by: Type.Enum([...RESPONSE_KEYS]),
    data: Type.Array(
      closed({
        key: Type.String({
          description:
            'The day of Pakistan on which they wrote; the id of who answered, or is to: empty: ' +
            'the app on a phone, or nobody.',
        }),
        name: nullable('Of the person.'),
        ...FIGURES,
      }),
    ),
    total: closed(FIGURES),
  },
  { title: 'Responses', description: 'How long people waited for the first answer.' },
);

type Figures = Static<typeof RESPONSES>['total'];

export function createResponses({ reports, chat }: OperateDeps): Endpoint {
  return getOne({
    path: '/v1/responses',
    name: 'showResponses',
    scope: 'read',
    about:
      `How long who wrote waited for an answer of a person, of ${DAYS} whole days at most; ` +
      'today and the six days before, unless said.',
    query: closed({
      ...SPAN_FIELDS,
      by: Type.Enum([...RESPONSE_KEYS], { default: 'day', description: 'What is told apart.' }),
      kind: Type.Optional(Type.Enum([...CONVERSATION_KINDS])),
    }),
    gives: RESPONSES,
    async find({ account, query: { by, kind, ...query } }) {
      const span = daysOf(query, chat.clock.nowMs());
      if ('kind' in span) return span;
      const [first, end] = [dayAt(span.sinceMs), dayAt(span.untilMs - 1) + 1];
      const [fromMs, toMs] = [momentOf(first, 0), momentOf(end, 0)];
      const ask = { accountId: account.id, by, kind };
      const days = { firstDay: dateOf(first), lastDay: dateOf(end - 1) };
      const [answered, waiting] = await Promise.all([
        readAnswered(reports, { ...ask, ...days }),
        readUnanswered(reports, { ...ask, sinceMs: fromMs, untilMs: toMs }),
      ]);
      const byKey = Map.groupBy(answered, ({ key }) => key);
      const waitingOf = new Map(waiting.map((it) => [it.key, it.unanswered]));
      const keys = [...new Set([...byKey.keys(), ...waitingOf.keys()])];
      const names = await namesOf(reports, by === 'person' ? keys : []);
      const data = keys
        .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
        .map((key) => {
          const figures = figuresOf(byKey.get(key) ?? [], waitingOf.get(key) ?? 0);
          return { key, name: names.get(key) ?? null, ...figures };
        });
      const unanswered = waiting.reduce((sum, it) => sum + it.unanswered, 0);
      const ends = { since: showTime(fromMs), until: showTime(toMs) };
      return { ...ends, by, data, total: figuresOf(answered, unanswered) };
    },
  });
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function figuresOf(rows: readonly AnsweredRow[], unanswered: number): Figures {
  const sorted = rows.toSorted((one, other) => one.step - other.step);
  const answered = rows.reduce((sum, it) => sum + it.answers, 0);
  const within = (share: number): number | null => {
    let before = 0;
    const reached = sorted.find((it) => (before += it.answers) >= share * answered);
    return reached === undefined ? null : secondsOf(reached.step);
  };
  return { answered, median_seconds: within(0.5), p90_seconds: within(0.9), unanswered };
}

async function namesOf(
  reader: OperateDeps['reports'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(keys)].filter((key) => key !== '').map(Number);
  if (userIds.length === 0) return new Map();
  return new Map((await nameUsers(reader, { userIds })).map((it) => [String(it.id), it.name]));
}
