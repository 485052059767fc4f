/**
 * What is in flight on one link: what this node has handed to it without an outcome yet, and the
 * operator's ids that are still open, so that most receipts find their attempt without a query.
 */
import type {
  CarrierAnswer,
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
  CarrierQuestion,
  InboundReceipt,
  NodeLease,
} from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { MessageKey } from '../domain/message/message.ts';
import {
  type AttemptResult,
  cutParts,
  type Outgoing,
  type PartResult,
} from '../domain/message/outgoing.ts';
import { PRIORITIES, type Priority } from '../domain/sender/sender.ts';
import { isTestLink } from '../domain/testing/test-mode.ts';
import type { OrderingKey } from '../store/queue/take-due.ts';

/** The attempt that an operator's id belongs to. */
export type KnownAttempt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly parts: number;
};

/** What an outbox hears, in the order in which it may be processed. */
export type Heard =
  | { readonly kind: 'attempt'; readonly attempt: AttemptResult }
  /** An answer that came after its part had been given up as ambiguous. */
  | { readonly kind: 'late'; readonly late: AttemptResult }
  | {
      readonly kind: 'inbound';
      readonly inbound: InboundReceipt;
      /** Of a receipt, while its outbox remembers it: no other final one came before it. */
      readonly attempt: KnownAttempt | undefined;
    }
  /** Receipts that are parked under this name although their attempt is stored by now. */
  | { readonly kind: 'overtaken'; readonly linkId: LinkId; readonly operatorKey: string };

/** How much room of a link a message takes, and its priority. */
type Size = { readonly parts: number; readonly priority: Priority };

type Open = {
  readonly message: Outgoing;
  /** Pieces without an outcome. */
  left: number;
  readonly results: PartResult[];
  /** Receipts that arrived before the answers to the message's other parts. */
  readonly early: InboundReceipt[];
};

/** What one outcome covers: a part of a message, or all of them in one piece. */
type OpenPart = { readonly open: Open; readonly parts: readonly number[] };

export class Outbox {
  readonly linkId: LinkId;
  readonly #link: CarrierLink;
  readonly #lease: NodeLease;
  readonly #hear: (heard: Heard) => void;
  readonly #openParts = new Map<number, OpenPart>();
  readonly #openMessages = new Map<number, Open>();
  /** Parts whose answer was given up and may still come. */
  readonly #lateParts = new Map<number, OpenPart>();
  readonly #known = new Map<string, KnownAttempt>();
  /** Parts, by priority. */
  readonly #setAside: [number, number] = [0, 0];
  #lastKey = 0;

  /**
   * For messages taken under `lease`. `hear` is called with results and receipts in the order in
   * which they may be stored.
   */
  constructor(link: CarrierLink, lease: NodeLease, hear: (heard: Heard) => void) {
    this.linkId = link.linkId;
    this.#link = link;
    this.#lease = lease;
    this.#hear = hear;
  }

