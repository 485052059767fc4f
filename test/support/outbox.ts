/**
 * An outbox on a link that does nothing on its own, and short forms for what it is given and hears.
 */
import type { CarrierLink, CarrierOutcome, CarrierPart } from '../../src/domain/carrier/carrier.ts';
import type { MessageId } from '../../src/domain/ids.ts';
import type { AttemptResult, Outgoing } from '../../src/domain/message/outgoing.ts';
import { Outbox, sizeOf, type Heard, type KnownAttempt } from '../../src/links/outbox.ts';
import type { Receipt } from '../../src/journey/settle/match-receipts.ts';
import { LEASE, LINKS, makeLong } from './fixtures.ts';

/** An outbox on a link that has this much room and records what it is given. */
export function openTestOutbox(linkRoom = 100, takesWhole = false) {
  const submitted: CarrierPart[] = [];
  const heard: Heard[] = [];
  const link: CarrierLink = {
    linkId: LINKS.jazz,
    takesWhole,
    room: () => linkRoom - submitted.length,
    submit: (parts) => void submitted.push(...parts),
    query: () => Promise.resolve({ kind: 'unasked' }),
    start: () => undefined,
    stop: () => Promise.resolve(),
  };
  const outbox = new Outbox(link, LEASE, (it) => void heard.push(it));
  /** Hands over messages as the journey does: room first. */
  const hand = (...messages: readonly Outgoing[]): void => {
    for (const it of messages) outbox.claim(sizeOf(it));
    outbox.hand(messages);
  };
  const takenFrom = (): Heard[] => heard.splice(0);
  return { outbox, hand, heard, takenFrom, submitted };
}

/** A message with this many full parts. */
export const message = (id: number, parts = 1, changes: Partial<Outgoing> = {}): Outgoing =>
  makeLong(parts, { messageId: id as MessageId, ...changes });

export const taken = (key: number, operatorKey = `op${key}`, late = false): CarrierOutcome => ({
  key,
  kind: 'taken',
  operatorKey,
  late,
});
export const refused = (key: number, late = false): CarrierOutcome => ({
  key,
  kind: 'refused',
  reason: 'operator_throttled',
  status: 0x58,
  late,
});
export const ambiguous = (key: number): CarrierOutcome => ({ key, kind: 'ambiguous' });
export const unsent = (key: number): CarrierOutcome => ({ key, kind: 'unsent' });

/** The operator's receipt, final and good unless `changes` says otherwise. */
export function receipt(operatorKey: string, changes: Partial<Receipt> = {}): Receipt {
  return {
    linkId: LINKS.jazz,
    kind: 'receipt',
    operatorKey,
    state: 'delivered',
    level: 'handset',
    error: undefined,
    raw: Uint8Array.of(1),
    clues: { from: '', reference: undefined, submittedAtMs: undefined },
    acknowledge: () => undefined,
    ...changes,
  };
}

/** What came in, each with its attempt. */
export function attemptsOf(heard: readonly Heard[]): (KnownAttempt | undefined)[] {
  return heard.flatMap((it) => (it.kind === 'inbound' ? [it.attempt] : []));
}

/** What was heard, each in short form: `attempt 1: taken 1, refused 2`. */
export function outline(heard: readonly Heard[]): string[] {
  const words = (kind: string, { message: of, results }: AttemptResult): string =>
    `${kind} ${of.messageId}: ${results.map((it) => `${it.kind} ${it.part}`).join(', ')}`;
  return heard.map((it) => {
    if (it.kind === 'attempt') return words(it.kind, it.attempt);
    if (it.kind === 'late') return words(it.kind, it.late);
    if (it.kind !== 'inbound') return it.kind;
    return it.inbound.kind === 'receipt' ? `receipt ${it.inbound.operatorKey}` : it.inbound.kind;
  });
}
