/**
 * The platform's own rules for templates, and its errors 2388xxx. They are tighter than what its
 * guides promise to callers of other services.
 */

import { badParameter, templateFault, type Fault } from '../faults.ts';
import { isRecord, recordsOf, textOf, type Json } from '../json.ts';
import { checkButtons } from './button-rules.ts';
import { componentOf, variablesIn, type Draft } from './template.ts';

const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'];
const longestName = 512;
const longestHeader = 60;
const longestBody = 1_024;
const longestFooter = 60;

/** True for a handle that a resumable upload gave. */
export type KnowsHandle = (handle: string) => boolean;

/** Reads and judges a template that somebody wants to create. */
export function readDraft(body: Json, knowsHandle: KnowsHandle): Draft | Fault {
  const name = textOf(body, 'name');
  if (name === undefined) return badParameter('The parameter name is required.');
  const language = textOf(body, 'language');
  if (language === undefined) return badParameter('The parameter language is required.');
  const category = textOf(body, 'category')?.toUpperCase();
  if (category === undefined) return badParameter('The parameter category is required.');
  if (!categories.includes(category)) {
    return badParameter(`Param category must be one of {${categories.join(', ')}}`);
  }
  if (!/^[a-z0-9_]+$/.test(name) || name.length > longestName) {
    const words = `The name has at most ${longestName} lower-case letters, digits, underscores.`;
    return { ...badParameter('Invalid parameter'), userTitle: 'Invalid name', userMessage: words };
  }
  if (!/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language)) {
    return badParameter(`Param language '${language}' is not a valid language code`);
  }
  const found = checkComponents(body, category, knowsHandle);
  if (found !== undefined) return found;
  return {
    name,
    language,
    category,
    components: recordsOf(body['components']),
    parameterFormat: isNamed(body) ? 'NAMED' : 'POSITIONAL',
    ttlSeconds: readTtl(body),
  };
}

/** Judges components alone, as an edit brings them. */
export function checkComponents(
  body: Json,
  category: string,
  knowsHandle: KnowsHandle,
): Fault | undefined {
  const list = body['components'];
  if (!Array.isArray(list)) return badParameter('The parameter components is required.');
  if (!list.every(isRecord)) return badParameter('Param components must be an array of objects');
  const components = recordsOf(list);
  const types = components.map((it) => textOf(it, 'type')?.toUpperCase() ?? '');
  const known = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
  const stray = types.find((it) => !known.includes(it));
  if (stray !== undefined) {
    return badParameter(`Param components type must be one of {${known.join(', ')}}`);
  }
  if (new Set(types).size !== types.length) {
    return wrongFormat('Each component may stand in a template once.');
  }
  const body1 = componentOf(components, 'BODY');
  if (body1 === undefined) return missingField('BODY', 'text');
  const isAuthentication = category === 'AUTHENTICATION';
  if (isAuthentication)
    return checkAuthentication(components) ?? checkButtons(components, category);
  return (
    checkHeader(componentOf(components, 'HEADER'), isNamed(body), knowsHandle) ??
    checkBody(body1, isNamed(body)) ??
    checkFooter(componentOf(components, 'FOOTER')) ??
    checkButtons(components, category)
  );
}

