/** `GET /v1/notices`: what the bell of the portal shows. */
import { DAY_MS } from '../../domain/durations.ts';
import { Type } from '../../kit/shape.ts';
import { listNotices, NOTICE_KINDS } from './notices.sql.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { allOf } from '../../api/v1/list.ts';
import { id, time, money, orNull, nullable, resource } from '../../operations/resource.ts';

/** What is older is no news. */
const RECENT_DAYS = 30;
const MOST = 30;

const NOTICE = resource(
  'Notice',
  {
    kind: Type.Enum([...NOTICE_KINDS]),
    id: id(
      'Of the sender, template, document, ledger line, webhook, batch, audit line, or payment.',
    ),
    name: Type.String({
      description:
        'Of the sender or template; the kind of the document; a webhook’s address, a batch’s id.',
    }),
    state: Type.String({
      description:
        'approved, rejected, refused, paused, disabled; of credit added, of a campaign stopped ' +
        'or texts_given_up, of your verification withdrawn; of a top_up declined, or most: ' +
        'another would be above what it may add in a month.',
    }),
    reason: nullable('Why not.'),
    amount: orNull(
      money(),
      'Of credit: how much was added; of a refund: given back; of a top_up: the charge, or most.',
    ),
    at: time(),
  },
  'A decision, credit, or a webhook or campaign that was stopped.',
);

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
    show: NOTICE.show,
  });
}
