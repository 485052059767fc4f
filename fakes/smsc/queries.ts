/**
 * Answers to query_sm. The specification queries by the operator's id (4.8.1); some servers, by
 * agreement, accept an empty id with the client's own user_message_reference.
 */

import {
  commandStatus,
  findTlv,
  readShortTlv,
  type Body,
  type Query,
  type QueryAnswer,
} from '@paigham/smpp';
import type { Heard } from './heard.ts';
import type { Behaviour } from './knobs.ts';
import { stateNumbers } from './receipts.ts';

/** What is written back; undefined if the operator stays silent. */
export type Answered = { readonly body: Body; readonly status: number } | undefined;

const enroute = 1;

/** Answers a query about one of the messages it received, newest first. */
export function answerQuery(
  query: Query,
  heard: readonly Heard[],
  behaviour: Pick<Behaviour, 'queryAnswer' | 'queryState'>,
): Answered {
  const { queryAnswer, queryState } = behaviour;
  if (queryAnswer === 'silent') return undefined;
  if (queryAnswer === 'unsupported') {
    return { body: { command: 'generic_nack' }, status: commandStatus.ESME_RINVCMDID };
  }
  const found = queryAnswer === 'denies' ? undefined : find(query, heard, queryAnswer);
  if (found === undefined) {
    return { body: answer('', 0), status: commandStatus.ESME_RINVMSGID };
  }
  const word = queryState === '' ? found.receipts.split(', ').at(-1) : queryState;
  return { body: answer(found.messageId, stateNumbers[word ?? ''] ?? enroute), status: 0 };
}

function find(query: Query, heard: readonly Heard[], by: string): Heard | undefined {
  const taken = heard.filter(({ messageId }) => messageId !== '');
  if (query.messageId !== '') return taken.findLast((it) => it.messageId === query.messageId);
  const isAsked = findTlv(query.tlvs, 'user_message_reference') !== undefined;
  if (by !== 'by_reference' || !isAsked) return undefined;
  const reference = readShortTlv(query.tlvs, 'user_message_reference');
  return taken.findLast(
    ({ message: { source, tlvs } }) =>
      source === query.source && readShortTlv(tlvs, 'user_message_reference') === reference,
  );
}

function answer(messageId: string, messageState: number): QueryAnswer {
  return { command: 'query_sm_resp', messageId, finalDate: '', messageState, errorCode: 0 };
}
