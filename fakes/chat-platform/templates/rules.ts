/**
 * A minimum of the platform's own rules for templates: enough to simulate a refusal in its words.
 */

import { badParameter, templateFault, type Fault } from '../faults.ts';
import { flagOf, isRecord, numberOf, recordsOf, textOf, type Json } from '../json.ts';
import { buttonsOf, componentOf, headerFormatOf, upper, type Draft } from './template.ts';

/** As its guides promise: of each kind, and so 13 in all. */
const mostButtons: Readonly<Record<string, number>> = {
  URL: 2,
  PHONE_NUMBER: 1,
  QUICK_REPLY: 10,
  COPY_CODE: 1,
  REQUEST_CONTACT_INFO: 1,
  FLOW: 1,
  CATALOG: 1,
};

/** Whether a handle came from a resumable upload. */
export type KnowsHandle = (handle: string) => boolean;

/** Reads and checks a new template. */
export function readDraft(body: Json, knowsHandle: KnowsHandle): Draft | Fault {
  const name = textOf(body, 'name') ?? '';
  const language = textOf(body, 'language') ?? '';
  const category = upper(body, 'category');
  if (language === '') return badParameter('The parameter language is required.');
  if (!['MARKETING', 'UTILITY', 'AUTHENTICATION'].includes(category)) {
    return badParameter('Param category must be one of {MARKETING, UTILITY, AUTHENTICATION}');
  }
  if (!/^[a-z0-9_]{1,512}$/.test(name)) {
    const words = 'The name has at most 512 lower-case letters, digits, underscores.';
    return templateFault('Invalid name', words);
  }
  const components = recordsOf(body['components']);
  const found = checkComponents(components, category, knowsHandle);
  return found ?? { name, language, category, components };
}

/** Checks just the components, as sent by an edit. */
export function checkComponents(
  components: readonly Json[],
  category: string,
  knowsHandle: KnowsHandle,
): Fault | undefined {
  if (componentOf(components, 'BODY') === undefined) {
    const title = 'Message template "components" param is missing expected field(s)';
    return templateFault(title, 'component of type BODY is missing expected field(s)', 2_388_043);
  }
  if (category === 'AUTHENTICATION' && headerFormatOf(components) !== '') {
    return templateFault('Invalid header', 'An authentication template has no header.');
  }
  const examples = checkExamples(components);
  if (examples !== undefined) return examples;
  const handle = checkHandle(components, knowsHandle);
  if (handle !== undefined) return handle;
  const cards = checkCards(components, category, knowsHandle);
  if (cards !== undefined) return cards;
  const offer = checkOffer(components, category);
  if (offer !== undefined) return templateFault('Invalid limited-time offer', offer);
  const flow = buttonsOf(components).find((it) => upper(it, 'type') === 'FLOW');
  if (flow !== undefined && !/^\d+$/.test(textOf(flow, 'flow_id') ?? '')) {
    return templateFault('Invalid flow', 'The flow_id is not one of this business account.');
  }
  const buttons = Map.groupBy(buttonsOf(components), (it) => upper(it, 'type'));
  const tooMany = [...buttons].find(([type, { length }]) => length > (mostButtons[type] ?? 10));
  if (tooMany === undefined) return undefined;
  const [type] = tooMany;
  const words = `A template has at most ${mostButtons[type] ?? 10} buttons of type ${type}.`;
  return templateFault('Buttons are not in the right format', words);
}

/** Of each text with variables, and of addresses: reviewers see what they may become. */
function checkExamples(components: readonly Json[]): Fault | undefined {
  const body = componentOf(components, 'BODY');
  const header = componentOf(components, 'HEADER');
  const text = (textOf(body, 'text') ?? '').trim();
  const title = 'Message template "components" param is missing expected field(s)';
  const missing = (what: string): Fault =>
    templateFault(
      title,
      `component of type ${what} is missing expected field(s) (example)`,
      2_388_043,
    );
  const [inBody, inHeader] = [exampleOf(body, 'body_text'), exampleOf(header, 'header_text')];
  const [first] = inBody;
  if (variablesOf(text) !== (Array.isArray(first) ? first.length : 0)) return missing('BODY');
  if (variablesOf(textOf(header, 'text')) !== inHeader.length) return missing('HEADER');
  const bare = buttonsOf(components).find(
    (it) => variablesOf(textOf(it, 'url')) > 0 && !Array.isArray(it['example']),
  );
  if (bare !== undefined) return missing('BUTTONS');
  if (!text.startsWith('{{') && !text.endsWith('}}')) return undefined;
  const words = 'Variables can’t be at the start or end of the template.';
  return templateFault('Message template format is incorrect', words, 2_388_299);
}

