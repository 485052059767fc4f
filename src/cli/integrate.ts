/**
 * Commands for people who build on the service: they call it like any other program, with an
 * account's key, and need neither its database nor its settings.
 */
import { PaighamError, type Batch, type Message, type Paigham } from '@paigham/client';
import { ROUTES } from '../domain/pricing/price-list.ts';
import type { Given } from '../operations/operation.ts';
import type { Fields } from '../operations/show.ts';
import { pause } from '@paigham/base/clock.ts';
import { parseJson } from '@paigham/base/json.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import type { RemoteCommand } from './commands.ts';
import {
  asking,
  checkServer,
  findServer,
  readKeyFile,
  SERVER_OPTIONS,
  type Remote,
  type RemoteAnswer,
} from './remote.ts';

const DONE = 0;
/** It failed, wholly or in part, as with send-file. */
const PARTLY = 3;
const LOOK_EVERY_MS = 1_000;

/** Calls the service; what it refuses becomes a sentence for the person. */
async function ask<Done>(
  remote: Remote,
  given: Given,
  work: (paigham: Paigham) => Promise<Done>,
): Promise<Done> {
  const server = await findServer(remote, given);
  return asking(work(remote.open(server)), server.baseUrl);
}

async function login(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const known = given.arg('[URL]') || remote.variable('PAIGHAM_URL');
  const typed = known ?? (await remote.ask('Address of the service, such as https://…: '));
  if (typed === undefined || typed === '') throw new UsageError('URL is missing.');
  const baseUrl = checkServer(remote, typed);
  const file = given.option('key-file');
  const asked = file === undefined ? await remote.askSecret('API key: ') : undefined;
  const text = file === undefined ? asked : await readKeyFile(remote, file);
  const key = text?.trim() ?? '';
  if (!/^\S+$/.test(key)) throw new UsageError('There is no API key: name a file with --key-file.');
  const { amount, currency } = await asking(remote.open({ baseUrl, key }).sms.balance(), baseUrl);
  const kept = await remote.login.write(JSON.stringify({ baseUrl, key }));
  const note = `The key is in ${kept}, for you alone. Delete the file to forget it.`;
  return { code: DONE, data: { server: baseUrl, credit: `${amount} ${currency}` }, note };
}

async function send(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const sender = required(given, 'sender');
  const templateId = required(given, 'template');
  const network = given.option('network');
  const sent = await ask(remote, given, (paigham) =>
    paigham.sms.send({
      sender,
      templateId,
      to: given.args('NUMBER…'),
      values: readValues(given),
      unicode: given.has('unicode'),
      dryRun: given.has('dry-run'),
      ...(network === undefined ? {} : { network }),
    }),
  );
  const data: Fields = {
    id: sent.id ?? null,
    messages: sent.messages.length,
    parts: sent.parts,
    price: `${sent.price} PKR`,
    credit: `${sent.credit} PKR`,
  };
  const leftOut = sent.leftOut.map(({ to, reason }) => `Left out: ${to}, ${reason}`);
  const next = sent.id === undefined ? [] : [`See "paigham status ${sent.id} --watch".`];
  const code = leftOut.length > 0 ? PARTLY : DONE;
  return { code, data, full: sent, note: [...leftOut, ...next].join('\n') };
}

