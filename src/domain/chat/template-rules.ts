/**
 * The limits that the chat document promises for a proposed template (seed, section 2). They are
 * ours; what the platform allows less, and whatever it changes, is the platform's to refuse, in its
 * own words.
 */
import { limit } from '../limits.ts';
import type { ChatProposal, ProposedButton } from './proposal.ts';
import { readChatWording } from './read-definition.ts';
import { countCharacters } from './text.ts';

/** What is wrong, and where: a JSON pointer into the proposal as `/v1` takes it. */
export type RuleFault = { readonly pointer: string; readonly rule: string };

/** Everything that is wrong with a proposal, one sentence for each place and limit. */
export function faultsOfProposal(proposal: ChatProposal): readonly RuleFault[] {
  const { category, body, footer, buttons } = proposal;
  const header = proposal.header?.type === 'text' ? proposal.header : undefined;
  const hasBody = category === 'authentication' || (body?.text ?? '').trim() !== '';
  const variables = readChatWording(header?.text ?? '').variables.length;
  return [
    ...unless(hasBody, '/body', 'must be given, with a text'),
    ...tooLong('/body/text', body?.text, limit('chatBodyCharacters')),
    ...oddVariables('/body/text', body?.text),
    ...tooLong('/header/text', header?.text, limit('chatHeaderCharacters')),
    ...oddVariables('/header/text', header?.text),
    ...unless(variables <= 1, '/header/text', 'must not hold more than one variable'),
    ...tooLong('/footer/text', footer?.text, limit('chatHeaderCharacters')),
    ...unless(footer?.text.includes('{{') !== true, '/footer/text', 'must not hold variables'),
    ...tooMany(buttons, limit('chatButtons'), 'in all'),
    ...tooMany(ofType(buttons, 'url'), limit('chatUrlButtons'), 'of type url'),
    ...tooMany(ofType(buttons, 'call'), limit('chatCallButtons'), 'of type call'),
    ...tooMany(ofType(buttons, 'quick_reply'), limit('chatQuickReplies'), 'of type quick_reply'),
  ];
}

function unless(isFit: boolean, pointer: string, rule: string): readonly RuleFault[] {
  return isFit ? [] : [{ pointer, rule }];
}

function tooLong(pointer: string, text = '', most: number): readonly RuleFault[] {
  return unless(
    countCharacters(text) <= most,
    pointer,
    `must not have more than ${most} characters`,
  );
}

function oddVariables(pointer: string, text = ''): readonly RuleFault[] {
  const isPlain = !/\{\{|\}\}/.test(text.replaceAll(/\{\{[1-9]\d*\}\}/g, ''));
  return unless(isPlain, pointer, 'must have its variables written {{1}}, {{2}} and so on');
}

function ofType(
  buttons: readonly ProposedButton[],
  wanted: ProposedButton['type'],
): readonly ProposedButton[] {
  return buttons.filter(({ type }) => type === wanted);
}

function tooMany(
  buttons: readonly ProposedButton[],
  most: number,
  which: string,
): readonly RuleFault[] {
  return unless(buttons.length <= most, '/buttons', `must not be more than ${most} ${which}`);
}
