/** `/v1/senders`. */
import type { SenderId } from '../../domain/ids.ts';
import { collection } from '../../api/v1/collection.ts';
import { type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { Type } from '../../kit/shape.ts';
import { addSender } from './senders.operations.ts';
import { findSender, listAccountSenders, type AccountSender } from './senders.sql.ts';
import { FILTERS, reason, state } from '../approvals/approval-fields.http.ts';
import { id, time, nullableTime, from, derived, resource } from '../../operations/resource.ts';

const SENDER = resource(
  'Sender',
  {
    id: id(),
    name: Type.String({ description: 'What sender of a send takes.' }),
    route: Type.Enum(['simple', 'branded', 'short_code']),
    shared: derived(
      Type.Boolean({ description: 'Every account may use it; nobody asked for it.' }),
      (sender: AccountSender) => sender.isShared === true,
    ),
    state,
    usable: from(
      'isUsable',
      Type.Boolean({
        description: 'You can send with it now. Of your own only while your account is verified.',
      }),
    ),
    reason,
    created_at: time(),
    decided_at: nullableTime('When it was approved or rejected.'),
  },
  'A sender ID.',
);

const at = collection(SENDER, {
  path: '/v1/senders',
  id: idOf<SenderId>('a sender'),
  field: 'senderId',
  unknown: 'sender_unknown',
});

export function createSenderEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listSenders',
      scope: 'read',
      about: 'Your sender IDs, newest first; shared ones among them.',
      filters: FILTERS,
      find: ({ account, query, before: beforeId, most }) =>
        listAccountSenders(reader, { state: query.state, beforeId, most, accountId: account.id }),
    }),
    operate(deps, addSender, {
      ...at.add,
      name: 'requestSender',
      scope: 'templates',
      about: 'Asks for a sender ID of your own; it can be used when it is approved.',
      done: [201, 'The sender: it waits.'],
      unknown: 'sender_unknown',
      async show({ id }, { account }) {
        const sender = await findSender(reader, { accountId: account.id, id });
        return sender && SENDER.show(sender);
      },
    }),
    getOne({
      ...at.show,
      name: 'showSender',
      scope: 'read',
      about: 'One sender ID, with its state and why it was rejected.',
      find: ({ account, places: { id } }) => findSender(reader, { accountId: account.id, id }),
    }),
  ];
}
