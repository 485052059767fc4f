/** The page of message states, from the rules that move messages and word their reports. */
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
  waiting: 'accepted and charged; no operator has taken all of it yet',
  sent: 'the operator has taken every part and has not said its last word',
  unknown: 'the operator never said what became of it, or its answer to us was lost',
  delivered:
    'it arrived, by the operator’s word; `level` says where: at its network or the handset',
  failed: 'it did not reach the handset',
  rejected: 'refused by the operator, or revoked while it waited',
  expired: 'its time ran out, in our line or at the operator',
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

States only move forward. A later word of an operator that would move one back is kept and changes
nothing.

${writeTable(
  ['in reports', 'in the code', 'stored as', 'what it means', 'may become'],
  states.map(stateRow),
)}

## The one word for a batch

PENDING while any message waits, else SENT while any is open, else what became of them all.

${writeTable(['messages of the batch', 'its word'], batches.map(batchRow))}
`;
}
