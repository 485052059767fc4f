/**
 * `POST /v1/batches`: sends each row of a file a text of its own (contract sections 8 and 11), or a
 * chat message.
 */
import type { Account } from '../../domain/account/account.ts';
import { chooseNumber } from '../../domain/chat/account-chat.ts';
import { failureOf, sentenceOf, type Refusal } from '../../domain/failure/failure.ts';
import type { BatchId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import {
  type ContactsOfFile,
  type FileRequest,
  type FileSource,
  type FileTakenIn,
  isReadLater,
  keptFileName,
} from '../../domain/message/file-send.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { readTemplateId } from '../../domain/template/template.ts';
import { columnOf } from '../../domain/template/column-text.ts';
import type { Journey, KeepUpload, BatchReports } from '../../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { ReceivedFile } from '@paigham/http/receive-form.ts';
import type { ShapeFault } from '../../kit/shape.ts';
import {
  BATCH,
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
import {
  BODY,
  FAILURES,
  faultsOfPlace,
  faultsOfSaid,
  faultsOfWork,
  FORM,
  named,
  QUERY,
  type NewBatch,
} from './new-batch.http.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { fallbackOf, previewFallback } from './fallback.http.ts';
import { readRecurs, showRecurs } from './recurs.http.ts';
import { isToContacts, sendToContacts } from './to-contacts.http.ts';
import type { ReceiveUpload } from '../../api/v1/receive-upload.ts';
import { placeInContent } from '../messages/place-in-content.ts';
import { readDayOf, type Day } from '../messages/chat-day.http.ts';
import { CAMPAIGN_DAYS, readSchedule, type Schedule } from '../messages/schedule.http.ts';
import { showTime, showTimeOrNull } from '../../operations/resource.ts';

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
  readonly fields: NewBatch;
  /** Without a path: it is made of contacts when it is read. */
  readonly file: (Pick<ReceivedFile, 'name' | 'bytes'> & { readonly path?: string }) | undefined;
  readonly contacts?: ContactsOfFile;
  /** Its rows have their texts, not values. */
  readonly repeat?: Pick<FileRequest, 'textColumn' | 'repeats' | 'only'>;
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
    about: 'Sends a personal text or chat message to each row of a file, or to contacts.',
    query: QUERY,
    takes: BODY,
    lacks: ({ kind, message }) => (kind === 'chat' || message !== undefined ? [] : ['message']),
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
        ...faultsOfSaid(body),
        ...faultsOfWork(body, file, { dryRun, isAsync }),
      ];
      if (faults.length > 0) return refuseFields(faults, 'body');
      const nowMs = deps.clock.nowMs();
      const schedule = readSchedule(body, nowMs, CAMPAIGN_DAYS);
      if ('kind' in schedule) return schedule;
      const isLater = !dryRun && isReadLater({ ...schedule, recurs: readRecurs(body) }, nowMs);
      // A dry run leaves nothing behind that a repeat could double.
      const kept = dryRun ? undefined : idempotency;
      const fields = named(account, body);
      const wanted = { account, fields, file, dryRun, idempotency: kept, schedule };
      const send = (it: Wanted) =>
        isAsync || isLater ? keepForLater(deps, it) : sendNow(deps, it);
      if (!isToContacts(body)) return send(wanted);
      return sendToContacts(deps, { account, fields, isLater }, ({ said, ...to }) =>
        send({ ...wanted, ...to, fields: { ...fields, ...said } }),
      );
    },
  });
}

