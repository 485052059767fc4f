import { connectNumber, type ConnectedNumber } from '../../admin/chat/connect-number.ts';
import { disconnectNumber, setDefault, setNumber } from '../../admin/chat/set-number.ts';
import { setChatPlan } from '../../admin/chat/set-chat-plan.ts';
import { syncTemplates } from '../../admin/chat/sync-templates.ts';
import { CHAT_LINK_FIELDS } from '../../domain/routing/chat-link-config.ts';
import { UsageError } from '../../kit/refusal.ts';
import { findNumber } from '../../admin/chat/find-number.ts';
import { findAccountPlan } from '../../store/chat/account-plan.ts';
import { listBusinesses } from '../../store/chat/businesses.ts';
import { listNumbers, type NumberRecord } from '../../store/chat/numbers.ts';
import { agree, YES } from '../agree.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { configOptions, readConfig, showConfig } from '../config-options.ts';
import { findAccount } from '../find-account.ts';
import { tellWaiting } from '../stranded.ts';
import { readSecrets, SECRETS_STDIN, type SecretShape } from '../read-secrets.ts';
import { readNumber, readOnOff } from '../values.ts';

const { phoneNumberId: _id, digits: _digits, ...SETTABLE } = CHAT_LINK_FIELDS;

const secretsOf = (isAsked: boolean): readonly SecretShape[] => [
  { name: 'token', variable: 'CHAT_TOKEN', question: isAsked ? 'Access token: ' : undefined },
  {
    name: 'app_secret',
    variable: 'CHAT_APP_SECRET',
    question: isAsked ? 'App secret: ' : undefined,
  },
  { name: 'verify_token', variable: 'CHAT_VERIFY_TOKEN', question: undefined },
];

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const account = named === undefined ? undefined : await findAccount(line, named);
  const numbers = await listNumbers(line.reader, account?.id);
  return { data: numbers.map(summary) };
}

function summary(number: NumberRecord): Fields {
  const { id, accountId, config, enabled, isDefault, state, words } = number;
  return {
    id,
    account: accountId,
    number: String(config['digits']),
    number_id: String(config['phoneNumberId']),
    business: number.businessPlatformId,
    default: isDefault,
    enabled,
    state: enabled ? state : null,
    why: enabled ? words : null,
    ...showConfig(SETTABLE, config),
  };
}

async function connect(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const { token, app_secret: appSecret, ...rest } = await readSecrets(line, given, secretsOf(true));
  if (token === undefined || appSecret === undefined) {
    throw new UsageError(
      'Give the access token and the app secret: CHAT_TOKEN and CHAT_APP_SECRET, or ' +
        '--secrets-stdin.',
    );
  }
  const business = given.arg('BUSINESS');
  const input = {
    accountId: account.id,
    business,
    phoneNumberId: given.arg('NUMBER_ID'),
    appId: given.option('app-id'),
    token,
    appSecret,
    verifyToken: rest['verify_token'],
    config: readConfig(SETTABLE, given),
  };
  const connected = settled(await connectNumber(line.chat, input), given);
  const synced = await syncTemplates(line.chat, { accountId: account.id, business });
  const { linkId, digits, verifiedName, isDefault } = connected;
  const templates = synced.ok ? synced.value.seen : null;
  const data = { id: linkId, number: digits, name: verifiedName ?? null, default: isDefault };
  return { data: { ...data, templates, reports: wordOf(connected) }, note: noteOf(connected) };
}

function wordOf({ subscribed }: ConnectedNumber): string {
  switch (subscribed.kind) {
    case 'here':
      return `to ${subscribed.address}`;
    case 'by_hand':
      return 'where the app of the platform says';
    case 'failed':
      return 'nowhere';
  }
}

function noteOf({ subscribed }: ConnectedNumber): string {
  switch (subscribed.kind) {
    case 'here':
      return 'The platform has verified the address and reports there.';
    case 'by_hand':
      return (
        `Enter https://YOUR-ADDRESS${subscribed.path} and your verify token at the platform, or ` +
        'set PUBLIC_ADDRESS and connect again.'
      );
    case 'failed':
      return `Connected, but no reports will come: ${subscribed.why}. Mend it and connect again.`;
  }
}

