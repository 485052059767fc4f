import { withoutUnseen } from '../../../domain/account/name.ts';
import type { ChatFailure, ChatPricing } from '../../../domain/chat/progress.ts';
import type {
  ChatInboundMedia,
  ChatInboundEvent,
  ChatUserNames,
} from '../../../domain/chat/webhook-event.ts';
import {
  digitsOf,
  type Fields,
  fieldsOf,
  isNamed,
  keyOf,
  listOf,
  momentOf,
  skipped,
  type ReadEvent,
  textOf,
  userIdOf,
  wholeOf,
  wordsOf,
} from '../json-fields.ts';
import { meaningOfCode } from '../platform-errors.ts';

/** `messages`: what users wrote, and what became of our messages; `calls`: what users called. */
export function readMessagesField(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = textOf(fieldsOf(value['metadata'])?.['phone_number_id']);
  if (phoneNumberId === undefined) return [skipped(field, 'unreadable')];
  const contacts = listOf(value['contacts']).map((it) => fieldsOf(it) ?? {});
  const about = { field, phoneNumberId, contacts };
  return [
    ...listOf(value['messages']).flatMap((it) => [readMessage(it, about), ...readMove(it)]),
    ...listOf(value['calls']).flatMap((it) => readCall(it, about)),
    ...listOf(value['statuses']).map((it) => readStatus(it, about)),
    // Errors that belong to no message: for people, who find them in the raw post.
    ...listOf(value['errors']).map(() => skipped('errors', 'unknown_field')),
  ];
}

type About = {
  readonly field: string;
  readonly phoneNumberId: string;
  readonly contacts: readonly Fields[];
};

function readMessage(given: unknown, { field, phoneNumberId, contacts }: About): ReadEvent {
  const message = fieldsOf(given) ?? {};
  const operatorKey = keyOf(message['id']);
  const atMs = momentOf(message['timestamp']);
  const user = userOf(message, contacts);
  const type = wordsOf(message['type'], 64);
  if (operatorKey === undefined || atMs === undefined || type === undefined || !isNamed(user)) {
    return skipped(field, 'unreadable');
  }
  const named = wordsOf(fieldsOf(contactOf(user, contacts)?.['profile'])?.['name'], 256);
  const profileName = withoutUnseen(named ?? '') || undefined;
  const heard = { phoneNumberId, operatorKey, user, profileName, type, atMs, content: message };
  return { kind: 'inbound', ...heard, ...readInbound(type, message) };
}

/** The message by which the platform reports that a user has another number or id. */
function readMove(given: unknown): readonly ReadEvent[] {
  const message = fieldsOf(given) ?? {};
  const told = fieldsOf(message['system']);
  const atMs = momentOf(message['timestamp']);
  if (message['type'] !== 'system' || told === undefined || atMs === undefined) return [];
  const before = {
    phone: digitsOf(message['from']),
    userId: userIdOf(told['previous_user_id']) ?? userIdOf(message['from_user_id']),
  };
  const user = { phone: digitsOf(told['wa_id']), userId: userIdOf(told['user_id']) };
  if (!isNamed(before) || !isNamed(user)) return [];
  return [{ kind: 'user_change', before, user, atMs }];
}

/** A call from a user opens the 24 hours as a message does; one from us does not. */
function readCall(given: unknown, about: About): readonly ReadEvent[] {
  const call = fieldsOf(given) ?? {};
  if (call['event'] !== 'connect' || call['direction'] !== 'USER_INITIATED') return [];
  return [readMessage({ ...call, type: 'call' }, about)];
}

function readStatus(given: unknown, { field, phoneNumberId }: About): ReadEvent {
  const status = fieldsOf(given) ?? {};
  const operatorKey = keyOf(status['id']);
  const atMs = momentOf(status['timestamp']);
  const word = wordsOf(status['status'], 32)?.toLowerCase();
  if (operatorKey === undefined || atMs === undefined || word === undefined) {
    return skipped(field, 'unreadable');
  }
  return {
    kind: 'status',
    phoneNumberId,
    operatorKey,
    // Whoever played a voice message has read it.
    status: word === 'played' ? 'read' : word,
    atMs,
    opaqueId: wordsOf(status['biz_opaque_callback_data'], 512),
    user: {
      phone: digitsOf(status['recipient_id']),
      userId: userIdOf(status['recipient_user_id']),
    },
    pricing: readPricing(status['pricing']),
    failure: word === 'failed' ? readFailure(status['errors']) : undefined,
  };
}

