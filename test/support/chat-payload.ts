/** Exactly what is sent to the chat platform, as strict schemas: any extra key is an error. */
import { faultsOf, Type, type TSchema } from '../../src/kit/shape.ts';

const strict = (properties: Record<string, TSchema>): TSchema =>
  Type.Object(properties, { additionalProperties: false });

const text = (most: number): TSchema => Type.String({ minLength: 1, maxLength: most });
const id = Type.String({ pattern: '^[A-Za-z0-9]+$' });
const media = strict({ id });
const caption = Type.Optional(text(1_024));

const parameter = strict({
  type: Type.Literal('text'),
  parameter_name: Type.Optional(Type.String({ pattern: '^[a-z0-9_]+$' })),
  text: text(1_024),
});

const header = strict({
  type: Type.Literal('header'),
  parameters: Type.Tuple([
    Type.Union([
      parameter,
      strict({
        type: Type.Literal('location'),
        location: strict({
          latitude: Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]+)?$' }),
          longitude: Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]+)?$' }),
          name: text(1_000),
          address: text(1_000),
        }),
      }),
      strict({ type: Type.Literal('image'), image: media }),
      strict({ type: Type.Literal('video'), video: media }),
      strict({
        type: Type.Literal('document'),
        document: strict({ id, filename: Type.Optional(text(240)) }),
      }),
    ]),
  ]),
});

const body = strict({
  type: Type.Literal('body'),
  parameters: Type.Array(parameter, { minItems: 1 }),
});

const button = (subType: string, ...parameters: readonly TSchema[]): TSchema =>
  strict({
    type: Type.Literal('button'),
    sub_type: Type.Literal(subType),
    index: Type.String({ pattern: '^[0-9]$' }),
    parameters: Type.Tuple([...parameters]),
  });

const offer = Type.Literal('limited_time_offer');

const parts: readonly TSchema[] = [
  header,
  body,
  button('url', strict({ type: Type.Literal('text'), text: text(2_000) })),
  button('quick_reply', strict({ type: Type.Literal('payload'), payload: text(256) })),
];

const component = Type.Union([
  strict({
    type: Type.Literal('carousel'),
    cards: Type.Array(
      strict({
        card_index: Type.Integer({ minimum: 0, maximum: 9 }),
        components: Type.Array(Type.Union([...parts]), { minItems: 1 }),
      }),
      { minItems: 2, maxItems: 10 },
    ),
  }),
  ...parts,
  strict({
    type: offer,
    parameters: Type.Tuple([
      strict({
        type: offer,
        limited_time_offer: strict({ expiration_time_ms: Type.Integer({ minimum: 1e12 }) }),
      }),
    ]),
  }),
  button(
    'flow',
    strict({
      type: Type.Literal('action'),
      action: strict({ flow_token: text(256) }),
    }),
  ),
  button(
    'catalog',
    strict({
      type: Type.Literal('action'),
      action: strict({ thumbnail_product_retailer_id: text(256) }),
    }),
  ),
  button('copy_code', strict({ type: Type.Literal('coupon_code'), coupon_code: text(15) })),
]);

const kinds: Readonly<Record<string, TSchema>> = {
  template: strict({
    name: Type.String({ pattern: '^[a-z0-9_]{1,512}$' }),
    language: strict({ code: Type.String({ pattern: '^[a-z]{2,3}(_[A-Z]{2})?$' }) }),
    components: Type.Optional(Type.Array(component, { minItems: 1 })),
  }),
  text: strict({ body: text(4_096) }),
  image: strict({ id, caption }),
  video: strict({ id, caption }),
  audio: media,
  document: strict({ id, caption, filename: text(240) }),
  interactive: strict({
    type: Type.Literal('request_contact_info'),
    body: strict({ text: text(1_024) }),
    action: strict({ name: Type.Literal('request_contact_info') }),
  }),
};

const addressees: readonly Record<string, TSchema>[] = [
  { to: Type.String({ pattern: '^[0-9]{7,15}$' }) },
  { recipient: Type.String({ pattern: '^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]+$' }) },
];

/** A message as it is posted. */
export const MESSAGE = Type.Union(
  Object.entries(kinds).flatMap(([kind, schema]) =>
    addressees.map((addressee) =>
      strict({
        messaging_product: Type.Literal('whatsapp'),
        recipient_type: Type.Literal('individual'),
        biz_opaque_callback_data: text(256),
        messaging_account_id: Type.Optional(Type.String({ pattern: '^[0-9]{1,25}$' })),
        ...addressee,
        type: Type.Literal(kind),
        [kind]: schema,
      }),
    ),
  ),
);

/** What is wrong with a message; empty if nothing is. */
export const faultsOfMessage = (message: unknown): readonly unknown[] => faultsOf(MESSAGE, message);
