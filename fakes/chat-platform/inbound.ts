/** What people do: they write, press buttons, send files, and change their numbers. */

import type { SendingNumber } from './accounts.ts';
import type { Announcer } from './announcer.ts';
import { compact, numberOf, recordsOf, textOf, type Json } from './json.ts';
import { kindOf, type Media } from './media.ts';
import type { Received } from './messages.ts';
import type { Person } from './people.ts';
import { sampleFor } from './samples.ts';
import type { World } from './world.ts';
import type { Shown } from './templates/fill.ts';
import { contactOf, inboundEnvelope, seconds } from './webhooks/envelope.ts';

const inboundTypes = [
  'text',
  'button',
  'interactive',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'unsupported',
] as const;
export type InboundType = (typeof inboundTypes)[number];

/** Why something could not be written; the message otherwise. */
export type Written =
  | { readonly ok: true; readonly message: Received; readonly told: Promise<void> }
  | { readonly ok: false; readonly words: string };

type Content =
  | { readonly ok: true; readonly part: Json; readonly shown: Shown }
  | { readonly ok: false; readonly words: string };

export class Inbound {
  private readonly platform: World;
  private readonly announcer: Announcer;

  constructor(platform: World, announcer: Announcer) {
    this.platform = platform;
    this.announcer = announcer;
  }

  /** The person writes to the number: `type` and what belongs to it. Opens the window. */
  write(number: SendingNumber, person: Person, body: Json): Written {
    const { platform } = this;
    const type = inboundTypes.find((it) => it === (textOf(body, 'type') ?? 'text'));
    if (type === undefined) return { ok: false, words: `type: ${inboundTypes.join(', ')}` };
    const content = this.contentOf(number, type, body);
    if (!content.ok) return content;
    const atMs = numberOf(body, 'atMs') ?? platform.clock.now();
    const contextId = textOf(body, 'messageId') ?? '';
    const message: Received = {
      direction: 'in',
      wamid: platform.ids.wamid(person.waId),
      number,
      person,
      atMs,
      type,
      shown: content.shown,
      contextId,
    };
    platform.messages.add(message);
    person.wroteAtMs.set(number.id, Math.max(person.wroteAtMs.get(number.id) ?? 0, atMs));
    platform.rates.countInbound(number, platform.clock.steady());
    const times = Math.min(10, numberOf(body, 'times') ?? 1);
    return { ok: true, message, told: this.tell(message, content.part, times) };
  }

  /** The person's number changes, and the user id with it. */
  move(number: SendingNumber, person: Person, newNumber: string): void {
    const { platform } = this;
    const before = platform.people.move(person, newNumber);
    const words = `User ${person.name} changed from ${before.number} to ${newNumber}`;
    const message = compact({
      from: person.hidden ? undefined : before.number,
      from_user_id: before.userId,
      id: platform.ids.wamid(person.waId),
      timestamp: seconds(platform.clock.now()),
      type: 'system',
      system: compact({
        body: person.hidden ? undefined : words,
        wa_id: person.hidden ? undefined : person.waId,
        user_id: person.userId,
        previous_user_id: before.userId,
        type: person.hidden ? 'user_changed_user_id' : 'user_changed_number',
      }),
    });
    this.post(number, inboundEnvelope(number, undefined, message)).catch(() => undefined);
    this.announcer.userIdChanged(number, person, before);
  }

  private tell(message: Received, part: Json, times: number): Promise<void> {
    const { person, number, contextId, type } = message;
    const { userIds } = this.platform.behaviour;
    const isReaction = type === 'reaction';
    const body = compact({
      from: person.hidden ? undefined : person.waId,
      from_user_id: userIds || person.hidden ? person.userId : undefined,
      id: message.wamid,
      timestamp: seconds(message.atMs),
      context: contextId === '' || isReaction ? undefined : { from: number.digits, id: contextId },
      type,
      ...part,
    });
    const envelope = inboundEnvelope(number, contactOf(person, userIds), body);
    const posts = Array.from({ length: times }, () => this.post(number, envelope));
    return Promise.all(posts).then(() => undefined);
  }

