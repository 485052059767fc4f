/** `POST /{number}/messages`. */

import type { SendingNumber } from '../accounts.ts';
import type { Send } from '../dispatch.ts';
import { badParameter, fault, type Fault } from '../faults.ts';
import { compact, recordsOf, textOf } from '../json.ts';
import { mediaRules } from '../media.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import { held, magicStory, plainStory, type Story } from '../stories.ts';
import { fill, readMedia, type Shown } from '../templates/fill.ts';
import type { Template } from '../templates/template.ts';
import { readShape, type Shape } from './message-shape.ts';
import { json, refuse, type Asked, type Reply } from './reply.ts';

/** Sends a message of a number. */
export async function sendMessage(
  { platform, body }: Asked,
  number: SendingNumber,
): Promise<Reply> {
  const shape = readShape(body);
  if ('code' in shape) return refuse(platform, shape);
  if (!number.isRegistered) return refuse(platform, fault(133010));
  if (!number.account.hasPayment) return refuse(platform, fault(131042));
  const person = findPerson(platform, shape);
  if (person === undefined) return refuse(platform, fault(131026, 'There is no such user ID.'));
  const send = prepare(platform, number, person, shape);
  if ('code' in send) return refuse(platform, send);
  const story = chooseStory(platform, person, shape);
  const { answer } = story;
  if (answer.kind === 'refuse') return refuse(platform, fault(answer.code));
  if (!('taken' in answer) || answer.taken) {
    const code = platform.rates.judge(number, person.number);
    if (code !== undefined) return refuse(platform, fault(code));
    const taken = await platform.dispatch.take(send, story);
    if (!('taken' in answer)) return conclude(send, shape, story, taken);
  }
  return answer.kind === 'broken' ? { kind: 'html', http: answer.http } : { kind: answer.kind };
}

function findPerson({ people }: ChatPlatform, { to, addressed }: Shape): Person | undefined {
  const known = people.find(to);
  if (known !== undefined) return people.meet(known.number);
  return addressed === 'recipient' ? undefined : people.meet(to);
}

/** What was prepared for this one, else what the number stands for. */
function chooseStory(platform: ChatPlatform, person: Person, shape: Shape): Story {
  const next = platform.takeNext('messages', [person.number, person.userId, shape.to]);
  const magic = platform.behaviour.magicNumbers ? magicStory(person.number) : undefined;
  return next?.story ?? magic ?? plainStory;
}

/** Checks a well-formed request against what the platform knows. */
function prepare(
  platform: ChatPlatform,
  number: SendingNumber,
  person: Person,
  shape: Shape,
): Send | Fault {
  const { type, callbackData, contextId } = shape;
  if (shape.to === number.digits) return fault(131021);
  const filled =
    type === 'template'
      ? fillTemplate(platform, number, shape)
      : { template: undefined, shown: showFree(shape) };
  if ('code' in filled) return filled;
  let mediaFault = 0;
  for (const shown of [filled.shown, ...(filled.shown.cards ?? [])]) {
    const found = findMediaFault(platform, number, shown);
    if (typeof found !== 'number') return found;
    mediaFault ||= found;
  }
  return { number, person, type, callbackData, contextId, mediaFault, ...filled };
}

function fillTemplate(
  platform: ChatPlatform,
  number: SendingNumber,
  { content, addressed }: Shape,
): { readonly template: Template; readonly shown: Shown } | Fault {
  const name = textOf(content, 'name') ?? '';
  const language = textOf(content['language'], 'code') ?? '';
  const template = platform.shelf.findNamed(number.account, name, language);
  const words = `template name (${name}) does not exist in ${language}`;
  if (template === undefined) return fault(132001, words);
  if (number.account.isLimited) return fault(131064);
  if (template.status === 'PAUSED') return fault(132015);
  if (template.status === 'DISABLED') return fault(132016);
  if (template.status !== 'APPROVED') return fault(132001, `${words}: it is ${template.status}`);
  if (template.category === 'AUTHENTICATION' && addressed === 'recipient') return fault(131062);
  const shown = fill(template, recordsOf(content['components']));
  return 'code' in shown ? shown : { template, shown };
}

function showFree({ type, content }: Shape): Shown {
  const plain = { header: '', media: undefined, footer: '', buttons: [] };
  if (type === 'text') return { ...plain, body: textOf(content, 'body') ?? '' };
  if (type === 'interactive') {
    const kind = 'REQUEST_CONTACT_INFO';
    const button = { kind, text: 'Share phone number', target: '', payload: '' };
    return { ...plain, body: textOf(content['body'], 'text') ?? '', buttons: [button] };
  }
  const media = readMedia(type, content);
  return { ...plain, media, body: textOf(content, 'caption') ?? '' };
}

/**
 * An unknown or foreign id is refused; 131053 for an unusable file, which is only noticed after the
 * request was accepted; 0 for none.
 */
function findMediaFault(
  platform: ChatPlatform,
  number: SendingNumber,
  { media }: Shown,
): number | Fault {
  if (media === undefined || media.mediaId === '') return 0;
  const file = platform.media.find(media.mediaId);
  if (file === undefined || file.numberId !== number.id || file.isInbound) {
    const words = `Param ${media.kind}['id'] is not a valid whatsapp business account media`;
    return badParameter(`${words} attachment ID`);
  }
  const rules = mediaRules[media.kind];
  const fits = rules === undefined || (rules.types.test(file.mimeType) && file.size <= rules.most);
  return fits ? 0 : 131053;
}

async function conclude(
  { person, template }: Send,
  { to, addressed }: Shape,
  { answer }: Story,
  { wamid, isHeld }: { readonly wamid: string; readonly isHeld: boolean },
): Promise<Reply> {
  if (answer.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, answer.ms));
  const isHidden = person.hidden || addressed === 'recipient';
  const contact = { input: to, wa_id: isHidden ? undefined : person.waId, user_id: person.userId };
  const accepted = template === undefined ? undefined : 'accepted';
  const own = isHeld ? held.word : accepted;
  const word = answer.kind === 'held' ? answer.word : own;
  return json({
    messaging_product: 'whatsapp',
    contacts: [compact(contact)],
    messages: [compact({ id: wamid, message_status: word })],
  });
}
