/** `/v1/senders`. */
import type { SenderId } from '../../domain/ids.ts';
import { nullableTime, closed, showTime, showTimeOrNull } from '../../api/v1/shapes.ts';
import { type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { addSender } from './senders.operations.ts';
import { findSender, listAccountSenders, type AccountSender } from './senders.sql.ts';
import { FILTERS, reason, state } from '../approvals/approval-fields.http.ts';

const SENDER = closed(
  {
    id: Type.String(),
    name: Type.String({ description: 'What sender of a send takes.' }),
    route: Type.Enum(['simple', 'branded', 'short_code']),
    shared: Type.Boolean({ description: 'Every account may use it; nobody asked for it.' }),
    state,
    usable: Type.Boolean({
      description: 'You can send with it now. Of your own only while your account is verified.',
    }),
    reason,
    created_at: Type.String({ format: 'date-time' }),
    decided_at: nullableTime('When it was approved or rejected.'),
  },
  { title: 'Sender', description: 'A sender ID.' },
);

function showSender(sender: AccountSender): Static<typeof SENDER> {
  const { id, name, route, isShared } = sender;
  return {
    id: String(id),
    name,
    route,
    shared: isShared === true,
    state: sender.state,
    usable: sender.isUsable,
    reason: sender.reason ?? null,
    created_at: showTime(sender.createdAtMs),
    decided_at: showTimeOrNull(sender.decidedAtMs),
  };
}

export function createSenderEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      path: '/v1/senders',
      name: 'listSenders',
      scope: 'read',
      item: SENDER,
      title: 'SenderList',
      about: 'Your sender IDs, newest first; shared ones among them.',
      filters: FILTERS,
      find: ({ account, query, before: beforeId, most }) =>
        listAccountSenders(reader, { state: query.state, beforeId, most, accountId: account.id }),
      placeOf: ({ id }) => id,
      show: showSender,
    }),
    operate(deps, addSender, {
      method: 'POST',
      path: '/v1/senders',
      name: 'requestSender',
      scope: 'templates',
      about: 'Asks for a sender ID of your own; it can be used when it is approved.',
      gives: SENDER,
      done: [201, 'The sender: it waits.'],
      unknown: 'sender_unknown',
      repeatable: true,
      async show({ id }, { account }) {
        const sender = await findSender(reader, { accountId: account.id, id });
        return sender && showSender(sender);
      },
      location: ({ id }) => `/v1/senders/${id}`,
    }),
    getOne({
      path: '/v1/senders/{id}',
      name: 'showSender',
      scope: 'read',
      about: 'One sender ID, with its state and why it was rejected.',
      places: { id: idOf<SenderId>('a sender') },
      gives: SENDER,
      unknown: 'sender_unknown',
      async find({ account, places: { id } }) {
        const sender = await findSender(reader, { accountId: account.id, id });
        return sender && showSender(sender);
      },
    }),
  ];
}
