/** Chat messages to the rows of a file: judged and priced as entries of a chat request. */
import { fillIn } from '../domain/chat/text.ts';
import {
  packEntry,
  type ChatEntry,
  type ChatRecipient,
  type ChatTaking,
  type ReadEntry,
} from '../domain/chat/request.ts';
import { readSaidBefore } from '../domain/chat/said-before.ts';
import { readEntry } from '../domain/chat/read-entry.ts';
import type { ChatContent, TemplateDraft } from '../domain/chat/content.ts';
import type { MediaTaken, TakeMedia } from '../domain/chat/media.ts';
import {
  failureOf,
  refuse,
  sentenceOf,
  type FailureReason,
  type Refusal,
} from '../domain/failure/failure.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import type { FileRequest, LeftOutRow, RowReason } from '../domain/message/file-send.ts';
import { limit } from '../domain/limits.ts';
import { micros } from '../domain/pricing/money.ts';
import { lettersOf } from '../domain/template/column-text.ts';
import { acceptChat } from '../journey/accept/accept-chat.ts';
import { priceChat } from '../journey/charge/price-chat.ts';
import { chatContextOf } from '../journey/commit/take-in-chats.ts';
import { isAlike, keyHolds } from '../journey/commit/still-holds.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { makeChatPiece } from '../journey/enqueue/enqueue-chat.ts';
import { withRecipient, type ChatOrder } from './accept-chat-file.ts';
import type { Channel, JudgedBy, PricedRow, RowMaker } from './channel.ts';
import { FileChecker } from './check-file.ts';
import { FallbackTexts } from './fallback-texts.ts';
import { faultOfCells } from './judge-rows.ts';
import { RowReader, type NamedRow } from './row-reader.ts';

type ChatsBy = JudgedBy & { readonly order: ChatOrder; readonly request: FileRequest };

export function chatChannel(deps: JourneyDeps, by: ChatsBy): Channel {
  const { order, atMs } = by;
  const { draft, sendAtMs = 0, template } = order;
  const isScheduled = sendAtMs > atMs;
  const fallback = fallbackOf(by);
  return {
    texts: undefined,
    order,
    opening: isScheduled ? { open: false, opensAtMs: sendAtMs, isScheduled } : undefined,
    closed: undefined,
    makeRows: () => makeChats(deps, order, fallback),
    checker: () => new FileChecker(undefined),
    piecesOf: (batch) => (messages) => {
      const chats = makeChatPiece(
        draft,
        { ...batch, acceptedAtMs: atMs },
        messages.map(({ text: content, ...it }) => ({ ...it, content })),
      );
      const texts = fallback?.pieceOf(batch.id, messages);
      return (transaction) => Promise.all([chats(transaction), texts?.(transaction)]);
    },
    fallback,
    published: { linkId: draft.linkId, isSpread: draft.spread === true },
    holds: {
      account: (fresh) =>
        keyHolds(draft.account, fresh) &&
        isAlike(fresh.chat.numbers.get(draft.number.id), draft.number) &&
        isAlike(fresh.chat.templates.get(template.id), template),
      settings(settings) {
        const now = priceChat(order.request, [], { settings, atMs });
        return !('reason' in now) && now.tariffId === draft.tariffId;
      },
    },
    shownText: (text) => textOfContent(JSON.parse(text) as ChatContent, order),
  };
}

/** The texts to those whom it does not reach, if it is to have any. */
function fallbackOf({ order: chats, request, context, routing, atMs }: ChatsBy) {
  const { fallback: order, sendAtMs = 0 } = chats;
  const asked = request.chat?.fallback;
  if (order === undefined || asked === undefined) return undefined;
  const dueAtMs = Math.max(atMs, sendAtMs);
  return new FallbackTexts({ order, asked, dueAtMs, routing, atMs, demoText: context.demoText });
}

/** The words of a template's body with the values of a message. */
function textOfContent(content: ChatContent, { template }: ChatOrder): string {
  return content.kind === 'template' ? fillIn(template.definition.body, content.body) : '';
}

type ReadRow = { readonly row: number; readonly recipient: string; readonly entry: ChatEntry };

/** Reads who gets what; what a row says is judged as an entry of a request would be. */
class ChatReader extends RowReader<ReadRow> {
  readonly #order: ChatOrder;

  constructor(order: ChatOrder) {
    super(order);
    this.#order = order;
  }

