/** `POST /{number}/messages`. */

import type { SendingNumber } from '../accounts.ts';
import type { Send } from '../dispatch.ts';
import { badParameter, fault, type Fault } from '../faults.ts';
import { isUserId } from '../ids.ts';
import { compact, recordsOf, textOf } from '../json.ts';
import { mediaRules } from '../media.ts';
import { stateOf } from '../messages.ts';
import type { Person } from '../people.ts';
import type { ChatPlatform } from '../platform.ts';
import { findStory, magicStory, type Story } from '../stories.ts';
import { fill, readMedia, type Shown, type ShownMedia } from '../templates/fill.ts';
import type { Template } from '../templates/template.ts';
import { inspectLink } from './links.ts';
import { readShape, type Shape } from './message-shape.ts';
import { json, refuse, type Asked, type Reply } from './reply.ts';

/** Sends a message of a number, or marks one of a person as read. */
export async function sendMessage(asked: Asked, number: SendingNumber): Promise<Reply> {
  const { platform, body } = asked;
  if (body['status'] === 'read') return markRead(asked);
  const read = readShape(body);
  if (!read.ok) return refuse(platform, read.fault);
  const { shape } = read;
  const person = findPerson(platform, shape);
  if (person === undefined) return refuse(platform, fault(131026, 'There is no such user ID.'));
  const send = prepare(platform, number, person, shape);
  if ('code' in send) return refuse(platform, send);
  const story = chooseStory(platform, person, shape);
  const answer = answerOf(platform, send, story);
  if (answer !== 'take') return answer;
  const code = platform.rates.judge(number, person.number, platform.clock.steady());
  if (code !== undefined) return refuse(platform, fault(code));
  const { wamid } = await platform.dispatch.take(send, story);
  return conclude(platform, { send, shape, story, wamid });
}

function findPerson({ people }: ChatPlatform, { to, addressed }: Shape): Person | undefined {
  const known = people.find(to);
  if (known !== undefined) return people.meet(known.number);
  return addressed === 'recipient' ? undefined : people.meet(to);
}

/** What was told for this one, else the person's own, else what the number says. */
function chooseStory(platform: ChatPlatform, person: Person, shape: Shape): Story {
  const next = platform.takeNext('messages', [person.number, person.userId, shape.to]);
  const magic = platform.behaviour.magicNumbers ? magicStory(person.number) : undefined;
  return next?.story ?? person.story ?? magic ?? plainStory;
}

const plainStory: Story = findStory('plain') ?? {
  name: 'plain',
  digits: '',
  words: '',
  answer: { kind: 'accept' },
  fate: { kind: 'plain' },
};

/** Judges a well-formed request against what the platform knows. */
function prepare(
  platform: ChatPlatform,
  number: SendingNumber,
  person: Person,
  shape: Shape,
): Send | Fault {
  const { allowedRecipients } = platform.behaviour;
  if (number.account.locked) return fault(131031);
  if (shape.to === number.digits) return fault(131021);
  if (allowedRecipients.length > 0 && !allowedRecipients.includes(person.number)) {
    return fault(131030);
  }
  const filled =
    shape.type === 'template' ? fillTemplate(platform, number, shape) : showFree(shape);
  if ('code' in filled) return filled;
  const { template, shown } = filled;
  const found = checkMediaId(platform, number, shown.media);
  if (found !== undefined) return found;
  const isWindowShut = template === undefined && !platform.dispatch.isWindowOpen(number, person);
  if (isWindowShut && platform.behaviour.windowFault === 'sync') return fault(131047);
  return {
    number,
    person,
    type: shape.type,
    shown,
    template,
    callbackData: shape.callbackData,
    contextId: shape.contextId,
    addressed: shape.addressed,
    isLost: shape.addressed === 'to' && isUserId(shape.to),
    mediaFault: () => findMediaFault(platform, shown.media),
  };
}

type Prepared = { readonly template: Template | undefined; readonly shown: Shown };

function fillTemplate(
  platform: ChatPlatform,
  number: SendingNumber,
  shape: Shape,
): Prepared | Fault {
  const { content, addressed } = shape;
  const name = textOf(content, 'name') ?? '';
  const language = textOf(content['language'], 'code') ?? '';
  const template = platform.shelf.findNamed(number.account, name, language);
  const words = `template name (${name}) does not exist in ${language}`;
  if (template === undefined) return fault(132001, words);
  if (template.status === 'PAUSED') return fault(132015);
  if (template.status === 'DISABLED') return fault(132016);
  if (template.status !== 'APPROVED') return fault(132001, `${words}: it is ${template.status}`);
  if (template.category === 'AUTHENTICATION' && addressed === 'recipient') return fault(131062);
  const filled = fill(template, recordsOf(content['components']));
  return filled.ok ? { template, shown: filled.shown } : filled.fault;
}

