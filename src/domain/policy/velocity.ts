/**
 * Checks what was accepted lately against caps. Counts are kept in fifths of a cap's window; a
 * fifth is dropped when all of it is past, so a cap is never exceeded in any window, and a full one
 * has room again after at most 6/5 of its window. Times are monotonic.
 */
import type { AccountId, TemplateId } from '../ids.ts';
import { BLOCK_DIGITS, type Cap, type CapScope } from './policy.ts';
import {
  Counter,
  type ForeignCounts,
  type ForeignEntry,
  type OwnCount,
  type Room,
  type Slice,
} from './counter.ts';

/** Whose messages to count, and for which caps. */
type VelocityQuestion = {
  readonly accountId: AccountId;
  readonly templateId: TemplateId;
  readonly caps: readonly Cap[];
};

type Judged<Item> = {
  readonly permitted: readonly Item[];
  readonly over: readonly { readonly item: Item; readonly cap: Cap }[];
  readonly counted: Counted;
};

/** What a request was counted under, until its outcome is known. */
export type Counted = {
  /** Takes back the counts of all recipients but these. */
  keepOnly(accepted: ReadonlySet<string>): void;
};

/** A key that is full; reported once while it stays full. */
type CapAlarm = {
  readonly accountId: AccountId;
  readonly cap: Cap;
  /** The number, the block's digits, or the template's id; 0 for the account. */
  readonly key: number;
};

/** What one node has counted for a key in the window that ends now. */
export type KeyCount = OwnCount & { readonly capId: number; readonly accountId: AccountId };

/** The same from another node, or from one that has stopped. */
export type ForeignCount = KeyCount & { readonly from: string };

/** Limits on what is remembered. */
type VelocityBounds = {
  /** Above this the oldest fifth of a window is dropped. */
  readonly keys: number;
  /** Until they are drained; further ones are dropped. */
  readonly alarms: number;
};

/**
 * What one cap counted at one moment, a key per recipient: plain numbers, because a file may add a
 * million of them before its outcome is known.
 */
type Tally = { readonly counter: Counter; readonly keys: number[]; slice: Slice | undefined };

export class Velocity {
  readonly #bounds: VelocityBounds;
  readonly #room: Room = { keys: 0 };
  readonly #counters = new Map<string, Counter>();
  readonly #foreign = new Map<string, ForeignCounts>();
  #alarms: CapAlarm[] = [];
  #over = 0;

  /** Nothing is counted yet. */
  constructor(bounds: VelocityBounds) {
    this.#bounds = bounds;
  }

