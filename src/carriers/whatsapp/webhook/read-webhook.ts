/**
 * A post of the platform's webhook as events of ours (facts of the platform, section 4). One post
 * may hold several entries, changes, messages and statuses: every list is walked, and what cannot
 * be read stands among the events as that, so that nothing beside it is lost.
 */
import type { ChatEvent } from '../../../domain/chat/webhook-event.ts';
import { fieldsOf, listOf, readJson, textOf, wholeOf } from '../json-fields.ts';
import { readMessagesField } from './read-messages-field.ts';
import { readAccountField, readTemplateField, readUserField } from './read-other-fields.ts';
import { momentOf, passedOver, type ReadField, type ReadEvent } from './read-values.ts';

const READERS: Readonly<Record<string, ReadField>> = {
  messages: readMessagesField,
  calls: readMessagesField,
  message_template_status_update: readTemplateField,
  message_template_quality_update: readTemplateField,
  message_template_components_update: readTemplateField,
  template_category_update: readTemplateField,
  user_preferences: readUserField,
  user_id_update: readUserField,
  phone_number_quality_update: readAccountField,
  phone_number_name_update: readAccountField,
  business_capability_update: readAccountField,
  account_update: readAccountField,
  account_alerts: readAccountField,
  account_review_update: readAccountField,
  security: readAccountField,
};

/** What a post says, in its order; undefined when it is no post of the platform at all. */
export function readWebhook(raw: Uint8Array): readonly ChatEvent[] | undefined {
  const post = fieldsOf(readJson(raw));
  if (post === undefined || !Array.isArray(post['entry'])) return undefined;
  return listOf(post['entry']).flatMap((it): readonly ChatEvent[] => {
    const entry = fieldsOf(it) ?? {};
    const platformBusinessId = textOf(entry['id']) ?? String(wholeOf(entry['id']) ?? '');
    const writtenAtMs = momentOf(entry['time']);
    return listOf(entry['changes']).flatMap((change) =>
      readChange(change).map((event) => ({ platformBusinessId, writtenAtMs, ...event })),
    );
  });
}

function readChange(change: unknown): readonly ReadEvent[] {
  const { field: name, value: given } = fieldsOf(change) ?? {};
  const field = textOf(name) ?? '';
  const read = Object.hasOwn(READERS, field) ? READERS[field] : undefined;
  if (read === undefined) return [passedOver(field, 'unknown_field')];
  const value = fieldsOf(given);
  return value === undefined ? [passedOver(field, 'unreadable')] : read(field, value);
}