function showFree({ type, content }: Shape): Prepared {
  const isText = type === 'text';
  const shown = {
    header: '',
    media: isText ? undefined : readMedia(type, content),
    body: textOf(content, isText ? 'body' : 'caption') ?? '',
    footer: '',
    buttons: [],
  };
  return { template: undefined, shown };
}

/** An id that nobody has, that has ended, or that belongs to another business. */
function checkMediaId(
  platform: ChatPlatform,
  number: SendingNumber,
  media: ShownMedia | undefined,
): Fault | undefined {
  if (media === undefined || media.mediaId === '') return undefined;
  const found = platform.media.find(media.mediaId);
  const owner = platform.accounts.numbers.get(found?.numberId ?? '');
  if (found !== undefined && owner === number && !found.isInbound) return undefined;
  const words = `Param ${media.kind}['id'] is not a valid whatsapp business account media`;
  return badParameter(`${words} attachment ID`);
}

/** What is wrong with the file itself is found after the request was accepted. */
async function findMediaFault(
  platform: ChatPlatform,
  media: ShownMedia | undefined,
): Promise<number> {
  if (media === undefined) return 0;
  const rules = Object.entries(mediaRules).find(([kind]) => kind === media.kind)?.[1];
  if (rules === undefined) return 0;
  if (media.mediaId === '') {
    return platform.behaviour.fetchLinks ? inspectLink(media.link, rules) : 0;
  }
  const file = platform.media.find(media.mediaId);
  const fits = file !== undefined && rules.types.test(file.mimeType) && file.size <= rules.most;
  return fits ? 0 : 131053;
}

/** What the story says before anything is taken; `take` when it has nothing against it. */
function answerOf(platform: ChatPlatform, send: Send, { answer }: Story): Reply | 'take' {
  switch (answer.kind) {
    case 'refuse':
      return refuse(platform, fault(answer.code, answer.details));
    case 'refuse_first':
      if (!platform.dispatch.isFirstTry(send.number, send.person)) return 'take';
      return refuse(platform, fault(answer.code));
    case 'hang':
      return answer.taken ? 'take' : { kind: 'hang' };
    case 'drop':
      return answer.taken ? 'take' : { kind: 'drop' };
    case 'broken':
      return answer.taken ? 'take' : { kind: 'html', http: answer.http };
    case 'accept':
    case 'held':
    case 'slow':
      return 'take';
  }
}

type Taken = {
  readonly send: Send;
  readonly shape: Shape;
  readonly story: Story;
  readonly wamid: string;
};

async function conclude(platform: ChatPlatform, taken: Taken): Promise<Reply> {
  const { answer } = taken.story;
  if (answer.kind === 'hang') return { kind: 'hang' };
  if (answer.kind === 'drop') return { kind: 'drop' };
  if (answer.kind === 'broken') return { kind: 'html', http: answer.http };
  if (answer.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, answer.ms));
  const { person, template } = taken.send;
  const { userIds } = platform.behaviour;
  const isByUserId = taken.shape.addressed === 'recipient';
  const word =
    answer.kind === 'held' ? answer.word : template === undefined ? undefined : 'accepted';
  const contact = taken.send.isLost
    ? { input: taken.shape.input }
    : compact({
        input: taken.shape.input,
        wa_id: person.hidden || isByUserId ? undefined : person.waId,
        user_id: userIds || person.hidden || isByUserId ? person.userId : undefined,
      });
  return json(
    {
      messaging_product: 'whatsapp',
      contacts: [contact],
      messages: [compact({ id: taken.wamid, message_status: word })],
    },
    taken.wamid,
  );
}

/** `{"status": "read", "message_id": "wamid…"}`: blue ticks for what a person wrote. */
function markRead({ platform, body }: Asked): Reply {
  const found = platform.messages.find(textOf(body, 'message_id') ?? '');
  if (found?.direction === 'in') return json({ success: true });
  const words = found === undefined ? 'there is no such message' : `it is ${stateOf(found)}`;
  return refuse(platform, fault(131009, `message_id: ${words}`));
}
