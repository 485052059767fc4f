import type { ChatTemplateChange } from '../../../domain/chat/word.ts';
import { fieldsOf, wholeOf, type Fields } from '../json-fields.ts';
import { passedOver, wordsOf, type Word } from './word-of.ts';

/** What became of a template at the platform. */
export function readTemplateField(field: string, value: Fields): readonly Word[] {
  const name = wordsOf(value['message_template_name'], 512);
  const language = wordsOf(value['message_template_language'], 16);
  const change = readChange(field, value);
  if (name === undefined || language === undefined || change === undefined) {
    return [passedOver(field, 'unreadable')];
  }
  // A number in JSON that may be too large to be read exactly; then it is not used.
  const id = wholeOf(value['message_template_id']);
  const templateId = id === undefined ? wordsOf(value['message_template_id'], 25) : String(id);
  return [{ kind: 'template', templateId, name, language, change }];
}

function readChange(field: string, value: Fields): ChatTemplateChange | undefined {
  switch (field) {
    case 'message_template_status_update': {
      const to = wordsOf(value['event'], 64)?.toLowerCase();
      if (to === undefined) return undefined;
      if (BESIDE_STATES.includes(to)) return { what: 'wording' };
      return { what: 'state', to: stateOf(to), reason: reasonOf(value) };
    }
    case 'template_category_update': {
      const from = wordsOf(value['previous_category'], 64)?.toLowerCase();
      const to = wordsOf(value['new_category'], 64)?.toLowerCase();
      // With `correct_category` it is announced, and comes by itself within a day.
      if (value['correct_category'] !== undefined && from === undefined) return undefined;
      return to === undefined ? undefined : { what: 'category', to, from };
    }
    case 'message_template_quality_update': {
      const to = wordsOf(value['new_quality_score'], 64)?.toLowerCase();
      const from = wordsOf(value['previous_quality_score'], 64)?.toLowerCase();
      return to === undefined ? undefined : { what: 'quality', to, from };
    }
    default:
      return { what: 'wording' };
  }
}

/**
 * Events that leave the state as it is: a warning before a template is disabled, and that it may
 * not be edited. Both can be sent; what state they are in, the platform's list tells.
 */
const BESIDE_STATES: readonly string[] = ['flagged', 'locked'];

/** Words of events that name a way into a state instead of the state. */
const STATES: Readonly<Record<string, string>> = {
  reinstated: 'approved',
  unarchived: 'approved',
  unlocked: 'approved',
};

function stateOf(event: string): string {
  return Object.hasOwn(STATES, event) ? (STATES[event] ?? event) : event;
}

/** The platform's reason with what it recommends; NONE is none. */
function reasonOf(value: Fields): string | undefined {
  const rejection = fieldsOf(value['rejection_info']);
  const parts = [
    value['reason'] === 'NONE' ? undefined : wordsOf(value['reason'], 256),
    wordsOf(rejection?.['reason'], 512),
    wordsOf(rejection?.['recommendation'], 512),
    wordsOf(fieldsOf(value['other_info'])?.['description'], 512),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : [...new Set(parts)].join('. ');
}
