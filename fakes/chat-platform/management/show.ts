/** People, messages and templates as the management port shows them. */

import { windowMs } from '../dispatch.ts';
import { titleOf } from '../faults.ts';
import { stateOf, type ChatMessage } from '../messages.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import type { Template } from '../templates/template.ts';

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
    pricing: message.pricing,
    statuses: message.statuses.map(({ word, atMs, code }) => ({
      status: word,
      at: iso(atMs),
      code,
      words: code === 0 ? '' : titleOf(code),
    })),
  };
}

export function showPerson({ number, userId, name, userName, hidden, stopped }: Person): unknown {
  return { number, userId, name, userName, hidden, stopped: [...stopped] };
}

export function showTemplate(template: Template): unknown {
  const { account, id, name, language, category, status, reason, components } = template;
  return {
    ...{ id, name, language, category, status, reason, components },
    accountName: account.name,
  };
}

export function showStats(platform: ChatPlatform): unknown {
  const { accounts, messages, courier, heard } = platform;
  return {
    ...heard.show(),
    messages: messages.counts,
    webhooks: { ...courier.counts, waiting: courier.waiting },
    accounts: [...accounts.accounts.values()].map(({ id, name, numbers }) => ({
      ...{ id, name },
      numbers: numbers.map(({ id: numberId, displayNumber }) => ({ id: numberId, displayNumber })),
    })),
  };
}

/** When this chat's window ends or ended; null if it was never open. */
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
    stopped: isStopped(message),
    count,
    windowUntil: windowOf(message),
    last: showMessage(message),
  }));
}
