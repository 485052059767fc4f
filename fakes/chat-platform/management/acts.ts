/** What people and the platform do when told through the management port. */

import { done, missing, refuse, show, type Answer, type Asked } from '../../kit/management.ts';
import { compact, flagOf, isRecord, numberOf, textOf } from '../json.ts';
import { readBehaviour } from '../knobs.ts';
import { readNext } from '../stories.ts';
import type { ChatPlatform } from '../platform.ts';
import { findNumber, findPerson, findTemplate } from './find.ts';
import { showMessage, showPerson, showTemplate } from './show.ts';

/** A change of the behaviour, e.g. `{answerDelayMs: 120, statusesPerPost: 20}`. */
export function changeBehaviour(platform: ChatPlatform, { body }: Asked): Answer {
  const read = readBehaviour(body);
  if (!read.ok) return refuse(read.words);
  Object.assign(platform.behaviour, read.change);
  return show(platform.behaviour);
}

export function putNext(platform: ChatPlatform, { body }: Asked): Answer {
  const read = readNext(body);
  if (!read.ok) return refuse(read.words);
  platform.addNext(read.next);
  return done;
}

/**
 * `{number, name, userName, hidden, newNumber}`: whatever is given is changed. The business of
 * `phoneNumberId` is told of a new number.
 */
export async function changePerson(platform: ChatPlatform, { body }: Asked): Promise<Answer> {
  const person = findPerson(platform, body['number']);
  if (person === undefined) return refuse('number: digits with country code, or a user id');
  person.name = textOf(body, 'name') ?? person.name;
  person.userName = textOf(body, 'userName') ?? person.userName;
  person.hidden = flagOf(body, 'hidden') ?? person.hidden;
  const [number, newNumber] = [findNumber(platform, body), textOf(body, 'newNumber')];
  if (number !== undefined && newNumber !== undefined) {
    const before = { ...person };
    platform.people.move(person, newNumber);
    await platform.inbound.tellMove(number, before, person);
  }
  return show(showPerson(person));
}

/**
 * `{phoneNumberId, limited, paid, event, entry, more}`: the business account of a number may send
 * no templates, or may; has a payment method, or none; an event is told of it.
 */
export function changeAccount(platform: ChatPlatform, { body }: Asked): Answer {
  const account = findNumber(platform, body)?.account;
  if (account === undefined) return refuse('phoneNumberId: no such number');
  account.isLimited = flagOf(body, 'limited') ?? account.isLimited;
  account.hasPayment = flagOf(body, 'paid') ?? account.hasPayment;
  account.messagingLimit = textOf(body, 'messagingLimit') ?? account.messagingLimit;
  const event = textOf(body, 'event');
  const more = isRecord(body['more']) ? body['more'] : {};
  if (event !== undefined) {
    platform.announcer.accountChanged(account, { event, entry: textOf(body, 'entry'), more });
  }
  return show({ id: account.id, limited: account.isLimited });
}

/**
 * `{phoneNumberId, quality, onPhone, tellWaac}`: how people take the number, and whether a phone
 * has it, too. Its business is told of the quality, and which WhatsApp account has the number.
 */
export function changeNumber(platform: ChatPlatform, { body }: Asked): Answer {
  const number = findNumber(platform, body);
  if (number === undefined) return refuse('phoneNumberId: no such number');
  number.isOnPhone = flagOf(body, 'onPhone') ?? number.isOnPhone;
  const quality = textOf(body, 'quality');
  if (quality !== undefined) {
    number.quality = quality;
    const event = quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED';
    platform.announcer.numberChanged(number, event);
  }
  if (flagOf(body, 'tellWaac') === true) platform.announcer.waacTold(number);
  return show({ id: number.id, quality: number.quality, onPhone: number.isOnPhone });
}

