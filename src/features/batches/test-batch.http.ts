/** `POST /v1/batches/test`: what a batch would say to its first row, to a number of one's own. */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  defineEndpoint,
  refuseField,
  refuseFields,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { closed } from '../../operations/resource.ts';
import { BATCH } from './batch-shape.http.ts';
import { CONTENT, FAILURES, faultsOfWork, ROWS, sendNow } from './make-batch.http.ts';
import type { MakeBatchDeps, Wanted } from './make-batch.http.ts';
import { listOwnNumbers } from './own-numbers.sql.ts';
import { isToContacts, sendToContacts } from './to-contacts.http.ts';

const FIELDS = {
  ...CONTENT,
  to: Type.Optional(
    Type.String({
      description:
        'A number that a person of the account has confirmed; left out: that of the person who ' +
        'is signed in.',
    }),
  ),
};
const FORM = closed(FIELDS);
const BODY = closed(
  { ...FIELDS, ...ROWS },
  { title: 'TestOfBatch', description: 'A batch as it will be sent, and where its test goes.' },
);

/** `POST /v1/batches/test` */
export function createTestBatch(deps: MakeBatchDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/batches/test',
    name: 'testBatch',
    bucket: 'sends',
    scope: 'send',
    about: 'Sends the text of the first row that can be sent to a number of your own; charged.',
    takes: BODY,
    form: { receive: deps.receive, shape: FORM, file: '.csv, .txt, .xlsx or .xls.' },
    gives: BATCH,
    statuses: { 201: 'A batch of one message.' },
    repeatable: true,
    failures: FAILURES,
    async handle({ account, principal, body, file, idempotency }) {
      const faults = faultsOfWork(body, file, { dryRun: false, isAsync: false });
      if (faults.length > 0) return refuseFields(faults, 'body');
      const asked = { accountId: account.id, actor: principal.actor };
      const to = toOwn(body.to, await listOwnNumbers(deps.chat.reader, asked));
      if (to === undefined) return refuseField('/to', MUST, 'body');
      const now = { sendAtMs: undefined, sendHours: undefined };
      const wanted = { account, fields: body, idempotency: undefined, schedule: now };
      const looked = await lookAt(deps, { ...wanted, file, dryRun: true });
      if (looked.kind !== 'done') return looked;
      const text = looked.body?.examples?.[0]?.text;
      if (text === undefined) throw new Error('a file that can be sent has no first row');
      return sendOne(deps, { ...wanted, dryRun: false, idempotency }, [to, text]);
    },
  });
}

const MUST = 'must be a number that a person of this account has confirmed';

/** Where it goes; undefined: not to a stranger. */
function toOwn(
  given: string | undefined,
  own: readonly { readonly phone: string; readonly isMine: boolean }[],
): string | undefined {
  if (given === undefined) return own.find(({ isMine }) => isMine)?.phone;
  const read = readRecipient(given);
  return read.ok ? own.find(({ phone }) => phone === read.number)?.phone : undefined;
}

/** The batch as a dry run. */
function lookAt(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<Static<typeof BATCH>>> {
  const { account, fields } = wanted;
  if (!isToContacts(fields)) return sendNow(deps, wanted);
  return sendToContacts(deps, { account, fields, isLater: false }, ({ message, ...to }) =>
    sendNow(deps, { ...wanted, ...to, fields: { ...fields, message } }),
  );
}

/** One row with its text, as any other batch. */
async function sendOne(
  deps: MakeBatchDeps,
  wanted: Omit<Wanted, 'file'>,
  row: readonly [string, string],
): Promise<Outcome<Static<typeof BATCH>>> {
  const { account, fields } = wanted;
  async function* rows() {
    yield [row];
  }
  const { sender, template_id, name } = fields;
  const one = {
    // A text that fits GSM stays GSM.
    sender,
    template_id,
    message: {},
    duplicate: true,
    type: 'unicode' as const,
    ...(name === undefined ? {} : { name }),
  };
  const sent = await deps.journey.withRowsFile({ accountId: account.id, rows: rows() }, (file) =>
    sendNow(deps, {
      ...wanted,
      fields: one,
      file: { ...file, name: '' },
      repeat: { textColumn: 2 },
    }),
  );
  return 'reason' in sent ? { kind: 'refused', refusal: sent } : sent;
}
