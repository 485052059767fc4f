/** `POST /v1/batches`: sends each row of a file a text of its own (contract sections 8 and 11). */
import type { Account } from '../../domain/account/account.ts';
import { faultOfName } from '../../domain/account/name.ts';
import type { BatchId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import {
  type ContactsOfFile,
  type FileRequest,
  type FileSource,
  type FileTakenIn,
  isAnotherDay,
  keptFileName,
} from '../../domain/message/file-send.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { NETWORKS } from '../../domain/routing/routing.ts';
import { readTemplateId } from '../../domain/template/template.ts';
import { columnOf } from '../../domain/template/column-text.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ReceivedFile } from '../../kit/http/receive-form.ts';
import { pattern, Type, type Static } from '../../kit/shape.ts';
import {
  BATCH,
  BATCH_NAME,
  CURRENCY,
  MOST_ROWS_NAMED,
  rowFaults,
  showBatch,
  showPreview,
  type ShownBatch,
} from './batch-shape.http.ts';
import {
  created,
  defineEndpoint,
  done,
  faultsOfSend,
  refuseFields,
} from '../../api/v1/endpoint.ts';
import type { Endpoint, Outcome } from '../../api/v1/endpoint.ts';
import { FILE_FAILURES } from './preview-batch.http.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { FILTER } from '../contacts/filter-shape.ts';
import { isToContacts, sendToContacts } from './to-contacts.http.ts';
import type { ReceiveUpload } from '../../api/v1/receive-upload.ts';
import {
  BATCH_SEND_AT,
  CAMPAIGN_DAYS,
  readSchedule,
  SEND_WINDOW,
  type Schedule,
} from '../messages/schedule.http.ts';
import { closed, showTime, showTimeOrNull } from '../../operations/resource.ts';

/** May be in the address or the body. */
const WORK = {
  dry_run: Type.Optional(Type.Boolean({ description: 'Only checks and prices; sends nothing.' })),
  async: Type.Optional(
    Type.Boolean({
      description: 'Answers 202 once the file is stored; the batch shows the progress.',
    }),
  ),
};

/** What is sent to each row. */
export const CONTENT = {
  sender: Type.String(),
  template_id: Type.String({ description: 'Decimal digits.' }),
  message: Type.Record(Type.String(), Type.String(), {
    description: 'A value for each variable; #B# stands for column B of the row.',
  }),
  duplicate: Type.Boolean({
    default: true,
    description: 'false: each number once, first row wins.',
  }),
  include_hidden: Type.Optional(
    Type.Boolean({ description: 'Sends to rows that the sheet hides, too.' }),
  ),
  number_column: Type.Optional(
    Type.String({
      ...pattern(/^[A-Za-z]{1,2}$/, 'must be the letters of a column, such as B'),
      description: 'The letters of the column that has the numbers; A if left out.',
    }),
  ),
  ported: Type.Optional(Type.Boolean({ description: 'Looks ported numbers up.' })),
  network: Type.Optional(Type.Enum([...NETWORKS])),
  type: Type.Optional(Type.Enum(['unicode'])),
  name: Type.Optional(BATCH_NAME),
};

const FIELDS = {
  ...CONTENT,
  send_at: Type.Optional(BATCH_SEND_AT),
  send_window: Type.Optional(SEND_WINDOW),
  ...WORK,
};

/** Where the rows come from, if not with the request. */
export const ROWS = {
  url: Type.Optional(Type.String({ description: 'A public link to the file.' })),
  segment_id: Type.Optional(
    Type.String({
      description:
        'To the contacts of a segment instead: {{name}} in a value stands for the name of ' +
        'each, {{city|your city}} for a field and what is written where it is empty.',
    }),
  ),
  filter: Type.Optional(FILTER),
};

/** The fields of a form, which may be in either notation. */
const FORM = closed(FIELDS);
const BODY = closed(
  { ...FIELDS, ...ROWS },
  { title: 'NewBatch', description: 'A send from a file, or to contacts.' },
);
const QUERY = closed(WORK);

export type MakeBatchDeps = {
  readonly batches: Pick<BatchReports, 'find'>;
  readonly journey: Pick<Journey, 'takeInFile' | 'withRowsFile' | 'rowsOfContacts'> & {
    readonly keepUpload: KeepUpload;
  };
  readonly chat: Pick<OperateDeps, 'reader'>;
  readonly receive: ReceiveUpload;
  readonly clock: Clock;
};

export type Wanted = {
  readonly account: Account;
  readonly fields: Static<typeof BODY>;
  /** Without a path: it is made of contacts when it is read. */
  readonly file: (Pick<ReceivedFile, 'name' | 'bytes'> & { readonly path?: string }) | undefined;
  readonly contacts?: ContactsOfFile;
  /** Its rows have their texts, not values. */
  readonly repeat?: Pick<FileRequest, 'textColumn' | 'repeats'>;
  readonly dryRun: boolean;
  readonly schedule: Schedule;
  readonly idempotency: Idempotency | undefined;
};

/** `POST /v1/batches` */
export function createMakeBatch(deps: MakeBatchDeps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/batches',
    name: 'makeBatch',
    bucket: 'sends',
    scope: 'send',
    inTest: true,
    about: 'Sends a personalised text to each row of a file, uploaded or linked.',
    query: QUERY,
    takes: BODY,
    form: { receive: deps.receive, shape: FORM, file: '.csv, .txt, .xlsx or .xls.' },
    gives: BATCH,
    statuses: {
      200: 'What a dry run came to.',
      201: 'Every row has been read; what can be sent is charged and queued.',
      202: 'The file is stored: poll the batch. It is read at once, or on another day.',
    },
    repeatable: true,
    failures: FAILURES,
    async handle({ account, query, body, file, idempotency }) {
      const dryRun = query.dry_run ?? body.dry_run ?? false;
      const isAsync = query.async ?? body.async ?? false;
      const faults = [
        ...faultsOfPlace(query, body),
        ...faultsOfWork(body, file, { dryRun, isAsync }),
      ];
      if (faults.length > 0) return refuseFields(faults, 'body');
      const nowMs = deps.clock.nowMs();
      const schedule = readSchedule(body, nowMs, CAMPAIGN_DAYS);
      if ('kind' in schedule) return schedule;
      const isLater = !dryRun && isAnotherDay(schedule.sendAtMs, nowMs);
      // A dry run leaves nothing behind that a repeat could double.
      const kept = dryRun ? undefined : idempotency;
      const wanted = { account, fields: body, file, dryRun, idempotency: kept, schedule };
      const send = (it: Wanted) =>
        isAsync || isLater ? keepForLater(deps, it) : sendNow(deps, it);
      if (!isToContacts(body)) return send(wanted);
      return sendToContacts(deps, { account, fields: body, isLater }, ({ message, ...to }) =>
        send({ ...wanted, ...to, fields: { ...body, message } }),
      );
    },
  });
}