async function set(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const config = readConfig(SETTABLE, given);
  const secrets = given.has(SECRETS_STDIN.name)
    ? await readSecrets(line, given, secretsOf(false).slice(0, 2))
    : {};
  const { token, app_secret: appSecret } = secrets;
  const word = given.option('enabled');
  const enabled = word === undefined ? undefined : readOnOff(word, '--enabled');
  if (enabled === false) await agree(line, given, await tellWaitingFor(line, given));
  settled(
    await setNumber(line.admin, {
      accountId: account.id,
      number: given.arg('NUMBER'),
      config,
      dropOldSecret: given.has('drop-old-secret'),
      ...(enabled === undefined ? {} : { enabled }),
      ...(token === undefined ? {} : { token }),
      ...(appSecret === undefined ? {} : { appSecret }),
    }),
    given,
  );
  return listOf(line, given);
}

async function listOf(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  return { data: (await listNumbers(line.reader, account.id)).map(summary) };
}

async function makeDefault(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const number = given.arg('NUMBER');
  settled(await setDefault(line.admin, { accountId: account.id, number }), given);
  return listOf(line, given);
}

/** What waits for a number, and would wait on without it. */
async function tellWaitingFor(line: Line, given: Given): Promise<readonly string[]> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const number = await findNumber(line.reader, account.id, given.arg('NUMBER'));
  const waiting = number === undefined ? [] : await tellWaiting(line, number.id);
  return waiting.map((sentence) => `${sentence} They go when it sends again, or expire.`);
}

async function disconnect(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  await agree(line, given, await tellWaitingFor(line, given));
  const number = given.arg('NUMBER');
  settled(await disconnectNumber(line.admin, { accountId: account.id, number }), given);
  return listOf(line, given);
}

async function plan(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const most = given.option('templates');
  const blanks = given.option('collapse-blanks');
  const change = {
    ...(most === undefined ? {} : { templatesMost: readNumber(most, '--templates') }),
    ...(blanks === undefined ? {} : { collapseBlanks: readOnOff(blanks, '--collapse-blanks') }),
  };
  if (Object.keys(change).length > 0) {
    settled(await setChatPlan(line.admin, { accountId: account.id, ...change }), given);
  }
  const { templatesMost, collapseBlanks } = await findAccountPlan(line.reader, account.id);
  const businesses = await listBusinesses(line.reader, account.id);
  const platform = businesses.map((it) => `${it.platformId}: ${it.templateLimit ?? 'not said'}`);
  const data = { templates: templatesMost, collapse_blanks: collapseBlanks };
  return { data: { ...data, platform_allows: platform } };
}

const NUMBER_ARGS = ['ACCOUNT', 'NUMBER'] as const;

export const chatCommands: readonly Command[] = [
  {
    name: 'chat list',
    args: [],
    options: [{ name: 'account', value: 'ACCOUNT', about: 'of this account alone' }],
    about: 'Lists the chat numbers, and how they stand.',
    run: list,
  },
  {
    name: 'chat connect',
    args: ['ACCOUNT', 'BUSINESS', 'NUMBER_ID'],
    options: [
      { name: 'app-id', value: 'ID', about: 'the app of the platform; as the token says' },
      SECRETS_STDIN,
      ...configOptions(SETTABLE),
    ],
    about: 'Connects a chat number by the platform’s ids of its business account and of itself.',
    run: connect,
  },
  {
    name: 'chat set',
    args: NUMBER_ARGS,
    options: [
      { name: 'enabled', value: 'on|off', about: 'whether it sends' },
      SECRETS_STDIN,
      YES,
      { name: 'drop-old-secret', about: 'only the newest app secret holds from now on' },
      ...configOptions(SETTABLE),
    ],
    about: 'Changes a chat number; a new app secret holds beside the one before.',
    run: set,
  },
  {
    name: 'chat default',
    args: NUMBER_ARGS,
    options: [],
    about: 'Sends by this number where a request names none.',
    run: makeDefault,
  },
  {
    name: 'chat disconnect',
    args: NUMBER_ARGS,
    options: [YES],
    about: 'Sends nothing more by a chat number, and lets go of it.',
    run: disconnect,
  },
  {
    name: 'chat plan',
    args: ['ACCOUNT'],
    options: [
      { name: 'templates', value: 'NUMBER', about: 'so many chat templates, at most' },
      {
        name: 'collapse-blanks',
        value: 'on|off',
        about: 'blanks that the platform refuses in values become one; off: they are refused',
      },
    ],
    about: 'Shows what an account may do on the chat platform, or sets it.',
    run: plan,
  },
];
