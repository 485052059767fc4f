/** What people and the platform do when the management port says so. */

import { accountEvents } from '../announcer.ts';
import { isRecord, flagOf, numberOf, recordsOf, textOf } from '../json.ts';
import { findStory, readNext, stories } from '../stories.ts';
import {
  done,
  findAccount,
  findNumber,
  findPerson,
  findTemplate,
  missing,
  objectOf,
  refuse,
  show,
  type Answer,
  type Asked,
} from './answer.ts';
import { showClock, showMessage, showPerson, showTemplate } from './show.ts';

/** `{freeze: true}`, `{resume: true}`, `{advanceMs: 1000}`, `{to: "2026-…"}`, `{set: "2026-…"}`. */
export async function turnClock({ platform, body }: Asked): Promise<Answer> {
  const { clock } = platform;
  if (flagOf(body, 'freeze') === true) clock.freeze();
  const advanceMs = numberOf(body, 'advanceMs');
  if (advanceMs !== undefined && advanceMs < 0) return refuse('advanceMs: 0 or more');
  if (advanceMs !== undefined) await platform.moveTo(clock.now() + advanceMs);
  for (const name of ['to', 'set'] as const) {
    const wanted = body[name];
    if (wanted === undefined) continue;
    const atMs = typeof wanted === 'number' ? wanted : Date.parse(textOf(body, name) ?? '');
    if (Number.isNaN(atMs)) return refuse(`${name}: a moment, as text or in milliseconds`);
    if (name === 'set') clock.setTo(atMs);
    else await platform.moveTo(atMs);
  }
  if (flagOf(body, 'resume') === true) clock.resume();
  platform.changed();
  return show(showClock(platform));
}

export function putNext({ platform, body }: Asked): Answer {
  const read = readNext(body);
  if (!read.ok) return refuse(read.words);
  platform.addNext(read.next);
  return done;
}

export function listStories(): Answer {
  return show(
    stories.map(({ name, digits, words }) => ({
      name,
      magic: digits === '' ? '' : `…9900${digits}`,
      words,
    })),
  );
}

/** `{number, name, username, hidden, reachable, story, waId}`: what is given is changed. */
export function changePerson({ platform, body }: Asked): Answer {
  const person = findPerson(platform, body['number']);
  if (person === undefined) return refuse('number: digits with country code, or a user id');
  const story = textOf(body, 'story');
  if (story !== undefined && story !== '' && findStory(story) === undefined) {
    return refuse(`story: ${stories.map((it) => it.name).join(', ')}`);
  }
  person.name = textOf(body, 'name') ?? person.name;
  person.username = textOf(body, 'username') ?? person.username;
  person.waId = textOf(body, 'waId') ?? person.waId;
  person.hidden = flagOf(body, 'hidden') ?? person.hidden;
  person.reachable = flagOf(body, 'reachable') ?? person.reachable;
  if (story !== undefined) person.story = findStory(story);
  if (person.reachable) platform.dispatch.deliverWaiting(person);
  platform.changed();
  return show(showPerson(person));
}

/** `{from, phoneNumberId, type, …}`: this person writes. Answers once the webhook was tried. */
export async function reply({ platform, body }: Asked): Promise<Answer> {
  const person = findPerson(platform, body['from']);
  if (person === undefined) return refuse('from: digits with country code, or a user id');
  const number = findNumber(platform, body);
  if (number === undefined) return refuse('phoneNumberId: no such number');
  const written = platform.inbound.write(number, person, body);
  if (!written.ok) return refuse(written.words);
  await written.told;
  return show(showMessage(written.message));
}

