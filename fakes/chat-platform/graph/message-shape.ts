/** The shape of a send request, strictly: what is unknown or missing is refused as Graph does. */

import { badParameter, fault, type Fault } from '../faults.ts';
import { isUserId } from '../ids.ts';
import { isRecord, recordsOf, textOf, type Json } from '../json.ts';

const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'template',
] as const;
export type MessageType = (typeof messageTypes)[number];

export type Shape = {
  readonly type: MessageType;
  /** Digits, or a user id in either of the two words. */
  readonly to: string;
  readonly addressed: 'to' | 'recipient';
  /** As it was written, to be given back. */
  readonly input: string;
  readonly content: Json;
  readonly callbackData: string;
  readonly contextId: string;
};

export type ReadShape =
  | { readonly ok: true; readonly shape: Shape }
  | { readonly ok: false; readonly fault: Fault };

const longestText = 4_096;
const longestCaption = 1_024;
/** The stated limits disagree; the larger one is refused beyond, the smaller one is not. */
const longestCallbackData = 512;

const topKeys = [
  'messaging_product',
  'recipient_type',
  'to',
  'recipient',
  'type',
  'context',
  'biz_opaque_callback_data',
];

const keysOf: Readonly<Record<MessageType, readonly string[]>> = {
  text: ['body', 'preview_url'],
  image: ['id', 'link', 'caption'],
  video: ['id', 'link', 'caption'],
  audio: ['id', 'link', 'voice'],
  document: ['id', 'link', 'caption', 'filename'],
  sticker: ['id', 'link'],
  template: ['name', 'language', 'components', 'namespace'],
};

const refuse = (found: Fault): ReadShape => ({ ok: false, fault: found });

/** Reads the body of `POST /{number}/messages`. */
export function readShape(body: Json): ReadShape {
  if (body['messaging_product'] !== 'whatsapp') {
    return refuse(badParameter('The parameter messaging_product is required.'));
  }
  const type = messageTypes.find((it) => it === (body['type'] ?? 'text'));
  if (type === undefined) {
    return refuse(
      badParameter(`Param type must be one of {${messageTypes.join(', ').toUpperCase()}}`),
    );
  }
  const stray = Object.keys(body).find((key) => !topKeys.includes(key) && key !== type);
  if (stray !== undefined) return refuse(unexpected(stray, 'the request'));
  if (!['individual', undefined].includes(textOf(body, 'recipient_type'))) {
    return refuse(badParameter('Param recipient_type must be one of {INDIVIDUAL}'));
  }
  const address = readAddress(body);
  if (!('to' in address)) return refuse(address);
  const content = body[type];
  if (!isRecord(content)) {
    return refuse(fault(131008, `Parameter '${type}' is mandatory for type '${type}'`));
  }
  const found = checkKeys(type, content) ?? checkContent(type, content);
  if (found !== undefined) return refuse(found);
  const callbackData = body['biz_opaque_callback_data'] ?? '';
  if (typeof callbackData !== 'string' || callbackData.length > longestCallbackData) {
    const words = `Param biz_opaque_callback_data must be at most ${longestCallbackData} long`;
    return refuse(badParameter(words));
  }
  const contextId = textOf(body['context'], 'message_id') ?? '';
  return { ok: true, shape: { ...address, type, content, callbackData, contextId } };
}

function readAddress(body: Json): Pick<Shape, 'to' | 'addressed' | 'input'> | Fault {
  const { to, recipient } = body;
  if (typeof to === 'string' && to !== '') {
    const digits = to.replaceAll(/[\s()+-]/g, '');
    // Where a user id stands in the place of a number, nobody is told.
    if (isUserId(to)) return { to, addressed: 'to', input: to };
    if (/^\d{7,15}$/.test(digits)) return { to: digits, addressed: 'to', input: to };
    return badParameter(`Param to is not a valid phone number: ${to.slice(0, 40)}`);
  }
  if (to !== undefined && typeof to !== 'string') return badParameter('Param to must be a string');
  if (typeof recipient === 'string' && recipient !== '') {
    if (isUserId(recipient)) return { to: recipient, addressed: 'recipient', input: recipient };
    return badParameter('Param recipient is not a valid business-scoped user ID');
  }
  return badParameter('The parameter to is required.');
}

