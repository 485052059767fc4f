/** `POST /v1/messages/preview`: what a text would be and cost, before anything is spent. */
import type { Account } from '../../domain/account/account.ts';
import { isRefusal } from '../../domain/failure/failure.ts';
import type { Preview } from '../../domain/message/preview.ts';
import { NETWORKS } from '../../domain/routing/routing.ts';
import { readTemplateId } from '../../domain/template/template.ts';
import type { Journey } from '../../journey/journey.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import { defineEndpoint, done, faultsOfSend, type Endpoint } from '../../api/v1/endpoint.ts';
import {
  closed,
  derived,
  each,
  from,
  money,
  nullable,
  part,
  resource,
  shownBy,
} from '../../operations/resource.ts';

export const TEXT_FIELDS = {
  sender: Type.String({ description: 'An approved sender.' }),
  template_id: Type.String({ description: 'An approved template: decimal digits.' }),
  values: Type.Record(Type.String(), Type.String(), {
    default: {},
    description: 'A value for each variable of the template.',
  }),
  unicode: Type.Boolean({
    default: false,
    description: 'Whether the text may leave the GSM alphabet, and cost more.',
  }),
  network: Type.Optional(
    Type.Enum([...NETWORKS], { description: 'The operator of every number, if you know it.' }),
  ),
  ported: Type.Optional(Type.Boolean({ description: 'Looks ported numbers up.' })),
};

const BODY = closed(
  {
    sender: TEXT_FIELDS.sender,
    template_id: TEXT_FIELDS.template_id,
    values: TEXT_FIELDS.values,
    unicode: TEXT_FIELDS.unicode,
  },
  { title: 'NewPreview', description: 'A text as it would be sent.' },
);

type Character = Preview['characters'][number];

const CHARACTER = part({
  character: Type.String(),
  code_point: from('character', shownBy(Type.String({ description: 'U+2019' }), codePointOf)),
  position: derived(
    Type.Integer({ minimum: 1, description: 'Of the first one in the text, from 1.' }),
    ({ index }: Character) => index + 1,
  ),
  replacement: nullable('What looks like it in GSM, empty for what is not seen; null: nothing.'),
});

const PREVIEW = resource(
  'Preview',
  {
    text: Type.String({ description: 'Exactly as it would go out.' }),
    alphabet: shownBy(Type.Enum(['gsm', 'unicode']), (alphabet: Preview['alphabet']) =>
      alphabet === 'gsm7' ? 'gsm' : 'unicode',
    ),
    parts: Type.Integer({ minimum: 1 }),
    units: Type.Integer({ minimum: 0, description: 'Characters as they are counted.' }),
    units_left: Type.Integer({ minimum: 0, description: 'That fit into the last part.' }),
    needs_unicode: Type.Boolean({ description: 'It is refused unless unicode is true.' }),
    characters: each(CHARACTER, {
      description: 'Each character that makes the text Unicode.',
    }),
    prices: each(
      part({
        network: Type.String(),
        price: money({ description: 'Of all parts, to one number.' }),
      }),
    ),
    currency: derived(Type.String(), () => CURRENCY),
  },
  'What a text comes to.',
);

/** The request's fields for the text, as the journey takes them. */
export function readText(account: Account, body: Static<typeof BODY>) {
  const { sender, template_id: templateId, values, unicode } = body;
  return {
    account,
    sender: sender.trim() === '' ? undefined : sender.trim(),
    templateId: readTemplateId(templateId),
    values: new Map<string, unknown>(Object.entries(values)),
    unicode,
  };
}

export function createPreviewMessage(journey: Pick<Journey, 'preview'>): Endpoint {
  return defineEndpoint({
    method: 'POST',
    scope: 'send',
    inTest: true,
    path: '/v1/messages/preview',
    name: 'previewMessage',
    bucket: 'reads',
    about: 'The final text of a message, its parts and its price, before anything is spent.',
    takes: BODY,
    gives: PREVIEW,
    failures: TEXT_FAILURES,
    handle({ account, body }) {
      const text = readText(account, body);
      const preview = journey.preview({ ...text, network: undefined, ported: undefined });
      if (!isRefusal(preview)) return Promise.resolve(done(PREVIEW.show(preview)));
      const faults = faultsOfSend(preview, 'values');
      return Promise.resolve({ kind: 'refused', refusal: preview, faults });
    },
  });
}

function codePointOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}

/** Why a text is refused, whoever the recipient is. */
export const TEXT_FAILURES = [
  'sender_empty',
  'template_missing',
  'template_unknown',
  'template_not_approved',
  'fixed_content_off',
  'message_too_many_keys',
  'variable_missing',
  'variable_unknown',
  'variable_empty',
  'variable_too_long',
  'variable_wrong_kind',
  'variable_unprintable',
  'sender_not_approved',
  'sender_needs_verification',
  'sender_for_codes',
  'text_too_long',
] as const;
