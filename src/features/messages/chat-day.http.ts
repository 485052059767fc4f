/** How much of the chat platform's limit of a day a send by template would use. */
import type { Account } from '../../domain/account/account.ts';
import type { ChatNumber } from '../../domain/chat/account-chat.ts';
import { peopleADay } from '../../domain/chat/number-facts.ts';
import type { ChatRequest } from '../../domain/chat/request.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { dayStandingOf } from '../../store/chat/number-facts.ts';
import { closed } from '../../operations/resource.ts';

export const DAY = Type.Union(
  [
    closed({
      limit: Type.Integer({ minimum: 0, description: 'In 24 hours, over all your numbers.' }),
      reached: Type.Integer({ minimum: 0, description: 'Those of the last 24 hours.' }),
      left: Type.Integer({ minimum: 0 }),
      over: Type.Integer({
        minimum: 0,
        description:
          'How many of those whom this send begins to write to are beyond that: the platform ' +
          'refuses them today.',
      }),
      days: Type.Integer({ minimum: 1, description: 'That it takes with `spread`.' }),
    }),
    Type.Null(),
  ],
  {
    title: 'PeopleOfTheDay',
    description:
      'Of a dry run by template to several: how many people the chat platform lets you begin to ' +
      'write to. null: as many as you like, or not known.',
  },
);

export type Day = Static<typeof DAY>;

/** A message waits for its day no longer than for anything else. */
export const SPREAD_DAYS = Math.floor((limit('heldHours') * HOUR_MS) / DAY_MS) + 1;

type Deps = { readonly reader: Reader; readonly clock: Pick<Clock, 'nowMs'> };

/** How a send would stand to the limit of the day. */
export async function readChatDay(
  deps: Deps,
  account: Account,
  { number, sends, entries }: Pick<ChatRequest, 'number' | 'sends' | 'entries'>,
): Promise<Day> {
  if (sends.kind !== 'template' || entries.length === 1) return null;
  const people = new Set(entries.flatMap((it) => (it.ok ? [it.person ?? it.recipient] : [])));
  return readDayOf(deps, account, { number, people });
}

/** The same of people by their numbers, or what stands for these. */
export async function readDayOf(
  { reader, clock }: Deps,
  account: Account,
  { number, people }: { readonly number: ChatNumber; readonly people: ReadonlySet<string> },
): Promise<Day> {
  const ask = { accountId: account.id, linkId: number.id, people };
  const { messagingLimit, reached, newcomers } = await dayStandingOf(reader, ask, clock.nowMs());
  const most = peopleADay(messagingLimit);
  if (most === undefined) return null;
  const left = Math.max(0, most - reached);
  const over = Math.max(0, newcomers - left);
  return { limit: most, reached, left, over, days: 1 + Math.ceil(over / most) };
}