  /** Parts of this priority that may be handed over, besides what has been offered already. */
  room(priority: Priority = 0): number {
    return Math.max(0, this.#link.room(priority) - this.#ahead(priority));
  }

  /** Reserves room for a message of this many parts until a commit confirms it. */
  offer(size: Size): boolean {
    if (this.room(size.priority) < size.parts) return false;
    this.claim(size);
    return true;
  }

  /** Reserves room even if there is little: the link itself lets parts wait for its window. */
  claim({ parts, priority }: Size): void {
    this.#setAside[priority] += parts;
  }

  /** Releases reserved room. */
  withdraw({ parts, priority }: Size): void {
    this.#setAside[priority] -= parts;
  }

  /** Hands over messages that have reserved room. Their results come later. */
  hand(messages: readonly Outgoing[]): void {
    this.#link.submit(messages.flatMap((message) => this.#open(message)));
  }

  /** Asks the operator what became of a part. */
  query(question: CarrierQuestion): Promise<CarrierAnswer> {
    return this.#link.query(question);
  }

  outcome(outcome: CarrierOutcome): void {
    const openPart = this.#openParts.get(outcome.key);
    if (openPart === undefined) return this.#hearLate(outcome);
    this.#openParts.delete(outcome.key);
    const { open } = openPart;
    open.results.push(...this.#resultsOf(outcome, openPart));
    open.left -= 1;
    if (open.left === 0) this.#finish(open);
  }

  inbound(inbound: InboundReceipt): void {
    const attempt = inbound.kind === 'receipt' ? this.#known.get(inbound.operatorKey) : undefined;
    const open = attempt && this.#openMessages.get(attempt.messageId);
    if (open !== undefined) open.early.push(inbound);
    else this.#hearInbound(inbound, attempt);
  }

  holds({ messageId }: MessageKey): boolean {
    return this.#openMessages.has(messageId);
  }

  /** What is reserved and goes ahead of this priority. */
  #ahead(priority: Priority): number {
    const [campaigns, codes] = this.#setAside;
    return priority === 1 ? codes : campaigns + codes;
  }

  #open(message: Outgoing): readonly CarrierPart[] {
    this.withdraw(sizeOf(message));
    // The last wall, whatever went wrong before it: no test to anybody, and nothing real to nobody.
    if (message.isTest !== isTestLink(this.linkId)) {
      this.#hearAttempt(message, [
        { part: 1, kind: 'refused', reason: 'test_misrouted', status: 0 },
      ]);
      return [];
    }
    const cut = cutParts(message, this.#link.takesWhole);
    if (cut === undefined) {
      this.#hearAttempt(message, [
        { part: 1, kind: 'refused', reason: 'text_miscounted', status: 0 },
      ]);
      return [];
    }
    if (cut.length === 0) {
      // Late answers have completed it meanwhile.
      this.#hearAttempt(message, []);
      return [];
    }
    const open: Open = { message, left: cut.length, results: [], early: [] };
    this.#openMessages.set(message.messageId, open);
    return cut.map(({ parts, carried }) => {
      this.#lastKey += 1;
      this.#openParts.set(this.#lastKey, { open, parts });
      return { ...carried, key: this.#lastKey };
    });
  }

  #finish({ message, results, early }: Open): void {
    this.#openMessages.delete(message.messageId);
    this.#hearAttempt(message, results);
    for (const inbound of early) this.inbound(inbound);
  }

  #hearAttempt(message: Outgoing, results: readonly PartResult[]): void {
    const attempt = { linkId: this.linkId, lease: this.#lease, message, results };
    this.#hear({ kind: 'attempt', attempt });
  }

  /** After the first final receipt an attempt is found in the store, should another one come. */
  #hearInbound(inbound: InboundReceipt, attempt: KnownAttempt | undefined): void {
    if (inbound.kind === 'receipt' && inbound.state !== undefined) {
      this.#known.delete(inbound.operatorKey);
    }
    this.#hear({ kind: 'inbound', inbound, attempt });
  }

  #hearLate(outcome: CarrierOutcome): void {
    const openPart = this.#lateParts.get(outcome.key);
    if (openPart === undefined) return;
    this.#lateParts.delete(outcome.key);
    const results = this.#resultsOf(outcome, openPart);
    const late = {
      linkId: this.linkId,
      lease: this.#lease,
      message: openPart.open.message,
      results,
    };
    this.#hear({ kind: 'late', late });
  }

  #resultsOf(outcome: CarrierOutcome, openPart: OpenPart): readonly PartResult[] {
    const { parts } = openPart;
    switch (outcome.kind) {
      case 'taken':
        return this.#taken(outcome, openPart);
      case 'refused': {
        const { reason, status, reaction } = outcome;
        return parts.map((part) => ({ part, kind: 'refused', reason, status, reaction }));
      }
      case 'ambiguous':
        this.#lateParts.set(outcome.key, openPart);
        dropOldest(this.#lateParts, limit('linkWindow'));
        return parts.map((part) => ({
          part,
          kind: 'ambiguous',
          writtenAtMs: outcome.writtenAtMs,
        }));
      case 'unsent':
        return parts.map((part) => ({ part, kind: 'unsent' }));
    }
  }

  /** The operator's id is that of the first part: what was taken in one piece has one. */
  #taken(
    { operatorKey, hold }: Extract<CarrierOutcome, { readonly kind: 'taken' }>,
    { open, parts }: OpenPart,
  ): readonly PartResult[] {
    const [first = 1] = parts;
    this.#remember(operatorKey, { message: open.message, part: first });
    return parts.map((part) => ({
      part,
      kind: 'taken',
      operatorKey: part === first ? operatorKey : '',
      hold,
    }));
  }

  #remember(
    operatorKey: string,
    { message, part }: { readonly message: Outgoing; readonly part: number },
  ): void {
    const { accountId, messageId, attempt, parts } = message;
    // An operator that gives no id can send no receipt that finds its attempt.
    if (operatorKey === '') return;
    this.#known.set(operatorKey, { accountId, messageId, attempt, part, parts });
    dropOldest(this.#known, limit('knownAttempts'));
  }
}

