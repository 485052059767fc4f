/**
 * Fifth stage: one attempt at one link. A line is the book of what this node has handed to one link
 * and not yet heard of, and of the operator's ids that are still open, so that most receipts find
 * their attempt without a look into the store.
 */
import type {
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
  Inbound,
  NodeLease,
} from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { AttemptResult, Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { cutParts } from './cut-parts.ts';

/** The attempt that an operator's id belongs to. */
export type KnownAttempt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly parts: number;
};

/** What a line hears, in the order in which it may be worked off. */
export type Heard =
  | { readonly kind: 'attempt'; readonly attempt: AttemptResult }
  /** An answer that came after its part had been given up as ambiguous. */
  | { readonly kind: 'late'; readonly late: AttemptResult }
  | { readonly kind: 'inbound'; readonly inbound: Inbound };

export type Line = {
  readonly linkId: LinkId;
  /** Parts that may be handed over, beside what has been offered already. */
  room(): number;
  /** Sets room aside for a message of so many parts, while a commit makes sure of it. */
  offer(parts: number): boolean;
  /** Sets room aside even where there is little: the link itself lets parts wait for its window. */
  claim(parts: number): void;
  /** Gives back room that was set aside. */
  withdraw(parts: number): void;
  /** Hands over messages for which room was set aside. Their results are heard later. */
  hand(messages: readonly Outgoing[]): void;
  outcome(outcome: CarrierOutcome): void;
  inbound(inbound: Inbound): void;
  /** The attempt of an operator's id, if this node still remembers it. */
  recall(operatorKey: string): KnownAttempt | undefined;
  /** An operator's id that needs no remembering any more. */
  forget(operatorKey: string): void;
  /** Whether this line holds a message now. */
  holds(key: MessageKey): boolean;
};

type Open = {
  readonly message: Outgoing;
  /** Parts without a result. */
  left: number;
  readonly results: PartResult[];
  /** Receipts that were quicker than the answers to the message's other parts. */
  readonly early: Inbound[];
};

type OpenPart = { readonly open: Open; readonly part: number };

/**
 * Opens the book of a link. `hear` is called with results and receipts in the order in which they
 * may be stored.
 */
export function openLine(link: CarrierLink, lease: NodeLease, hear: (heard: Heard) => void): Line {
  const { linkId } = link;
  const openParts = new Map<number, OpenPart>();
  const openMessages = new Map<number, Open>();
  const lateParts = new Map<number, OpenPart>();
  const known = new Map<string, KnownAttempt>();
  let setAside = 0;
  let lastKey = 0;

  const remember = (operatorKey: string, { open, part }: OpenPart): void => {
    const { accountId, messageId, attempt, parts } = open.message;
    known.set(operatorKey, { accountId, messageId, attempt, part, parts });
    dropOldest(known, limit('knownAttempts'));
  };

  const finish = (open: Open): void => {
    openMessages.delete(open.message.messageId);
    const { message, results, early } = open;
    hear({ kind: 'attempt', attempt: { linkId, lease, message, results } });
    for (const inbound of early) hear({ kind: 'inbound', inbound });
  };

  const resultOf = (outcome: CarrierOutcome, openPart: OpenPart): PartResult => {
    const { part } = openPart;
    switch (outcome.kind) {
      case 'taken':
        remember(outcome.operatorKey, openPart);
        return { part, kind: 'taken', operatorKey: outcome.operatorKey };
      case 'refused':
        return { part, kind: 'refused', reason: outcome.reason, status: outcome.status };
      case 'ambiguous':
        lateParts.set(outcome.key, openPart);
        dropOldest(lateParts, limit('linkWindow'));
        return { part, kind: 'ambiguous' };
      case 'unsent':
        return { part, kind: 'unsent' };
    }
  };

  const open = (message: Outgoing): CarrierPart[] => {
    setAside -= message.parts - message.partsTaken.length;
    const cut = cutParts(message);
    if (cut === undefined) {
      const results = [{ part: 1, kind: 'refused', reason: 'text_miscounted', status: 0 }] as const;
      hear({ kind: 'attempt', attempt: { linkId, lease, message, results } });
      return [];
    }
    const entry: Open = { message, left: cut.length, results: [], early: [] };
    openMessages.set(message.messageId, entry);
    return cut.map(({ part, carried }) => {
      lastKey += 1;
      openParts.set(lastKey, { open: entry, part });
      return { ...carried, key: lastKey };
    });
  };

  const hearLate = (outcome: CarrierOutcome): void => {
    const openPart = lateParts.get(outcome.key);
    if (openPart === undefined) return;
    lateParts.delete(outcome.key);
    const { message } = openPart.open;
    const results = [resultOf(outcome, openPart)];
    const late = { linkId, lease, message, results };
    hear({ kind: 'late', late });
  };

  return {
    linkId,
    room: () => Math.max(0, link.room() - setAside),
    offer(parts) {
      if (link.room() - setAside < parts) return false;
      setAside += parts;
      return true;
    },
    claim(parts) {
      setAside += parts;
    },
    withdraw(parts) {
      setAside -= parts;
    },
    hand(messages) {
      link.submit(messages.flatMap(open));
    },
    outcome(outcome) {
      const openPart = openParts.get(outcome.key);
      if (openPart === undefined) return hearLate(outcome);
      openParts.delete(outcome.key);
      const { open } = openPart;
      open.results.push(resultOf(outcome, openPart));
      open.left -= 1;
      if (open.left === 0) finish(open);
    },
    inbound(inbound) {
      const attempt = inbound.kind === 'receipt' ? known.get(inbound.operatorKey) : undefined;
      const open = attempt && openMessages.get(attempt.messageId);
      if (open !== undefined) open.early.push(inbound);
      else hear({ kind: 'inbound', inbound });
    },
    recall: (operatorKey) => known.get(operatorKey),
    forget: (operatorKey) => void known.delete(operatorKey),
    holds: ({ messageId }) => openMessages.has(messageId),
  };
}

function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