/** `{person, phoneNumberId, role, summary}`: who is to answer; `ai_agent`: another agent. */
export function passThread(platform: ChatPlatform, { body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  if (person === undefined || number === undefined) return missing('no such chat');
  const role = textOf(body, 'role') ?? 'ai_agent';
  platform.announcer.threadPassed(number, person, { role, summary: textOf(body, 'summary') });
  return done;
}

/** `{from, phoneNumberId, type, …}`: this person writes. Answers once the webhook was tried. */
export async function reply(platform: ChatPlatform, { body }: Asked): Promise<Answer> {
  const person = findPerson(platform, body['from']);
  if (person === undefined) return refuse('from: digits with country code, or a user id');
  const number = findNumber(platform, body);
  if (number === undefined) return refuse('phoneNumberId: no such number');
  const written = platform.inbound.write(number, person, body);
  if (!written.ok) return refuse(written.words);
  await written.posted;
  return show(showMessage(written.message));
}

/** `{person, phoneNumberId, text, messageId, atMs}`: the shop writes in its app on the phone. */
export async function typeInApp(platform: ChatPlatform, { body }: Asked): Promise<Answer> {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  const text = textOf(body, 'text') ?? '';
  if (person === undefined || number === undefined) return missing('no such chat');
  if (text === '') return refuse('text: what is written');
  return show(await platform.phoneApp.write(number, person, { text, atMs: Date.now() }));
}

/** `{person, phoneNumberId}`: the person opens the chat and reads everything that has arrived. */
export function openChat(platform: ChatPlatform, { body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  if (person === undefined || number === undefined) return missing('no such chat');
  platform.dispatch.read(number, person);
  return done;
}

/** `{person, phoneNumberId, value: "stop" | "resume"}`: marketing of a number. */
export function preferMarketing(platform: ChatPlatform, { body }: Asked): Answer {
  const person = findPerson(platform, body['person']);
  const number = findNumber(platform, body);
  const value = textOf(body, 'value');
  if (person === undefined || number === undefined) return missing('no such chat');
  if (value !== 'stop' && value !== 'resume') return refuse('value: stop or resume');
  platform.announcer.preferenceChanged(number, person, value);
  return show(showPerson(person));
}

/** `{id, status, code}`: any status for any message that is still kept. */
export async function pushStatus(platform: ChatPlatform, { body }: Asked): Promise<Answer> {
  const message = platform.messages.find(textOf(body, 'id') ?? '');
  if (message?.direction !== 'out') return missing('id: no such message');
  const word = textOf(body, 'status') ?? '';
  if (word === '') return refuse('status: sent, delivered, read, failed, or any other word');
  const pushed = platform.dispatch.push(message, word, numberOf(body, 'code') ?? 0);
  platform.courier.flushAll();
  await pushed;
  return show(showMessage(message));
}

/**
 * `{id | name, language, event, reason, rejection_info, other_info}`: APPROVED, REJECTED, …; or
 * `{…, quality}`: GREEN, YELLOW, RED.
 */
export function decideTemplate(platform: ChatPlatform, { body }: Asked): Answer {
  const template = findTemplate(platform, body);
  const event = textOf(body, 'event') ?? '';
  const quality = textOf(body, 'quality');
  if (template === undefined) return missing('no such template');
  if (quality !== undefined) {
    const before = template.quality;
    template.quality = quality;
    platform.announcer.qualityChanged(template, before);
    return show(showTemplate(template));
  }
  if (!/^[A-Z_]+$/.test(event)) return refuse('event: APPROVED, REJECTED, PAUSED, DISABLED, …');
  const reason = textOf(body, 'reason') ?? (event === 'REJECTED' ? 'INCORRECT_CATEGORY' : 'NONE');
  const { rejection_info: rejection, other_info: other } = body;
  const more = compact({ rejection_info: rejection, other_info: other });
  platform.shelf.decide(template, event, reason, more);
  return show(showTemplate(template));
}

/**
 * `{id | name, language, portion}`: so many leave, those after them are held. `{…, release}`: so
 * many of the held leave. `{…, drop: true}`: the template is paused, and the held ones fail.
 */
export function paceTemplate(platform: ChatPlatform, { body }: Asked): Answer {
  const template = findTemplate(platform, body);
  if (template === undefined) return missing('no such template');
  const { pacing, shelf } = platform;
  const [portion, release] = [numberOf(body, 'portion'), numberOf(body, 'release')];
  if (portion !== undefined) pacing.pace(template, portion);
  if (release !== undefined) pacing.release(template, release);
  if (flagOf(body, 'drop') === true) {
    shelf.decide(template, 'PAUSED');
    pacing.drop(template);
  }
  return show({ held: pacing.countHeld(template), status: template.status });
}
