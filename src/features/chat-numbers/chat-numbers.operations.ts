/** Accounts' chat (WhatsApp) numbers, and what accounts may do on the chat platform. */
import type { AccountId } from '../../domain/ids.ts';
import { CHAT_LINK_FIELDS } from '../../domain/routing/chat-link-config.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { findAccountPlan, listBusinesses, updateAccountPlan } from '../../store/chat/businesses.ts';
import {
  listNumbers,
  type NumberRecord,
  setDefaultNumber,
  updateNumber,
} from '../../store/chat/numbers.ts';
import { changeAccount, changed, refuse } from '../../operations/admin.ts';
import { configField, showConfig, configProperties } from '../links/link-config-fields.ts';
import {
  account,
  argument,
  flag,
  ofAccount,
  onOff,
  option,
  text,
  whole,
} from '../../operations/fields.ts';
import { operation, query, type Field, type OperationContext } from '../../operations/operation.ts';
import type { RawAnswer, RawFields } from '../../operations/show.ts';
import { findWaiting } from '../routes/stranded.ts';
import type { ChatAdmin } from './chat-admin.ts';
import { connectNumber, type ConnectedNumber } from './connect-number.ts';
import { givenSecrets, newSecrets, type Secrets } from './secrets.ts';
import { findNumber, setNumber } from './set-number.ts';
import { verifyTokenOf } from './subscribe.ts';
import { syncTemplates } from '../chat-templates/sync-templates.ts';

const { phoneNumberId: _id, digits: _digits, ...settable } = CHAT_LINK_FIELDS;
/** What of a number is configured by hand. */
const SETTABLE = settable;
const config = configField(SETTABLE);

const accountId = argument('ACCOUNT', account);
/** Our id, the platform's, or the digits. */
const NAMED = { accountId, number: argument('NUMBER', text()) };
const NOT_THEIRS = refuse('number', 'is not a chat number of the account: see "paigham chat list"');

export const numberList = query({
  name: 'chat list',
  about: 'Lists the chat (WhatsApp) numbers and their state.',
  input: { accountId: ofAccount },
  read: async ({ reader }, input) => listOf(reader, input),
});

async function listOf(
  reader: Reader,
  { accountId }: { readonly accountId: AccountId | undefined },
): Promise<RawAnswer> {
  return { data: (await listNumbers(reader, { accountId })).map(show) };
}

function show(number: NumberRecord): RawFields {
  const { enabled, state, words } = number;
  return {
    id: number.id,
    account: number.accountId,
    number: String(number.config['digits']),
    number_id: String(number.config['phoneNumberId']),
    business: number.businessPlatformId,
    default: number.isDefault,
    enabled,
    state: enabled ? state : null,
    why: enabled ? words : null,
    service_messages: number.serviceMessages,
    quality: number.quality,
    messaging_limit: number.messagingLimit,
    throughput: number.throughput,
    on_phone: number.isOnPhone,
    whatsapp_account: number.waacId,
    shown_name: number.platformName,
    name_status: number.nameStatus,
    status: number.platformStatus,
    ...showConfig(SETTABLE, number.config),
  };
}

const CONNECT = {
  accountId,
  business: argument('BUSINESS', text()),
  phoneNumberId: argument('NUMBER_ID', text()),
  appId: option('app-id', text('ID'), 'the platform’s app id (default: the token’s own)'),
  secrets: {
    ...givenSecrets,
    need: 'needed',
    async read(given, source) {
      const secrets = await givenSecrets.read(given, source);
      if (secrets?.token !== undefined && secrets.appSecret !== undefined) return secrets;
      throw new UsageError(
        'Give the access token and the app secret: CHAT_TOKEN and CHAT_APP_SECRET, or ' +
          '--secrets-stdin.',
      );
    },
  } satisfies Field<Secrets, 'needed'> as Field<Secrets, 'needed'>,
  config: configField(SETTABLE, true),
};

export type Connected = ConnectedNumber & { readonly templates: number | undefined };

export const connectChatNumber = operation({
  name: 'chat connect',
  who: 'account',
  about:
    'Connects a chat (WhatsApp) number by the platform’s ids of its business account and ' +
    'itself.',
  input: CONNECT,
  audit: ['chat.connect', 'chat.sync'],
  async run(admin: ChatAdmin, { secrets, ...input }) {
    const { token = '', appSecret = '', verifyToken } = secrets;
    const given = { ...input, token, appSecret, verifyToken, config: input.config ?? {} };
    const connected = await connectNumber(admin, given);
    if (!connected.ok) return connected;
    const synced = await syncTemplates(admin, input);
    const templates = synced.ok ? synced.value.seen : undefined;
    return { ok: true, value: { ...connected.value, templates } };
  },
  async show(connected, { business }, { admin }) {
    const { linkId: id, digits: number, verifiedName: name, isDefault, templates } = connected;
    const data = { id, number, name, default: isDefault, templates, reports: whereTo(connected) };
    const isByHand = connected.subscribed.kind === 'by_hand';
    const token = isByHand ? await verifyTokenOf(admin, business) : undefined;
    const missing = connected.notices.map(({ words, advice = '' }) => `${words} ${advice}`.trim());
    return { data, note: [nextOf(connected, token), ...missing].join('\n') };
  },
});

function whereTo({ subscribed }: ConnectedNumber): string {
  switch (subscribed.kind) {
    case 'here':
      return `to ${subscribed.address}`;
    case 'by_hand':
      return 'where the app of the platform says';
    case 'as_before':
      return 'where they went before';
    case 'failed':
      return 'nowhere';
  }
}

