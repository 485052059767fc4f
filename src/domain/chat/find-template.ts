import { refuse, type Refusal } from '../failure/failure.ts';
import type { AccountChat } from './account-chat.ts';
import type { ChatTemplate } from './template.ts';

export type FoundTemplate =
  | { readonly ok: true; readonly template: ChatTemplate }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The approved template that `template_id` names: by our id, which is stable, or by the platform's,
 * which changes when a template is made anew (contract section 10: codes 20 to 22).
 */
export function findTemplate({ templates }: AccountChat, templateId: string): FoundTemplate {
  const named = templateId.trim();
  if (named === '') return no('chat_template_missing');
  const all = [...templates.values()];
  const template =
    all.find(({ id }) => String(id) === named) ??
    all.find(({ platformId }) => platformId === named);
  if (template === undefined) return no('chat_template_unknown');
  const { state, definition } = template;
  if (state === 'approved') {
    const { unsupported } = definition;
    if (unsupported === undefined) return { ok: true, template };
    const part = { quote: unsupported, instead: 'an unknown one' };
    return no('chat_template_unsupported', { part });
  }
  const word = state.replaceAll('_', ' ');
  return no('chat_template_not_approved', { state: { quote: word, instead: 'out of use' } });
}

function no(...refusal: Parameters<typeof refuse>): FoundTemplate {
  return { ok: false, refusal: refuse(...refusal) };
}