export function required(given: Given, option: string): string {
  const value = given.option(option);
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`);
  return value;
}

/** `--message` unchanged, or `--value name=text` for each. */
function readValues(given: Given): Readonly<Record<string, string>> {
  const message = given.option('message');
  if (message === undefined) {
    const value = given.option('value');
    if (value === undefined) return {};
    const [name = '', ...text] = value.split('=');
    if (text.length === 0) throw new UsageError('--value must be a name and a text: code=4821.');
    return { [name]: text.join('=') };
  }
  const values = parseJson(message);
  if (typeof values === 'object' && values !== null) return values as Record<string, string>;
  throw new UsageError('--message must be a JSON object, such as {"code":"4821"}.');
}

type Seen = { readonly batch: Batch } | { readonly message: Message };

async function status(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const id = given.arg('ID');
  return ask(remote, given, async (paigham) => {
    let last = '';
    for (;;) {
      const seen = await look(paigham, id);
      const shown = 'batch' in seen ? describeBatch(seen.batch) : describeMessage(seen.message);
      if (!given.has('watch') || shown.isFinal) {
        const full = 'batch' in seen ? seen.batch : seen.message;
        return { code: shown.hasFailed ? PARTLY : DONE, data: shown.data, full };
      }
      const line = Object.entries(shown.data)
        .filter(([name]) => name !== 'id')
        .map(([name, value]) => `${name} ${value}`)
        .join(', ');
      if (line !== last) remote.note(line);
      last = line;
      await pause(remote.clock, LOOK_EVERY_MS);
    }
  });
}

async function look(paigham: Paigham, id: string): Promise<Seen> {
  try {
    return { message: await paigham.call('showMessage', { path: { id } }) };
  } catch (error) {
    const isBatch =
      error instanceof PaighamError &&
      error.failure.kind === 'refused' &&
      error.failure.reason === 'message_is_batch';
    if (!isBatch) throw error;
    return { batch: await paigham.call('showBatch', { path: { id } }) };
  }
}

type Shown = { readonly data: Fields; readonly isFinal: boolean; readonly hasFailed: boolean };

const FAILED = ['failed', 'rejected', 'expired'];

function describeMessage({ id, state, recipient, network, reason, detail }: Message): Shown {
  const why = reason === null ? {} : { reason, detail };
  const hasFailed = FAILED.includes(state);
  const data = { id, state, recipient, network, ...why };
  const isFinal = hasFailed || state === 'delivered' || state === 'cancelled';
  return { data, isFinal, hasFailed };
}

function describeBatch({ id, state, recipients, counts }: Batch): Shown {
  const occurring = Object.entries<number>(counts ?? {}).filter(([, count]) => count > 0);
  const open = (counts?.pending ?? 0) + (counts?.held ?? 0) + (counts?.sent ?? 0);
  const data = { id, state, messages: recipients, ...Object.fromEntries(occurring) };
  const hasFailed = state === 'refused' || occurring.some(([name]) => FAILED.includes(name));
  const isOver = (state === 'sent' || state === 'cancelled') && open === 0;
  return { data, isFinal: state === 'refused' || isOver, hasFailed };
}

async function balance(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const full = await ask(remote, given, (paigham) => paigham.sms.balance());
  return { code: DONE, data: { credit: `${full.amount} ${full.currency}` }, full };
}

async function templates(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const full = await ask(remote, given, (paigham) => paigham.sms.templates());
  const data = full.map(({ id, name, message }) => ({ id, name, text: message }));
  return { code: DONE, data, full };
}

async function prices(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const full = await ask(remote, given, (paigham) => paigham.call('showPrices'));
  const { sms, chat, lookups } = full;
  const data = [
    ...sms.map(({ route, network, price }) => ({ what: `${route}, a part`, network, price })),
    ...chat.map(({ category, price }) => ({ what: `chat, ${category}`, network: null, price })),
    ...(lookups === null
      ? []
      : [
          { what: 'look-up, first', network: null, price: lookups.first },
          { what: 'look-up, again', network: null, price: lookups.again },
        ]),
  ];
  return { code: DONE, data, full };
}

async function estimate(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const route = ROUTES.find((it) => it === (given.option('route') ?? 'simple'));
  if (route === undefined) throw new UsageError(`--route must be one of ${ROUTES.join(', ')}.`);
  const recipients = Number(given.option('recipients') ?? '1');
  if (!Number.isInteger(recipients)) throw new UsageError('--recipients must be a whole number.');
  const body = { text: given.arg('TEXT'), route, recipients };
  const full = await ask(remote, given, (paigham) => paigham.call('estimatePrice', { body }));
  const data = full.prices.map(({ network, each, total }) => {
    return { network, parts: full.parts, each, total };
  });
  return { code: DONE, data, full };
}

/** In the order in which help lists them. */
export const INTEGRATOR_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'login',
    args: ['[URL]'],
    options: [{ name: 'key-file', value: 'FILE', about: 'holds the API key; -: standard input' }],
    about: 'Keeps the address of a service and an API key for the commands below.',
    runRemote: login,
  },
  {
    name: 'send',
    args: ['NUMBER…'],
    options: [
      { name: 'template', value: 'ID', about: 'the template of the text' },
      { name: 'sender', value: 'NAME', about: 'the sender ID' },
      {
        name: 'value',
        value: 'NAME=TEXT',
        about: 'the variable of the template',
        elsewhere: 'column',
      },
      { name: 'message', value: 'JSON', about: 'instead of --value: {"code":"4821"}' },
      { name: 'unicode', about: 'allows texts in Urdu' },
      { name: 'network', value: 'NAME', about: 'the operator of all numbers' },
      { name: 'dry-run', about: 'checks and prices everything, and sends nothing' },
      ...SERVER_OPTIONS,
    ],
    about: 'Sends a text. Exit codes: 0 all accepted, 1 refused, 3 accepted except for some.',
    runRemote: send,
  },
  {
    name: 'status',
    args: ['ID'],
    options: [{ name: 'watch', about: 'until the state is final' }, ...SERVER_OPTIONS],
    about: 'Shows what became of a message or batch. Exit codes: 0 well, 1 refused, 3 some failed.',
    runRemote: status,
  },
  {
    name: 'balance',
    args: [],
    options: SERVER_OPTIONS,
    about: 'Shows the credit that is left.',
    runRemote: balance,
  },
  {
    name: 'templates',
    args: [],
    options: SERVER_OPTIONS,
    about: 'Lists the approved templates of texts.',
    runRemote: templates,
  },
  {
    name: 'prices',
    args: [],
    options: SERVER_OPTIONS,
    about: 'Lists what you pay: by type of sender and operator, by chat category, for look-ups.',
    runRemote: prices,
  },
  {
    name: 'estimate',
    args: ['TEXT'],
    options: [
      { name: 'route', value: ROUTES.join('|'), about: 'the type of sender (default: simple)' },
      { name: 'recipients', value: 'NUMBER', about: 'to how many people (default: 1)' },
      ...SERVER_OPTIONS,
    ],
    about: 'Says how many parts a text has, and what it costs by operator; sends nothing.',
    runRemote: estimate,
  },
];
