/**
 * Checks the button values of an entry against the buttons of its template (contract section 10).
 */
import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { ButtonContent, NamedValue } from './content.ts';
import { fieldsOf, listOf, textOf, wordOf, type Given, type GivenFields } from './request-value.ts';
import type { ChatButton } from './template.ts';
import { isUnprintable, refuseTooLong, settleValue } from './text.ts';

/** What the rules need besides the buttons themselves. */
type ButtonSurroundings = {
  /** The body's values: they hold an authentication template's code. */
  readonly body: readonly NamedValue[];
  readonly collapse: boolean;
};

/**
 * Fills the buttons that take a value. Entries with an index fill that button; the others fill the
 * next empty one of their kind, in order. A quick reply may go unfilled: the platform then returns
 * its label. The button that copies a one-time code gets it from the body.
 */
export function checkButtons(
  buttons: readonly ChatButton[],
  given: Given | undefined,
  around: ButtonSurroundings,
): readonly ButtonContent[] | Refusal {
  const list = listOf(given);
  if (list === undefined) {
    return refuse('chat_form', { place: 'buttons', needed: 'an array of objects' });
  }
  const filled = place(buttons, list);
  if (!(filled instanceof Map)) return filled;
  const contents: ButtonContent[] = [];
  for (const [index, button] of buttons.entries()) {
    const content = fill(button, filled.get(index), { ...around, index });
    if (content === undefined) continue;
    if ('reason' in content) return content;
    contents.push(content);
  }
  return contents;
}

/** Which entry fills which button. Entries with an index go first. */
function place(
  buttons: readonly ChatButton[],
  list: readonly Given[],
): Map<number, GivenButton> | Refusal {
  const read: GivenButton[] = [];
  for (const [at, item] of list.entries()) {
    const button = readButton(item, at + 1);
    if ('reason' in button) return button;
    read.push(button);
  }
  const filled = new Map<number, GivenButton>();
  const inTurn = [
    ...read.filter(({ index }) => index !== undefined),
    ...read.filter(({ index }) => index === undefined),
  ];
  for (const entry of inTurn) {
    const index = entry.index ?? nextOf(buttons, entry.kind, filled);
    const details = { kind: entry.kind, index: String(index ?? filled.size) };
    const button = index === undefined ? undefined : buttons[index];
    if (index === undefined || button === undefined || !takes(button, entry.kind)) {
      return refuse('chat_button_unknown', details);
    }
    if (filled.has(index)) return refuse('chat_button_repeated', details);
    filled.set(index, entry);
  }
  return filled;
}

function nextOf(
  buttons: readonly ChatButton[],
  kind: FilledButton,
  filled: ReadonlyMap<number, GivenButton>,
): number | undefined {
  const index = buttons.findIndex((button, at) => takes(button, kind) && !filled.has(at));
  return index < 0 ? undefined : index;
}

/** The platform fills a one-time code's button like a URL button. */
function takes(button: ChatButton, kind: FilledButton): boolean {
  if (button.kind === 'url') return kind === 'url' && button.variable;
  if (button.kind === 'otp') return kind === 'url';
  return button.kind === kind;
}

type Place = ButtonSurroundings & { readonly index: number };

function fill(
  button: ChatButton,
  entry: GivenButton | undefined,
  at: Place,
): ButtonContent | Refusal | undefined {
  switch (button.kind) {
    case 'call':
    case 'request_contact_info':
    case 'other':
      return undefined;
    case 'url':
      if (!button.variable) return undefined;
      return entry === undefined ? missing('url', at) : fillAddress(button.url, entry.value, at);
    case 'quick_reply':
      return entry && fillReply(entry.value, at);
    case 'copy_code':
      return entry === undefined ? missing('copy_code', at) : fillCode(entry.value, at);
    case 'flow':
      return fillFlow(entry?.value, at);
    case 'catalog':
      return entry && fillCatalog(entry.value, at);
    case 'otp':
      return copyCode(entry?.value, at);
  }
}

function missing(kind: FilledButton, { index }: Place): Refusal {
  return refuse('chat_button_missing', { kind, index: String(index) });
}

function nameOf({ index }: Place): string {
  return `button ${index}`;
}

/** @param url ends with the variable, which the given value replaces. */
function fillAddress(url: string, value: string, at: Place): ButtonContent | Refusal {
  const text = settleValue(value, at.collapse, nameOf(at));
  if (typeof text !== 'string') return text;
  const whole = url.replace(/\{\{[^{}]*\}\}$/, () => text);
  const tooLong = refuseTooLong(whole, limit('chatAddressCharacters'), nameOf(at));
  return tooLong ?? { index: at.index, kind: 'url', text };
}

