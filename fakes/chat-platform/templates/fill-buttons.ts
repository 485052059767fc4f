/** Parameters for buttons of a template: by index over all buttons, counted from 0. */

import { fault, type Fault } from '../faults.ts';
import { isRecord, recordsOf, textOf, type Json } from '../json.ts';
import { buttonsOf, fillIn, upper, variablesIn, type Template } from './template.ts';

export type ShownButton = {
  readonly kind: string;
  readonly text: string;
  /** Where it leads, what it calls, or the code it copies. */
  readonly target: string;
  /** What comes back when a quick reply is pressed. */
  readonly payload: string;
};

export type FilledButtons =
  | { readonly ok: true; readonly buttons: readonly ShownButton[] }
  | { readonly ok: false; readonly fault: Fault };

const longestCode = 15;
const longestAddress = 2_000;
const longestPayload = 128;

/** `sub_type` of the parameter that a kind of button takes. */
const takes: Readonly<Record<string, string>> = {
  URL: 'url',
  QUICK_REPLY: 'quick_reply',
  COPY_CODE: 'copy_code',
};

const refuse = (code: number, words: string): FilledButtons => ({
  ok: false,
  fault: fault(code, `buttons: ${words}`),
});

/** Judges the parameters and gives the buttons as they are shown. */
export function fillButtons(template: Template, given: readonly Json[]): FilledButtons {
  const buttons = buttonsOf(template.components);
  const byIndex = new Map<number, Json>();
  for (const entry of given) {
    const index = Number(entry['index'] ?? Number.NaN);
    const button = buttons[index];
    if (button === undefined) {
      return refuse(131009, `there is no button at index ${String(entry['index'])}`);
    }
    if (byIndex.has(index)) return refuse(132000, `button at index ${index} is given twice`);
    const subType = textOf(entry, 'sub_type')?.toLowerCase() ?? '';
    if (takes[upper(button, 'type')] !== subType) {
      const words = `button at index ${index} is of type ${upper(button, 'type')}, not ${subType}`;
      return refuse(132012, words);
    }
    byIndex.set(index, entry);
  }
  const shown: ShownButton[] = [];
  for (const [index, button] of buttons.entries()) {
    const filled = fillButton(template, button, { index, given: byIndex.get(index) });
    if (!('kind' in filled)) return { ok: false, fault: filled.fault };
    shown.push(filled);
  }
  return { ok: true, buttons: shown };
}

type Place = { readonly index: number; readonly given: Json | undefined };

function fillButton(
  template: Template,
  button: Json,
  { index, given }: Place,
): ShownButton | { readonly fault: Fault } {
  const kind = upper(button, 'type');
  const text = textOf(button, 'text') ?? '';
  const [parameter] = recordsOf(given?.['parameters']);
  switch (kind) {
    case 'URL':
      return fillAddress(template, button, { index, given });
    case 'QUICK_REPLY': {
      const payload = textOf(parameter, 'payload') ?? text;
      if (
        given !== undefined &&
        (!isRecord(parameter) || textOf(parameter, 'type') !== 'payload')
      ) {
        return wrong(131008, `button at index ${index} of type QuickReply requires a payload`);
      }
      if (payload.length > longestPayload) {
        return wrong(132005, `payload of button ${index}: more than ${longestPayload} characters`);
      }
      return { kind, text, target: '', payload };
    }
    case 'COPY_CODE': {
      const code = textOf(parameter, 'coupon_code') ?? '';
      if (code === '') {
        return wrong(131008, `Button at index ${index} of type CopyCode requires a parameter`);
      }
      if (code.length > longestCode) {
        return wrong(131009, `coupon_code: more than ${longestCode} characters`);
      }
      return { kind, text: text === '' ? 'Copy offer code' : text, target: code, payload: '' };
    }
    default:
      return { kind, text, target: textOf(button, 'phone_number') ?? '', payload: '' };
  }
}

function fillAddress(
  template: Template,
  button: Json,
  { index, given }: Place,
): ShownButton | { readonly fault: Fault } {
  const url = textOf(button, 'url') ?? '';
  const parameters = recordsOf(given?.['parameters']);
  const [parameter] = parameters;
  const needs = variablesIn(url).length;
  if (needs === 0 && given !== undefined) {
    const words = `number of localizable_params (${parameters.length}) does not match the expected`;
    return wrong(132000, `${words} number of params (0) of the button at index ${index}`);
  }
  const value = textOf(parameter, 'text') ?? '';
  if (needs > 0 && (parameters.length !== 1 || value === '')) {
    return wrong(131008, `Button at index ${index} of type Url requires a parameter`);
  }
  if (needs > 0 && textOf(parameter, 'type') !== 'text') {
    return wrong(132012, `Button at index ${index}: Format mismatch, expected TEXT`);
  }
  if (template.category === 'AUTHENTICATION' && value.length > longestCode) {
    return wrong(132005, `a code has at most ${longestCode} characters`);
  }
  const target = fillIn(url, new Map([['1', value]]));
  if (target.length > longestAddress)
    return wrong(132005, `address of button ${index} is too long`);
  return { kind: 'URL', text: textOf(button, 'text') ?? '', target, payload: '' };
}

const wrong = (code: number, words: string): { readonly fault: Fault } => ({
  fault: fault(code, `buttons: ${words}`),
});