function checkKeys(type: MessageType, content: Json): Fault | undefined {
  const stray = Object.keys(content).find((key) => !keysOf[type].includes(key));
  return stray === undefined ? undefined : unexpected(stray, `param "${type}"`);
}

function checkContent(type: MessageType, content: Json): Fault | undefined {
  switch (type) {
    case 'text': {
      const text = textOf(content, 'body') ?? '';
      if (text === '') return badParameter("The parameter text['body'] is required.");
      if (Array.from(text).length <= longestText) return undefined;
      return badParameter(`Param text['body'] must be at most ${longestText} characters long.`);
    }
    case 'template':
      return checkTemplate(content);
    default:
      return checkMedia(type, content);
  }
}

/** A media object: `id` or `link`, one of them, and texts that fit. */
function checkMedia(where: string, media: Json): Fault | undefined {
  const id = media['id'];
  const link = media['link'];
  if (id === undefined && link === undefined) {
    return fault(131008, `Either ${where}['id'] or ${where}['link'] must be given`);
  }
  if (id !== undefined && link !== undefined) {
    return badParameter(`Params ${where}['id'] and ${where}['link'] exclude each other`);
  }
  if (link !== undefined && !(typeof link === 'string' && /^https?:\/\/\S+$/.test(link))) {
    return badParameter(`Param ${where}['link'] is not a valid URI`);
  }
  if (id !== undefined && !(typeof id === 'string' && /^\d+$/.test(id))) {
    return badParameter(
      `Param ${where}['id'] is not a valid whatsapp business account media attachment ID`,
    );
  }
  const caption = media['caption'] ?? '';
  if (typeof caption !== 'string' || Array.from(caption).length > longestCaption) {
    return badParameter(
      `Param ${where}['caption'] must be at most ${longestCaption} characters long.`,
    );
  }
  const name = media['filename'] ?? '';
  return typeof name === 'string'
    ? undefined
    : badParameter(`Param ${where}['filename'] is a string`);
}

function checkTemplate(content: Json): Fault | undefined {
  const missing = (key: string): Fault => fault(131008, `template: ${key} is missing`);
  if ((textOf(content, 'name') ?? '') === '') return missing('name');
  const code = textOf(content['language'], 'code') ?? '';
  if (code === '') return missing('language code');
  const components = content['components'] ?? [];
  if (!Array.isArray(components) || !components.every(isRecord)) {
    return badParameter("Param template['components'] must be an array of objects");
  }
  for (const [at, component] of recordsOf(components).entries()) {
    const found = checkComponent(component, `template['components'][${at}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkComponent(component: Json, where: string): Fault | undefined {
  const known = ['type', 'sub_type', 'index', 'parameters'];
  const stray = Object.keys(component).find((key) => !known.includes(key));
  if (stray !== undefined) return unexpected(stray, `param "${where}"`);
  const parameters = component['parameters'] ?? [];
  if (!Array.isArray(parameters) || !parameters.every(isRecord)) {
    return badParameter(`Param ${where}['parameters'] must be an array of objects`);
  }
  for (const [at, parameter] of recordsOf(parameters).entries()) {
    const type = textOf(parameter, 'type')?.toLowerCase() ?? '';
    if (type === '') return fault(131008, `${where}['parameters'][${at}]: type is missing`);
    const fit = ['type', 'parameter_name', type];
    const other = Object.keys(parameter).find((key) => !fit.includes(key));
    if (other !== undefined) return unexpected(other, `param "${where}['parameters'][${at}]"`);
    const media = parameter[type];
    if (!['image', 'video', 'document'].includes(type) || !isRecord(media)) continue;
    const found = checkMedia(`${where}['parameters'][${at}]['${type}']`, media);
    if (found !== undefined) return found;
  }
  return undefined;
}

const unexpected = (key: string, where: string): Fault => ({
  ...badParameter('Invalid parameter'),
  details: `Unexpected key "${key}" on ${where}.`,
});
