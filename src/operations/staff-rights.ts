/**
 * Which operations each role of staff may do. An admin may do all; what is nobody else's is listed,
 * so that a new operation is given to somebody on purpose (a test compares this with the table of
 * operations).
 */
import { STAFF_ROLES, type StaffRole } from '../domain/account/staff.ts';
import type { Definition } from './operation.ts';

/** To look up whose message, money or request it is. */
const FOR_ALL = ['account list', 'account show', 'audit list'];

const RIGHTS: Readonly<Record<StaffRole, readonly string[]>> = {
  admin: [
    ...['account create', 'account set', 'account ip-list', 'account disable', 'account enable'],
    ...['account host list', 'account host add', 'account host claim', 'account host remove'],
    ...['account link-domain list', 'account link-domain set', 'account link-domain remove'],
    ...['key list', 'key create', 'key set', 'key revoke', 'key rotate'],
    ...['user list', 'user staff', 'user sign-out', 'user reset-factor'],
    ...['user add', 'user role', 'user remove', 'user invite', 'user uninvite'],
    ...['service set', 'secrets reseal'],
  ],
  approvals: [
    ...FOR_ALL,
    ...['sender list', 'sender add', 'sender approve', 'sender reject'],
    ...['sender shared', 'sender share', 'sender unshare'],
    ...['template list', 'template add', 'template edit', 'template approve', 'template reject'],
    ...['template remove', 'template validity'],
    ...['wording list', 'wording approve', 'wording withdraw'],
    ...['chat template list', 'chat template show', 'chat template sync', 'chat template create'],
    ...['chat template edit', 'chat template delete'],
    ...['verification list', 'verification show', 'verification save'],
    ...['verification approve', 'verification refuse'],
  ],
  finance: [
    ...FOR_ALL,
    'finance show',
    ...['payment list', 'payment show', 'payment ask', 'payment close'],
    'payment refund',
    ...['bank list', 'bank open', 'bank withdraw', 'bank slip', 'bank confirm', 'bank refuse'],
    ...['invoice list', 'invoice save', 'invoice export', 'invoice credit', 'tax list', 'tax set'],
    ...['credit list', 'credit add', 'credit correct', 'credit confirm', 'ledger explain'],
    ...['request list', 'request confirm', 'request refuse'],
    ...['account cap', 'account low-credit'],
    ...['tariff list', 'tariff set', 'tariff remove', 'lookup prices', 'lookup price'],
    ...['chat tariff list', 'chat tariff set'],
    ...['chat cost list', 'chat cost set', 'chat tier list', 'chat margin show'],
  ],
  operations: [
    ...FOR_ALL,
    ...['message list', 'message export', 'message show', 'batch list', 'batch show'],
    ...['batch rename', 'batch pause', 'batch resume', 'batch reschedule', 'batch cancel'],
    ...['operator list', 'operator add', 'operator point', 'operator unpoint'],
    ...['operator disable', 'operator enable', 'operator remove'],
    ...['queue list', 'queue show', 'queue expire', 'queue move'],
    ...['prefix set', 'prefix remove', 'lookup'],
    ...['link list', 'link show', 'link add', 'link set', 'link enable', 'link disable'],
    ...['link remove', 'route list', 'route set', 'route remove', 'route explain'],
    ...['hours list', 'hours set', 'hours remove', 'cap list', 'cap set', 'cap remove'],
    ...[
      'cap alarms',
      'receipt list',
      'receipt count',
      'receipt show',
      'unconfirmed list',
      'doctor',
    ],
    'service show',
    ...['chat list', 'chat people'],
    ...['chat connect', 'chat set', 'chat default', 'chat disconnect', 'chat plan'],
    ...['webhook list', 'webhook show', 'webhook pause', 'webhook resume', 'reply list'],
    ...['conversation set', 'conversation take', 'conversation note add'],
    ...['conversation note remove', 'canned-answer add', 'canned-answer set'],
    ...['canned-answer remove', 'canned-answer list', 'media list', 'media set', 'media remove'],
    ...['label list', 'label add', 'label set', 'label remove'],
    ...['conversation label add', 'conversation label remove'],
    ...['optout list', 'optout add', 'optout import', 'optout remove'],
    ...['contact list', 'contact add', 'contact set', 'contact remove'],
    ...['contact tag', 'contact purge'],
    ...['join-form list', 'join-form add', 'join-form set', 'join-form remove'],
    ...['person show', 'person forget', 'forgetting list'],
    ...['consent list', 'consent give', 'consent import', 'consent withdraw'],
    ...['segment list', 'segment add', 'segment set', 'segment remove'],
    ...['dnc import', 'dnc list', 'dnc show', 'dnc remove'],
    ...['sender list', 'template list', 'chat template list', 'tariff list'],
  ],
};

export function mayDo(role: StaffRole, operation: string): boolean {
  return role === 'admin' || RIGHTS[role].includes(operation);
}

/** Every name in the table. */
export function decidedOperations(): ReadonlySet<string> {
  return new Set(STAFF_ROLES.flatMap((role) => RIGHTS[role]));
}

/** What gives somebody a way in: it asks for the password or a code again. */
const GIVE_ENTRY = [
  'user add',
  'user role',
  'user staff',
  'user reset-factor',
  'user invite',
  'key create',
  'key rotate',
  'account create',
];

export function givesEntry(operation: string): boolean {
  return GIVE_ENTRY.includes(operation);
}

/** Carries out, for a second person, what moves money. */
const CONFIRMS = ['request confirm', 'credit confirm'];

/** Whether an open console is not enough: who gives a way in or moves money shows who they are. */
export function needsConfirmation({
  name,
  movesMoney,
}: Pick<Definition, 'name' | 'movesMoney'>): boolean {
  return givesEntry(name) || movesMoney || CONFIRMS.includes(name);
}
