/** The page of message states, from the rules that move messages and name their states. */
import {
  MESSAGE_STATES,
  mayMove,
  REPORT_WORDS,
  type MessageState,
} from '../domain/message/message.ts';
import { wordOf } from '../domain/message/report.ts';
import { writeTable } from './table.ts';

const states = Object.keys(MESSAGE_STATES) as readonly MessageState[];

const meanings: Readonly<Record<MessageState, string>> = {
  waiting: 'accepted, its price reserved; no operator has taken all of it yet',
  sent: 'the operator has taken every part and has not sent a final receipt',
  unknown: 'the operator never reported the outcome, or its answer to us was lost',
  delivered: 'it arrived, says the operator; `level` says where: at its network or the handset',
  failed: 'it did not reach the handset',
  rejected: 'refused by the operator, or revoked while it waited',
  expired: 'its validity ended, in our queue or at the operator',
};

function stateRow(state: MessageState): readonly string[] {
  const next = states.filter((to) => mayMove(state, to));
  const moves = next.length === 0 ? 'none: it is final' : next.join(', ');
  return [REPORT_WORDS[state], state, String(MESSAGE_STATES[state]), meanings[state], moves];
}

/** Batches of three that show each rule of `wordOf`. */
const batches: readonly (readonly [MessageState, MessageState, MessageState])[] = [
  ['waiting', 'sent', 'delivered'],
  ['sent', 'delivered', 'failed'],
  ['delivered', 'delivered', 'delivered'],
  ['failed', 'rejected', 'expired'],
  ['unknown', 'unknown', 'unknown'],
  ['delivered', 'delivered', 'failed'],
  ['delivered', 'delivered', 'unknown'],
];

function batchRow(batch: readonly MessageState[]): readonly string[] {
  const counts = new Map(
    [...Map.groupBy(batch, (state) => state)].map(([state, { length }]) => [state, length]),
  );
  const report = { id: 0, total: batch.length, counts, messages: [], page: 1 };
  return [batch.map((state) => REPORT_WORDS[state]).join(', '), wordOf(report)];
}

/** Markdown. */
export function writeStatesPage(): string {
  return `# States of a message

States only move forward. A later receipt that would move one back is stored and changes nothing.

${writeTable(
  ['in reports', 'in the code', 'stored as', 'what it means', 'may become'],
  states.map(stateRow),
)}

## The state of a batch

PENDING while any message waits, else SENT while any is open, else their common outcome.

${writeTable(['messages of the batch', 'its state'], batches.map(batchRow))}
`;
}
