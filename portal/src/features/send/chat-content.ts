/** The values that a chat template takes, and the content of a send that they make. */
import { momentOf } from './schedule.tsx';
import type { ChatTemplate } from '../../shared/api/types.ts';

export type Field = {
  readonly key: string;
  /** `image`, `video` and `document` take the address of a file. */
  readonly part:
    | ('header' | 'image' | 'video' | 'document' | Place)
    | ('offer' | 'body' | 'url' | 'copy_code' | 'catalog');
  /** Of a carousel, from 1; undefined: it is not in a card. */
  readonly card?: number;
  /** Of the field in the form. */
  readonly type?: 'datetime-local';
  /** Of the variable, or the label of the button. */
  readonly name: string;
  readonly isOptional: boolean;
};

/** What a place on a map takes. */
const PLACE = ['latitude', 'longitude', 'name', 'address'] as const;
type Place = `place_${(typeof PLACE)[number]}`;

/** What an entry has, and each card in it. */
type Parts = Pick<ChatTemplate, 'body' | 'buttons'>;

const keyOf = (card: number): string => `card${card}.`;

export function fieldsOf({ header, offer, cards, ...parts }: ChatTemplate): readonly Field[] {
  const top: readonly Field[] =
    header === null
      ? []
      : 'text' in header
        ? header.variables.map((name) => fieldOf('header', name))
        : header.type === 'location'
          ? PLACE.map((name) => fieldOf(`place_${name}`, ''))
          : [{ ...fieldOf(header.type, ''), isOptional: header.has_default }];
  return [
    ...top,
    ...(offer?.expires === true
      ? [{ ...fieldOf('offer', ''), type: 'datetime-local' } as const]
      : []),
    ...fieldsOfParts(parts),
    ...cards.flatMap((card, at) =>
      [fieldOf(card.header.type, ''), ...fieldsOfParts(card)].map((it) => ({
        ...it,
        key: `${keyOf(at + 1)}${it.key}`,
        card: at + 1,
      })),
    ),
  ];
}

function fieldsOfParts({ body, buttons }: Parts): readonly Field[] {
  return [
    ...body.variables.map((name) => fieldOf('body', name)),
    // Quick replies bring back their label when they have no value.
    ...buttons.flatMap(({ index, type, text, takes_value: takesValue }): readonly Field[] =>
      takesValue && (type === 'url' || type === 'copy_code' || type === 'catalog')
        ? [{ key: `button.${index}`, part: type, name: text, isOptional: type === 'catalog' }]
        : [],
    ),
  ];
}

const fieldOf = (part: Field['part'], name: string): Field => ({
  key: `${part}.${name}`,
  part,
  name,
  isOptional: false,
});

type Values = Readonly<Record<string, string>>;

/** As an entry of the chat interface has it, besides the number. */
export function contentOf(template: ChatTemplate, values: Values): Record<string, unknown> {
  const { header, offer, cards } = template;
  return {
    ...headerOf(header, values),
    ...(offer?.expires === true ? { offer: { expires_at: momentOf(values['offer.'] ?? '') } } : {}),
    ...partsOf(template, values, ''),
    ...(cards.length === 0
      ? {}
      : {
          cards: cards.map((card, at) => {
            const { type } = card.header;
            const url = values[`${keyOf(at + 1)}${type}.`] ?? '';
            return { header: { type, url }, ...partsOf(card, values, keyOf(at + 1)) };
          }),
        }),
  };
}

const VALUE_OF = {
  url: 'text',
  copy_code: 'coupon_code',
  catalog: 'product_retailer_id',
} as const;

function partsOf({ body, buttons }: Parts, values: Values, at: string): Record<string, unknown> {
  const made = buttons.flatMap(({ index, type }) => {
    const value = values[`${at}button.${index}`] ?? '';
    if (value === '') return [];
    const field = VALUE_OF[type as keyof typeof VALUE_OF];
    return [{ index, type, [field]: value }];
  });
  return {
    ...(body.variables.length === 0
      ? {}
      : {
          body: body.variables.map((name) => ({
            type: 'text',
            text: values[`${at}body.${name}`] ?? '',
          })),
        }),
    ...(made.length === 0 ? {} : { buttons: made }),
  };
}

function headerOf(header: ChatTemplate['header'], values: Values): Record<string, unknown> {
  if (header === null) return {};
  if ('text' in header) {
    const [name] = header.variables;
    if (name === undefined) return {};
    return { header: { type: 'text', text: values[`header.${name}`] ?? '' } };
  }
  if (header.type === 'location') {
    const place = PLACE.map((name) => [name, values[`place_${name}.`] ?? ''] as const);
    return { header: { type: header.type, ...Object.fromEntries(place) } };
  }
  const url = values[`${header.type}.`] ?? '';
  return url === '' ? {} : { header: { type: header.type, url } };
}