  protected make({ row, cells, recipient }: NamedRow): ReadRow | LeftOutRow {
    const { columns, fill, rules, textColumn, template } = this.#order;
    const fault = faultOfCells(columns, cells, false);
    if (fault !== undefined) {
      const { column = 1, ...why } = fault;
      return { ...why, row, shown: recipient, code: 12, column: lettersOf(column) };
    }
    const entry =
      textColumn === undefined
        ? readEntry(withRecipient(fill(cells), recipient), row, rules)
        : entryOf(
            recipient as ChatRecipient,
            readSaidBefore(cells[textColumn - 1] ?? '', template),
          );
    if (!entry.ok) return leftOutFor({ row, recipient, refusal: entry.refusal });
    return { row, recipient, entry: packEntry(entry) };
  }
}

/** @param recipient read as a number, or as an id of the platform */
function entryOf(recipient: ChatRecipient, draft: TemplateDraft | Refusal): ReadEntry {
  return 'reason' in draft
    ? { ok: false, shown: recipient, refusal: draft }
    : { ok: true, recipient, draft };
}

function makeChats(
  deps: JourneyDeps,
  order: ChatOrder,
  fallback: FallbackTexts | undefined,
): RowMaker {
  const reader = new ChatReader(order);
  const context = chatContextOf({ ...deps, media: onceEach(deps.media) });
  const { draft, request } = order;
  const same = { parts: 1, alphabet: 'chat', operatorId: 0 } as const;
  return {
    reader,
    async take(rows: readonly FileRow[]) {
      const most = limit('chatFileRows');
      if ((rows.at(-1)?.row ?? 0) > most) return refuse('file_too_large', { what: TOO_MANY });
      const { ready, leftOut } = reader.judge(rows);
      const entries = ready.map(({ entry }) => entry);
      const taken = await acceptChat({ ...request, entries }, context);
      const sent: PricedRow[] = [];
      const refused: LeftOutRow[] = [];
      for (const [at, { row, recipient }] of ready.entries()) {
        const one: ChatTaking | undefined = taken[at];
        if (one === undefined) throw new Error('an entry has no result');
        if (!one.ok) {
          const isOfFile = one.refusal.reason.startsWith('chat_media_');
          if (order.hasSameFiles && isOfFile) return one.refusal;
          refused.push(leftOutFor({ row, recipient, refusal: one.refusal }));
          continue;
        }
        const { person, content: text } = one;
        const { tariffId, unitMicros: priceMicros } = draft;
        sent.push({ ...same, row, recipient, person, text, tariffId, priceMicros });
      }
      const priceMicros = micros(draft.unitMicros * BigInt(sent.length));
      const parts = sent.length;
      const out = [...leftOut, ...refused];
      const said = fallback?.take(rows, sent);
      const all = said === undefined ? sent : sent.map((it) => ({ ...it, said: said.get(it.row) }));
      return { rows: all, leftOut: out, parts, priceMicros, counted: undefined, lookups: [] };
    },
  };
}

const TOO_MANY = `more than ${limit('chatFileRows')} rows of chat messages`;

const REASONS: Readonly<Partial<Record<FailureReason, RowReason>>> = {
  chat_opted_out: 'opted_out',
  chat_no_consent: 'no_consent',
  chat_user_unknown: 'chat_user',
  chat_code_to_user: 'chat_user',
  platform_person_rests: 'chat_rests',
};

const RULES: Readonly<Partial<Record<RowReason, string>>> = {
  opted_out: 'opted out',
  no_consent: 'not opted in to such messages',
  chat_rests: 'gets no more marketing from the chat platform for a day',
};

/** Why a row gets nothing, in the words of its refusal. */
function leftOutFor({
  row,
  recipient: shown,
  refusal,
}: {
  readonly row: number;
  readonly recipient: string;
  readonly refusal: Refusal;
}): LeftOutRow {
  const reason = REASONS[refusal.reason] ?? 'chat_content';
  const rule = RULES[reason] ?? sentenceOf(refusal).replace(/^(Invalid|Error:) /, '');
  const { code } = failureOf(refusal.reason);
  const told = code === '24' ? 9 : code === '7' ? 7 : 12;
  return { row, shown, column: undefined, code: told, reason, rule };
}

/** Each file once, however many rows name it. */
function onceEach(media: TakeMedia): TakeMedia {
  const known = new Map<string, Promise<MediaTaken>>();
  return {
    take(accountId, url, wanted) {
      const key = `${wanted} ${url}`;
      const taken = known.get(key) ?? media.take(accountId, url, wanted);
      known.set(key, taken);
      return taken;
    },
  };
}
