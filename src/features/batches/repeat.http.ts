/** `POST /v1/batches/{id}/again`: the same once more, to all or to those who did not get it. */
import { faultOfName } from '../../domain/account/name.ts';
import type { Account } from '../../domain/account/account.ts';
import type { ChatTemplateId } from '../../domain/ids.ts';
import type { ChatOfFile } from '../../domain/message/file-send.ts';
import type { KeptBatch } from '../../domain/message/kept-batch.ts';
import { mayBeCodes } from '../../domain/message/readable-text.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  defineEndpoint,
  refused,
  refuseField,
  type Endpoint,
  type Outcome,
} from '../../api/v1/endpoint.ts';
import { idOf } from '../../api/v1/list.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { closed } from '../../operations/resource.ts';
import type { BatchReports } from '../../journey/journey.ts';
import { readSchedule, SEND_AT, SEND_WINDOW } from '../messages/schedule.http.ts';
import { BATCH, BATCH_NAME, type ShownBatch } from './batch-shape.http.ts';
import { askedFallback } from './fallback.http.ts';
import { sendNow, type MakeBatchDeps, type Wanted } from './make-batch.http.ts';
import { CONTENT, FAILURES, NOT_WITH_FALLBACK } from './new-batch.http.ts';
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
        'those whose message failed or expired, once, and not those whose number does not exist ' +
        'or who got the text in place of a chat message.',
    }),
    texted: Type.Optional(
      Type.Boolean({ description: 'Of chat messages: also to those who got the text instead.' }),
    ),
    spread: CONTENT.spread,
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
    about: 'Sends a batch again, with its template and sender, as a new batch.',
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
      'batch_of_codes',
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
      const strange = strangeField(batch, body);
      if (strange !== undefined) return strange;
      const wanted = {
        account,
        dryRun,
        schedule,
        idempotency: dryRun ? undefined : idempotency,
        fields: fieldsOf(batch, body),
      };
      const onlyFailed = body.recipients === 'failed';
      return repeat(deps, { batch, wanted, onlyFailed, texted: body.texted ?? false });
    },
  });
}

type Body = Static<typeof BODY>;

/** What is given for the other channel. */
function strangeField({ kind }: KeptBatch, body: Body) {
  const isChat = kind === 'chat';
  const strange = (isChat ? (['send_window'] as const) : (['texted', 'spread'] as const)).find(
    (name) => body[name] !== undefined,
  );
  const rule = isChat ? 'is for texts' : 'is for chat messages';
  return strange === undefined ? undefined : refuseField(`/${strange}`, rule, 'body');
}

/** What it is sent with: its texts may hold any letters. */
function fieldsOf(batch: KeptBatch, { name, spread }: Body): Wanted['fields'] {
  const { kind, sender, templateId: template_id = '', shortLinks: short_links } = batch;
  const given = name === undefined ? {} : { name };
  const same = { kind, sender, template_id, duplicate: true, ...given };
  return kind === 'chat'
    ? { ...same, content: {}, ...(spread === undefined ? {} : { spread }) }
    : { ...same, message: {}, type: 'unicode', short_links };
}

type Repeating = {
  readonly batch: KeptBatch;
  readonly wanted: Omit<Wanted, 'file'>;
  readonly onlyFailed: boolean;
  /** Also to whom the text in place of the chat message came. */
  readonly texted: boolean;
};

async function repeat(deps: Deps, asked: Repeating): Promise<Outcome<ShownBatch>> {
  const { batch, wanted, onlyFailed, texted } = asked;
  const { reader } = deps.chat;
  const { published } = batch;
  if (published === undefined || !isRepeatable(wanted.account, batch)) {
    return refused('batch_not_repeatable');
  }
  if (isOfCodes(wanted.account, batch)) return refused('batch_of_codes');
  const named = { accountId: wanted.account.id, id: batch.id };
  const facts = await findRepeatFacts(reader, named);
  if (facts === undefined) return refused('batch_not_repeatable');
  const { contacts, shortLinks } = facts;
  const isSaid = batch.kind === 'sms' || contacts?.chat !== undefined;
  if (!onlyFailed && contacts !== undefined && isSaid) {
    return repeatToContacts(deps, asked, contacts);
  }
  const texts = texted ? undefined : facts.texts;
  const of = { ...named, ...published.span, onlyFailed, shortLinks, texts };
  const isFollowed = facts.isFollowed && !texted;
  if (onlyFailed && (isFollowed || (await mayChange(reader, of)))) return refused('batch_not_over');
  // A repeated key gets its first answer: it is asked when this is published.
  if (wanted.dryRun && onlyFailed && facts.failedRepeatedBy !== undefined) {
    return refused('batch_repeated');
  }
  const rows = readRepeatRows(reader, of);
  const repeats = { batchId: batch.id, onlyFailed, source: batch.source };
  return withFile(deps, { account: wanted.account, rows, name: batch.fileName }, (file) =>
    file.bytes === 0
      ? Promise.resolve(refused('batch_none_failed'))
      : sendNow(deps, { ...wanted, file, repeat: { textColumn: 2, repeats } }),
  );
}

/** Texts, or a template, of this mode. */
function isRepeatable(account: Account, { kind, isTest, templateId }: KeptBatch): boolean {
  return isTest === account.isTest && (kind === 'sms' || templateId !== undefined);
}

/** Codes are each for one moment. */
function isOfCodes(account: Account, { kind, ...of }: KeptBatch): boolean {
  if (kind === 'sms') return mayBeCodes(account, of);
  const id = Number(of.templateId) as ChatTemplateId;
  return account.chat.templates.get(id)?.category === 'authentication';
}

/** Whether its messages, or the texts in their place, may still end in another way. */
async function mayChange(
  reader: Reader,
  { texts, ...of }: Parameters<typeof readRepeatRows>[1],
): Promise<boolean> {
  if (await hasOpenMessages(reader, of)) return true;
  return texts !== undefined && hasOpenMessages(reader, { ...of, ...texts });
}

/** To those whom its filter finds now, with its values. */
async function repeatToContacts(
  deps: Deps,
  { batch, wanted }: Repeating,
  contacts: NonNullable<RepeatFacts['contacts']>,
): Promise<Outcome<ShownBatch>> {
  const { account, fields } = wanted;
  const { values: message, chat, ...of } = contacts;
  const said: Said = chat === undefined ? { message } : saidIn(chat, fields);
  if (said.spread === true && said.fallback !== undefined) {
    return refuseField('/spread', NOT_WITH_FALLBACK, 'body');
  }
  const rows = deps.journey.rowsOfContacts({ accountId: account.id, ...of });
  const repeats = { batchId: batch.id, onlyFailed: false, source: batch.source };
  return withFile(deps, { account, rows, name: batch.fileName }, (file) =>
    sendNow(deps, {
      ...wanted,
      file,
      contacts: of,
      repeat: { repeats },
      fields: { ...fields, ...said },
    }),
  );
}

type Said = Pick<Wanted['fields'], 'content' | 'message' | 'spread' | 'fallback'>;

function saidIn({ content, fallback, ...chat }: ChatOfFile, { spread = chat.spread }: Said): Said {
  const said = { content, spread };
  return fallback === undefined ? said : { ...said, fallback: askedFallback(fallback) };
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