function checkHeader(
  header: Json | undefined,
  named: boolean,
  knowsHandle: KnowsHandle,
): Fault | undefined {
  if (header === undefined) return undefined;
  const format = (textOf(header, 'format') ?? 'TEXT').toUpperCase();
  const example = isRecord(header['example']) ? header['example'] : {};
  switch (format) {
    case 'TEXT': {
      const text = textOf(header, 'text') ?? '';
      if (text === '') return missingField('HEADER', 'text');
      if (text.length > longestHeader) return tooLong('HEADER', longestHeader);
      if (/[\n*~_`]/.test(text)) return wrongFormat('A header has no new lines and no formatting.');
      const variables = variablesIn(text);
      if (variables.length > 1) return wrongFormat('A header has at most one variable.');
      if (variables.length === 0) return undefined;
      return checkVariables(text, named) ?? checkExamples('HEADER', variables, example, named);
    }
    case 'IMAGE':
    case 'VIDEO':
    case 'DOCUMENT': {
      const [handle] = Array.isArray(example['header_handle']) ? example['header_handle'] : [];
      if (typeof handle !== 'string') return missingField('HEADER', 'example');
      if (knowsHandle(handle)) return undefined;
      return {
        ...badParameter('Invalid parameter'),
        userTitle: 'Invalid media handle',
        userMessage: 'The sample handle of the header is not one of a resumable upload.',
      };
    }
    case 'LOCATION':
      return undefined;
    default:
      return badParameter('Param format must be one of {TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION}');
  }
}

function checkBody(body: Json, named: boolean): Fault | undefined {
  const text = textOf(body, 'text') ?? '';
  if (text === '') return missingField('BODY', 'text');
  if (text.length > longestBody) return tooLong('BODY', longestBody);
  if (/\n{3,}/.test(text) || / {5,}/.test(text)) {
    return wrongFormat('A body has at most two new lines and four blanks in a row.');
  }
  const variables = variablesIn(text);
  if (variables.length === 0) return undefined;
  const wrong = checkVariables(text, named);
  if (wrong !== undefined) return wrong;
  if (/^\s*\{\{/.test(text) || /\}\}\s*$/.test(text)) {
    return templateFault(
      2_388_299,
      "Variables can't be at the start or end of the template",
      'This template has variables at its start or end. Add text before or after them.',
    );
  }
  const words = text.replaceAll(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words < variables.length * 2 + 1) {
    return templateFault(
      2_388_293,
      'This template has too many variables for its length',
      'Reduce the number of variables or increase the message length.',
    );
  }
  const example = isRecord(body['example']) ? body['example'] : {};
  return checkExamples('BODY', variables, example, named);
}

/** Digits that count from 1 without a gap, or names of lower-case letters. */
function checkVariables(text: string, named: boolean): Fault | undefined {
  const variables = variablesIn(text);
  if (/\{\{\s*\}\}/.test(text)) return wrongFormat('A variable has a number or a name.');
  if (named) {
    const fit = variables.every((it) => /^[a-z][a-z0-9_]*$/.test(it));
    return fit
      ? undefined
      : wrongFormat('Named variables have lower-case letters and underscores.');
  }
  const numbers = variables.map(Number).toSorted((a, b) => a - b);
  const fit = numbers.every((it, index) => it === index + 1);
  return fit ? undefined : wrongFormat('Variables are numbered from {{1}} on without a gap.');
}

function checkExamples(
  type: 'HEADER' | 'BODY',
  variables: readonly string[],
  example: Json,
  named: boolean,
): Fault | undefined {
  const key = type === 'HEADER' ? 'header_text' : 'body_text';
  if (named) {
    const given = recordsOf(example[`${key}_named_params`]).map((it) => textOf(it, 'param_name'));
    return variables.every((it) => given.includes(it)) ? undefined : missingField(type, 'example');
  }
  const list: unknown = example[key];
  const row: unknown = type === 'BODY' && Array.isArray(list) ? list[0] : list;
  const count = Array.isArray(row) ? row.length : 0;
  return count === variables.length ? undefined : missingField(type, 'example');
}

function checkFooter(footer: Json | undefined): Fault | undefined {
  if (footer === undefined) return undefined;
  const text = textOf(footer, 'text') ?? '';
  if (text === '') return missingField('FOOTER', 'text');
  if (text.length > longestFooter) return tooLong('FOOTER', longestFooter);
  if (variablesIn(text).length === 0 && !text.includes('\n')) return undefined;
  return templateFault(
    2_388_073,
    'Message template footer is not in the right format',
    'A footer has no variables and no new lines.',
  );
}

/** Its texts are the platform's; the author chooses the warning, the minutes and the button. */
function checkAuthentication(components: readonly Json[]): Fault | undefined {
  if (componentOf(components, 'HEADER') !== undefined) {
    return wrongFormat('An authentication template has no header.');
  }
  if (textOf(componentOf(components, 'BODY'), 'text') !== undefined) {
    return wrongFormat('The body of an authentication template is given by the platform.');
  }
  const footer = componentOf(components, 'FOOTER');
  const minutes = footer?.['code_expiration_minutes'];
  const fit = typeof minutes === 'number' && minutes >= 1 && minutes <= 90;
  return footer === undefined || fit
    ? undefined
    : badParameter('Param code_expiration_minutes must be between 1 and 90');
}

const isNamed = (body: Json): boolean =>
  textOf(body, 'parameter_format')?.toUpperCase() === 'NAMED';

function readTtl(body: Json): number | undefined {
  const seconds = body['message_send_ttl_seconds'];
  return typeof seconds === 'number' ? seconds : undefined;
}

function tooLong(type: string, most: number): Fault {
  return templateFault(
    2_388_040,
    'Character limit exceeded',
    `The ${type} of the template has more than ${most} characters.`,
  );
}

function wrongFormat(message: string): Fault {
  return templateFault(
    2_388_047,
    'Message template header or body is not in the right format',
    message,
  );
}

function missingField(type: string, field: string): Fault {
  return templateFault(
    2_388_043,
    'Message template "components" param is missing expected field(s)',
    `component of type ${type} is missing expected field(s) (${field})`,
  );
}
