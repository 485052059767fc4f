/** Which number a chat message is sent from (contract section 10). */
import { refuse, type Refusal } from '../failure/failure.ts';
import { readRecipient } from '../recipient/recipient.ts';
import type { AccountChat, ChatNumber } from './account-chat.ts';
import type { ChatTemplate } from './template.ts';

/**
 * @param chatappId our id, the platform's id of the number, or its digits as people write them; ''
 * for the account's default, or where that cannot send the template one that can.
 */
export function chooseNumber(
  { numbers }: AccountChat,
  chatappId: string,
  template: ChatTemplate | undefined,
): ChatNumber | Refusal {
  const named = chatappId.trim();
  const all = [...numbers.values()];
  const fits = (number: ChatNumber): boolean =>
    template === undefined || number.businessId === template.businessId;
  if (named === '') return chooseUnnamed(all.filter(fits), template !== undefined);
  const number = findNumber(all, named);
  if (number === undefined) return refuse('chat_number_unknown');
  if (!number.enabled) return refuse('chat_number_off');
  return fits(number) ? number : refuse('chat_number_elsewhere');
}

/** Without a template the default alone is meant, unless there is but one number. */
function chooseUnnamed(numbers: readonly ChatNumber[], mayTakeAny: boolean): ChatNumber | Refusal {
  const enabled = numbers.filter((number) => number.enabled);
  const chosen = enabled.find(({ isDefault }) => isDefault);
  if (chosen !== undefined) return chosen;
  const [first] = enabled.toSorted((one, other) => one.id - other.id);
  const isClear = mayTakeAny || numbers.length === 1;
  return first !== undefined && isClear ? first : refuse('chat_number_none');
}

function findNumber(numbers: readonly ChatNumber[], named: string): ChatNumber | undefined {
  const digits = digitsOf(named);
  return (
    numbers.find(({ id }) => String(id) === named) ??
    numbers.find(({ phoneNumberId }) => phoneNumberId === named) ??
    numbers.find((number) => number.digits === digits)
  );
}

/** A number of any country with its code; one of Pakistan in any form that a recipient may have. */
function digitsOf(named: string): string {
  const reading = readRecipient(named);
  return reading.ok ? reading.number : named.replace(/^00|[\s+().-]/g, '');
}

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
