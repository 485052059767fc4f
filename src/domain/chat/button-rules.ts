/** What the buttons of a proposed template must be: part of the table of template-rules.ts. */
import { limit } from '../limits.ts';
import type { ChatProposal, ProposedButton } from './proposal.ts';
import { rule, type TemplateRule } from './rule.ts';
import { countCharacters } from './text.ts';

type Kind = ProposedButton['type'];
type Indexed = { readonly button: ProposedButton; readonly pointer: string };

/** `https://shop.example/orders/{{1}}`: a variable at the very end, or none. */
const ADDRESS = /^https?:\/\/[^\s{}]+(\{\{1\}\})?$/;
const PHONE = /^\+?[0-9]{5,20}$/;

export const BUTTON_RULES: readonly TemplateRule[] = [
  rule('document', 'at most 2 website buttons', atMost('url', 'chatUrlButtons')),
  rule('document', 'at most 1 call button', atMost('call', 'chatCallButtons')),
  rule('document', 'at most 10 quick replies', atMost('quick_reply', 'chatQuickReplies')),
  rule('platform', 'at most 10 buttons in all', ({ buttons }) => {
    const most = limit('chatButtons');
    if (buttons.length <= most) return [];
    return [{ pointer: '/buttons', must: `must not be more than ${most} in all` }];
  }),
  rule('platform', 'at most 1 button that copies a code', atMost('copy_code', 'chatCopyButtons')),
  rule('platform', 'quick replies beside each other', ({ buttons }) => {
    const places = buttons.flatMap(({ type }, at) => (type === 'quick_reply' ? [at] : []));
    const isTogether = places.every((place, at) => place === (places[0] ?? 0) + at);
    if (isTogether) return [];
    return [{ pointer: '/buttons', must: 'must have its quick replies beside each other' }];
  }),
  rule('platform', 'labels of 1 to 25 characters without variables', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) => {
      if (button.type === 'copy_code') return [];
      const most = limit('chatLabelCharacters');
      const { text } = button;
      const isFit = text.trim() !== '' && countCharacters(text) <= most && !text.includes('{{');
      const must = `must have 1 to ${most} characters and no variables`;
      return isFit ? [] : [{ pointer: `${pointer}/text`, must }];
    }),
  ),
  rule('platform', 'addresses of at most 2000 characters, a variable at the very end', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) => {
      if (button.type !== 'url') return [];
      const most = limit('chatAddressCharacters');
      if (button.url.length <= most && ADDRESS.test(button.url)) return [];
      const must =
        `must be an http:// or https:// address of at most ${most} characters, ` +
        'with {{1}} at its very end or nowhere';
      return [{ pointer: `${pointer}/url`, must }];
    }),
  ),
  rule('platform', 'an example of each address with a variable', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) => {
      if (button.type !== 'url') return [];
      const isNeeded = button.url.endsWith('{{1}}');
      const fits =
        button.example === undefined
          ? !isNeeded
          : isNeeded && URL.canParse(button.example) && !button.example.includes('{{');
      const must = isNeeded ? 'must be a whole address' : 'has no meaning without a variable';
      return fits ? [] : [{ pointer: `${pointer}/example`, must }];
    }),
  ),
  rule('platform', 'a telephone number behind a call button', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) =>
      button.type === 'call' && !PHONE.test(button.phone)
        ? [{ pointer: `${pointer}/phone`, must: 'must be 5 to 20 digits, with country code' }]
        : [],
    ),
  ),
  rule('platform', 'codes to copy in marketing alone', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) =>
      button.type === 'copy_code' && proposal.category !== 'marketing'
        ? [{ pointer, must: 'must be in a marketing template' }]
        : [],
    ),
  ),
  rule('platform', 'an example of a code to copy, of 1 to 15 characters', (proposal) =>
    buttonsOf(proposal).flatMap(({ button, pointer }) => {
      if (button.type !== 'copy_code') return [];
      const most = limit('chatCodeCharacters');
      const isFit = button.example.trim() !== '' && button.example.length <= most;
      return isFit
        ? []
        : [{ pointer: `${pointer}/example`, must: `must have 1 to ${most} characters` }];
    }),
  ),
];

function buttonsOf({ buttons }: ChatProposal): readonly Indexed[] {
  return buttons.map((button, at) => ({ button, pointer: `/buttons/${at}` }));
}

function atMost(kind: Kind, bound: Parameters<typeof limit>[0]) {
  return ({ buttons }: ChatProposal) => {
    const most = limit(bound);
    const count = buttons.filter(({ type }) => type === kind).length;
    if (count <= most) return [];
    return [{ pointer: '/buttons', must: `must not have more than ${most} of type ${kind}` }];
  };
}
