import type { ChatInboundMedia, ChatInboundWord } from '../../../domain/chat/word.ts';
import { fieldsOf, textOf, type Fields } from '../json-fields.ts';
import { keyOf, wordsOf } from './word-of.ts';

export type Said = Pick<
  ChatInboundWord,
  'text' | 'payload' | 'contextKey' | 'media' | 'opensWindow'
>;

/** Types whose object names a file. */
const MEDIA: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

/** What the platform tells of its own accord; everything else is an act of the user. */
const NOT_AN_ACT: readonly string[] = ['system', 'request_welcome'];

/** What can be read of a message of a type; of one that is not known, no more than that it came. */
export function readInbound(type: string, message: Fields): Said {
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

/** A button or a line of a list that was chosen, or a form that was filled in. */
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
