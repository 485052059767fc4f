import { refuse, type Refusal } from '../failure/failure.ts';
import type { AccountChat } from './account-chat.ts';
import type { ChatTemplate } from './template.ts';

/**
 * The approved template that `template_id` names: by our id, which is stable, or by the platform's,
 * which changes when a template is made anew (contract section 10: codes 20 and 21).
 */
export function findTemplate(
  { templates }: AccountChat,
  templateId: string,
): ChatTemplate | Refusal {
  const named = templateId.trim();
  if (named === '') return refuse('chat_template_missing');
  const all = [...templates.values()];
  const template =
    all.find(({ id }) => String(id) === named) ??
    all.find(({ platformId }) => platformId === named);
  if (template === undefined) return refuse('chat_template_unknown');
  const { state } = template;
  if (state === 'approved') return template;
  const word = state.replaceAll('_', ' ');
  return refuse('chat_template_not_approved', { state: { quote: word, instead: 'out of use' } });
}
