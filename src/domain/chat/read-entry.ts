/** Entries of `template_data` and `free_form`, held against the rules of their content. */
import { isRefusal, refuse, type Refusal } from '../failure/failure.ts';
import { readRecipient, type PhoneNumber } from '../recipient/recipient.ts';
import { explainRefusal } from '../recipient/refusal-words.ts';
import { checkBody } from './check-body.ts';
import { checkButtons } from './check-buttons.ts';
import { checkHeader } from './check-header.ts';
import type { ChatDraft, TemplateDraft } from './draft.ts';
import { fieldsOf, textOf, type Given, type GivenFields } from './given.ts';
import { readFreeForm } from './read-free-form.ts';
import type { ChatEntry, ChatSends } from './request.ts';
import type { ChatTemplate } from './template.ts';

export type EntryRules = {
  readonly sends: ChatSends;
  /** Whether blank space that the platform refuses in values becomes one blank. */
  readonly collapseBlanks: boolean;
};

/**
 * Reads one entry: recipient first, then what is said to them. What is wrong with it is its own
 * result; other entries are not touched by it (contract section 10).
 * @param place which entry it is, from 1: it names a recipient that has no digits.
 */
export function readEntry(given: Given, place: number, rules: EntryRules): ChatEntry {
  const fields = fieldsOf(given);
  const nobody = `number ${place}`;
  if (fields === undefined) return no(nobody, refuse('chat_entry_not_object'));
  const to = readMobile(fields.get('mobile'), nobody);
  if ('refusal' in to) return no(to.shown, to.refusal);
  const draft = readContent(fields, rules);
  if ('reason' in draft) return no(to.recipient, draft);
  return { ok: true, recipient: to.recipient, draft };
}

function no(shown: string, refusal: Refusal): ChatEntry {
  return { ok: false, shown, refusal };
}

type To =
  | { readonly recipient: PhoneNumber }
  | { readonly shown: string; readonly refusal: Refusal };

function readMobile(given: Given | undefined, nobody: string): To {
  const written = textOf(given ?? '');
  if (written === undefined) return { shown: nobody, refusal: refuse('chat_mobile_not_text') };
  const reading = readRecipient(written);
  if (reading.ok) return { recipient: reading.number };
  const { refusal } = reading;
  const shown = refusal.digits === '' ? nobody : refusal.digits;
  if (written.trim() === '') return { shown, refusal: refuse('recipient_empty') };
  return { shown, refusal: refuse('no_valid_recipient', { why: explainRefusal(refusal) }) };
}

function readContent(fields: GivenFields, rules: EntryRules): ChatDraft | Refusal {
  return rules.sends.kind === 'template'
    ? readTemplateEntry(fields, rules.sends.template, rules.collapseBlanks)
    : readFreeForm(fields);
}

function readTemplateEntry(
  fields: GivenFields,
  { name, language, definition }: ChatTemplate,
  collapse: boolean,
): TemplateDraft | Refusal {
  const header = checkHeader(definition.header, fields.get('header'), collapse);
  if (header !== undefined && 'reason' in header) return header;
  const body = checkBody(definition.body, fields.get('body'), collapse);
  if (isRefusal(body)) return body;
  const buttons = checkButtons(definition.buttons, fields.get('buttons'), { body, collapse });
  if (isRefusal(buttons)) return buttons;
  return { kind: 'template', name, language, header, body, buttons };
}
