/**
 * The shape of a send request: anything missing or unknown is refused, as by Graph. test/judges
 * compares everything the service sends with the platform's own description.
 */

import { badParameter, fault, type Fault } from '../faults.ts';
import { isUserId } from '../ids.ts';
import { isRecord, textOf, type Json } from '../json.ts';

export type Shape = {
  readonly type: string;
  /** Digits, or a user id in `recipient`. */
  readonly to: string;
  readonly addressed: 'to' | 'recipient';
  readonly content: Json;
  readonly callbackData: string;
  readonly contextId: string;
};

const keysOf: Readonly<Record<string, readonly string[] | undefined>> = {
  text: ['body', 'preview_url'],
  image: ['id', 'link', 'caption'],
  video: ['id', 'link', 'caption'],
  audio: ['id', 'link', 'voice'],
  document: ['id', 'link', 'caption', 'filename'],
  template: ['name', 'language', 'components', 'namespace'],
  interactive: ['type', 'body', 'action'],
};

/** The only kind that is simulated. */
const asking = 'request_contact_info';

const topKeys = [
  'messaging_product',
  'recipient_type',
  'to',
  'recipient',
  'type',
  'context',
  'biz_opaque_callback_data',
  'messaging_account_id',
];

/** Reads the body of `POST /{number}/messages`. */
export function readShape(body: Json): Shape | Fault {
  if (body['messaging_product'] !== 'whatsapp') {
    return badParameter('The parameter messaging_product is required.');
  }
  const type = textOf(body, 'type') ?? 'text';
  const keys = keysOf[type];
  const content = body[type];
  if (keys === undefined || !isRecord(content)) {
    return fault(131008, `Parameter '${type}' is mandatory for type '${type}'`);
  }
  const stray =
    Object.keys(body).find((key) => !topKeys.includes(key) && key !== type) ??
    Object.keys(content).find((key) => !keys.includes(key));
  if (stray !== undefined) return badParameter(`Unexpected key "${stray}"`);
  const isFile = keys.includes('link');
  if (isFile && (content['id'] === undefined) === (content['link'] === undefined)) {
    return fault(131008, `Either ${type}['id'] or ${type}['link'] must be given`);
  }
  if (type === 'text' && (textOf(content, 'body') ?? '') === '') {
    return badParameter("The parameter text['body'] is required.");
  }
  const asks = textOf(content['action'], 'name');
  if (type === 'interactive' && (textOf(content, 'type') !== asking || asks !== asking)) {
    return badParameter(`interactive['type'] and ['action']['name'] must be ${asking}`);
  }
  const address = readAddress(body);
  if ('code' in address) return address;
  const callbackData = textOf(body, 'biz_opaque_callback_data') ?? '';
  const contextId = textOf(body['context'], 'message_id') ?? '';
  return { ...address, type, content, callbackData, contextId };
}

function readAddress(body: Json): Pick<Shape, 'to' | 'addressed'> | Fault {
  const to = textOf(body, 'to') ?? '';
  if (/^\+?\d{7,15}$/.test(to)) return { to: to.replace('+', ''), addressed: 'to' };
  const recipient = textOf(body, 'recipient') ?? '';
  if (to === '' && isUserId(recipient)) return { to: recipient, addressed: 'recipient' };
  return badParameter('Param to is not a valid phone number, nor recipient a user ID');
}
