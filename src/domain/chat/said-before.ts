/** What a chat message said, to be said once more: whether its template still takes it. */
import { refuse, type Refusal } from '../failure/failure.ts';
import {
  unpackContent,
  type CardContent,
  type CardDraft,
  type HeaderContent,
  type HeaderDraft,
  type PackedContent,
  type TemplateDraft,
} from './content.ts';
import { addressOfGiven } from './media.ts';
import type { ChatTemplate } from './template.ts';

/**
 * The content of a message as a draft, with its files as ones that are kept here: they are looked
 * for, and kept on, as those that were given.
 */
export function readSaidBefore(
  packed: PackedContent,
  { definition, name, language }: Pick<ChatTemplate, 'definition' | 'name' | 'language'>,
): TemplateDraft | Refusal {
  const said = unpackContent(packed);
  if (said?.kind !== 'template') return refuse('chat_template_missing');
  const { header: shown, body, cards = [] } = said;
  const wanted = definition.header;
  const { length: needed } = definition.body.variables;
  if (body.length !== needed) {
    return refuse('chat_values_count', { needed: String(needed), given: String(body.length) });
  }
  const takesNone =
    wanted === undefined || (wanted.kind === 'text' && wanted.variables.length === 0);
  if (takesNone && shown !== undefined) return refuse('chat_header_none');
  if (!takesNone && shown?.kind !== wanted.kind) {
    return refuse('chat_header_missing', { kind: wanted.kind });
  }
  if (cards.length !== definition.cards.length) {
    const details = { needed: String(definition.cards.length), given: String(cards.length) };
    return refuse('chat_cards_count', details);
  }
  const header = shown && draftOf(shown);
  return { ...said, name, language, header, cards: said.cards && cards.map(cardOf) };
}

function draftOf(header: HeaderContent): HeaderDraft {
  if (!('media' in header)) return header;
  const media = { from: 'link', url: addressOfGiven(header.media) } as const;
  return { ...header, media };
}

const cardOf = (card: CardContent): CardDraft => ({ ...card, header: draftOf(card.header) });
