/**
 * `paigham listen`: shows the account's events as they happen, and posts them to a program on this
 * machine exactly as a webhook would. It reads the stream of events: what happens while the
 * connection is down comes later, and nothing is left out.
 */
import type { Event } from '@paigham/client';
import type { Given } from '../operations/operation.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { newWebhookSecret, webhookHeaders } from '../kit/standard-webhooks.ts';
import type { RemoteCommand } from './commands.ts';
import { harmless } from './print.ts';
import { asking, findServer, SERVER_OPTIONS, type Remote, type RemoteAnswer } from './remote.ts';

type Forward = { readonly url: string; readonly secret: string };

async function listen(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const forward = readForward(remote, given);
  const most = readCount(given);
  const server = await findServer(remote, given);
  const { baseUrl } = server;
  const paigham = remote.open(server);
  const newest = await asking(paigham.call('listEvents', { query: { limit: 1 } }), baseUrl);
  remote.note('Listening. Ctrl-C ends it.');
  if (forward !== undefined) remote.note(`Posts are signed with ${forward.secret}`);
  const events = paigham.events({
    ...(newest.data[0] === undefined ? {} : { after: newest.data[0].id }),
    onBreak: ({ message }) => remote.note(`${message}; trying again`),
  });
  const tell = async (): Promise<void> => {
    let told = 0;
    for await (const event of events) {
      remote.say(given.has('json') ? JSON.stringify(event) : lineOf(event));
      if (forward !== undefined) await post(remote, forward, event);
      told += 1;
      if (told === most) return;
    }
  };
  await asking(tell(), baseUrl);
  return { code: 0 };
}

function readForward(remote: Remote, given: Given): Forward | undefined {
  const url = given.option('forward');
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError('--forward must be an address, such as http://127.0.0.1:3000/hook.');
  }
  return { url, secret: given.option('secret') ?? newWebhookSecret(remote.random) };
}

function readCount(given: Given): number {
  const count = given.option('count');
  if (count === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(count)) throw new UsageError('--count must be a whole number.');
  return Number(count);
}

function lineOf({ timestamp, type, data }: Event): string {
  const about = data !== null && 'recipient' in data ? `  ${data.recipient}  ${data.id}` : '';
  return harmless(`${timestamp}  ${type}${about}`);
}

async function post(remote: Remote, { url, secret }: Forward, event: Event): Promise<void> {
  const body = JSON.stringify(event);
  const headers = webhookHeaders({ id: event.id, atMs: remote.clock.nowMs(), body }, [secret]);
  const answer = await remote.post(url, { ...headers, 'content-type': 'application/json' }, body);
  const told = answer.kind === 'answered' ? String(answer.status) : answer.why;
  remote.note(`${event.type} → ${url}: ${told}`);
}

export const listenCommand: RemoteCommand = {
  name: 'listen',
  args: [],
  options: [
    { name: 'forward', value: 'URL', about: 'posts each event there, signed as a webhook is' },
    {
      name: 'secret',
      value: 'SECRET',
      about: 'signs with it (default: a new one, which it prints)',
    },
    { name: 'count', value: 'NUMBER', about: 'ends after so many events' },
    ...SERVER_OPTIONS,
  ],
  about: 'Prints what happens to messages, as it happens; with --json, one object a line.',
  runRemote: listen,
};
