/** `/v1/canned-answers`. */
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { CANNED_ANSWER } from './canned-answers.ts';
import {
  addCannedAnswer,
  removeCannedAnswer,
  setCannedAnswer,
} from './canned-answers.operations.ts';
import { findCannedAnswer, listCannedAnswers } from './canned-answers.sql.ts';

const at = collection(CANNED_ANSWER, {
  path: '/v1/canned-answers',
  id: idOf('a canned answer'),
  field: 'answerId',
  unknown: 'canned_answer_unknown',
});

export function createCannedAnswerEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listCannedAnswers',
      forAgents: true,
      scope: 'read',
      about: 'What your people answer with, the newest first.',
      find: ({ account, before: beforeId, most }) =>
        listCannedAnswers(reader, { accountId: account.id, beforeId, most }),
    }),
    getOne({
      ...at.show,
      name: 'showCannedAnswer',
      forAgents: true,
      scope: 'read',
      about: 'One canned answer.',
      find: ({ account, places }) => findCannedAnswer(reader, { accountId: account.id, ...places }),
    }),
    operate(deps, addCannedAnswer, {
      ...at.add,
      name: 'addCannedAnswer',
      forAgents: true,
      scope: 'send',
      done: [201, 'Kept.'],
    }),
    operate(deps, setCannedAnswer, {
      ...at.change,
      name: 'changeCannedAnswer',
      forAgents: true,
      scope: 'send',
    }),
    operate(deps, removeCannedAnswer, {
      ...at.remove,
      name: 'removeCannedAnswer',
      forAgents: true,
      scope: 'send',
      done: 'It is gone.',
    }),
  ];
}
