import { withoutUnseen } from '../../../domain/account/name.ts';
import { type ChatFailure, type ChatPricing, readOpaqueId } from '../../../domain/chat/progress.ts';
import {
  CHANGING_TYPES,
  type ChatInboundMedia,
  type ChatInboundEvent,
  type ChatUserNames,
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

/**
 * `messages`: what users wrote, and what became of our messages; `calls`: what users called;
 * `standby`: the same of a conversation that another agent holds, and that agent's own messages,
 * which are not ours to report.
 */
export function readMessagesField(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = textOf(fieldsOf(value['metadata'])?.['phone_number_id']);
  if (phoneNumberId === undefined) return [skipped(field, 'unreadable')];
  const isStandby = field === 'standby';
  const said = isStandby ? (fieldsOf(value['standby']) ?? {}) : value;
  const contacts = listOf(said['contacts'] ?? value['contacts']).map((it) => fieldsOf(it) ?? {});
  const about = { field, phoneNumberId, contacts, isStandby };
  return [
    ...listOf(said['messages']).flatMap((it) => [readMessage(it, about), ...readMove(it)]),
    ...listOf(said['calls']).flatMap((it) => readCall(it, about)),
    ...listOf(said['statuses'])
      .filter((it) => !isStandby || isOurs(it))
      .flatMap((it) => (field === 'calls' ? readAnswered(it, about) : [readStatus(it, about)])),
    // Errors that belong to no message: for people, who find them in the raw post.
    ...listOf(said['errors']).map((it) => skipped('errors', 'unknown_field', it)),
  ];
}

function isOurs(status: unknown): boolean {
  return readOpaqueId(textOf(fieldsOf(status)?.['biz_opaque_callback_data']) ?? '') !== undefined;
}

/** The only role that answers by itself; whoever has another one works through us. */
const AGENT = 'ai_agent';

/** `messaging_handovers`: who is to answer a user. All of its fields are optional there. */
export function readHandover(field: string, value: Fields): readonly ReadEvent[] {
  const told = fieldsOf(value[textOf(value['type']) ?? '']) ?? {};
  const number = fieldsOf(value['recipient']) ?? fieldsOf(value['metadata']) ?? {};
  const sender = fieldsOf(value['sender']) ?? {};
  const phoneNumberId = textOf(number['phone_number_id']);
  const user = { phone: digitsOf(sender['phone_number']), userId: userIdOf(sender['user_id']) };
  const atMs = momentOf(value['timestamp']);
  const owner = wordsOf(told['new_owner_role'], 64);
  if (phoneNumberId === undefined || atMs === undefined || owner === undefined || !isNamed(user)) {
    return [skipped(field, 'unreadable')];
  }
  const summary = fieldsOf(fieldsOf(told['conversation_context'])?.['summary']);
  const note = wordsOf(summary?.['text'], 1_000) ?? wordsOf(told['metadata'], 1_000);
  const heldBy = owner === AGENT ? owner : undefined;
  return [{ kind: 'handover', phoneNumberId, user, heldBy, note, atMs }];
}

type About = {
  readonly field: string;
  readonly phoneNumberId: string;
  readonly contacts: readonly Fields[];
  readonly isStandby: boolean;
};

function readMessage(given: unknown, about: About): ReadEvent {
  const { field, phoneNumberId, contacts, isStandby } = about;
  const message = fieldsOf(given) ?? {};
  const operatorKey = keyOf(message['id']);
  const atMs = momentOf(message['timestamp']);
  const type = wordsOf(message['type'], 64);
  const user = { ...userOf(message, contacts), ...sharedIn(type, message) };
  if (operatorKey === undefined || atMs === undefined || type === undefined || !isNamed(user)) {
    return skipped(field, 'unreadable');
  }
  const profile = fieldsOf(contactOf(user, contacts)?.['profile']) ?? {};
  const nameIn = (field: string) => withoutUnseen(wordsOf(profile[field], 256) ?? '') || undefined;
  const heard = {
    phoneNumberId,
    operatorKey,
    user,
    profileName: nameIn('name'),
    userName: nameIn('username'),
    type,
    atMs,
    content: message,
    isStandby,
  };
  return { kind: 'inbound', ...heard, ...readInbound(type, message) };
}

/** The message by which the platform reports that a user has another number or id. */
function readMove(given: unknown): readonly ReadEvent[] {
  const message = fieldsOf(given) ?? {};
  const told = fieldsOf(message['system']);
  const atMs = momentOf(message['timestamp']);
  if (message['type'] !== 'system' || told === undefined || atMs === undefined) return [];
  const from = userIdOf(message['from_user_id']);
  const previous = userIdOf(told['previous_user_id']);
  const before = { phone: digitsOf(message['from']), userId: previous ?? from };
  const now = userIdOf(told['user_id']) ?? (previous === undefined ? undefined : from);
  const user = { phone: digitsOf(told['wa_id']), userId: now };
  if (!isNamed(before) || !isNamed(user)) return [];
  return [{ kind: 'user_change', before, user, atMs }];
}

/** By the signalling of the number: the platform's own, or SIP. */
const BEGUN: readonly unknown[] = ['connect', 'call_created'];

/** A call from a user opens the 24 hours as a message does; one from us when it is answered. */
function readCall(given: unknown, about: About): readonly ReadEvent[] {
  const call = fieldsOf(given) ?? {};
  if (!BEGUN.includes(call['event']) || call['direction'] !== 'USER_INITIATED') return [];
  return [readMessage({ ...call, type: 'call' }, about)];
}

/** What became of a call of ours. */
function readAnswered(given: unknown, about: About): readonly ReadEvent[] {
  const status = fieldsOf(given) ?? {};
  if (status['status'] !== 'ACCEPTED') return [];
  const by = { from: status['recipient_id'], from_user_id: status['recipient_user_id'] };
  return [readMessage({ ...status, ...by, type: 'call' }, about)];
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

/**
 * The user's own number, where the message is the answer to our request for it. A contact that is
 * shared by hand may be anybody's.
 */
function sharedIn(type: string | undefined, message: Fields): Partial<ChatUserNames> {
  if (type !== 'contacts') return {};
  const contact = fieldsOf(listOf(message['contacts'])[0]) ?? {};
  if ((contact['origin'] ?? message['origin']) !== 'contact_request') return {};
  const shared = fieldsOf(listOf(contact['phones'])[0]) ?? {};
  const phone = digitsOf(shared['wa_id']) ?? digitsOf(shared['phone']);
  return phone === undefined ? {} : { phone };
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

type Said = Pick<
  ChatInboundEvent,
  'text' | 'payload' | 'contextKey' | 'media' | 'opensWindow' | 'groupId'
>;

/** Types whose object names a file. */
const MEDIA: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

/** What the platform reports on its own, and changes of what was written; the rest is new. */
const NOT_AN_ACT: readonly string[] = ['system', ...CHANGING_TYPES];

function readInbound(type: string, message: Fields): Said {
  const own = fieldsOf(message[type]) ?? {};
  const contextKey = keyOf(fieldsOf(message['context'])?.['id']);
  const groupId = keyOf(message['group_id']);
  return {
    contextKey,
    groupId,
    media: MEDIA.includes(type) ? readMedia(own) : undefined,
    opensWindow: groupId === undefined && !NOT_AN_ACT.includes(type),
    payload: undefined,
    ...readContent(type, own),
  };
}

type Content = { readonly text: string | undefined } & Partial<Said>;

export function readContent(type: string, own: Fields): Content {
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
    case 'edit':
      return { ...readNewContent(own), contextKey: keyOf(own['original_message_id']) };
    case 'revoke':
      return { text: undefined, contextKey: keyOf(own['original_message_id']) };
    case 'order':
      return { text: wordsOf(own['text']) };
    default:
      return { text: wordsOf(own['caption']) };
  }
}

/** What an edited message says now. */
function readNewContent(own: Fields): Content {
  const message = fieldsOf(own['message']) ?? {};
  const type = wordsOf(message['type'], 64) ?? '';
  const isNested = CHANGING_TYPES.includes(type);
  return readContent(isNested ? '' : type, fieldsOf(message[type]) ?? {});
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
