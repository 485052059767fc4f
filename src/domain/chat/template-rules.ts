/**
 * What a proposed template must be, as one table. The chat document promises some limits (seed,
 * section 2), the platform has tighter ones of its own (facts of the platform, section 6): a fault
 * says whose rule it is, because only the first is ours to explain. The platform's rules change
 * without notice: what stands here spares the author a rejection, and what it refuses beyond them
 * is told in its own words.
 */
import { limit } from '../limits.ts';
import { AUTHENTICATION_RULES } from './authentication-rules.ts';
import { BUTTON_RULES } from './button-rules.ts';
import type { ChatProposal } from './proposal.ts';
import { readChatWording } from './read-definition.ts';
import { rule, type RuleFault, type TemplateRule } from './rule.ts';
import { countCharacters } from './text.ts';

export const TEMPLATE_RULES: readonly TemplateRule[] = [
  rule('platform', 'a name of small letters, digits and _', ({ name }) =>
    /^[a-z0-9_]*$/.test(name)
      ? []
      : [{ pointer: '/name', must: 'must have small letters a to z, digits and _ alone' }],
  ),
  rule('platform', 'a name of 1 to 512 characters', ({ name }) => {
    const most = limit('chatTemplateNameCharacters');
    if (name.length >= 1 && name.length <= most) return [];
    return [{ pointer: '/name', must: `must have 1 to ${most} characters` }];
  }),
  rule('platform', 'a language as it is written there: en, en_US, ur', ({ language }) =>
    /^[a-z]{2,3}(_[A-Z]{2,4})?$/.test(language)
      ? []
      : [{ pointer: '/language', must: 'must be a language such as en, en_US or ur' }],
  ),
  rule('document', 'a body', ({ category, body }) =>
    category === 'authentication' || (body !== undefined && body.text.trim() !== '')
      ? []
      : [{ pointer: '/body', must: 'must be given, with a text' }],
  ),
  rule('document', 'a body of at most 1024 characters', ({ body }) =>
    tooLong('/body/text', body?.text, limit('chatBodyCharacters')),
  ),
  rule('document', 'a text header of at most 60 characters', ({ header }) =>
    header?.type === 'text'
      ? tooLong('/header/text', header.text, limit('chatHeaderCharacters'))
      : [],
  ),
  rule('document', 'one variable in a text header at most', ({ header }) =>
    header?.type === 'text' && readChatWording(header.text).variables.length > 1
      ? [{ pointer: '/header/text', must: 'must not hold more than one variable' }]
      : [],
  ),
  rule('document', 'a footer of at most 60 characters', ({ footer }) =>
    tooLong('/footer/text', footer?.text, limit('chatHeaderCharacters')),
  ),
  rule('document', 'no variables in the footer', ({ footer }) =>
    footer !== undefined && footer.text.includes('{{')
      ? [{ pointer: '/footer/text', must: 'must not hold variables' }]
      : [],
  ),
  rule('document', 'variables written {{1}}, {{2}} …', (proposal) =>
    textsOf(proposal).flatMap(({ pointer, text }) =>
      /\{\{|\}\}/.test(text.replaceAll(/\{\{[1-9]\d*\}\}/g, ''))
        ? [{ pointer, must: 'must have its variables written {{1}}, {{2}} and so on' }]
        : [],
    ),
  ),
  rule('platform', 'variables numbered from 1 without a gap', (proposal) =>
    textsOf(proposal).flatMap(({ pointer, text }) =>
      readChatWording(text).variables.every((name, at) => Number(name) === at + 1)
        ? []
        : [{ pointer, must: 'must number its variables from {{1}} on without a gap' }],
    ),
  ),
  rule('platform', 'an example for each variable', (proposal) =>
    textsOf(proposal).flatMap(({ pointer, text, examples }) => {
      const count = readChatWording(text).variables.length;
      const isWhole = examples.length === count && examples.every((it) => it.trim() !== '');
      const place = pointer.replace(/text$/, 'examples');
      return isWhole ? [] : [{ pointer: place, must: `must have ${count}, one for each variable` }];
    }),
  ),
  rule('platform', 'no variable at the start or the end of the body', ({ body }) =>
    body !== undefined && /^\s*\{\{\d+\}\}|\{\{\d+\}\}\s*$/.test(body.text)
      ? [{ pointer: '/body/text', must: 'must not begin or end with a variable' }]
      : [],
  ),
  rule('platform', 'a header and a footer of one line in plain characters', (proposal) =>
    linesOf(proposal).flatMap(({ pointer, text }) =>
      /[\r\n*~_`]|\p{Extended_Pictographic}/u.test(text.replaceAll(/[©®™]/gu, ''))
        ? [{ pointer, must: 'must not hold line breaks, * ~ _ ` or emoji' }]
        : [],
    ),
  ),
  rule('platform', 'at most two line breaks and four blanks in a row in the body', ({ body }) =>
    body !== undefined && /\n\s*\n\s*\n| {5,}|\t/.test(body.text)
      ? [{ pointer: '/body/text', must: 'must not hold an empty space that is so large' }]
      : [],
  ),
  rule('platform', 'a text in header, body and footer that are there', (proposal) =>
    linesOf(proposal).flatMap(({ pointer, text }) =>
      text.trim() === '' ? [{ pointer, must: 'must not be empty' }] : [],
    ),
  ),
  ...BUTTON_RULES,
  ...AUTHENTICATION_RULES,
];

/** Everything that is wrong with a proposal, one sentence for each place and rule. */
export function faultsOfProposal(proposal: ChatProposal): readonly RuleFault[] {
  return TEMPLATE_RULES.flatMap(({ faultsOf }) => faultsOf(proposal));
}

type Placed = {
  readonly pointer: string;
  readonly text: string;
  readonly examples: readonly string[];
};

/** Texts that may hold variables. */
function textsOf({ header, body }: ChatProposal): readonly Placed[] {
  return [
    ...(header?.type === 'text' ? [{ pointer: '/header/text', ...header }] : []),
    ...(body === undefined ? [] : [{ pointer: '/body/text', ...body }]),
  ];
}

function linesOf({ header, footer }: ChatProposal) {
  return [
    ...(header?.type === 'text' ? [{ pointer: '/header/text', text: header.text }] : []),
    ...(footer === undefined ? [] : [{ pointer: '/footer/text', text: footer.text }]),
  ];
}

function tooLong(pointer: string, text: string | undefined, most: number) {
  if (text === undefined || countCharacters(text) <= most) return [];
  return [{ pointer, must: `must not have more than ${most} characters` }];
}