function requestOf({ account, fields, dryRun, idempotency, ...of }: Wanted): FileRequest {
  const { sender, template_id: templateId, message, duplicate, network, ported, type } = fields;
  const { number_column: column, content = {}, spread = false } = fields;
  const fallback = fields.fallback && fallbackOf(fields.fallback);
  return {
    account,
    network,
    ported,
    dryRun,
    idempotency,
    ...of.schedule,
    ...of.repeat,
    contacts: of.contacts,
    recurs: readRecurs(fields),
    sender: sender.trim() === '' ? undefined : sender.trim(),
    templateId: readTemplateId(templateId),
    values: new Map(Object.entries(message ?? {})),
    chat: fields.kind === 'chat' ? { templateId, content, spread, fallback } : undefined,
    unicode: type === 'unicode',
    keepsRepeated: duplicate,
    includesHidden: fields.include_hidden,
    shortLinks: fields.short_links,
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

/** Where a refusal points into the request: at its fields, or into what chat messages say. */
function faultsOf(refusal: Refusal, { kind, content, fallback }: NewBatch): readonly ShapeFault[] {
  const { reason } = refusal;
  if (fallback !== undefined && OF_SAID.test(reason)) return faultsOfFallback(refusal);
  const ofFields = faultsOfSend(refusal, kind === 'chat' ? 'content' : 'message');
  const isOfContent = ['22', '25'].includes(failureOf(reason).code);
  if (kind !== 'chat' || ofFields.length > 0 || !isOfContent) return ofFields;
  const { path } = placeInContent(refusal, { own: undefined, common: content });
  const pointer = ['/body/content', ...path].join('/');
  return [{ pointer, rule: sentenceOf(refusal) }];
}

/** What texts alone are refused for, whatever their rows are. */
const OF_SAID = /^(sender|template|variable|message|needs|fixed|text)_/;

/** In a batch of chat messages it is the fault of the text that follows them. */
const faultsOfFallback = (refusal: Refusal): readonly ShapeFault[] => {
  const [fault] = faultsOfSend(refusal, 'message');
  const pointer = fault?.pointer.replace('/body', '/body/fallback') ?? '/body/fallback';
  return [{ pointer, rule: fault?.rule ?? sentenceOf(refusal) }];
};

/** Sends, or with `dryRun` says what a send would come to. */
export async function sendNow(deps: MakeBatchDeps, wanted: Wanted): Promise<Outcome<ShownBatch>> {
  const asked = requestOf(wanted);
  // What another day will be like is not known: it is shown as things are.
  const isLater = isReadLater(asked, deps.clock.nowMs());
  const request = isLater ? { ...asked, sendAtMs: undefined } : asked;
  const taken: FileTakenIn = await deps.journey.takeInFile(request, { source: sourceOf(wanted) });
  switch (taken.kind) {
    case 'stale':
      return { kind: 'stale' };
    case 'refused': {
      const { refusal, leftOut } = taken;
      const ofSend = faultsOf(refusal, wanted.fields);
      const faults = ofSend.length > 0 ? ofSend : rowFaults(leftOut.slice(0, MOST_ROWS_NAMED));
      return { kind: 'refused', refusal, faults };
    }
    case 'accepted': {
      const { id } = taken.acceptance;
      if (id === undefined) return done(await showDryRun(deps, wanted, taken));
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
    return { ...kept, faults: faultsOf(kept.refusal, fields) };
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

/** How the chat messages of a dry run would stand to the limit of the day. */
function dayOf(
  { chat: { reader }, clock }: MakeBatchDeps,
  { account, fields }: Wanted,
  people: ReadonlySet<string> | undefined,
): Promise<Day> | null {
  if (people === undefined || people.size < 2) return null;
  const number = chooseNumber(account.chat, fields.sender, undefined, 'sender');
  return 'reason' in number ? null : readDayOf({ reader, clock }, account, { number, people });
}

/** What would be done; nothing is stored. */
async function showDryRun(
  deps: MakeBatchDeps,
  wanted: Wanted,
  { acceptance, preview }: FileTakenIn & { readonly kind: 'accepted' },
): Promise<ShownBatch> {
  const { account, fields, file, schedule, repeat } = wanted;
  const { recipients, parts, priceMicros, leftOut = 0 } = acceptance;
  const source = repeat?.repeats?.source ?? (file === undefined ? 'link' : 'upload');
  return {
    id: null,
    state: 'dry_run',
    kind: fields.kind ?? 'sms',
    source,
    name: fields.name ?? null,
    repeats: repeat?.repeats === undefined ? null : String(repeat.repeats.batchId),
    failed_repeated_by: null,
    fallback: previewFallback(fields.fallback, preview?.fallback),
    fallback_of: null,
    file:
      source === 'numbers'
        ? null
        : { name: keptFileName(file?.name ?? '') ?? null, bytes: file?.bytes ?? null, kind: null },
    sender: fields.sender,
    template_id: fields.template_id,
    short_links: fields.short_links ?? false,
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
    clicks: null,
    counted_at: null,
    progress: null,
    pause_reason: null,
    problem: null,
    // What was said before is shown to those who may read it, by other ways.
    ...showPreview(
      repeat?.textColumn === undefined ? preview : undefined,
      await dayOf(deps, wanted, preview?.check.people),
    ),
    test: account.isTest,
    created_at: showTime(deps.clock.nowMs()),
    send_at: showTimeOrNull(schedule.sendAtMs),
    recurs: showRecurs(readRecurs(fields)),
    published_at: null,
  };
}
