/**
 * Turns a post of the platform's webhook into our events (facts of the platform, section 4). One
 * post may hold several entries, changes, messages and statuses: every list is walked, and an
 * unreadable item becomes an event that says so, so that nothing next to it is lost.
 *
 * Also reads changes other than messages: accounts and numbers, users' preferences, templates.
 */
import type {
  ChatEvent,
  ChatTemplateChange,
  ChatTier,
} from '../../../domain/chat/webhook-event.ts';
import {
  digitsOf,
  type Fields,
  fieldsOf,
  isNamed,
  isTooDeep,
  listOf,
  momentOf,
  skipped,
  type ReadEvent,
  type ReadField,
  readJson,
  textOf,
  userIdOf,
  wholeOf,
  wordsOf,
} from '../json-fields.ts';
import { readAppContacts, readEchoes, readHistory } from './read-app-fields.ts';
import { readHandover, readMessagesField } from './read-messages-field.ts';

const READERS: Readonly<Record<string, ReadField>> = {
  messages: readMessagesField,
  calls: readMessagesField,
  standby: readMessagesField,
  messaging_handovers: readHandover,
  smb_message_echoes: readEchoes,
  history: readHistory,
  smb_app_state_sync: readAppContacts,
  message_template_status_update: readTemplateField,
  message_template_quality_update: readTemplateField,
  message_template_components_update: readTemplateField,
  template_category_update: readTemplateField,
  user_preferences: readPreferences,
  phone_number_quality_update: readAccountField,
  phone_number_name_update: readAccountField,
  business_capability_update: readAccountField,
  account_update: readAccountField,
  account_alerts: readAccountField,
  account_review_update: readAccountField,
  security: readAccountField,
};

/** What a post says, in order; undefined if it is not a post of the platform at all. */
export function readWebhook(raw: Uint8Array): readonly ChatEvent[] | undefined {
  const post = fieldsOf(readJson(raw));
  if (post === undefined || !Array.isArray(post['entry'])) return undefined;
  const readEntry = post['object'] === WAAC ? readWaac : readChanges;
  return listOf(post['entry']).flatMap((it): readonly ChatEvent[] => {
    const entry = fieldsOf(it) ?? {};
    const platformBusinessId = textOf(entry['id']) ?? String(wholeOf(entry['id']) ?? '');
    const writtenAtMs = momentOf(entry['time']);
    return readEntry(entry, platformBusinessId).map((event) => {
      return { platformBusinessId, writtenAtMs, ...event };
    });
  });
}

const readChanges = (entry: Fields): readonly ReadEvent[] =>
  listOf(entry['changes']).flatMap(readChange);

/** The topic of posts whose entries are WhatsApp accounts, each with one number. */
const WAAC = 'whatsapp_account';

/**
 * Only which number a WhatsApp account has: all else of it comes under the business account, too,
 * until the ids of paths change (facts of the platform, C3).
 */
function readWaac(entry: Fields, waacId: string): readonly ReadEvent[] {
  return listOf(entry['changes']).map((change): ReadEvent => {
    const value = fieldsOf(fieldsOf(change)?.['value']);
    const phoneNumberId = textOf(fieldsOf(value?.['metadata'])?.['phone_number_id']);
    if (phoneNumberId === undefined || !/^[0-9]{1,25}$/.test(waacId))
      return skipped(WAAC, 'unreadable');
    return { kind: 'waac', phoneNumberId, waacId };
  });
}

function readChange(change: unknown): readonly ReadEvent[] {
  const { field: name, value: given } = fieldsOf(change) ?? {};
  const field = textOf(name) ?? '';
  const read = Object.hasOwn(READERS, field) ? READERS[field] : undefined;
  if (read === undefined) {
    return [skipped(field, 'unknown_field', given)];
  }
  const value = fieldsOf(given);
  return value === undefined ? [skipped(field, 'unreadable')] : read(field, value);
}

/** Events after which nothing can be sent until somebody has seen to the account. */
const STOPPING: readonly string[] = [
  'account_deleted',
  'account_offboarded',
  'disabled_update',
  'partner_app_uninstalled',
  'partner_removed',
];

/**
 * A number that moves to another phone leaves for minutes and comes back by itself (facts of the
 * platform, C6).
 */
const PAUSING: Readonly<Record<string, boolean>> = {
  account_offboarded: true,
  account_reconnected: false,
};

/** Why a shop and its partner are no longer connected, by the platform's word. */
const GONE: Readonly<Record<string, string>> = {
  ACCOUNT_DISCONNECTED: 'the shop disconnected us in its app',
  BUSINESS_DOWNGRADE: 'the shop went back to the free app',
  CHANGE_NUMBER: 'the shop changed its number',
  COMPANION_INACTIVITY: 'the connection was not used for too long',
  PRIMARY_INACTIVITY: 'the phone of the shop was not used for too long',
  USER_RE_REGISTERED: 'the number was registered on another phone',
};

