/** `POST /v1/batches/{id}/again`: the same once more, to all or to those who did not get it. */
import { faultOfName } from '../../domain/account/name.ts';
import type { Account } from '../../domain/account/account.ts';
import type { KeptBatch } from '../../domain/message/kept-batch.ts';
import { mayBeCodes } from '../../domain/message/readable-text.ts';
import { Type } from '../../kit/shape.ts';
import {
  defineEndpoint,
  refused,
  refuseField,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { idOf } from '../../api/v1/list.ts';
import { closed } from '../../operations/resource.ts';
import type { BatchReports } from '../../journey/journey.ts';
import { readSchedule, SEND_AT, SEND_WINDOW } from '../messages/schedule.http.ts';
import { BATCH, BATCH_NAME, type ShownBatch } from './batch-shape.http.ts';
import { sendNow, type MakeBatchDeps, type Wanted } from './make-batch.http.ts';
import { FAILURES } from './new-batch.http.ts';
import {
  findRepeatFacts,
  hasOpenMessages,
  readRepeatRows,
  type RepeatFacts,
} from './repeat.sql.ts';

const BODY = closed(
  {
    recipients: Type.Enum(['all', 'failed'], {
      description:
        'all: the recipients that it had, or the contacts that its filter finds now; failed: ' +
        'those whose message failed or expired, once, and not those whose number does not exist.',
    }),
    name: Type.Optional(BATCH_NAME),
    send_at: Type.Optional(SEND_AT),
    send_window: Type.Optional(SEND_WINDOW),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only checks and prices; sends nothing.' })),
  },
  { title: 'BatchAgain', description: 'A batch once more.' },
);

type Deps = MakeBatchDeps & { readonly batches: Pick<BatchReports, 'find' | 'findPlain'> };

/** `POST /v1/batches/{id}/again` */
export function createRepeatBatch(deps: Deps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/batches/{id}/again',
    name: 'repeatBatch',
    bucket: 'sends',
    scope: 'send',
    inTest: true,
    about: 'Sends a batch of texts again, with its template and sender, as a new batch.',
    places: { id: idOf('a batch') },
    takes: BODY,
    gives: BATCH,
    statuses: {
      200: 'What a dry run came to.',
      201: 'What can be sent is charged and queued.',
    },
    repeatable: true,
    failures: [
      ...FAILURES,
      'batch_unknown',
      'batch_not_repeatable',
      'batch_not_over',
      'batch_none_failed',
      'batch_repeated',
    ],
    async handle({ account, places: { id }, body, idempotency }) {
      const rule = body.name === undefined ? undefined : faultOfName(body.name);
      if (rule !== undefined) return refuseField('/name', rule, 'body');
      const schedule = readSchedule(body, deps.clock.nowMs());
      if ('kind' in schedule) return schedule;
      const batch = await deps.batches.findPlain(account.id, id);
      if (batch === undefined) return refused('batch_unknown');
      const dryRun = body.dry_run ?? false;
      const wanted = {
        account,
        dryRun,
        schedule,
        idempotency: dryRun ? undefined : idempotency,
        fields: fieldsOf(batch, body.name),
      };
      return repeat(deps, { batch, wanted, onlyFailed: body.recipients === 'failed' });
    },
  });
}

/** What it is sent with: its texts may hold any letters. */
function fieldsOf(
  { sender, templateId = '', shortLinks }: KeptBatch,
  name?: string,
): Wanted['fields'] {
  const given = name === undefined ? {} : { name };
  return {
    sender,
    template_id: templateId,
    message: {},
    duplicate: true,
    type: 'unicode' as const,
    short_links: shortLinks,
    ...given,
  };
}

type Repeating = {
  readonly batch: KeptBatch;
  readonly wanted: Omit<Wanted, 'file'>;
  readonly onlyFailed: boolean;
};

async function repeat(deps: Deps, asked: Repeating): Promise<Outcome<ShownBatch>> {
  const { batch, wanted, onlyFailed } = asked;
  const { reader } = deps.chat;
  const { published } = batch;
  if (published === undefined || !isRepeatable(wanted.account, batch)) {
    return refused('batch_not_repeatable');
  }
  const named = { accountId: wanted.account.id, id: batch.id };
  const facts = await findRepeatFacts(reader, named);
  if (facts === undefined) return refused('batch_not_repeatable');
  const { contacts } = facts;
  if (!onlyFailed && contacts !== undefined) return repeatToContacts(deps, asked, contacts);
  const { shortLinks } = facts;
  const of = { ...named, ...published.span, onlyFailed, shortLinks };
  if (onlyFailed && (await hasOpenMessages(reader, of))) return refused('batch_not_over');
  // A repeated key gets its first answer: it is asked when this is published.
  if (wanted.dryRun && onlyFailed && facts.failedRepeatedBy !== undefined) {
    return refused('batch_repeated');
  }
  const rows = readRepeatRows(reader, of);
  const repeats = { batchId: batch.id, onlyFailed };
  return withFile(deps, { account: wanted.account, rows, name: batch.fileName }, (file) =>
    file.bytes === 0
      ? Promise.resolve(refused('batch_none_failed'))
      : sendNow(deps, { ...wanted, file, repeat: { textColumn: 2, repeats } }),
  );
}

/** Texts, of this mode, and no codes: each is for one moment. */
function isRepeatable(account: Account, { kind, isTest, ...of }: KeptBatch): boolean {
  return kind === 'sms' && isTest === account.isTest && !mayBeCodes(account, of);
}

/** To those whom its filter finds now, with its values. */
function repeatToContacts(
  deps: Deps,
  { batch, wanted }: Repeating,
  contacts: NonNullable<RepeatFacts['contacts']>,
): Promise<Outcome<ShownBatch>> {
  const { account, fields } = wanted;
  const { values: message, ...of } = contacts;
  const rows = deps.journey.rowsOfContacts({ accountId: account.id, ...of });
  const repeats = { batchId: batch.id, onlyFailed: false };
  return withFile(deps, { account, rows, name: batch.fileName }, (file) =>
    sendNow(deps, {
      ...wanted,
      file,
      contacts: of,
      repeat: { repeats },
      fields: { ...fields, message },
    }),
  );
}

async function withFile(
  { journey }: Deps,
  of: {
    readonly account: Account;
    readonly rows: Parameters<Deps['journey']['withRowsFile']>[0]['rows'];
    readonly name: string | undefined;
  },
  send: (file: NonNullable<Wanted['file']>) => Promise<Outcome<ShownBatch>>,
): Promise<Outcome<ShownBatch>> {
  const { account, rows, name = '' } = of;
  const sent = await journey.withRowsFile({ accountId: account.id, rows }, (file) =>
    send({ ...file, name }),
  );
  return 'reason' in sent ? { kind: 'refused', refusal: sent } : sent;
}
