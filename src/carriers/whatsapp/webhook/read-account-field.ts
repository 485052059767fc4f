import { fieldsOf, type Fields } from '../json-fields.ts';
import { digitsOf, passedOver, wordsOf, type Word } from './word-of.ts';

/** Events after which nothing can be sent until somebody has looked after the account. */
const STOPPING: readonly string[] = [
  'account_deleted',
  'account_offboarded',
  'disabled_update',
  'partner_app_uninstalled',
  'partner_removed',
];

/** What the platform says of a sending number or of the whole business account. */
export function readAccountField(field: string, value: Fields): readonly Word[] {
  const event = wordsOf(value['event'], 64)?.toLowerCase() ?? '';
  const digits = digitsOf(value['display_phone_number']) ?? digitsOf(value['phone_number']);
  const words = [event, ...detailsOf(value)].filter((it) => it !== '').join(', ');
  switch (field) {
    case 'phone_number_quality_update':
    case 'phone_number_name_update':
    case 'security':
      return [{ kind: 'number', digits, words: `${field}: ${words}` }];
    case 'account_update': {
      if (event === '') return [passedOver(field, 'unreadable')];
      const isStopped = STOPPING.includes(event) && !isReinstated(value);
      return [{ kind: 'account', event, isStopped, words: `${field}: ${words}` }];
    }
    default:
      return [
        { kind: 'account', event: event || field, isStopped: false, words: `${field}: ${words}` },
      ];
  }
}

function isReinstated(value: Fields): boolean {
  return fieldsOf(value['ban_info'])?.['waba_ban_state'] === 'REINSTATE';
}

/** Values that tell people more, as they stand; nested ones by their own names. */
function detailsOf(value: Fields): readonly string[] {
  return Object.entries(value)
    .filter(([name]) => name !== 'event')
    .map(([name, detail]) => `${name} ${wordsOf(JSON.stringify(detail), 200) ?? ''}`)
    .slice(0, 10);
}