  private post(number: SendingNumber, envelope: Json): Promise<void> {
    const { platform } = this;
    platform.changed();
    const targets = platform.targets(number.account);
    const posts = targets.map((target) => platform.courier.send(target, 'messages', envelope));
    return Promise.all(posts).then(() => undefined);
  }

  private contentOf(number: SendingNumber, type: InboundType, body: Json): Content {
    const text = textOf(body, 'text') ?? '';
    const plain = (part: Json, words: string): Content => ({ ok: true, part, shown: show(words) });
    switch (type) {
      case 'text':
        if (text === '') return { ok: false, words: 'text: what is written' };
        return plain({ text: { body: text } }, text);
      case 'button': {
        if (text === '') return { ok: false, words: 'text: the label of the button' };
        return plain({ button: { payload: textOf(body, 'payload') ?? text, text } }, text);
      }
      case 'interactive':
        return interactive(body);
      case 'location': {
        const location = compact({
          latitude: numberOf(body, 'latitude') ?? 31.5204,
          longitude: numberOf(body, 'longitude') ?? 74.3587,
          name: textOf(body, 'name'),
          address: textOf(body, 'address'),
        });
        return plain({ location }, `Location ${textOf(body, 'name') ?? ''}`.trim());
      }
      case 'contacts': {
        const contacts = recordsOf(body['contacts']);
        return plain({ contacts }, `${contacts.length} contacts`);
      }
      case 'reaction': {
        const emoji = textOf(body, 'emoji') ?? '👍';
        const reaction = { message_id: textOf(body, 'messageId') ?? '', emoji };
        return plain({ reaction }, emoji);
      }
      case 'unsupported': {
        const error = {
          code: 131051,
          title: 'Message type unknown',
          message: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        };
        return plain({ errors: [error] }, 'A message of a type that is not supported');
      }
      default:
        return this.fileOf(number, type, body);
    }
  }

  private fileOf(number: SendingNumber, type: InboundType, body: Json): Content {
    const base64 = textOf(body, 'base64');
    // Somebody who does not say which file sends the one that is at hand.
    const sample = (sampleFor(type.toUpperCase()) ?? sampleFor('IMAGE'))?.bytes ?? Buffer.alloc(0);
    const mimeType = textOf(body, 'mimeType') ?? usualTypes[type] ?? 'image/png';
    const media = this.platform.media.add({
      numberId: number.id,
      mimeType,
      fileName: textOf(body, 'fileName') ?? '',
      isInbound: true,
      bytes: base64 === undefined ? sample : Buffer.from(base64, 'base64'),
    });
    const caption = textOf(body, 'caption');
    const file = compact({
      caption: type === 'audio' || type === 'sticker' ? undefined : caption,
      filename: type === 'document' ? (textOf(body, 'fileName') ?? 'file.pdf') : undefined,
      mime_type: mimeType,
      sha256: media.sha256Base64,
      id: media.id,
      voice: type === 'audio' ? body['voice'] === true : undefined,
    });
    return { ok: true, part: { [type]: file }, shown: showFile(media, caption ?? '') };
  }
}

const usualTypes: Readonly<Partial<Record<InboundType, string>>> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
};

/** A reply to buttons or a list that were sent inside the window. */
function interactive(body: Json): Content {
  const title = textOf(body, 'text') ?? '';
  if (title === '') return { ok: false, words: 'text: the label of what was chosen' };
  const id = textOf(body, 'id') ?? title;
  const description = textOf(body, 'description');
  const isList = textOf(body, 'kind') === 'list_reply';
  const chosen = compact({ id, title, description: isList ? description : undefined });
  const kind = isList ? 'list_reply' : 'button_reply';
  return { ok: true, part: { interactive: { type: kind, [kind]: chosen } }, shown: show(title) };
}

function show(body: string): Shown {
  return { header: '', media: undefined, body, footer: '', buttons: [] };
}

function showFile(media: Media, caption: string): Shown {
  const kind = kindOf(media.mimeType);
  const { id, fileName } = media;
  return { ...show(caption), media: { kind, mediaId: id, link: '', fileName } };
}
