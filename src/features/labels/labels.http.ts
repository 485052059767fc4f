/** `/v1/labels`, and labels on conversations. */
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { allOf, getOne, idOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { LABEL } from './labels.ts';
import {
  addConversationLabel,
  addLabel,
  removeConversationLabel,
  removeLabel,
  setLabel,
} from './labels.operations.ts';
import { findLabel, listLabels } from './labels.sql.ts';

const at = collection(LABEL, {
  path: '/v1/labels',
  id: idOf('a label'),
  field: 'labelId',
  unknown: 'label_unknown',
});

const ON_CONVERSATION = {
  path: '/v1/conversations/{id}/labels/{label_id}',
  scope: 'send',
  forAgents: true,
  places: { id: idOf('a conversation'), label_id: idOf('a label') },
  fromPath: { conversationId: 'id', labelId: 'label_id' },
  unknown: 'label_unknown',
} as const;

export function createLabelEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  const { path, item, show, title } = at.list;
  return [
    allOf({
      path,
      item,
      show,
      title,
      name: 'listLabels',
      scope: 'read',
      forAgents: true,
      about: 'The labels of your conversations, by name.',
      find: ({ account: { id: accountId } }) => listLabels(reader, { accountId }),
    }),
    getOne({
      ...at.show,
      name: 'showLabel',
      scope: 'read',
      about: 'One label.',
      find: ({ account, places }) => findLabel(reader, { accountId: account.id, ...places }),
    }),
    operate(deps, addLabel, { ...at.add, name: 'addLabel', scope: 'send', done: [201, 'Kept.'] }),
    operate(deps, setLabel, { ...at.change, name: 'changeLabel', scope: 'send' }),
    operate(deps, removeLabel, {
      ...at.remove,
      name: 'removeLabel',
      scope: 'send',
      done: 'It is gone.',
    }),
    operate(deps, addConversationLabel, {
      ...ON_CONVERSATION,
      method: 'PUT',
      name: 'addConversationLabel',
      done: 'The conversation has it.',
    }),
    operate(deps, removeConversationLabel, {
      ...ON_CONVERSATION,
      method: 'DELETE',
      name: 'removeConversationLabel',
      done: 'The conversation has it no more.',
    }),
  ];
}
