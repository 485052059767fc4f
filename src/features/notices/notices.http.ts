/** `GET /v1/notices`: what the bell of the portal shows. */
import { DAY_MS } from '../../domain/durations.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { listNotices, NOTICE_KINDS, type Notice } from './notices.sql.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { closed, nullable, showTime } from '../../api/v1/shapes.ts';
import { allOf } from '../../api/v1/list.ts';

/** What is older is no news. */
const RECENT_DAYS = 30;
const MOST = 30;

const NOTICE = closed(
  {
    kind: Type.Enum([...NOTICE_KINDS]),
    id: Type.String({
      description: 'Of the sender, template, document, ledger line, webhook, batch, or audit line.',
    }),
    name: Type.String({
      description:
        'Of the sender or template; the kind of the document; a webhook’s address, a batch’s id.',
    }),
    state: Type.String({
      description:
        'approved, rejected, refused, paused, disabled; of credit added, of a campaign stopped, ' +
        'of your verification withdrawn.',
    }),
    reason: nullable('Why not.'),
    amount: nullable('Of credit: how much was added.'),
    at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Notice',
    description: 'A decision, credit, or a webhook or campaign that was stopped.',
  },
);

function show({ kind, id, name, state, reason, ...it }: Notice): Static<typeof NOTICE> {
  return {
    kind,
    id: String(id),
    name,
    state,
    reason: reason ?? null,
    amount: it.amountMicros === undefined ? null : showRupees(it.amountMicros),
    at: showTime(it.atMs),
  };
}

export function createListNotices({ reader }: OperateDeps, clock: Pick<Clock, 'nowMs'>): Endpoint {
  return allOf({
    path: '/v1/notices',
    name: 'listNotices',
    scope: 'read',
    about:
      'What was decided about your account, credit that was added, and webhooks that were ' +
      `stopped in the last ${RECENT_DAYS} days, the newest first.`,
    item: NOTICE,
    title: 'NoticeList',
    find({ account }) {
      const sinceMs = clock.nowMs() - RECENT_DAYS * DAY_MS;
      return listNotices(reader, { sinceMs, most: MOST, accountId: account.id });
    },
    show,
  });
}