function fillReply(payload: string, at: Place): ButtonContent | Refusal {
  if (isUnprintable(payload)) return refuse('chat_value_unprintable', { place: nameOf(at) });
  const tooLong = refuseTooLong(payload, limit('chatPayloadCharacters'), nameOf(at));
  return tooLong ?? { index: at.index, kind: 'quick_reply', payload };
}

function fillFlow(token: string | undefined, at: Place): ButtonContent | Refusal {
  const empty = { index: at.index, kind: 'flow', token } as const;
  if (token === undefined) return empty;
  if (isUnprintable(token)) return refuse('chat_value_unprintable', { place: nameOf(at) });
  return refuseTooLong(token, limit('chatPayloadCharacters'), nameOf(at)) ?? empty;
}

/** Without a product the platform shows the first of the catalogue. */
function fillCatalog(productId: string, at: Place): ButtonContent | Refusal {
  if (isUnprintable(productId)) return refuse('chat_value_unprintable', { place: nameOf(at) });
  const tooLong = refuseTooLong(productId, limit('chatPayloadCharacters'), nameOf(at));
  return tooLong ?? { index: at.index, kind: 'catalog', productId: productId.trim() };
}

function fillCode(value: string, at: Place): ButtonContent | Refusal {
  const couponCode = settleValue(value.trim(), at.collapse, nameOf(at));
  if (typeof couponCode !== 'string') return couponCode;
  const tooLong = refuseTooLong(couponCode, limit('chatCodeCharacters'), nameOf(at));
  return tooLong ?? { index: at.index, kind: 'copy_code', couponCode };
}

/** Body and button must have the same code (facts of the platform, section 2). */
function copyCode(given: string | undefined, at: Place): ButtonContent | Refusal {
  const code = at.body[0]?.text ?? '';
  const tooLong = refuseTooLong(code, limit('chatCodeCharacters'), 'body value 1');
  if (tooLong !== undefined) return tooLong;
  if (given !== undefined && given.trim() !== code.trim()) return refuse('chat_code_differs');
  return { index: at.index, kind: 'url', text: code };
}

const FILLED_BUTTONS = ['url', 'quick_reply', 'copy_code', 'flow', 'catalog'] as const;
type FilledButton = (typeof FILLED_BUTTONS)[number];

/** The field that fills each kind of button. */
const FIELD = {
  url: 'text',
  quick_reply: 'payload',
  copy_code: 'coupon_code',
  flow: 'flow_token',
  catalog: 'product_retailer_id',
} as const;

type GivenButton = {
  readonly kind: FilledButton;
  /** Its position among all buttons of the template, from 0; undefined: the next that fits. */
  readonly index: number | undefined;
  /** As given, not empty. */
  readonly value: string;
};

/** @param position the entry's position from 1, for the sentence. */
function readButton(given: Given, position: number): GivenButton | Refusal {
  const place = `buttons, entry ${position}`;
  const needs = (needed: string): Refusal => refuse('chat_form', { place, needed });
  const fields = fieldsOf(given);
  if (fields === undefined) return needs('a JSON object');
  const kind = kindOf(fields);
  if (kind === undefined) return needs('the type url, quick_reply, copy_code, flow or catalog');
  const index = indexOf(fields.get('index'));
  if (index === 'unreadable') return needs('index as a number from 0');
  const value = valueOf(fields, kind);
  if (value === undefined || value.trim() === '') return needs(FIELD[kind]);
  return { kind, index, value };
}

function kindOf(fields: GivenFields): FilledButton | undefined {
  const type = wordOf(fields.get('type'));
  const word = type === undefined || type === 'button' ? wordOf(fields.get('sub_type')) : type;
  return FILLED_BUTTONS.find((kind) => kind === word);
}

function indexOf(given: Given | undefined): number | undefined | 'unreadable' {
  if (given === undefined || given === null) return undefined;
  const text = textOf(given)?.trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 'unreadable';
}

/** From the entry itself, or from its one parameter, as the platform writes it. */
function valueOf(fields: GivenFields, kind: FilledButton): string | undefined {
  const own = textOf(fields.get(FIELD[kind]));
  if (own !== undefined) return own;
  const parameters = listOf(fields.get('parameters'));
  const [only, ...others] = parameters ?? [];
  const given = fieldsOf(only);
  if (others.length > 0) return undefined;
  const action = fieldsOf(given?.get('action'));
  if (kind === 'catalog') return textOf(action?.get('thumbnail_product_retailer_id'));
  return textOf((kind === 'flow' ? action : given)?.get(FIELD[kind]));
}
