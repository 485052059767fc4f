/** People, messages, templates and webhooks as the management port shows them. */

import { faultInWebhook } from '../faults.ts';
import { stateOf, type ChatMessage } from '../messages.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import type { Template } from '../templates/template.ts';
import type { Post } from '../webhooks/courier.ts';

const windowMs = 86_400_000;
const mostChats = 200;

const iso = (ms: number): string => new Date(ms).toISOString();

export function showMessage(message: ChatMessage): unknown {
  const common = {
    id: message.wamid,
    at: iso(message.atMs),
    direction: message.direction,
    phoneNumberId: message.number.id,
    person: message.person.number,
    type: message.type,
    ...message.shown,
    media: message.shown.media ?? null,
    contextId: message.contextId,
  };
  if (message.direction === 'in') return common;
  return {
    ...common,
    state: stateOf(message),
    template: message.templateName,
    callbackData: message.callbackData,
    story: message.story,
    addressed: message.addressed,
    pricing: message.pricing,
    statuses: message.statuses.map(({ word, atMs, code }) => ({
      status: word,
      at: iso(atMs),
      code,
      words: code === 0 ? '' : String(faultInWebhook(code)['title']),
    })),
  };
}

export function showPerson(person: Person): unknown {
  const wrote = [...person.wroteAtMs].map(([id, atMs]) => [id, iso(atMs)] as const);
  return {
    number: person.number,
    waId: person.waId,
    userId: person.userId,
    name: person.name,
    username: person.username,
    hidden: person.hidden,
    reachable: person.reachable,
    story: person.story?.name ?? '',
    stopped: [...person.stopped],
    wroteAt: Object.fromEntries(wrote),
    waiting: person.waiting.length,
  };
}

export function showTemplate(template: Template): unknown {
  const { account, ttlSeconds, createdAtMs, editedAtMs, ...rest } = template;
  return {
    ...rest,
    accountId: account.id,
    accountName: account.name,
    ttlSeconds: ttlSeconds ?? null,
    createdAt: iso(createdAtMs),
    editedAt: editedAtMs.map(iso),
  };
}

export function showPost(post: Post): unknown {
  const { body, attempts, atMs, ...rest } = post;
  return {
    ...rest,
    at: iso(atMs),
    body: body.toString('utf8'),
    attempts: attempts.map((it) => ({ ...it, atMs: undefined, at: iso(it.atMs) })),
  };
}

export function showClock({ clock }: ChatPlatform): unknown {
  return {
    now: iso(clock.now()),
    nowMs: clock.now(),
    frozen: clock.frozen,
    waiting: clock.waiting,
  };
}

export function showStats(platform: ChatPlatform): unknown {
  const { accounts, messages, courier, media, people, heard, shelf, next } = platform;
  const memory = process.memoryUsage();
  return {
    ...heard.show(),
    messages: messages.counts,
    people: people.size,
    templates: shelf.all().length,
    media: { files: media.size, octets: media.keptOctets },
    webhooks: { ...courier.counts, waiting: courier.waiting },
    next: next.map(({ story, left, on, to }) => ({ story: story.name, left, on, to })),
    clock: showClock(platform),
    memory: { rss: memory.rss, heapUsed: memory.heapUsed },
    accounts: [...accounts.accounts.values()].map((it) => ({
      id: it.id,
      name: it.name,
      numbers: it.numbers.map(({ id, displayNumber, name }) => ({ id, displayNumber, name })),
      subscribers: Object.fromEntries(it.subscribers),
    })),
  };
}

/** When the window of this chat ends or has ended; null when it was never open. */
function windowOf({ number, person }: ChatMessage): string | null {
  const wroteAtMs = person.wroteAtMs.get(number.id);
  return wroteAtMs === undefined ? null : iso(wroteAtMs + windowMs);
}

const isStopped = ({ number, person }: ChatMessage): boolean =>
  person.stopped.has(number.id) || person.stopped.has('*');

/** Each number with each of its people: the last message, newest first. */
export function showChats(platform: ChatPlatform): readonly unknown[] {
  const last = new Map<string, { message: ChatMessage; count: number }>();
  for (const message of platform.messages.all()) {
    const key = `${message.number.id}/${message.person.number}`;
    const count = (last.get(key)?.count ?? 0) + 1;
    last.delete(key);
    last.set(key, { message, count });
  }
  const newest = [...last.values()].slice(-mostChats).toReversed();
  return newest.map(({ message, count }) => ({
    phoneNumberId: message.number.id,
    from: message.number.name,
    person: message.person.number,
    name: message.person.name,
    hidden: message.person.hidden,
    reachable: message.person.reachable,
    stopped: isStopped(message),
    count,
    windowUntil: windowOf(message),
    last: showMessage(message),
  }));
}