function wordOf<Word>(table: Readonly<Record<string, Word>>, name = ''): Word | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What the platform says about a sending number or the whole business account. */
function readAccountField(field: string, value: Fields): readonly ReadEvent[] {
  const event = wordsOf(value['event'], 64)?.toLowerCase() ?? '';
  const digits = digitsOf(value['display_phone_number']) ?? digitsOf(value['phone_number']);
  const words = [event, ...detailsOf(value)].filter((it) => it !== '').join(', ');
  switch (field) {
    case 'phone_number_quality_update':
    case 'phone_number_name_update':
    case 'security':
      return [{ kind: 'number', digits, words: `${field}: ${words}` }];
    case 'account_update': {
      if (event === '') return [skipped(field, 'unreadable')];
      const isStopped = STOPPING.includes(event) && !isReinstated(value);
      const why = wordOf(GONE, textOf(fieldsOf(value['disconnection_info'])?.['reason']));
      const pauses = wordOf(PAUSING, event);
      const told = why === undefined ? words : words.replace(event, `${event}: ${why}`);
      // The entry may be the partner's own account: whose it is about stands here.
      const platformBusinessId = textOf(fieldsOf(value['waba_info'])?.['waba_id']);
      const tier = readTier(fieldsOf(value['volume_tier_info']));
      return [
        {
          kind: 'account',
          event,
          isStopped,
          words: `${field}: ${told}`,
          ...(pauses === undefined ? {} : { pauses }),
          ...(tier === undefined ? {} : { tier }),
          ...(platformBusinessId === undefined ? {} : { platformBusinessId }),
        },
      ];
    }
    default:
      return [
        { kind: 'account', event: event || field, isStopped: false, words: `${field}: ${words}` },
      ];
  }
}

function readTier(told: Fields | undefined): ChatTier | undefined {
  const effectiveMonth = wordsOf(told?.['effective_month'], 16);
  const category = wordsOf(told?.['pricing_category'], 64)?.toLowerCase();
  const region = wordsOf(told?.['region'], 64);
  const tier = wordsOf(told?.['tier'], 64);
  const sinceMs = momentOf(told?.['tier_update_time']);
  if (effectiveMonth === undefined || category === undefined) return undefined;
  if (region === undefined || tier === undefined || sinceMs === undefined) return undefined;
  return { effectiveMonth, category, region, tier, sinceMs };
}

function isReinstated(value: Fields): boolean {
  return fieldsOf(value['ban_info'])?.['waba_ban_state'] === 'REINSTATE';
}

/** Values that tell people more, unchanged; nested ones by their own names. */
function detailsOf(value: Fields): readonly string[] {
  return Object.entries(value)
    .filter(([name, detail]) => name !== 'event' && !isTooDeep(detail))
    .map(([name, detail]) => `${name} ${wordsOf(JSON.stringify(detail), 200) ?? ''}`)
    .slice(0, 10);
}

function readPreferences(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = textOf(fieldsOf(value['metadata'])?.['phone_number_id']);
  return listOf(value[field]).map(
    (it) => readPreference(fieldsOf(it) ?? {}, phoneNumberId) ?? skipped(field, 'unreadable'),
  );
}

const WISHES: Readonly<Record<string, 'stop' | 'start'>> = { stop: 'stop', resume: 'start' };

function readPreference(entry: Fields, phoneNumberId: string | undefined): ReadEvent | undefined {
  const user = { phone: digitsOf(entry['wa_id']), userId: userIdOf(entry['user_id']) };
  const atMs = momentOf(entry['timestamp']);
  const wish = WISHES[(textOf(entry['value']) ?? '').toLowerCase()];
  if (phoneNumberId === undefined || wish === undefined || atMs === undefined) return undefined;
  return isNamed(user) ? { kind: 'preference', phoneNumberId, user, wish, atMs } : undefined;
}

/** What became of a template at the platform. */
function readTemplateField(field: string, value: Fields): readonly ReadEvent[] {
  const name = wordsOf(value['message_template_name'], 512);
  const language = wordsOf(value['message_template_language'], 16);
  const change = readTemplateChange(field, value);
  if (name === undefined || language === undefined || change === undefined) {
    return [skipped(field, 'unreadable')];
  }
  // A JSON number that may be too large to be exact; in that case it is not used.
  const id = wholeOf(value['message_template_id']);
  const templateId = id === undefined ? wordsOf(value['message_template_id'], 25) : String(id);
  return [{ kind: 'template', templateId, name, language, change }];
}

function readTemplateChange(field: string, value: Fields): ChatTemplateChange | undefined {
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
      // With `correct_category` it is only announced, and takes effect within a day.
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
 * Events that name no state: a warning before a template is disabled, that it may not be edited or
 * may again, and that it is as it was before it was archived. The platform's list has the state.
 */
const BESIDE_STATES: readonly string[] = ['flagged', 'locked', 'unlocked', 'unarchived'];

/** Words in events that name a transition instead of a state. */
const STATES: Readonly<Record<string, string>> = {
  reinstated: 'approved',
};

function stateOf(event: string): string {
  return Object.hasOwn(STATES, event) ? (STATES[event] ?? event) : event;
}

/** The platform's reason and its recommendation; NONE means there is none. */
function reasonOf(value: Fields): string | undefined {
  const rejection = fieldsOf(value['rejection_info']);
  const parts = [
    value['reason'] === 'NONE' ? undefined : wordsOf(value['reason'], 256),
    wordsOf(rejection?.['reason'], 512),
    wordsOf(rejection?.['recommendation'], 512),
    wordsOf(fieldsOf(value['other_info'])?.['description'], 512),
  ].filter((part) => part !== undefined);
  const told = new Set(parts.map((part) => part.replace(/\.$/, '')));
  return told.size === 0 ? undefined : [...told].join('. ');
}
