/** What templates for one-time codes must be: part of the table of template-rules.ts. */
import { limit } from '../limits.ts';
import type { ChatProposal } from './proposal.ts';
import { rule, type TemplateRule } from './rule.ts';

const isCode = ({ category }: ChatProposal): boolean => category === 'authentication';

export const AUTHENTICATION_RULES: readonly TemplateRule[] = [
  rule('platform', 'exactly one button, which copies the code, in authentication', (proposal) => {
    const { buttons } = proposal;
    if (!isCode(proposal) || (buttons.length === 1 && buttons[0]?.type === 'otp')) return [];
    return [{ pointer: '/buttons', must: 'must be exactly one, of type otp' }];
  }),
  rule('platform', 'buttons that copy a one-time code in authentication alone', (proposal) =>
    isCode(proposal)
      ? []
      : proposal.buttons.flatMap(({ type }, at) =>
          type === 'otp'
            ? [{ pointer: `/buttons/${at}`, must: 'must be in an authentication template' }]
            : [],
        ),
  ),
  rule('platform', 'its own wording of one-time codes', (proposal) => {
    if (!isCode(proposal)) return [];
    const given = (['header', 'body', 'footer'] as const).filter(
      (name) => proposal[name] !== undefined,
    );
    const must = 'must be absent in an authentication template, which has its own wording';
    return given.map((name) => ({ pointer: `/${name}`, must }));
  }),
  rule('platform', 'an expiry of 1 to 90 minutes, in authentication', (proposal) => {
    const { code } = proposal;
    if (code === undefined) return [];
    if (!isCode(proposal)) {
      return [{ pointer: '/code', must: 'must be in an authentication template' }];
    }
    const { expiresMinutes: minutes } = code;
    const most = limit('chatCodeExpiryMinutes');
    if (minutes === undefined || (minutes >= 1 && minutes <= most)) return [];
    return [{ pointer: '/code/expires_minutes', must: `must be from 1 to ${most}` }];
  }),
];
