/** What people write: texts, button presses, files, places and reactions. */

import type { SendingNumber } from './accounts.ts';
import { compact, flagOf, numberOf, textOf, type Json } from './json.ts';
import { kindOf } from './media.ts';
import type { Received } from './messages.ts';
import type { Person } from './people.ts';
import type { ChatPlatform } from './platform.ts';
import type { Shown } from './templates/fill.ts';
import { contactOf, inboundEnvelope, seconds } from './webhooks/envelope.ts';

const inboundTypes = [
  'text',
  'button',
  'image',
  'video',
  'audio',
  'document',
  'location',
  'reaction',
  'edit',
  'revoke',
  'contacts',
  'unsupported',
] as const;
type InboundType = (typeof inboundTypes)[number];

/** The message, or why it could not be written. */
export type Written =
  | { readonly ok: true; readonly message: Received; readonly posted: Promise<void> }
  | { readonly ok: false; readonly words: string };

type Content = { readonly part: Json; readonly shown: Shown };

/** How often it comes, for a group, and whether another agent is to answer it. */
type Way = {
  readonly times: number;
  readonly groupId: string | undefined;
  readonly isStandby: boolean | undefined;
};

export class Inbound {
  private readonly platform: ChatPlatform;

  constructor(platform: ChatPlatform) {
    this.platform = platform;
  }

  /** The person writes to the number: `type` with its fields. Opens the window. */
  write(number: SendingNumber, person: Person, body: Json): Written {
    const { platform } = this;
    const type = inboundTypes.find((it) => it === (textOf(body, 'type') ?? 'text'));
    if (type === undefined) return { ok: false, words: `type: ${inboundTypes.join(', ')}` };
    const content = this.contentOf(number, type, body);
    if (typeof content === 'string') return { ok: false, words: content };
    const atMs = numberOf(body, 'atMs') ?? Date.now();
    const message: Received = {
      ...{ number, person, atMs, type },
      direction: 'in',
      wamid: textOf(body, 'wamid') ?? platform.ids.wamid(person.waId),
      shown: content.shown,
      contextId: textOf(body, 'messageId') ?? '',
    };
    platform.messages.add(message);
    const isChange = type === 'edit' || type === 'revoke' || body['groupId'] !== undefined;
    if (!isChange) {
      person.wroteAtMs.set(number.id, Math.max(person.wroteAtMs.get(number.id) ?? 0, atMs));
    }
    platform.rates.countInbound(number);
    const times = Math.min(10, numberOf(body, 'times') ?? 1);
    const way = { times, groupId: textOf(body, 'groupId'), isStandby: flagOf(body, 'standby') };
    return { ok: true, message, posted: this.post(message, content.part, way) };
  }

  /** The platform tells all numbers of a business that a person has another number, and so id. */
  async tellMove(number: SendingNumber, before: Person, person: Person): Promise<void> {
    const { accounts, courier, ids } = this.platform;
    const { hidden, name } = person;
    const said = {
      previous_user_id: before.userId,
      user_id: person.userId,
      wa_id: hidden ? undefined : person.waId,
      type: hidden ? 'user_changed_user_id' : 'user_changed_number',
      body: `User ${name} changed`,
    };
    const body = compact({
      from: hidden ? undefined : before.waId,
      from_user_id: person.userId,
      id: ids.wamid(person.waId),
      timestamp: seconds(Date.now()),
      type: 'system',
      system: compact(said),
    });
    const envelope = inboundEnvelope(number, undefined, body, false);
    const targets = accounts.targetsOf(number.account);
    await Promise.all(targets.map((target) => courier.send(target, envelope)));
  }