function exampleOf(component: Json | undefined, name: string): readonly unknown[] {
  const example = component?.['example'];
  const given = isRecord(example) ? example[name] : undefined;
  return Array.isArray(given) ? given : [];
}

const variablesOf = (text = ''): number =>
  new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name)).size;

function checkHandle(components: readonly Json[], knowsHandle: KnowsHandle): Fault | undefined {
  if (!['IMAGE', 'VIDEO', 'DOCUMENT'].includes(headerFormatOf(components))) return undefined;
  const example = componentOf(components, 'HEADER')?.['example'];
  const handles = isRecord(example) ? example['header_handle'] : undefined;
  if (Array.isArray(handles) && handles.every((it) => knowsHandle(String(it)))) return undefined;
  const words = 'The sample handle of the header is not one of a resumable upload.';
  return templateFault('Invalid media handle', words);
}

/** 2 to 10 cards, each fit, all with the same parts. */
function checkCards(
  components: readonly Json[],
  category: string,
  knowsHandle: KnowsHandle,
): Fault | undefined {
  const carousel = componentOf(components, 'CAROUSEL');
  if (carousel === undefined) return undefined;
  const title = 'Invalid carousel';
  const cards = recordsOf(carousel['cards']).map((it) => recordsOf(it['components']));
  if (category !== 'MARKETING') return templateFault(title, 'Only MARKETING has carousels.');
  if (components.length !== 2) return templateFault(title, 'A carousel has a body beside it.');
  if (cards.length < 2 || cards.length > 10) return templateFault(title, 'It has 2 to 10 cards.');
  const shapes = cards.map((it) => {
    const buttons = buttonsOf(it).map((one) => upper(one, 'type'));
    return [headerFormatOf(it), componentOf(it, 'BODY') !== undefined, ...buttons].join(' ');
  });
  if (new Set(shapes).size !== 1) return templateFault(title, 'All cards have the same parts.');
  for (const card of cards) {
    const format = headerFormatOf(card);
    const buttons = buttonsOf(card).length;
    if (format !== 'IMAGE' && format !== 'VIDEO') return templateFault(title, 'Use a file.');
    if (buttons > 2) return templateFault(title, 'A card has at most two buttons.');
    const text = textOf(componentOf(card, 'BODY'), 'text') ?? '';
    if (text.length > 160) return templateFault(title, 'A card has at most 160 characters.');
    const found = checkExamples(card) ?? checkHandle(card, knowsHandle);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong with a limited-time offer, in words. */
function checkOffer(components: readonly Json[], category: string): string | undefined {
  const component = componentOf(components, 'LIMITED_TIME_OFFER');
  if (component === undefined) return undefined;
  const offer = component['limited_time_offer'];
  const types = buttonsOf(components).map((it) => upper(it, 'type'));
  const text = textOf(offer, 'text') ?? '';
  if (category !== 'MARKETING') return 'Only templates of the category MARKETING have offers.';
  if (text === '' || text.length > 16) return 'The text of an offer has 1 to 16 characters.';
  if (componentOf(components, 'FOOTER') !== undefined) return 'Footers are not supported.';
  if (!['', 'IMAGE', 'VIDEO'].includes(headerFormatOf(components)))
    return 'Use a picture or video.';
  if (!types.includes('URL')) return 'A URL button is required.';
  const needsCode = flagOf(offer, 'has_expiration') === true || types.includes('COPY_CODE');
  return needsCode && types[0] !== 'COPY_CODE' ? 'The first button must be COPY_CODE.' : undefined;
}

/** The texts of an authentication template are the platform's own. */
export function withOwnWords(components: readonly Json[], category: string): readonly Json[] {
  const body = componentOf(components, 'BODY');
  if (category !== 'AUTHENTICATION' || textOf(body, 'text') !== undefined) return components;
  const minutes = numberOf(componentOf(components, 'FOOTER'), 'code_expiration_minutes');
  const warning = body?.['add_security_recommendation'] === true;
  const words = '*{{1}}* is your verification code.';
  const expiry = minutes === undefined ? '' : `&code_expiration_minutes=${minutes}`;
  const url = `https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE${expiry}&code=otp`;
  const [button] = buttonsOf(components);
  const text = textOf(button, 'text') ?? 'Copy code';
  const footer = {
    type: 'FOOTER',
    text: `This code expires in ${minutes} minutes.`,
    code_expiration_minutes: minutes,
  };
  return [
    {
      type: 'BODY',
      text: warning ? `${words} For your security, do not share this code.` : words,
      add_security_recommendation: warning,
      example: { body_text: [['123456']] },
    },
    ...(minutes === undefined ? [] : [footer]),
    {
      type: 'BUTTONS',
      buttons: [{ type: 'URL', text, url: `${url}{{1}}`, example: [`${url}123456`] }],
    },
  ];
}
