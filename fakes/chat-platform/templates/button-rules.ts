/** Which buttons go together in a template. */

import { badParameter, templateFault, type Fault } from '../faults.ts';
import { textOf, type Json } from '../json.ts';
import { buttonsOf, upper, variablesIn } from './template.ts';

const mostButtons = 10;
const mostOf: Readonly<Record<string, number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  OTP: 1,
};
const longestLabel = 25;
const longestAddress = 2_000;
const longestCode = 15;

/** Judges the buttons of a template; templates without any are fine unless they authenticate. */
export function checkButtons(components: readonly Json[], category: string): Fault | undefined {
  const buttons = buttonsOf(components);
  const types = buttons.map((it) => upper(it, 'type'));
  const isAuthentication = category === 'AUTHENTICATION';
  if (isAuthentication && types.join() !== 'OTP') {
    return wrong('An authentication template has exactly one OTP button.');
  }
  if (!isAuthentication && types.includes('OTP')) {
    return wrong('Only an authentication template has an OTP button.');
  }
  if (buttons.length > mostButtons) return wrong(`A template has at most ${mostButtons} buttons.`);
  for (const [type, most] of Object.entries(mostOf)) {
    const count = types.filter((it) => it === type).length;
    if (count > most) return wrong(`A template has at most ${most} buttons of type ${type}.`);
  }
  if (types.includes('COPY_CODE') && category !== 'MARKETING') {
    return wrong('Only a marketing template has a COPY_CODE button.');
  }
  if (!areTogether(types))
    return wrong('Quick replies stand together, before or after the others.');
  for (const button of buttons) {
    const found = checkButton(button);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True when the quick replies are one run. */
function areTogether(types: readonly string[]): boolean {
  const runs = types.filter((it, at) => it === 'QUICK_REPLY' && types[at - 1] !== 'QUICK_REPLY');
  return runs.length <= 1;
}

function checkButton(button: Json): Fault | undefined {
  const type = upper(button, 'type');
  const text = textOf(button, 'text') ?? '';
  switch (type) {
    case 'QUICK_REPLY':
      return checkLabel(text);
    case 'URL':
      return checkLabel(text) ?? checkAddress(button);
    case 'PHONE_NUMBER':
      if (!/^\+?\d{7,20}$/.test(textOf(button, 'phone_number') ?? '')) {
        return wrong('A call button has a phone_number.');
      }
      return checkLabel(text);
    case 'COPY_CODE': {
      const example = textOf(button, 'example') ?? '';
      if (example === '' || example.length > longestCode) {
        return wrong(`A COPY_CODE button has an example of at most ${longestCode} characters.`);
      }
      return undefined;
    }
    case 'OTP':
      if (upper(button, 'otp_type') === 'COPY_CODE') return undefined;
      return badParameter('Param otp_type must be one of {COPY_CODE}');
    default:
      return badParameter(
        'Param buttons type must be one of {QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP}',
      );
  }
}

function checkLabel(text: string): Fault | undefined {
  if (text === '') return wrong('A button has a text.');
  if (text.length > longestLabel) {
    return templateFault(
      2_388_040,
      'Character limit exceeded',
      `The text of a button has more than ${longestLabel} characters.`,
    );
  }
  return variablesIn(text).length === 0 ? undefined : wrong('The text of a button is fixed.');
}

function checkAddress(button: Json): Fault | undefined {
  const url = textOf(button, 'url') ?? '';
  if (!/^https?:\/\/\S+$/.test(url) || url.length > longestAddress) {
    return wrong(`A URL button has an address of at most ${longestAddress} characters.`);
  }
  const variables = variablesIn(url);
  if (variables.length === 0) return undefined;
  if (variables.join() !== '1' || !url.endsWith('{{1}}')) {
    return wrong('The address of a URL button has one variable, {{1}}, at its very end.');
  }
  const example = button['example'];
  const fit = Array.isArray(example) && example.length === 1;
  return fit ? undefined : wrong('A URL button with a variable has one example.');
}

function wrong(message: string): Fault {
  return {
    ...badParameter('Invalid parameter'),
    userTitle: 'Buttons are not in the right format',
    userMessage: message,
  };
}
