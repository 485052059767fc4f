import { noteLook } from '../../admin/messages/note-look.ts';
import { moneyStandingOf, type MessageLife } from '../../domain/message/life.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { ReportedMessage } from '../../domain/message/report.ts';
import { readRecipients } from '../../domain/recipient/recipients.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import { Refusal, UsageError } from '../../kit/refusal.ts';
import { findKeptBatch } from '../../store/reports/read-batches.ts';
import { readLife } from '../../store/reports/read-life.ts';
import { readMessageReport } from '../../store/reports/read-report.ts';
import {
  findOwner,
  searchMessages,
  type ListedMessage,
  type MessageSearch,
} from '../../store/reports/search-messages.ts';
import { readLinkHealth } from '../../store/settings/link-health.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import {
  explainReason,
  readMessageId,
  readState,
  showMessageId,
  STATE_WORDS,
  whyItWaits,
  wordOf,
} from '../message-words.ts';
import { limitOption, more, readLimit, readSpan, SPAN_OPTIONS } from '../paging.ts';
import { printAnswer, printTable } from '../print.ts';
import { showRupees, showTime } from '../values.ts';

const SHOWN = 50;

/** Which messages, without their state and number of rows. */
type Place = Omit<MessageSearch, 'state' | 'most'>;

async function list(line: Line, given: Given): Promise<Answer> {
  const place = await readPlace(line, given);
  const word = given.option('state');
  const state = word === undefined ? undefined : readState(word);
  const most = readLimit(given, SHOWN);
  const { messages, stoppedAt } = await searchMessages(line.reader, { ...place, state, most });
  const { accountId, recipient, batchId } = place;
  const detail = { recipient, batch: batchId, state, found: messages.length };
  await noteLook(line.admin, { action: 'message.list', accountId, detail });
  return {
    data: messages.map(rowOf),
    empty: 'No messages found.',
    ...more(messages, most),
    ...(stoppedAt === undefined ? {} : { note: stopWords(stoppedAt) }),
  };
}

function stopWords(stoppedAt: number): string {
  const at = showTime(timeOfId(stoppedAt));
  return `Only messages back to ${at} were searched. Go on with --before ${stoppedAt}.`;
}

async function readPlace(line: Line, given: Given): Promise<Place> {
  const id = given.option('id');
  const named = given.option('account');
  const number = given.option('number');
  if (id === undefined && named === undefined && number === undefined) {
    throw new UsageError('Say which messages: --number, --account or --id.');
  }
  const account = named === undefined ? undefined : await findAccount(line, named);
  const { sinceMs, untilMs } = readSpan(given, line.admin.clock.nowMs());
  const before = given.option('before');
  const of =
    id === undefined
      ? { accountId: account?.id, batchId: undefined, fromId: 0, belowId: Number.MAX_SAFE_INTEGER }
      : await placeOfId(line, readMessageId(id, '--id'));
  if (id !== undefined && account !== undefined && account.id !== of.accountId) {
    throw new Refusal(`--id is of another account, ${of.accountId}.`);
  }
  return {
    ...of,
    recipient: number === undefined ? undefined : readNumberOf(number),
    fromId: Math.max(of.fromId, sinceMs === undefined ? 0 : firstIdAt(sinceMs)),
    belowId: Math.min(
      of.belowId,
      untilMs === undefined ? of.belowId : firstIdAt(untilMs),
      before === undefined ? of.belowId : readMessageId(before, '--before'),
    ),
  };
}

/** A message, or all of a batch. */
async function placeOfId({ reader }: Line, id: number): Promise<Omit<Place, 'recipient'>> {
  const ofMessage = await findOwner(reader, 'message', id);
  if (ofMessage !== undefined) {
    return { accountId: ofMessage, batchId: undefined, fromId: id, belowId: id + 1 };
  }
  const accountId = await findOwner(reader, 'batch', id);
  const batch = accountId && (await findKeptBatch(reader, accountId, id));
  if (batch === undefined) throw new Refusal(`There is no message and no batch ${id}.`);
  if (batch.published === undefined) {
    throw new Refusal(`Batch ${id} has no messages: see "paigham batch show ${id}".`);
  }
  const { firstMessage: fromId, lastMessage } = batch.published.span;
  return { accountId, batchId: id, fromId, belowId: lastMessage + 1 };
}

/** As people write it; a chat message may go abroad. */
function readNumberOf(text: string): string {
  const digits = readRecipients(text).accepted[0] ?? /^\+?(\d{7,15})$/.exec(text)?.[1];
  if (digits !== undefined) return digits;
  throw new UsageError('--number must be a phone number, such as 923001234567.');
}

function rowOf(message: ListedMessage): Fields {
  const { id, accountId, isChat, recipient, sender, network, state, reason } = message;
  const { sentAtMs, doneAtMs } = message;
  return {
    id: showMessageId(id, isChat),
    account: accountId,
    number: recipient,
    sender: sender ?? null,
    network,
    state: wordOf(state),
    reason: reason ?? null,
    accepted: showTime(message.acceptedAtMs),
    sent: sentAtMs === undefined ? null : showTime(sentAtMs),
    done: doneAtMs === undefined ? null : showTime(doneAtMs),
    parts: message.parts,
    price: showRupees(message.priceMicros),
  };
}

