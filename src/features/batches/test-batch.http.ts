/** `POST /v1/batches/test`: what a batch says to its first row, to a number of one's own. */
import { readRecipient, type PhoneNumber } from '../../domain/recipient/recipient.ts';
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
import { CONTENT, FAILURES, faultsOfSaid, faultsOfWork, named, ROWS } from './new-batch.http.ts';
import { sendNow } from './make-batch.http.ts';
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
    about:
      'Sends the message of the first row that can be sent to a number of your own, and the text ' +
      'that would follow it; charged.',
    takes: BODY,
    form: { receive: deps.receive, shape: FORM, file: '.csv, .txt, .xlsx or .xls.' },
    gives: BATCH,
    statuses: { 201: 'A batch of one message.' },
    repeatable: true,
    failures: FAILURES,
    async handle({ account, principal, body, file, idempotency }) {
      const work = { dryRun: false, isAsync: false };
      const faults = [...faultsOfSaid(body), ...faultsOfWork(body, file, work)];
      if (faults.length > 0) return refuseFields(faults, 'body');
      const asked = { accountId: account.id, actor: principal.actor };
      const to = toOwn(body.to, await listOwnNumbers(deps.chat.reader, asked));
      if (to === undefined) return refuseField('/to', MUST, 'body');
      const now = { sendAtMs: undefined, sendHours: undefined };
      const { to: _to, ported: _ported, network: _network, ...fields } = named(account, body);
      const wanted = { account, fields, file, idempotency, schedule: now };
      if (!isToContacts(fields)) return sendBoth(deps, wanted, to);
      return sendToContacts(deps, { account, fields, isLater: false }, ({ said, ...rows }) =>
        sendBoth(deps, { ...wanted, ...rows, fields: { ...fields, ...said } }, to),
      );
    },
  });
}

const MUST = 'must be a number that a person of this account has confirmed';

/** Where it goes; undefined: not to a stranger. */
function toOwn(
  given: string | undefined,
  own: readonly { readonly phone: PhoneNumber; readonly isMine: boolean }[],
): PhoneNumber | undefined {
  if (given === undefined) return own.find(({ isMine }) => isMine)?.phone;
  const read = readRecipient(given);
  return read.ok ? own.find(({ phone }) => phone === read.number)?.phone : undefined;
}

/** A chat message, and before it the text that would follow it, which may be refused as well. */
async function sendBoth(
  deps: MakeBatchDeps,
  wanted: Omit<Wanted, 'dryRun'>,
  to: PhoneNumber,
): Promise<Outcome<Static<typeof BATCH>>> {
  const { fallback, ...fields } = wanted.fields;
  if (fallback === undefined) return sendFirst(deps, wanted, to);
  const { kind: _kind, content: _content, ...rows } = fields;
  const { after_minutes: _, ...said } = fallback;
  const { idempotency: given } = wanted;
  const idempotency = given && { ...given, key: `${given.key}\tfallback` };
  const text = await sendFirst(deps, { ...wanted, idempotency, fields: { ...rows, ...said } }, to);
  if (text.kind !== 'done') return inFallback(text);
  return sendFirst(deps, { ...wanted, fields }, to);
}

/** Where its text is refused, the fault is within `fallback`. */
function inFallback<Shown>(outcome: Outcome<Shown>): Outcome<Shown> {
  if (outcome.kind !== 'refused' || outcome.faults === undefined) return outcome;
  const faults = outcome.faults.map(({ pointer, rule }) => {
    return { pointer: pointer.replace(/^\/body/, '/body/fallback'), rule };
  });
  return { ...outcome, faults };
}

/** The first row that can be sent, to somebody else. */
async function sendFirst(
  deps: MakeBatchDeps,
  wanted: Omit<Wanted, 'dryRun'>,
  to: PhoneNumber,
): Promise<Outcome<Static<typeof BATCH>>> {
  const looked = await sendNow(deps, { ...wanted, idempotency: undefined, dryRun: true });
  if (looked.kind !== 'done') return looked;
  const row = looked.body?.examples?.[0]?.row;
  if (row === undefined) throw new Error('a file that can be sent has no first row');
  // Its text is known to fit; it is no send to these contacts.
  const { contacts: _, ...test } = wanted;
  return sendNow(deps, { ...test, dryRun: false, repeat: { only: { row, to } } });
}