  /**
   * Judges recipients in order and counts the permitted ones; with `isTrial` it counts nothing and
   * alarms nobody.
   */
  take<Item extends { readonly recipient: string }>(
    { accountId, templateId, caps }: VelocityQuestion,
    items: readonly Item[],
    { nowMs, isTrial }: { readonly nowMs: number; readonly isTrial: boolean },
  ): Judged<Item> {
    const gauges = caps.map((cap) => this.#gaugeOf(accountId, cap, nowMs));
    const permitted: Item[] = [];
    const over: { item: Item; cap: Cap }[] = [];
    const count = ({ cap, add }: Gauge, tally: Tally | undefined, recipient: string): void => {
      const key = keyOf(cap.scope, recipient, templateId);
      const slice = add(key);
      if (tally === undefined) return;
      tally.keys.push(key);
      tally.slice = slice;
    };
    const recipients: number[] = [];
    const tallies = gauges.map(({ counter }): Tally => ({ counter, keys: [], slice: undefined }));
    for (const item of items) {
      const { recipient } = item;
      const full = gauges.find((it) => it.isFull(keyOf(it.cap.scope, recipient, templateId)));
      if (full === undefined) {
        permitted.push(item);
        recipients.push(Number(recipient));
        gauges.forEach((gauge, index) => count(gauge, tallies[index], recipient));
      } else {
        const { cap } = full;
        over.push({ item, cap });
        const key = keyOf(cap.scope, recipient, templateId);
        if (!isTrial && full.counter.mayAlarm(key)) this.#note({ accountId, cap, key });
      }
    }
    const counted = countedOf(recipients, tallies);
    if (isTrial) counted.keepOnly(NOBODY);
    else this.#over += over.length;
    while (this.#room.keys > this.#bounds.keys) this.#forgetOldest();
    return { permitted, over, counted };
  }

  /** How many recipients caps have left out since the last call. */
  drainOver(): number {
    const over = this.#over;
    this.#over = 0;
    return over;
  }

  /** Alarms since the last call. */
  drainAlarms(): readonly CapAlarm[] {
    const drained = this.#alarms;
    this.#alarms = [];
    return drained;
  }

  /** Counts of keys close to a cap that others do not know yet. Drops what is past. */
  drainNews(nowMs: number): readonly KeyCount[] {
    const news: KeyCount[] = [];
    for (const [name, counter] of this.#counters) {
      const { capId, accountId } = counter.at(nowMs);
      for (const count of counter.news()) news.push({ ...count, capId, accountId });
      if (counter.isEmpty()) this.#counters.delete(name);
    }
    return news;
  }

  /** News that did not get through is shared again. */
  tellAgain(news: readonly KeyCount[]): void {
    for (const { capId, accountId, key } of news) {
      this.#counters.get(`${capId} ${accountId}`)?.tellAgain(key);
    }
  }

  /**
   * Takes in what others have counted; a later count from the same node replaces the earlier one.
   */
  learn(counts: readonly ForeignCount[], nowMs: number): void {
    for (const { capId, accountId, key, from, counted, endsInMs } of counts) {
      const name = `${capId} ${accountId}`;
      const keys: ForeignCounts = this.#foreign.get(name) ?? new Map();
      this.#foreign.set(name, keys);
      const others = keys.get(key) ?? new Map<string, ForeignEntry>();
      others.set(from, { counted, endsMs: nowMs + endsInMs });
      keys.set(key, others);
    }
    this.#forgetForeign(nowMs);
  }

  /** Keys that are remembered. */
  size(): number {
    return this.#room.keys;
  }

  #gaugeOf(accountId: AccountId, cap: Cap, nowMs: number): Gauge {
    const name = `${cap.id} ${accountId}`;
    const counter = this.#counters.get(name) ?? new Counter(cap, accountId, this.#room);
    this.#counters.set(name, counter);
    return gaugeOn(counter.at(nowMs), cap, this.#foreign.get(name));
  }

  #note(alarm: CapAlarm): void {
    if (this.#alarms.length < this.#bounds.alarms) this.#alarms.push(alarm);
  }

  #forgetOldest(): void {
    let oldest: Counter | undefined;
    for (const counter of this.#counters.values()) {
      if ((counter.oldestMs() ?? Infinity) < (oldest?.oldestMs() ?? Infinity)) oldest = counter;
    }
    if (oldest === undefined) this.#room.keys = 0;
    oldest?.forgetOldest();
  }

  #forgetForeign(nowMs: number): void {
    for (const [name, keys] of this.#foreign) {
      for (const [key, others] of keys) {
        for (const [from, { endsMs }] of others) if (endsMs <= nowMs) others.delete(from);
        if (others.size === 0) keys.delete(key);
      }
      if (keys.size === 0) this.#foreign.delete(name);
    }
  }
}

const NOBODY: ReadonlySet<string> = new Set();

type Gauge = {
  readonly cap: Cap;
  readonly counter: Counter;
  isFull(key: number): boolean;
  add(key: number): Slice;
};

/** Keys shared by many recipients are summed once. */
function gaugeOn(counter: Counter, cap: Cap, foreign: ForeignCounts | undefined): Gauge {
  const totals = new Map<number, number>();
  const totalOf = (key: number): number => {
    const total = totals.get(key) ?? counter.total(key, foreign);
    totals.set(key, total);
    return total;
  };
  const hot = hotFrom(cap);
  return {
    cap,
    counter,
    isFull: (key) => totalOf(key) >= cap.most,
    add(key) {
      const total = totalOf(key) + 1;
      totals.set(key, total);
      return counter.add(key, total >= hot);
    },
  };
}

/**
 * The count above which nodes share. With n nodes at most (n - 1) × (this - 1) messages more than a
 * cap get through, plus what arrives at the moment of sharing.
 */
function hotFrom({ most }: Pick<Cap, 'most'>): number {
  return Math.max(1, Math.ceil(most / 4));
}

function keyOf(scope: CapScope, recipient: string, templateId: TemplateId): number {
  switch (scope) {
    case 'number':
      return Number(recipient);
    case 'block':
      return Number(recipient.slice(0, BLOCK_DIGITS));
    case 'template':
      return templateId;
    case 'account':
      return 0;
  }
}

function giveBack({ counter, keys, slice }: Tally, place: number): void {
  const key = keys[place];
  if (key !== undefined && slice !== undefined) counter.giveBack(key, slice);
}

function countedOf(recipients: readonly number[], tallies: readonly Tally[]): Counted {
  // Indexes of recipients whose counts stand.
  let left = recipients.map((_, place) => place);
  return {
    keepOnly(accepted) {
      const kept: number[] = [];
      for (const place of left) {
        if (accepted.has(String(recipients[place]))) kept.push(place);
        else for (const tally of tallies) giveBack(tally, place);
      }
      left = kept;
    },
  };
}