async function show(line: Line, given: Given): Promise<Answer> {
  const { reader, admin } = line;
  const key = await findMessage(line, given.arg('ID'));
  const { accountId, messageId } = key;
  const nowMs = admin.clock.nowMs();
  const told = await readMessageReport(reader, accountId, { id: messageId, atMs: nowMs });
  const life = await readLife(reader, key);
  if (told === undefined || life === undefined) {
    throw new Refusal('Its batch is still being written: ask again in a moment.');
  }
  await noteLook(admin, { action: 'message.show', accountId, detail: { message: messageId } });
  const health = await readLinkHealth(reader);
  const linkId = life.queued?.linkId;
  const of = [...health].find(([id]) => id === linkId)?.[1];
  const waits = told.state === 'waiting' ? whyItWaits(life, nowMs, of) : null;
  const data = {
    ...factsOf(key, told, life),
    waits,
    ...timesOf(told, life),
    ...moneyOf(told, life),
  };
  const attempts = life.attempts.map((it) => attemptOf(it, life.chat !== undefined));
  const receipts = life.receipts.map(receiptOf);
  const text = [
    printAnswer({ data }),
    attempts.length === 0 ? 'No attempt was made yet.' : `Attempts\n${printTable(attempts)}`,
    ...(receipts.length === 0 ? [] : [`Receipts kept besides\n${printTable(receipts)}`]),
    'What it says is never shown: it may be a one-time code.',
  ].join('\n\n');
  return { data, full: { ...data, attempts, receipts }, text };
}

async function findMessage({ reader }: Line, text: string): Promise<MessageKey> {
  const id = readMessageId(text, 'ID');
  const accountId = await findOwner(reader, 'message', id);
  if (accountId !== undefined) return { accountId, messageId: id as MessageId };
  if ((await findOwner(reader, 'batch', id)) !== undefined) {
    throw new Refusal(
      `${id} is a batch: see "paigham batch show ${id}" and "paigham message list --id ${id}".`,
    );
  }
  throw new Refusal(`There is no message ${text}: see "paigham message list --number NUMBER".`);
}

function factsOf({ accountId, messageId }: MessageKey, told: ReportedMessage, life: MessageLife) {
  const { batchId, templateId, reasonWord } = told;
  const template = templateId === undefined ? null : `${templateId} ${life.template ?? ''}`.trim();
  return {
    id: showMessageId(messageId, told.chat !== undefined),
    kind: told.chat === undefined ? 'sms' : `chat, ${life.chat?.category ?? ''}`,
    account: `${accountId} ${life.account}`,
    batch: batchId === undefined ? null : String(batchId),
    number: told.recipient,
    network: told.network,
    sender: life.sender ?? null,
    sender_type: life.senderRoute ?? null,
    template,
    parts: told.parts,
    state: wordOf(told.state),
    reason: reasonWord ?? life.reason ?? null,
    reason_in_words: told.reason ?? (life.reason === undefined ? null : explainReason(life.reason)),
  };
}

function timesOf(told: ReportedMessage, { expiresAtMs, chat }: MessageLife): Fields {
  const time = (ms: number | undefined): string | null => (ms === undefined ? null : showTime(ms));
  return {
    accepted: showTime(told.acceptedAtMs),
    expires: showTime(expiresAtMs),
    sent: time(told.sentAtMs),
    done: time(told.doneAtMs),
    ...(chat === undefined ? {} : { read: time(chat.readAtMs), failed: time(chat.failedAtMs) }),
    level: told.level ?? null,
  };
}

function moneyOf(told: ReportedMessage, life: MessageLife): Fields {
  const standing = moneyStandingOf(life, told.state);
  const { priceMicros, lookupsMicros, reserveId, settleId } = life.money;
  return {
    price: showRupees(priceMicros),
    reserved: showRupees(standing.reservedMicros),
    posted: showRupees(standing.postedMicros),
    released: showRupees(standing.releasedMicros),
    refunded: showRupees(standing.refundedMicros),
    lookups_of_request: showRupees(lookupsMicros),
    transfers: [reserveId, ...(settleId === undefined ? [] : [settleId])].map(String),
  };
}

function attemptOf(attempt: MessageLife['attempts'][number], isChat: boolean): Fields {
  const { status, receipt, outcome, wasLost } = attempt;
  const shown = status === undefined ? null : isChat ? String(status) : `0x${status.toString(16)}`;
  return {
    attempt: attempt.attempt,
    part: attempt.part,
    link: attempt.link,
    at: showTime(attempt.answeredAtMs),
    outcome: wasLost && outcome !== 'ambiguous' ? `${outcome}, its answer was lost` : outcome,
    operator_id: attempt.operatorKey ?? null,
    status: shown,
    reason: attempt.reason ?? null,
    receipt: receipt === undefined ? null : wordOf(receipt.state),
    receipt_error: receipt?.error ?? null,
    receipt_at: receipt === undefined ? null : showTime(receipt.atMs),
    node: attempt.node,
  };
}

function receiptOf(receipt: MessageLife['receipts'][number]): Fields {
  const { id, kind, link, operatorKey, says, error, receivedAtMs } = receipt;
  return {
    id,
    at: showTime(receivedAtMs),
    link,
    kind,
    operator_id: operatorKey ?? null,
    says: says ?? null,
    error: error ?? null,
  };
}

export const messageCommands: readonly Command[] = [
  {
    name: 'message list',
    args: [],
    options: [
      { name: 'number', value: 'NUMBER', about: 'to this phone, of every account' },
      { name: 'account', value: 'ACCOUNT', about: 'of this account' },
      { name: 'id', value: 'ID', about: 'what a send was answered with: a message, or a batch' },
      { name: 'state', value: 'STATE', about: `one of ${STATE_WORDS.join(', ')}` },
      ...SPAN_OPTIONS,
      { name: 'before', value: 'ID', about: 'older than this message' },
      limitOption(SHOWN),
    ],
    about: 'Lists messages, SMS and chat, newest first. Looking is noted in the audit.',
    run: list,
  },
  {
    name: 'message show',
    args: ['ID'],
    options: [],
    about:
      'Shows the whole life of a message, but never its text, which may be a one-time code. ' +
      'Looking is noted in the audit.',
    run: show,
  },
];