/** What an outbox has room for: at most so many, of at least this priority. */
export type Fits = { readonly least: Priority; readonly most: number };

/** Messages taken from the queue in one commit, at most. */
const MOST_AT_ONCE = 500;

/** Where a campaign fills the link, one-time codes still fit in front of it. */
export function whatFits(outbox: Outbox): Fits | undefined {
  for (const least of [0, 1] as const) {
    const most = Math.min(outbox.room(least), MOST_AT_ONCE);
    if (most > 0) return { least, most };
  }
  return undefined;
}

/** The parts of a message still to be sent. */
export function sizeOf({ parts, partsTaken, priority }: Outgoing): Size {
  return { parts: parts - partsTaken.length, priority };
}

function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

/** The outboxes of the links that this node holds now, and what may be queued for them. */
export type Outboxes = {
  get(linkId: LinkId): Outbox | undefined;
  all(): readonly Outbox[];
  open(outbox: Outbox): void;
  close(linkId: LinkId): void;
  /**
   * Messages of this priority or a higher one may wait in the queue for this link: then nothing of
   * this priority may overtake them.
   */
  mayHaveWaiting(linkId: LinkId, priority: Priority): boolean;
  /** Something of this priority was put in the queue, or is left there. */
  setWaiting(linkId: LinkId, priority: Priority): void;
  /**
   * Begins a search of the queue for at least this priority. The function returned is called when
   * the search has found everything: nothing of that kind waits then, unless `setWaiting` has said
   * otherwise meanwhile.
   */
  beginLook(linkId: LinkId, least: Priority): () => void;
  /**
   * An attempt of a lane of an open outbox has its outcome: what waits behind it may be due. The
   * next look at the queue frees it; `seekAnswered` makes one necessary.
   */
  answered(linkId: LinkId, lane: OrderingKey): void;
  /** What waits behind the lanes reported so far counts as waiting. */
  seekAnswered(): void;
  /** Returns the lanes reported so since the last call. */
  takeAnswered(linkId: LinkId): readonly OrderingKey[];
};

/**
 * An empty set of outboxes. An outbox that is opened is taken to have messages waiting until a look
 * says otherwise.
 */
export function createOutboxes(): Outboxes {
  const outboxes = new Map<LinkId, Outbox>();
  const waiting = new Set<number>();
  const looks = new Map<number, symbol>();
  const answered = new Map<LinkId, OrderingKey[]>();
  const setWaiting = (linkId: LinkId, priority: Priority): void => {
    // A look that began earlier says nothing about it.
    looks.delete(placeOf(linkId, priority));
    waiting.add(placeOf(linkId, priority));
  };
  return {
    get: (linkId) => outboxes.get(linkId),
    all: () => [...outboxes.values()],
    open(outbox) {
      outboxes.set(outbox.linkId, outbox);
      for (const priority of PRIORITIES) setWaiting(outbox.linkId, priority);
    },
    close(linkId) {
      outboxes.delete(linkId);
      answered.delete(linkId);
    },
    mayHaveWaiting: (linkId, priority) =>
      PRIORITIES.some((it) => it >= priority && waiting.has(placeOf(linkId, it))),
    setWaiting,
    beginLook(linkId, least) {
      const look = Symbol('look');
      const places = PRIORITIES.filter((it) => it >= least).map((it) => placeOf(linkId, it));
      for (const place of places) looks.set(place, look);
      return () => {
        for (const place of places) if (looks.get(place) === look) waiting.delete(place);
      };
    },
    answered(linkId, lane) {
      const lanes = answered.get(linkId) ?? [];
      lanes.push(lane);
      answered.set(linkId, lanes);
    },
    seekAnswered() {
      for (const [linkId, lanes] of answered) {
        for (const { priority } of lanes) setWaiting(linkId, priority);
      }
    },
    takeAnswered(linkId) {
      const lanes = answered.get(linkId) ?? [];
      answered.delete(linkId);
      return lanes;
    },
  };
}

/** One number for a link and a priority. */
const placeOf = (linkId: LinkId, priority: Priority): number => linkId * 2 + priority;
