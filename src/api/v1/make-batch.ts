/** `POST /v1/batches`: a text of its own to each row of a file (contract sections 8 and 11). */
import type { Account } from '../../domain/account/account.ts';
import type { BatchId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { keptFileName } from '../../domain/message/file-name.ts';
import type { FileSource, FileTakenIn } from '../../domain/message/file-send.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ReceivedFile } from '../../kit/http/receive-form.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  BATCH,
  CURRENCY,
  rowFaults,
  showBatch,
  showPreview,
  type ShownBatch,
} from './batch-shape.ts';
import { created, defineEndpoint, done, refuseFields } from './endpoint.ts';
import type { Endpoint, Outcome } from './endpoint.ts';
import type { ReceiveUpload } from './receive-upload.ts';
import { closed, showTime } from './shapes.ts';

/** In the address or in the body; what stands in the address wins. */
const WORK = {
  dry_run: Type.Optional(Type.Boolean({ description: 'All checks and the price, and no more.' })),
  async: Type.Optional(
    Type.Boolean({
      description: 'Answers 202 when the file is kept; the batch tells how far its reading is.',
    }),
  ),
};

const FIELDS = {
  sender: Type.String(),
  template_id: Type.String({ description: 'Decimal digits.' }),
  message: Type.Record(Type.String(), Type.String(), {
    description: 'A value for each variable; #B# stands for column B of the row.',
  }),
  duplicate: Type.Boolean({
    default: true,
    description: 'false: each number once, first row wins.',
  }),
  ported: Type.Optional(Type.Boolean({ description: 'Looks ported numbers up.' })),
  network: Type.Optional(Type.Enum(['Jazz', 'Zong', 'Ufone', 'Telenor'])),
  type: Type.Optional(Type.Enum(['unicode'])),
  ...WORK,
};

/** The same fields as a form has, which may be written either way. */
const FORM = closed(FIELDS);
const BODY = closed(
  { ...FIELDS, url: Type.Optional(Type.String({ description: 'A public link to the file.' })) },
  { title: 'NewBatch', description: 'A send from a file; column A has the numbers.' },
);
const QUERY = closed(WORK);

const MOST_ROWS_NAMED = 100;

export type MakeBatchDeps = {
  readonly batches: Pick<BatchReports, 'find'>;
  readonly journey: Pick<Journey, 'takeInFile'> & { readonly keepUpload: KeepUpload };
  readonly receive: ReceiveUpload;
  readonly clock: Clock;
};

type Wanted = {
  readonly account: Account;
  readonly fields: Static<typeof BODY>;
  readonly file: ReceivedFile | undefined;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

/** `POST /v1/batches` */
export function createMakeBatch(deps: MakeBatchDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/batches',
    name: 'makeBatch',
    about: 'Sends a text of its own to each row of a file, uploaded or behind a link.',
    query: QUERY,
    takes: BODY,
    form: { receive: deps.receive, shape: FORM },
    gives: BATCH,
    statuses: {
      200: 'What a dry run came to.',
      201: 'Every row is read, what can be sent is charged and in line.',
      202: 'The file is kept: watch the batch.',
    },
    repeatable: true,
    failures: FAILURES,
    async handle({ account, query, body, file, idempotency }) {
      const dryRun = query.dry_run ?? body.dry_run ?? false;
      const isAsync = query.async ?? body.async ?? false;
      const faults = faultsOfWork(body, file, { dryRun, isAsync });
      if (faults.length > 0) return refuseFields(faults, 'body');
      // A dry run leaves nothing behind that a repetition could double.
      const kept = dryRun ? undefined : idempotency;
      const wanted = { account, fields: body, file, dryRun, idempotency: kept };
      return isAsync ? keepForLater(deps, wanted) : sendNow(deps, wanted);
    },
  });
}

function faultsOfWork(
  { url }: Static<typeof BODY>,
  file: ReceivedFile | undefined,
  { dryRun, isAsync }: { readonly dryRun: boolean; readonly isAsync: boolean },
) {
  const rule = 'is missing: give a file in a form, or the url of one';
  const wrong = (url?.trim() ?? '') === '' && file === undefined;
  return [
    ...(wrong ? [{ pointer: '/url', rule }] : []),
    ...(dryRun && isAsync ? [{ pointer: '/async', rule: 'must be false of a dry run' }] : []),
  ];
}

