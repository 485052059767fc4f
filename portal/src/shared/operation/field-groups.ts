/** A form of many fields, by what they are about; what no group names is at the end. */
import type { Locale } from '../i18n/i18n.ts';

export type FieldGroup = {
  readonly id: string;
  readonly title: Readonly<Record<Locale, string>>;
  readonly names: readonly string[];
};

const LINK: readonly FieldGroup[] = [
  {
    id: 'connection',
    title: { en: 'Connection', ur: 'کنکشن' },
    names: [
      ...['host', 'port', 'system_id', 'password', 'system_type', 'bind', 'binds'],
      ...['tls', 'tls_server_name', 'tls_authority'],
    ],
  },
  {
    id: 'pace',
    title: { en: 'Pace', ur: 'رفتار' },
    names: [
      ...['rate_per_second', 'window_submits', 'answer_timeout_ms', 'enquire_interval_ms'],
      ...['give_way_after_refusals', 'give_way_after_ms'],
    ],
  },
  {
    id: 'receipts',
    title: { en: 'Answers and receipts', ur: 'جوابات اور رسیدیں' },
    names: [
      ...['receipt_level', 'receipts_per', 'receipts_by_text', 'receipt_words', 'status_reasons'],
      ...['answer_id_form', 'receipt_id_form', 'clock_offset_minutes', 'ambiguous'],
      ...['ambiguous_after_ms', 'reconcile_within_ms', 'query_sm', 'message_reference'],
    ],
  },
  {
    id: 'texts',
    title: { en: 'Texts and senders', ur: 'متن اور بھیجنے والے' },
    names: [
      ...['long_texts', 'default_alphabet', 'references'],
      ...['alphanumeric_sender_ton', 'alphanumeric_sender_npi', 'numeric_sender_ton'],
      ...['numeric_sender_npi', 'destination_ton', 'destination_npi'],
    ],
  },
  { id: 'advanced', title: { en: 'Advanced', ur: 'مزید' }, names: [] },
];

const GROUPS: Readonly<Record<string, readonly FieldGroup[]>> = {
  'link-add': LINK,
  'link-set': LINK,
};

/** The groups of an operation's fields, in order; none: it is short. */
export function groupsOf(operation: string): readonly FieldGroup[] {
  return GROUPS[operation] ?? [];
}
