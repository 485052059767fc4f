/**
 * Brings webhooks to their callbacks: signed over the octets that are sent, at least once, repeated
 * with growing waits until they are answered with 200, and given up after days.
 */

import type { App, BusinessAccount } from '../accounts.ts';
import type { VirtualClock } from '../clock.ts';
import type { Behaviour } from '../knobs.ts';
import type { Json } from '../json.ts';
import { encode, statusesEnvelope, type StatusEvent } from './envelope.ts';
import { sign, Wire, type Heeded } from './wire.ts';

export type Attempt = Heeded & { readonly atMs: number };

export type Post = {
  readonly id: number;
  readonly atMs: number;
  readonly url: string;
  readonly appId: string;
  readonly field: string;
  readonly body: Buffer;
  readonly signature: string;
  readonly attempts: Attempt[];
  state: 'waiting' | 'taken' | 'given_up' | 'lost';
};

export type Target = { readonly app: App; readonly url: string };

const keptAttempts = 20;
type Queued = { readonly post: Post; readonly done: () => void; readonly repeat: boolean };
type Outbox = { readonly target: Target; events: StatusEvent[]; waiting: (() => void)[] };

type Parts = {
  readonly clock: VirtualClock;
  readonly behaviour: Behaviour;
  readonly keep: number;
  readonly most: number;
};

export class Courier {
  readonly counts = { posts: 0, attempts: 0, taken: 0, refused: 0, givenUp: 0, lost: 0 };
  private readonly parts: Parts;
  private readonly log = new Map<number, Post>();
  private readonly outboxes = new Map<string, Outbox>();
  private readonly wire = new Wire();
  private queue: Queued[] = [];
  private head = 0;
  private underWay = 0;
  private idlers: (() => void)[] = [];
  /** How often a post was repeated; attempts themselves are only kept up to a bound. */
  private readonly tries = new WeakMap<Post, number>();
  private lastId = 0;
  private closed = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Posts that wait for their turn, or are under way. */
  get waiting(): number {
    return this.queue.length - this.head + this.underWay;
  }

  last(count: number): readonly Post[] {
    return [...this.log.values()].slice(-count);
  }

  find(id: number): Post | undefined {
    return this.log.get(id);
  }

  /** Puts a status into the next post; resolves when that was tried once. */
  status(target: Target, event: StatusEvent): Promise<void> {
    const { behaviour, clock } = this.parts;
    const key = `${target.app.id} ${target.url}`;
    const outbox = this.outboxes.get(key) ?? { target, events: [], waiting: [] };
    this.outboxes.set(key, outbox);
    outbox.events.push(event);
    const tried = new Promise<void>((resolve) => outbox.waiting.push(resolve));
    if (outbox.events.length >= Math.max(1, behaviour.statusesPerPost)) this.flush(outbox);
    else if (outbox.events.length === 1) {
      clock.after(behaviour.statusWaitMs, () => this.flush(outbox));
    }
    return tried;
  }

  /** Sends what waits to be put together. */
  flushAll(): void {
    for (const outbox of this.outboxes.values()) this.flush(outbox);
  }

  /** Sends a body, rightly signed; resolves when it was tried once. */
  send(target: Target, field: string, body: Json): Promise<void> {
    return this.sendBytes(target, field, { body: encode(body) });
  }

  /** Sends octets under the app's signature, or under one that was given. */
  sendBytes(
    { app, url }: Target,
    field: string,
    { body, signature }: { readonly body: Buffer; readonly signature?: string },
  ): Promise<void> {
    if (url === '' || this.closed) return Promise.resolve();
    this.lastId += 1;
    this.counts.posts += 1;
    const post: Post = {
      id: this.lastId,
      atMs: this.parts.clock.now(),
      url,
      appId: app.id,
      field,
      body,
      signature: signature ?? sign(app.secret, body),
      attempts: [],
      state: 'waiting',
    };
    this.log.set(post.id, post);
    if (this.log.size > this.parts.keep) {
      const [oldest] = this.log.keys();
      if (oldest !== undefined) this.log.delete(oldest);
    }
    return this.enqueue(post, signature === undefined);
  }