/** What the address and the body say differently: a check must not become a send. */
function faultsOfPlace(query: Static<typeof QUERY>, body: Static<typeof QUERY>) {
  return (['dry_run', 'async'] as const).flatMap((name) => {
    const [asked, given] = [query[name], body[name]];
    const isClear = asked === undefined || given === undefined || asked === given;
    return isClear ? [] : [{ pointer: `/${name}`, rule: 'must not differ from the query' }];
  });
}

/** What is wrong with where its rows come from, and what it is called. */
export function faultsOfWork(
  body: Static<typeof BODY>,
  file: ReceivedFile | undefined,
  { dryRun, isAsync }: { readonly dryRun: boolean; readonly isAsync: boolean },
) {
  const rule = 'is missing: give a file in a form, the url of one, or a segment_id';
  const { url, number_column: column, name } = body;
  const wrong = name === undefined ? undefined : faultOfName(name);
  const hasFile = (url?.trim() ?? '') !== '' || file !== undefined;
  const isFromBoth = body.segment_id !== undefined && body.filter !== undefined;
  return [
    ...(hasFile || isToContacts(body) ? [] : [{ pointer: '/url', rule }]),
    ...(isToContacts(body) && hasFile
      ? [{ pointer: '/url', rule: 'must not be given with segment_id or filter' }]
      : []),
    ...(isFromBoth ? [{ pointer: '/filter', rule: 'must not be given with segment_id' }] : []),
    ...(isToContacts(body) && column !== undefined
      ? [{ pointer: '/number_column', rule: 'is for files' }]
      : []),
    ...(wrong === undefined ? [] : [{ pointer: '/name', rule: wrong }]),
    ...(dryRun && isAsync ? [{ pointer: '/async', rule: 'must be false of a dry run' }] : []),
  ];
}

function requestOf({ account, fields, dryRun, idempotency, ...of }: Wanted): FileRequest {
  const { sender, template_id: templateId, message, duplicate, network, ported, type } = fields;
  const { number_column: column } = fields;
  return {
    account,
    network,
    ported,
    dryRun,
    idempotency,
    ...of.schedule,
    ...of.repeat,
    contacts: of.contacts,
    sender: sender.trim() === '' ? undefined : sender.trim(),
    templateId: readTemplateId(templateId),
    values: new Map(Object.entries(message)),
    unicode: type === 'unicode',
    keepsRepeated: duplicate,
    includesHidden: fields.include_hidden,
    name: fields.name,
    numberColumn: column === undefined ? undefined : columnOf(column),
  };
}

