/** The values that a chat template takes, and the content of a send that they make. */
import { momentOf } from './schedule.tsx';
import type { ChatTemplate } from '../../shared/api/types.ts';

export type Field = {
  readonly key: string;
  /** `image`, `video` and `document` take the address of a file. */
  readonly part:
    | ('header' | 'image' | 'video' | 'document' | Place)
    | ('offer' | 'body' | 'url' | 'copy_code');
  /** Of the field in the form. */
  readonly type?: 'datetime-local';
  /** Of the variable, or the label of the button. */
  readonly name: string;
  readonly isOptional: boolean;
};

/** What a place on a map takes. */
const PLACE = ['latitude', 'longitude', 'name', 'address'] as const;
type Place = `place_${(typeof PLACE)[number]}`;

export function fieldsOf({ header, offer, body, buttons }: ChatTemplate): readonly Field[] {
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
    ...body.variables.map((name) => fieldOf('body', name)),
    // Quick replies bring back their label when they have no value.
    ...buttons.flatMap(({ index, type, text, takes_value: takesValue }): readonly Field[] =>
      takesValue && (type === 'url' || type === 'copy_code')
        ? [{ key: `button.${index}`, part: type, name: text, isOptional: false }]
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
  const { header, offer, body, buttons } = template;
  const made = buttons.flatMap(({ index, type }) => {
    const value = values[`button.${index}`] ?? '';
    if (value === '') return [];
    return [
      type === 'copy_code' ? { index, type, coupon_code: value } : { index, type, text: value },
    ];
  });
  return {
    ...headerOf(header, values),
    ...(offer?.expires === true ? { offer: { expires_at: momentOf(values['offer.'] ?? '') } } : {}),
    ...(body.variables.length === 0
      ? {}
      : {
          body: body.variables.map((name) => ({
            type: 'text',
            text: values[`body.${name}`] ?? '',
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