function readPricing(given: unknown): ChatPricing | undefined {
  const pricing = fieldsOf(given) ?? {};
  const type = wordsOf(pricing['type'], 64);
  const billable = billableOf(pricing['billable'], type);
  if (billable === undefined) return undefined;
  return {
    billable,
    model: wordsOf(pricing['pricing_model'], 64),
    type,
    category: wordsOf(pricing['category'], 64),
  };
}

/**
 * The platform will drop `billable` in a later version and wants the type to be read instead:
 * `regular`, or one of several free ones.
 */
function billableOf(given: unknown, type: string | undefined): boolean | undefined {
  if (typeof given === 'boolean') return given;
  if (type === 'regular') return true;
  return type?.startsWith('free_') === true ? false : undefined;
}

/** The store keeps a code in 31 bits; no known one needs more. */
const HIGHEST_KEPT = 0x7fff_ffff;

/** A failure without a readable code is still a failure. */
function readFailure(errors: unknown): ChatFailure {
  const [first] = listOf(errors);
  const code = Math.min(wholeOf(fieldsOf(first)?.['code']) ?? 0, HIGHEST_KEPT);
  if (code <= 0) return { code: 0, reason: 'platform_refused' };
  const { reason, reaction } = meaningOfCode(code);
  return { code, reason, ...(reaction === undefined ? {} : { reaction }) };
}

function userOf(message: Fields, contacts: readonly Fields[]): ChatUserNames {
  const own = { phone: digitsOf(message['from']), userId: userIdOf(message['from_user_id']) };
  const contact = contactOf(own, contacts);
  return {
    phone: own.phone ?? digitsOf(contact?.['wa_id']),
    userId: own.userId ?? userIdOf(contact?.['user_id']),
  };
}

/** The profile of the sender: by either id, or the only one given. */
function contactOf(user: ChatUserNames, contacts: readonly Fields[]): Fields | undefined {
  const found = contacts.find(
    (it) =>
      (user.phone !== undefined && digitsOf(it['wa_id']) === user.phone) ||
      (user.userId !== undefined && userIdOf(it['user_id']) === user.userId),
  );
  return found ?? (contacts.length === 1 && !isNamed(user) ? contacts[0] : undefined);
}

type Said = Pick<ChatInboundEvent, 'text' | 'payload' | 'contextKey' | 'media' | 'opensWindow'>;

/** Types whose object names a file. */
const MEDIA: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

/** What the platform reports on its own; everything else is the user's doing. */
const NOT_AN_ACT: readonly string[] = ['system', 'request_welcome'];

/** What can be read of a message of a type; for an unknown one, only that it came. */
function readInbound(type: string, message: Fields): Said {
  const own = fieldsOf(message[type]) ?? {};
  const contextKey = keyOf(fieldsOf(message['context'])?.['id']);
  return {
    contextKey,
    media: MEDIA.includes(type) ? readMedia(own) : undefined,
    opensWindow: !NOT_AN_ACT.includes(type),
    payload: undefined,
    ...readContent(type, own),
  };
}

type Content = { readonly text: string | undefined } & Partial<Said>;

function readContent(type: string, own: Fields): Content {
  switch (type) {
    case 'text':
    case 'system':
      return { text: wordsOf(own['body'], 65_536) };
    case 'button':
      return { text: wordsOf(own['text']), payload: wordsOf(own['payload']) };
    case 'interactive':
      return readInteractive(own);
    case 'reaction':
      return { text: wordsOf(own['emoji']), contextKey: keyOf(own['message_id']) };
    case 'location':
      return { text: wordsOf(own['name']) ?? wordsOf(own['address']) };
    case 'order':
      return { text: wordsOf(own['text']) };
    default:
      return { text: wordsOf(own['caption']) };
  }
}

/** A button or list item that was chosen, or a form that was filled in. */
function readInteractive(own: Fields): Content {
  const chosen = fieldsOf(own['button_reply']) ?? fieldsOf(own['list_reply']);
  if (chosen !== undefined)
    return { text: wordsOf(chosen['title']), payload: wordsOf(chosen['id']) };
  const form = fieldsOf(own['nfm_reply']);
  return { text: wordsOf(form?.['body']), payload: wordsOf(form?.['response_json'], 65_536) };
}

function readMedia(own: Fields): ChatInboundMedia | undefined {
  const id = textOf(own['id']);
  if (id === undefined || !/^[\w.:-]{1,128}$/.test(id)) return undefined;
  return { id, mime: wordsOf(own['mime_type'], 128), fileName: wordsOf(own['filename'], 240) };
}
