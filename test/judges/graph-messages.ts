/**
 * What the chat platform takes for `POST /{number}/messages`, as JSON Schema: the branch of its
 * public OpenAPI (facebook/openapi, business-messaging-api_v23.0.yaml at a78a9df, 7 November 2025)
 * for the kinds of message that we send, made strict, and repaired where it is unsound. Written
 * anew from the reading of it, so that the judge works offline and nothing of theirs is kept here.
 *
 * Taken as published:
 * - `Message`: `type` is one of a few words, and the object named like it is there.
 * - `TextMessage_1`: `text.body`, at most 4,096 characters.
 * - `MediaObject`: `id` or `link`, never both. `MediaObject_1`: a caption of at most 1,024.
 * - `TemplateObject`: `name`, `language.code`, `components`; those are header, body or button.
 * - `HeaderComponent`: at least one parameter, a text, image, video or document with its object.
 * - `ButtonComponent`: `sub_type`, `index` as text, at least one parameter; a quick reply takes
 *   `payload`, an address `text`. `TextParameter`: at most 32,768 characters.
 *
 * Repaired, with the reason:
 * - Fields of the frame: `additionalProperties: false` inside `allOf` refuses all of them, so no
 *   example of their own is valid. Here the frame and the kind are one strict object.
 * - `to` is required beside nothing: users who hide their number are reached by `recipient`.
 * - `recipient_type` and `language.policy` are required there; neither is by the platform itself.
 * - `biz_opaque_callback_data` is described for calls alone; messages take it (the documents of the
 *   platform, and statuses that repeat it). 512 characters there; 256 are held to be safe.
 * - `index`: its pattern `^[2-6, 11-14]$` refuses 0 and 1, and takes a comma. Here one digit.
 * - `sub_type` lacks `copy_code`, `flow` and `catalog`, and their parameters are missing:
 *   `coupon_code` of 15 characters, and an `action` with its `flow_token` or product (the documents
 *   of the platform).
 * - A document's `filename`, and `parameter_name` of named variables, are missing.
 * - Free-form media point to the object without a caption, though the one with it is there. Sounds
 *   have none.
 * - A header with a `location`, `limited_time_offer` and `carousel` are missing (the documents of
 *   the platform have them).
 * - A header is described with any number of parameters, of prices and dates too; it has one.
 *
 * Of its fifty examples 27 are of these kinds: nineteen are sound by this schema. The other eight
 * hold what we never write: prices and dates (five), a catalogue, a flow in free form, buttons in
 * an older form.
 *
 * What it says of webhooks is unsound throughout (inbound messages are described as outbound ones),
 * its templates are without any requirement, and errors are not described: none of these is judged.
 */

type Schema = Readonly<Record<string, unknown>>;

const text = (most = 32_768): Schema => ({ type: 'string', minLength: 1, maxLength: most });
const word = (value: string): Schema => ({ const: value });
const list = (items: Schema, least: number, most: number): Schema => {
  return { type: 'array', items, minItems: least, maxItems: most };
};

/** An object with these fields and no other. */
function exact(required: Readonly<Record<string, Schema>>, optional: typeof required = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** `id` or `link`, and what else the file may have. */
function media(optional: Readonly<Record<string, Schema>> = {}): Schema {
  const link = { type: 'string', pattern: '^https?://' };
  return { anyOf: [exact({ id: text() }, optional), exact({ link }, optional)] };
}

const CAPTION = { caption: text(1_024) };
const FILENAME = { filename: text() };

const TEXT_PARAMETER = exact({ type: word('text'), text: text() }, { parameter_name: text() });

const PLACE = exact({ latitude: text(), longitude: text(), name: text(), address: text() });

const HEADER_PARAMETER: Schema = {
  anyOf: [
    TEXT_PARAMETER,
    exact({ type: word('location'), location: PLACE }),
    exact({ type: word('image'), image: media() }),
    exact({ type: word('video'), video: media() }),
    exact({ type: word('document'), document: media(FILENAME) }),
  ],
};

function button(kind: string, parameter: Schema): Schema {
  return exact({
    type: word('button'),
    sub_type: word(kind),
    index: { type: 'string', pattern: '^[0-9]$' },
    parameters: list(parameter, 1, 1),
  });
}

const OFFER = word('limited_time_offer');
const EXPIRY = exact({ expiration_time_ms: { type: 'integer', minimum: 1e12 } });

const PARTS: readonly Schema[] = [
  exact({ type: word('header'), parameters: list(HEADER_PARAMETER, 1, 1) }),
  exact({ type: word('body'), parameters: list(TEXT_PARAMETER, 1, 1_024) }),
  button('url', exact({ type: word('text'), text: text() })),
  button('quick_reply', exact({ type: word('payload'), payload: text() })),
];

const PRODUCT = exact({ thumbnail_product_retailer_id: text() });

const CARD = exact({
  card_index: { type: 'integer', minimum: 0, maximum: 9 },
  components: list({ anyOf: PARTS }, 1, 12),
});

const COMPONENT: Schema = {
  anyOf: [
    ...PARTS,
    exact({ type: word('carousel'), cards: list(CARD, 2, 10) }),
    exact({
      type: OFFER,
      parameters: list(exact({ type: OFFER, limited_time_offer: EXPIRY }), 1, 1),
    }),
    button('copy_code', exact({ type: word('coupon_code'), coupon_code: text(15) })),
    button('catalog', exact({ type: word('action'), action: PRODUCT })),
    button('flow', exact({ type: word('action'), action: exact({ flow_token: text() }) })),
  ],
};

const TEMPLATE = exact(
  { name: text(512), language: exact({ code: text() }, { policy: word('deterministic') }) },
  { components: list(COMPONENT, 1, 12) },
);

/** The frame of every message, with what is said in it. */
function message(kind: string, said: Schema): readonly Schema[] {
  const always = { messaging_product: word('whatsapp'), type: word(kind), [kind]: said };
  const optional = {
    recipient_type: word('individual'),
    biz_opaque_callback_data: text(256),
    context: exact({ message_id: text() }),
  };
  const number = { type: 'string', pattern: '^\\+?[1-9][0-9]{6,14}$' };
  const user = { type: 'string', pattern: '^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]+$' };
  return [
    exact({ ...always, to: number }, optional),
    exact({ ...always, recipient: user }, optional),
  ];
}

/** A request for one message of the kinds that we send. */
export const GRAPH_MESSAGE: Schema = {
  anyOf: [
    ...message('text', exact({ body: text(4_096) }, { preview_url: { type: 'boolean' } })),
    ...message('image', media(CAPTION)),
    ...message('video', media(CAPTION)),
    ...message('audio', media()),
    ...message('document', media({ ...CAPTION, ...FILENAME })),
    ...message('template', TEMPLATE),
  ],
};