function sourceOf({ fields, file }: Wanted): FileSource {
  if (file?.path !== undefined) {
    return { kind: 'upload', file: file.path, name: file.name, bytes: file.bytes };
  }
  return { kind: 'link', link: fields.url ?? '' };
}

/** Sends, or with `dryRun` says what a send would come to. */
export async function sendNow(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<ShownBatch>> {
  const asked = requestOf(wanted);
  // What another day will be like is not known: it is shown as things are.
  const isLater = isAnotherDay(asked.sendAtMs, deps.clock.nowMs());
  const request = isLater ? { ...asked, sendAtMs: undefined } : asked;
  const taken: FileTakenIn = await deps.journey.takeInFile(request, { source: sourceOf(wanted) });
  switch (taken.kind) {
    case 'stale':
      return { kind: 'stale' };
    case 'refused': {
      const { refusal, leftOut } = taken;
      const named = faultsOfSend(refusal, 'message');
      const faults = named.length > 0 ? named : rowFaults(leftOut.slice(0, MOST_ROWS_NAMED));
      return { kind: 'refused', refusal, faults };
    }
    case 'accepted': {
      const { id } = taken.acceptance;
      if (id === undefined) return done(showDryRun(deps, wanted, taken));
      const shown = await show(deps, wanted.account, id);
      return { ...created(shown, `/v1/batches/${id}`), replayed: taken.replayed };
    }
  }
}

async function keepForLater(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<ShownBatch>> {
  const { account, fields, file } = wanted;
  const link = file === undefined ? fields.url : undefined;
  const kept = await deps.journey.keepUpload({ request: requestOf(wanted), link, file });
  if (kept.kind === 'refused') {
    return { ...kept, faults: faultsOfSend(kept.refusal, 'message') };
  }
  if (kept.kind !== 'kept') return kept;
  const shown = await show(deps, account, kept.id);
  const { id, replayed } = kept;
  return { ...created(shown, `/v1/batches/${id}`), status: 202, replayed };
}

async function show({ batches, clock }: MakeBatchDeps, account: Account, id: BatchId) {
  const found = await batches.find(account.id, id);
  if (found === undefined) throw new Error('a batch that was accepted is not found');
  return showBatch(found.batch, found.figures, clock.nowMs());
}

/** What would be done; nothing is stored. */
function showDryRun(
  { clock }: MakeBatchDeps,
  { account, fields, file, schedule, repeat }: Wanted,
  { acceptance, preview }: FileTakenIn & { readonly kind: 'accepted' },
): ShownBatch {
  const { recipients, parts, priceMicros, leftOut = 0 } = acceptance;
  return {
    id: null,
    state: 'dry_run',
    kind: 'sms',
    source: file === undefined ? 'link' : 'upload',
    name: fields.name ?? null,
    repeats: repeat?.repeats === undefined ? null : String(repeat.repeats.batchId),
    failed_repeated_by: null,
    file: { name: keptFileName(file?.name ?? '') ?? null, bytes: file?.bytes ?? null, kind: null },
    sender: fields.sender,
    template_id: fields.template_id,
    rows: recipients + leftOut,
    rows_left_out: leftOut,
    recipients,
    parts,
    price: showRupees(priceMicros),
    currency: CURRENCY,
    counts: null,
    cancelled: null,
    spent: null,
    opted_out: null,
    counted_at: null,
    progress: null,
    pause_reason: null,
    problem: null,
    // What was said before is shown to those who may read it, by other ways.
    ...showPreview(repeat?.textColumn === undefined ? preview : undefined),
    test: account.isTest,
    created_at: showTime(clock.nowMs()),
    send_at: showTimeOrNull(schedule.sendAtMs),
    published_at: null,
  };
}

/** Why a send from a file may be refused. */
export const FAILURES = [
  ...FILE_FAILURES,
  'segment_unknown',
  'parameter_repeated',
  'uploads_waiting',
  'sender_empty',
  'template_missing',
  'template_unknown',
  'template_not_approved',
  'fixed_content_off',
  'message_too_many_keys',
  'variable_missing',
  'variable_unknown',
  'variable_empty',
  'sender_not_approved',
  'sender_needs_verification',
  'sender_for_codes',
  'portability_unavailable',
  'portability_directory',
  'window_closed',
  'column_out_of_reach',
  'link_not_taken',
  'link_not_public',
  'link_not_fetched',
  'column_missing',
  'rows_unusable',
  'rows_not_carried',
  'rows_without_number',
  'rows_rejected',
  'rejected_spending',
  'credit_insufficient',
  'prices_changing',
  'queue_full',
] as const;