/** `{person, phoneNumberId}`: the chat is looked at, and what has arrived is read. */
export function openChat({ platform, body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  if (person === undefined || number === undefined) return missing('no such chat');
  return show({ read: platform.dispatch.read(number, person) });
}

/** `{person, phoneNumberId, value: "stop" | "resume"}`: marketing of a number. */
export function preferMarketing({ platform, body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  const value = textOf(body, 'value');
  if (person === undefined || number === undefined) return missing('no such chat');
  if (value !== 'stop' && value !== 'resume') return refuse('value: stop or resume');
  platform.announcer.preferenceChanged(number, person, value);
  return show(showPerson(person));
}

/** `{person, phoneNumberId, newNumber}`: another number, and another user id. */
export function moveNumber({ platform, body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  const newNumber = textOf(body, 'newNumber') ?? '';
  if (person === undefined || number === undefined) return missing('no such chat');
  if (!/^\d{7,15}$/.test(newNumber)) return refuse('newNumber: digits with country code');
  platform.inbound.move(number, person, newNumber);
  return show(showPerson(person));
}

/** `{id, status, code}`: any status word of any message that is still kept. */
export async function pushStatus({ platform, body }: Asked): Promise<Answer> {
  const message = platform.messages.find(textOf(body, 'id') ?? '');
  if (message?.direction !== 'out') return missing('id: no such message');
  const word = textOf(body, 'status') ?? '';
  if (word === '') return refuse('status: sent, delivered, read, failed, or any other word');
  const pushed = platform.dispatch.push(message, word, numberOf(body, 'code') ?? 0);
  platform.courier.flushAll();
  await pushed;
  return show(showMessage(message));
}

/** `{id | name, event, reason, recommendation}`: APPROVED, REJECTED, PAUSED, DISABLED, … */
export function decideTemplate({ platform, body }: Asked): Answer {
  const template = findTemplate(platform, body);
  const event = textOf(body, 'event') ?? '';
  if (template === undefined) return missing('no such template');
  if (!/^[A-Z_]+$/.test(event)) return refuse('event: APPROVED, REJECTED, PAUSED, DISABLED, …');
  const reason = textOf(body, 'reason') ?? (event === 'REJECTED' ? 'INCORRECT_CATEGORY' : 'NONE');
  platform.shelf.decide(template, event, reason, textOf(body, 'recommendation'));
  platform.changed();
  return show(showTemplate(template));
}

/** `{id | name, category, soon}`: another category, at once or announced for tomorrow. */
export function recategorise({ platform, body }: Asked): Answer {
  const template = findTemplate(platform, body);
  const category = textOf(body, 'category') ?? '';
  if (template === undefined) return missing('no such template');
  if (category === '') return refuse('category: MARKETING, UTILITY, AUTHENTICATION');
  platform.shelf.recategorise(template, category, flagOf(body, 'soon') ?? false);
  return show(showTemplate(template));
}

/** `{id | name, quality}`: GREEN, YELLOW, RED, UNKNOWN. */
export function rateTemplate({ platform, body }: Asked): Answer {
  const template = findTemplate(platform, body);
  if (template === undefined) return missing('no such template');
  platform.announcer.qualityChanged(template, textOf(body, 'quality') ?? 'YELLOW');
  return show(showTemplate(template));
}

/** `{phoneNumberId, event, limit, quality}` of a sending number. */
export function rateNumber({ platform, body }: Asked): Answer {
  const number = findNumber(platform, body);
  if (number === undefined) return missing('no such number');
  number.quality = textOf(body, 'quality') ?? number.quality;
  number.throughput = numberOf(body, 'throughput') ?? number.throughput;
  const limit = textOf(body, 'limit') ?? number.messagingLimit;
  platform.announcer.numberChanged(number, textOf(body, 'event') ?? 'DOWNGRADE', limit);
  return done;
}

/** `{accountId, event}`: the account is locked, freed, restricted, or found at fault. */
export function changeAccount({ platform, body }: Asked): Answer {
  const account = findAccount(platform, body);
  const event = accountEvents.find((it) => it === textOf(body, 'event'));
  if (account === undefined) return missing('no such business account');
  if (event === undefined) return refuse(`event: ${accountEvents.join(', ')}`);
  platform.announcer.accountChanged(account, event);
  return show({ id: account.id, locked: account.locked });
}

/** `{accountId, field, value}`: any webhook field, rightly signed. */
export async function announce({ platform, body }: Asked): Promise<Answer> {
  const account = findAccount(platform, body);
  if (account === undefined) return missing('no such business account');
  const field = textOf(body, 'field') ?? 'account_update';
  await platform.announcer.announce(account, field, objectOf(body, 'value'));
  return done;
}

/** `{token, appId, accounts, expired}`: adds a token, or says of one whether it has expired. */
export function changeToken({ platform, body }: Asked): Answer {
  const token = textOf(body, 'token') ?? '';
  const known = platform.accounts.tokens.get(token);
  const accounts = body['accounts'];
  const appId = textOf(body, 'appId') ?? known?.app.id ?? '';
  const kept = Array.isArray(accounts) ? accounts.map(String) : (known?.accounts ?? []);
  const added = platform.accounts.addToken({ token, appId, accounts: kept });
  if (added === undefined) return refuse('token, appId: an app that exists, and no real token');
  added.expired = flagOf(body, 'expired') ?? false;
  return done;
}

/** `{id, secret, callbackUrl, verifyToken, webhookVersion}`: adds an app, or changes it. */
export function changeApp({ platform, body }: Asked): Answer {
  const id = textOf(body, 'id') ?? '';
  const known = platform.accounts.apps.get(id);
  const secret = textOf(body, 'secret') ?? known?.secret ?? '';
  if (id === '' || secret === '') return refuse('id and secret');
  platform.accounts.addApp({
    id,
    secret,
    callbackUrl: textOf(body, 'callbackUrl') ?? known?.callbackUrl ?? '',
    verifyToken: textOf(body, 'verifyToken') ?? known?.verifyToken ?? '',
    webhookVersion: textOf(body, 'webhookVersion') ?? known?.webhookVersion ?? 'v25.0',
  });
  return done;
}

/** `{id, name, numbers: [{id, displayNumber, name}], templates, apps}`: another business. */
export function addAccount({ platform, body }: Asked): Answer {
  const id = textOf(body, 'id') ?? '';
  const numbers = recordsOf(body['numbers']).map((it) => ({
    id: textOf(it, 'id') ?? '',
    displayNumber: textOf(it, 'displayNumber') ?? '',
    name: textOf(it, 'name') ?? textOf(body, 'name') ?? 'Simulated business',
    throughput: numberOf(it, 'throughput') ?? 80,
  }));
  const isWhole = numbers.every((it) => it.id !== '' && it.displayNumber !== '');
  if (id === '' || !isWhole) return refuse('id, and numbers with id and displayNumber');
  const apps = Array.isArray(body['apps']) ? { apps: body['apps'].map(String) } : {};
  const name = textOf(body, 'name') ?? 'Simulated business';
  const account = platform.accounts.addAccount({ id, name, numbers, ...apps });
  for (const seed of recordsOf(body['templates'])) {
    platform.plantTemplate(account, {
      name: textOf(seed, 'name') ?? '',
      language: textOf(seed, 'language') ?? 'en_US',
      category: textOf(seed, 'category') ?? 'UTILITY',
      components: recordsOf(seed['components']),
      status: textOf(seed, 'status') ?? 'APPROVED',
      parameterFormat: textOf(seed, 'parameterFormat') ?? 'POSITIONAL',
    });
  }
  platform.changed();
  return isRecord(body) ? done : refuse('an object');
}
