/**
 * Delivers webhooks to their callbacks: signed over the bytes that are sent, at least once, retried
 * with growing delays until they are answered with 200.
 */

import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Target } from '../accounts.ts';
import type { Timers } from '../timers.ts';
import type { Json } from '../json.ts';
import type { Behaviour } from '../knobs.ts';
import { encode, statusesEnvelope, type StatusEvent } from './envelope.ts';

type Post = {
  readonly url: string;
  readonly body: Buffer;
  readonly signature: string;
  readonly atMs: number;
  tries: number;
};
type Queued = { readonly post: Post; readonly done: () => void };
type Outbox = { readonly target: Target; events: StatusEvent[]; waiting: (() => void)[] };

type Parts = {
  readonly timers: Timers;
  readonly behaviour: Pick<Behaviour, 'statusesPerPost' | 'statusWaitMs'>;
  /** How many posts may wait. */
  readonly most: number;
};

const mostUnderWay = 20;
const timeoutMs = 10_000;
const firstRepeatMs = 1_000;
const longestRepeatMs = 3_600_000;
const giveUpMs = 7 * 86_400_000;

export class Courier {
  readonly counts = { posts: 0, attempts: 0, taken: 0, refused: 0, lost: 0 };
  private readonly parts: Parts;
  private readonly outboxes = new Map<string, Outbox>();
  private readonly agent = new Agent({ keepAlive: true });
  private queue: Queued[] = [];
  private head = 0;
  private underWay = 0;
  private idlers: (() => void)[] = [];
  private closed = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** How many posts are waiting or under way. */
  get waiting(): number {
    return this.queue.length - this.head + this.underWay;
  }

  /** Adds a status to the next post; resolves when that was tried once. */
  status(target: Target, event: StatusEvent): Promise<void> {
    const { behaviour, timers } = this.parts;
    const key = `${target.app.id} ${target.url}`;
    const outbox = this.outboxes.get(key) ?? { target, events: [], waiting: [] };
    this.outboxes.set(key, outbox);
    outbox.events.push(event);
    const tried = new Promise<void>((resolve) => outbox.waiting.push(resolve));
    if (outbox.events.length >= Math.max(1, behaviour.statusesPerPost)) this.flush(outbox);
    else if (outbox.events.length === 1) {
      timers.after(behaviour.statusWaitMs, () => this.flush(outbox));
    }
    return tried;
  }

  /** Sends what was being collected. */
  flushAll(): void {
    for (const outbox of this.outboxes.values()) this.flush(outbox);
  }

  /** Sends a body with a valid signature; resolves when it was tried once. */
  send({ app, url }: Target, json: Json): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.counts.posts += 1;
    const body = encode(json);
    const signature = `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}`;
    return this.enqueue({ url, body, signature, atMs: Date.now(), tries: 0 });
  }

  /** Resolves when nothing is waiting or under way, or after `limitMs` of real time. */
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

  close(): void {
    this.closed = true;
    this.queue = [];
    this.head = 0;
    this.agent.destroy();
  }

  private flush(outbox: Outbox): void {
    const { events, waiting, target } = outbox;
    if (events.length === 0) return;
    outbox.events = [];
    outbox.waiting = [];
    void this.send(target, statusesEnvelope(events)).finally(() => {
      for (const done of waiting) done();
    });
  }

  private enqueue(post: Post): Promise<void> {
    if (this.waiting >= this.parts.most) {
      this.counts.lost += 1;
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.queue.push({ post, done });
      this.pump();
    });
  }

  private pump(): void {
    while (this.underWay < mostUnderWay) {
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

  private async carry({ post, done }: Queued): Promise<void> {
    const status = await this.ask(post);
    this.underWay -= 1;
    this.counts.attempts += 1;
    this.counts[status === 200 ? 'taken' : 'refused'] += 1;
    if (status !== 200) this.repeatLater(post);
    done();
    this.pump();
    if (this.waiting > 0) return;
    for (const idle of this.idlers.splice(0)) idle();
  }

  /** The HTTP status of the answer; 0 if there was none. */
  private ask({ url, body, signature }: Post): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': signature,
    };
    return new Promise((resolve) => {
      const sent = request(url, { method: 'POST', headers, agent: this.agent });
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), timeoutMs);
      const end = (status: number): void => {
        clearTimeout(timer);
        resolve(status);
      };
      sent.on('error', () => end(0));
      sent.on('response', (response) => {
        response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
        response.resume();
      });
      sent.end(body);
    });
  }

  private repeatLater(post: Post): void {
    const waitMs = Math.min(firstRepeatMs * 2 ** post.tries, longestRepeatMs);
    post.tries += 1;
    if (Date.now() + waitMs - post.atMs > giveUpMs) return;
    this.parts.timers.after(waitMs, () => void this.enqueue(post));
  }
}