  /** The same octets under the same signature once more; not repeated when refused. */
  replay(post: Post): Promise<void> {
    return this.enqueue(post, false);
  }

  /** Resolves when nothing waits and nothing is under way, or after `limitMs` of real time. */
  settled(limitMs: number): Promise<void> {
    if (this.waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.idlers.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  clear(): void {
    this.log.clear();
    for (const outbox of this.outboxes.values()) {
      for (const done of outbox.waiting) done();
    }
    this.outboxes.clear();
    for (const { done } of this.queue.slice(this.head)) done();
    this.queue = [];
    this.head = 0;
    const counts = this.counts;
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] = 0;
  }

  close(): void {
    this.closed = true;
    this.clear();
    this.wire.close();
  }

  private flush(outbox: Outbox): void {
    const { events, waiting, target } = outbox;
    if (events.length === 0) return;
    outbox.events = [];
    outbox.waiting = [];
    const body = statusesEnvelope(events, target.app, this.parts.behaviour.postShape);
    void this.send(target, 'messages', body).finally(() => {
      for (const done of waiting) done();
    });
  }

  private enqueue(post: Post, repeat: boolean): Promise<void> {
    if (this.waiting >= this.parts.most) {
      post.state = 'lost';
      this.counts.lost += 1;
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.queue.push({ post, done, repeat });
      this.pump();
    });
  }

  private pump(): void {
    while (this.underWay < Math.max(1, this.parts.behaviour.webhookPosts)) {
      const next = this.queue[this.head];
      if (next === undefined) break;
      this.head += 1;
      this.underWay += 1;
      void this.carry(next);
    }
    if (this.head > 1_000 && this.head * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.head);
      this.head = 0;
    }
  }

  private async carry(queued: Queued): Promise<void> {
    const { post } = queued;
    const atMs = this.parts.clock.now();
    const { webhookTimeoutMs } = this.parts.behaviour;
    const heeded = await this.wire.post(post.url, post.body, post.signature, webhookTimeoutMs);
    this.conclude(queued, { ...heeded, atMs });
  }

  private conclude({ post, done, repeat }: Queued, attempt: Attempt): void {
    this.underWay -= 1;
    this.counts.attempts += 1;
    post.attempts.push(attempt);
    if (post.attempts.length > keptAttempts) post.attempts.shift();
    if (attempt.status === 200) {
      post.state = 'taken';
      this.counts.taken += 1;
    } else {
      this.counts.refused += 1;
      if (repeat) this.repeatLater(post);
    }
    done();
    this.pump();
    if (this.waiting > 0) return;
    for (const idle of this.idlers.splice(0)) idle();
  }

  private repeatLater(post: Post): void {
    const { behaviour, clock } = this.parts;
    const tries = this.triesOf(post);
    const waitMs = Math.min(
      behaviour.webhookRetryFirstMs * 2 ** Math.min(tries - 1, 30),
      behaviour.webhookRetryMostMs,
    );
    if (clock.now() + waitMs - post.atMs > behaviour.webhookGiveUpMs) {
      post.state = 'given_up';
      this.counts.givenUp += 1;
      this.tries.delete(post);
      return;
    }
    clock.after(waitMs, () => {
      void this.enqueue(post, true);
    });
  }

  private triesOf(post: Post): number {
    const tries = (this.tries.get(post) ?? 0) + 1;
    this.tries.set(post, tries);
    return tries;
  }
}

/** Where the webhooks of a business account go: to each app that is subscribed. */
export function targetsOf(
  account: BusinessAccount,
  apps: ReadonlyMap<string, App>,
): readonly Target[] {
  return [...account.subscribers].flatMap(([appId, override]) => {
    const app = apps.get(appId);
    const url = override === '' ? (app?.callbackUrl ?? '') : override;
    return app === undefined || url === '' ? [] : [{ app, url }];
  });
}