function nextOf({ subscribed }: ConnectedNumber, verifyToken = ''): string {
  switch (subscribed.kind) {
    case 'here':
      return 'The platform has verified the address and reports there.';
    case 'by_hand':
      return (
        `Enter https://YOUR-ADDRESS${subscribed.path} and the verify token ${verifyToken} at the ` +
        'platform, or set PUBLIC_ADDRESS and connect again.'
      );
    case 'as_before':
      return 'The platform reports where it did before.';
    case 'failed':
      return `Connected, but no reports will come: ${subscribed.why}. Fix it and connect again.`;
  }
}

export const changeNumber = operation({
  name: 'chat set',
  about:
    'Changes a chat (WhatsApp) number. A new app secret is valid alongside the previous ' +
    'one until you drop it.',
  needsOne: true,
  input: {
    ...NAMED,
    enabled: option('enabled', onOff, 'whether it sends'),
    secrets: newSecrets,
    dropOldSecret: flag('drop-old-secret', 'only the newest app secret stays valid'),
    config,
  },
  warn: async (context, input) => (input.enabled === false ? whatWaits(context, input) : []),
  audit: 'chat.set',
  run: (admin, { secrets, ...input }) => setNumber(admin, { ...input, ...secrets }),
  show: (_, input, { reader }) => listOf(reader, input),
  present: {
    by: ['accountId', 'number'],
    read: async ({ reader }, { accountId, number }) => {
      const found = await findNumber(reader, accountId, number);
      return found && { enabled: found.enabled, ...configProperties(SETTABLE, found.config) };
    },
  },
});

export const setDefault = operation({
  name: 'chat default',
  who: 'account',
  about: 'Makes a number the default, used for sends that name no number.',
  audit: 'chat.default',
  raises: 'both',
  input: NAMED,
  async warn({ reader }, input) {
    const number = await findNumber(reader, input.accountId, input.number);
    if (number?.enabled !== true || number.state !== 'needs_attention') return [];
    const why = number.words === undefined ? '' : `: ${number.words.replace(/\.$/, '')}`;
    return [`The number sends nothing at the moment${why}. What is sent by it waits or fails.`];
  },
  async work(transaction, input) {
    const number = await findNumber(transaction, input.accountId, input.number);
    if (number?.enabled !== true) {
      return refuse('number', 'is not a connected chat number of the account');
    }
    await setDefaultNumber(transaction, { accountId: input.accountId, linkId: number.id });
    return changed(undefined, { number: number.id });
  },
  show: (_, input, { reader }) => listOf(reader, input),
});

/**
 * Its waiting messages leave if it is reconnected in time, else they expire and are released.
 * Another account may connect it, through another business account.
 */
export const disconnectNumber = operation({
  name: 'chat disconnect',
  who: 'account',
  about: 'Disconnects a chat (WhatsApp) number: nothing more is sent by it.',
  audit: 'chat.disconnect',
  raises: 'both',
  input: NAMED,
  warn: whatWaits,
  async work(transaction, input) {
    const number = await findNumber(transaction, input.accountId, input.number);
    if (number === undefined) return NOT_THEIRS;
    await updateNumber(transaction, { id: number.id, enabled: false, accountId: input.accountId });
    if (number.isDefault)
      await setDefaultNumber(transaction, { accountId: input.accountId, linkId: undefined });
    return changed(undefined, { number: number.id });
  },
  show: (_, input, { reader }) => listOf(reader, input),
});

/** Messages that wait for a number, and would go on waiting without it. */
async function whatWaits(
  { reader }: OperationContext,
  input: { readonly accountId: AccountId; readonly number: string },
): Promise<readonly string[]> {
  const number = await findNumber(reader, input.accountId, input.number);
  const waiting = number === undefined ? [] : await findWaiting(reader, number.id);
  return waiting.map((sentence) => `${sentence} They go when it sends again, or expire.`);
}

/** More than the platform has given any business account. */
const MOST_TEMPLATES = 10_000;

export const setChatPlan = operation({
  name: 'chat plan',
  about: 'Shows what an account may do on the chat platform (WhatsApp), or sets it.',
  input: {
    accountId,
    templatesMost: option(
      'templates',
      whole('NUMBER', 0, MOST_TEMPLATES),
      'how many chat templates it may have',
    ),
    collapseBlanks: option(
      'collapse-blanks',
      onOff,
      'collapses whitespace that the platform refuses in values; off: refuses them',
    ),
  },
  audit: 'chat.plan',
  async run(admin, { accountId, templatesMost, collapseBlanks }) {
    const plan = {
      ...(templatesMost === undefined ? {} : { templatesMost }),
      ...(collapseBlanks === undefined ? {} : { collapseBlanks }),
    };
    if (Object.keys(plan).length === 0) return { ok: true, value: undefined };
    return changeAccount(admin, { action: 'chat.plan', accountId }, async (transaction) => {
      await updateAccountPlan(transaction, { ...plan, accountId });
      return changed(undefined, plan);
    });
  },
  async show(_, { accountId }, { reader }) {
    const { templatesMost: templates, collapseBlanks } = await findAccountPlan(reader, accountId);
    const businesses = await listBusinesses(reader, { accountId });
    const limits = businesses.map((it) => `${it.platformId}: ${it.templateLimit ?? 'not known'}`);
    return { data: { templates, collapse_blanks: collapseBlanks, platform_allows: limits } };
  },
  present: {
    by: ['accountId'],
    read: async ({ reader }, { accountId }) => {
      const { templatesMost: templates, collapseBlanks } = await findAccountPlan(reader, accountId);
      return { templates, collapse_blanks: collapseBlanks };
    },
  },
});
