/**
 * The least of the platform's own rules for templates: as much as it takes to play a refusal with
 * its words. They are tighter than what its guides promise to callers of other services.
 */

import { badParameter, templateFault, type Fault } from '../faults.ts';
import { isRecord, recordsOf, textOf, type Json } from '../json.ts';
import { buttonsOf, componentOf, upper, type Draft } from './template.ts';

const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'];
const longestName = 512;
const longestBody = 1_024;
const mostButtons = 10;

/** True for a handle that a resumable upload gave. */
export type KnowsHandle = (handle: string) => boolean;

/** Reads and judges a template that somebody wants to create. */
export function readDraft(body: Json, knowsHandle: KnowsHandle): Draft | Fault {
  const name = textOf(body, 'name');
  if (name === undefined) return badParameter('The parameter name is required.');
  const language = textOf(body, 'language');
  if (language === undefined) return badParameter('The parameter language is required.');
  const category = textOf(body, 'category')?.toUpperCase() ?? '';
  if (!categories.includes(category)) {
    return badParameter(`Param category must be one of {${categories.join(', ')}}`);
  }
  if (!/^[a-z0-9_]+$/.test(name) || name.length > longestName) {
    const words = `The name has at most ${longestName} lower-case letters, digits, underscores.`;
    return wrong('Invalid name', words);
  }
  const found = checkComponents(body, knowsHandle);
  if (found !== undefined) return found;
  const seconds = body['message_send_ttl_seconds'];
  return {
    name,
    language,
    category,
    components: recordsOf(body['components']),
    parameterFormat: upper(body, 'parameter_format') === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    ttlSeconds: typeof seconds === 'number' ? seconds : undefined,
  };
}

/** Judges components alone, as an edit brings them. */
export function checkComponents(body: Json, knowsHandle: KnowsHandle): Fault | undefined {
  const list = body['components'];
  if (!Array.isArray(list)) return badParameter('The parameter components is required.');
  if (!list.every(isRecord)) return badParameter('Param components must be an array of objects');
  const components = recordsOf(list);
  const text = componentOf(components, 'BODY');
  if (text === undefined) {
    return templateFault(
      2_388_043,
      'Message template "components" param is missing expected field(s)',
      'component of type BODY is missing expected field(s) (text)',
    );
  }
  if ((textOf(text, 'text') ?? '').length > longestBody) {
    return templateFault(
      2_388_040,
      'Character limit exceeded',
      `The BODY of the template has more than ${longestBody} characters.`,
    );
  }
  return checkHandle(componentOf(components, 'HEADER'), knowsHandle) ?? checkButtons(components);
}

function checkHandle(header: Json | undefined, knowsHandle: KnowsHandle): Fault | undefined {
  if (!['IMAGE', 'VIDEO', 'DOCUMENT'].includes(upper(header ?? {}, 'format'))) return undefined;
  const example = isRecord(header?.['example']) ? header['example'] : {};
  const [handle] = Array.isArray(example['header_handle']) ? example['header_handle'] : [];
  if (typeof handle === 'string' && knowsHandle(handle)) return undefined;
  const words = 'The sample handle of the header is not one of a resumable upload.';
  return wrong('Invalid media handle', words);
}

/** Which buttons go together: ten in all, and the quick replies in one run. */
function checkButtons(components: readonly Json[]): Fault | undefined {
  const types = buttonsOf(components).map((it) => upper(it, 'type'));
  const title = 'Buttons are not in the right format';
  if (types.length > mostButtons) {
    return wrong(title, `A template has at most ${mostButtons} buttons.`);
  }
  const runs = types.filter((it, at) => it === 'QUICK_REPLY' && types[at - 1] !== 'QUICK_REPLY');
  if (runs.length <= 1) return undefined;
  return wrong(title, 'Quick replies stand together, before or after the others.');
}

function wrong(userTitle: string, userMessage: string): Fault {
  return { ...badParameter('Invalid parameter'), userTitle, userMessage };
}
