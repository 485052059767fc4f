/** `paigham send-again`: a batch once more, looked at first. */
import type { Batch } from '@paigham/client';
import type { Given } from '../operations/operation.ts';
import { plural } from '../operations/show.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import type { RemoteCommand } from './commands.ts';
import { asking, findServer, SERVER_OPTIONS, type Remote, type RemoteAnswer } from './remote.ts';

const DONE = 0;
const REFUSED = 1;
/** As with send-file: some are left out. */
const PARTLY = 3;

const TO = ['failed', 'all'] as const;

async function sendAgain(remote: Remote, given: Given): Promise<RemoteAnswer> {
  const recipients = TO.find((it) => it === given.option('to'));
  if (recipients === undefined) throw new UsageError(`--to must be one of ${TO.join(', ')}.`);
  const [name, sendAt] = [given.option('name'), given.option('send-at')];
  const body = {
    recipients,
    ...(name === undefined ? {} : { name }),
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
    ...(given.has('texted') ? { texted: true } : {}),
    ...(given.has('spread') ? { spread: true } : {}),
  };
  const server = await findServer(remote, given);
  const paigham = remote.open(server);
  const send = (dryRun: boolean): Promise<Batch> => {
    const takes = { path: { id: given.arg('ID') }, body: { ...body, dry_run: dryRun } };
    return asking(paigham.call('repeatBatch', takes), server.baseUrl);
  };
  if (given.has('dry-run')) return answerOf(await send(true));
  if (!given.has('yes')) {
    const { recipients: count, price, currency } = await send(true);
    const question = `Send ${plural(count ?? 0, 'message')} for ${price} ${currency}?`;
    if ((await remote.confirm(`${question} [y/N] `)) === false) {
      remote.note('Nothing was sent.');
      return { code: REFUSED };
    }
  }
  return answerOf(await send(false));
}

function answerOf(batch: Batch): RemoteAnswer {
  const { id, kind, recipients: messages, rows_left_out: left_out, price, currency } = batch;
  const data = { id, kind, messages, left_out, price: `${price} ${currency}` };
  const code = (left_out ?? 0) > 0 ? PARTLY : DONE;
  const note = id === null ? {} : { note: `See "paigham status ${id} --watch".` };
  return { code, data, full: batch, ...note };
}

export const sendAgainCommand: RemoteCommand = {
  name: 'send-again',
  args: ['ID'],
  options: [
    { name: 'to', value: TO.join('|'), about: 'those whom the batch did not reach, or everybody' },
    { name: 'texted', about: 'of chat messages: also to those who got the text instead' },
    { name: 'spread', about: 'of chat messages: within the limit of the day' },
    { name: 'name', value: 'NAME', about: 'what the new batch is called' },
    { name: 'send-at', value: 'TIME', about: 'not before then: 2026-11-22T18:00:00+05:00' },
    { name: 'dry-run', about: 'says how many it would be, and the price' },
    { name: 'yes', about: 'sends without asking' },
    ...SERVER_OPTIONS,
  ],
  about: 'Sends a batch again. Exit codes: 0 all accepted, 1 refused, 3 accepted except for some.',
  runRemote: sendAgain,
};