function requestOf({ fields }: Wanted) {
  const { sender, template_id: templateId, message, duplicate, ported } = fields;
  const { network = '', type = '' } = fields;
  return {
    ...{ sender, templateId, network, type },
    message: JSON.stringify(message),
    duplicate: duplicate ? '1' : '0',
    ported: ported === undefined ? '' : ported ? '1' : '0',
  };
}

function sourceOf({ fields, file }: Wanted): FileSource {
  if (file !== undefined) {
    return { kind: 'upload', file: file.path, name: file.name, bytes: file.bytes };
  }
  return { kind: 'link', link: fields.url ?? '' };
}

async function sendNow(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<ShownBatch>> {
  const { account, dryRun, idempotency } = wanted;
  const request = { ...requestOf(wanted), account, dryRun, idempotency };
  const taken: FileTakenIn = await deps.journey.takeInFile(request, { source: sourceOf(wanted) });
  switch (taken.kind) {
    case 'stale':
      return { kind: 'stale' };
    case 'refused': {
      const faults = rowFaults(taken.leftOut.slice(0, MOST_ROWS_NAMED));
      return { kind: 'refused', refusal: taken.refusal, faults };
    }
    case 'accepted': {
      const { id } = taken.acceptance;
      if (id === undefined) return done(showDryRun(deps, wanted, taken));
      const shown = await show(deps, account, id);
      return { ...created(shown, `/v1/batches/${id}`), replayed: taken.replayed };
    }
  }
}

async function keepForLater(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<ShownBatch>> {
  const { account, fields, file, idempotency } = wanted;
  const link = file === undefined ? fields.url : undefined;
  const request = { ...requestOf(wanted), link };
  const kept = await deps.journey.keepUpload({ account, request, file, idempotency });
  if (kept.kind !== 'kept') return kept;
  const shown = await show(deps, account, kept.id);
  const { id, replayed } = kept;
  return { ...created(shown, `/v1/batches/${id}`), status: 202, replayed };
}

async function show({ batches, clock }: MakeBatchDeps, account: Account, id: BatchId) {
  const found = await batches.find(account.id, id);
  if (found === undefined) throw new Error('a batch that was taken can be seen');
  return showBatch(found.batch, found.figures, clock.nowMs());
}

/** What would be done; nothing of it is there. */
function showDryRun(
  { clock }: MakeBatchDeps,
  { fields, file }: Wanted,
  { acceptance, preview }: FileTakenIn & { readonly kind: 'accepted' },
): ShownBatch {
  const { recipients, parts, priceMicros, leftOut = 0 } = acceptance;
  return {
    id: null,
    state: 'dry_run',
    source: file === undefined ? 'link' : 'upload',
    file: { name: keptFileName(file?.name ?? '') ?? null, bytes: file?.bytes ?? null, kind: null },
    sender: fields.sender,
    template_id: fields.template_id,
    rows: recipients + leftOut,
    rows_left_out: leftOut,
    recipients,
    parts,
    price: formatRupees(priceMicros),
    currency: CURRENCY,
    counts: null,
    counted_at: null,
    progress: null,
    problem: null,
    ...showPreview(preview),
    created_at: showTime(clock.nowMs()),
    published_at: null,
  };
}

const FAILURES = [
  'parameter_repeated',
  'parameter_too_large',
  'too_many_parameters',
  'request_too_slow',
  'uploads_busy',
  'disk_full',
  'uploads_waiting',
  'sender_empty',
  'message_empty',
  'template_missing',
  'template_unknown',
  'template_not_approved',
  'fixed_content_off',
  'message_not_object',
  'message_too_many_keys',
  'variable_missing',
  'variable_unknown',
  'variable_empty',
  'sender_not_approved',
  'sender_needs_verification',
  'sender_for_codes',
  'portability_unavailable',
  'portability_directory',
  'column_out_of_reach',
  'link_not_taken',
  'link_not_public',
  'link_not_fetched',
  'file_is_page',
  'file_too_large',
  'file_kind_unknown',
  'file_encrypted',
  'file_damaged',
  'file_empty',
  'column_missing',
  'rows_unusable',
  'rows_not_carried',
  'rows_without_number',
  'rows_rejected',
  'rejected_spending',
  'credit_insufficient',
  'files_waiting',
  'reader_killed',
  'prices_changing',
  'queue_full',
] as const;