  private async post(message: Received, part: Json, way: Way): Promise<void> {
    const { accounts, courier } = this.platform;
    const { person, number, contextId, type } = message;
    const { times, groupId, isStandby = false } = way;
    const isNamed = ['reaction', 'edit', 'revoke'].includes(type);
    const hasContext = contextId !== '' && !isNamed;
    const body = compact({
      from: person.hidden ? undefined : person.waId,
      from_user_id: person.userId,
      id: message.wamid,
      timestamp: seconds(message.atMs),
      group_id: groupId,
      context: hasContext ? { from: number.digits, id: contextId } : undefined,
      type,
      ...part,
    });
    const envelope = inboundEnvelope(number, contactOf(person), body, isStandby);
    const targets = Array.from({ length: times }, () => accounts.targetsOf(number.account)).flat();
    await Promise.all(targets.map((target) => courier.send(target, envelope)));
  }

  /** The content of a message, or why it is impossible. */
  private contentOf(number: SendingNumber, type: InboundType, body: Json): Content | string {
    const text = textOf(body, 'text') ?? '';
    const messageId = textOf(body, 'messageId') ?? '';
    const emoji = textOf(body, 'emoji') ?? '👍';
    switch (type) {
      case 'text':
        if (text === '') return 'text: what is written';
        return { part: { text: { body: text } }, shown: show(text) };
      case 'button': {
        if (text === '') return 'text: the label of the button';
        const payload = textOf(body, 'payload') ?? text;
        return { part: { button: { payload, text } }, shown: show(text) };
      }
      case 'location': {
        const latitude = numberOf(body, 'latitude') ?? 31.5204;
        const longitude = numberOf(body, 'longitude') ?? 74.3587;
        const name = textOf(body, 'name');
        const address = textOf(body, 'address');
        const location = compact({ latitude, longitude, name, address });
        return { part: { location }, shown: show(`Location ${name ?? ''}`.trim()) };
      }
      case 'reaction':
        return { part: { reaction: { message_id: messageId, emoji } }, shown: show(emoji) };
      case 'edit': {
        const changed = { type: 'text', text: { body: text } };
        return {
          part: { edit: { original_message_id: messageId, message: changed } },
          shown: show(text),
        };
      }
      case 'revoke':
        return { part: { revoke: { original_message_id: messageId } }, shown: show('') };
      case 'contacts':
        return shareNumber(body, text);
      case 'unsupported': {
        const title = 'Message type unknown';
        const details = 'Message type is currently not supported.';
        const error = { code: 131051, title, message: title, error_data: { details } };
        return { part: { errors: [error] }, shown: show(title) };
      }
      default:
        return this.fileOf(number, type, body);
    }
  }

  private fileOf(number: SendingNumber, type: InboundType, body: Json): Content {
    const mimeType = textOf(body, 'mimeType') ?? 'image/png';
    const fileName = textOf(body, 'fileName') ?? '';
    const bytes = Buffer.from(textOf(body, 'base64') ?? '', 'base64');
    const media = this.platform.media.add({
      ...{ mimeType, fileName, bytes },
      numberId: number.id,
      isInbound: true,
    });
    const caption = type === 'audio' ? undefined : textOf(body, 'caption');
    const file = compact({
      caption,
      filename: type === 'document' ? fileName : undefined,
      mime_type: mimeType,
      sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
      id: media.id,
    });
    const shown = { kind: kindOf(mimeType), mediaId: media.id, link: '', fileName };
    return { part: { [type]: file }, shown: { ...show(caption ?? ''), media: shown } };
  }
}

/** `text`: the number that is shared; `origin`: contact_request, unless by hand. */
function shareNumber(body: Json, number: string): Content | string {
  if (!/^\d{7,15}$/.test(number)) return 'text: the number that is shared';
  const phones = [{ phone: `+${number}`, wa_id: number, type: 'CELL' }];
  const name = { formatted_name: textOf(body, 'name') ?? number };
  const contact = compact({ origin: textOf(body, 'origin'), name, phones });
  return { part: { contacts: [contact] }, shown: show(`+${number}`) };
}

function show(body: string): Shown {
  return { header: '', media: undefined, body, footer: '', buttons: [] };
}
