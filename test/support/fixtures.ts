/**
 * A small world of plain objects for tests that need no database: the account Roshan Store with its
 * senders and templates, four operators with a link each, and the routes between them. Every maker
 * returns something complete and valid; `changes` is what a test is about.
 */
import { SCOPES, type Account, type AccountKey } from '../../src/domain/account/account.ts';
import { isGiven, readSend, readSwitch, type SendTexts } from '../../src/api/sms/read-send.ts';
import { NO_CHAT } from '../../src/domain/chat/account-chat.ts';
import type { NodeLease } from '../../src/domain/carrier/carrier.ts';
import type {
  AccountId,
  KeyId,
  MessageId,
  SenderId,
  TariffId,
  TemplateId,
} from '../../src/domain/ids.ts';
import type { CheckedRequest, Draft, SendRequest } from '../../src/domain/message/draft.ts';
import type { FileRequest } from '../../src/domain/message/file-send.ts';
import type { AttemptResult, Outgoing, PartResult } from '../../src/domain/message/outgoing.ts';
import { micros, MICROS_PER_RUPEE, type Micros } from '../../src/domain/pricing/money.ts';
import type { Tariff } from '../../src/domain/pricing/tariff.ts';
import { readRecipients } from '../../src/domain/recipient/recipient.ts';
import type { Sender } from '../../src/domain/sender/sender.ts';
import { readWording, variableNames, type Template } from '../../src/domain/template/template.ts';
import { bookOf, type Policy } from '../../src/domain/policy/policy.ts';
import type { Transaction } from '../../src/kit/postgres/pool.ts';
import type { Statement } from '../../src/kit/postgres/statement.ts';
import { LINKS, NOON_MS, NUMBERS, OPERATORS } from './routing.ts';

export { LINKS, makeHealth, makeRoute, NOON_MS, NUMBERS, OPERATORS, ROUTING } from './routing.ts';

export const ROSHAN = 7 as AccountId;
export const NAYA = 8 as AccountId;

export const LEASE: NodeLease = { slot: 3, epoch: 5 };

/** Whole rupees as an amount. */
export function rupees(amount: number): Micros {
  return micros(BigInt(amount) * MICROS_PER_RUPEE);
}

function makeSender(id: number, name: string, changes: Partial<Sender> = {}): Sender {
  return { id: id as SenderId, name, route: 'branded', state: 'approved', ...changes };
}

export const SENDERS = {
  shared: makeSender(1, 'InfoSMS', { route: 'simple', isShared: true }),
  brand: makeSender(2, 'RoshanStore'),
  shortCode: makeSender(3, '8584', { route: 'short_code', isShared: true }),
  waiting: makeSender(4, 'NewBrand', { state: 'waiting' }),
  rejected: makeSender(5, 'JazzCash', { state: 'rejected' }),
} as const;

/** A template with this wording, whose variables are texts of 160 characters. */
export function makeTemplate(
  id: number,
  message: string,
  changes: Partial<Template> = {},
): Template {
  const wording = readWording(message);
  const variables = variableNames(wording).map((name) => ({
    name,
    type: 'text' as const,
    maxLength: 160,
  }));
  return {
    id: id as TemplateId,
    name: `template ${id}`,
    message,
    category: 'transactional',
    state: 'approved',
    variables,
    wording,
    validityMinutes: undefined,
    ...changes,
  };
}

export const TEMPLATES = {
  code: makeTemplate(21, 'Your code is #code#.'),
  order: makeTemplate(22, 'Dear #name#, order #order_no# is on its way.'),
  sale: makeTemplate(23, 'Sale: #discount# off.', { category: 'promotional' }),
  urdu: makeTemplate(24, 'آپ کا کوڈ #code# ہے۔'),
  waiting: makeTemplate(25, 'Hello #name#', { state: 'waiting' }),
  rejected: makeTemplate(26, 'You have won #prize#', { state: 'rejected' }),
} as const;

/** Roshan Store: verified, fixed content on, all senders and templates above. */
export function makeAccount(changes: Partial<Account> = {}): Account {
  const senders = Object.values(SENDERS);
  return {
    id: ROSHAN,
    version: 1,
    name: 'Roshan Store',
    active: true,
    verified: true,
    fixedContent: true,
    mnpCoverage: false,
    mnpOption: false,
    always200: false,
    lookalikes: true,
    ipList: [],
    postpaid: false,
    needsConsent: false,
    keys: [],
    sendersByName: new Map(senders.map((sender) => [sender.name, sender])),
    sendersById: new Map(senders.map((sender) => [sender.id, sender])),
    templates: new Map(Object.values(TEMPLATES).map((template) => [template.id, template])),
    hasOptouts: false,
    chat: NO_CHAT,
    isTest: false,
    ...changes,
  };
}

/** A key that may do everything. */
export function makeKey(changes: Partial<AccountKey> = {}): AccountKey {
  return {
    id: 17 as KeyId,
    actor: 'key:17',
    hash: 'a1',
    mode: 'live',
    scopes: SCOPES,
    expiresAtMs: undefined,
    ...changes,
  };
}

/** No hours and no caps. */
export const POLICY: Policy = { hours: new Map(), caps: bookOf([]) };

/** What a caller writes, with the account that asks. */
export type Written = SendTexts &
  Pick<SendRequest, 'account' | 'dryRun' | 'idempotency'> & { readonly mobile: string };

/** A code to a Jazz number from the shared sender, as a caller writes it: it passes every check. */
export function writeRequest(changes: Partial<Written> = {}): Written {
  return {
    account: makeAccount(),
    sender: SENDERS.shared.name,
    mobile: NUMBERS.jazz,
    template_id: String(TEMPLATES.code.id),
    message: '{"code":"4821"}',
    network: '',
    ported: '',
    type: '',
    dryRun: false,
    idempotency: undefined,
    ...changes,
  };
}

/** The same as the SMS interface reads it. */
export function makeRequest(changes: Partial<Written> = {}): SendRequest {
  const { account, dryRun, idempotency, ...written } = writeRequest(changes);
  const { send, texts } = readSend(written);
  const recipients = isGiven(texts.mobile) ? readRecipients(texts.mobile) : undefined;
  return { account, dryRun, idempotency, ...send, recipients };
}

/** The same for a file, as the SMS interface reads it. */
export function makeFileRequest(changes: Partial<Written> & WrittenOfFile = {}): {
  readonly request: FileRequest;
  readonly link: string;
} {
  const { account, dryRun, idempotency, mobile: _, ...written } = writeRequest(changes);
  const { duplicate = '', hidden = '', link = FILE_LINK } = changes;
  const { send, texts } = readSend({ ...written, duplicate, hidden, link });
  const keepsRepeated = readSwitch(texts.duplicate, 'duplicate_unknown');
  const includesHidden = readSwitch(texts.hidden, 'hidden_unknown');
  return {
    request: { account, dryRun, idempotency, ...send, keepsRepeated, includesHidden },
    link: texts.link,
  };
}

export type WrittenOfFile = {
  readonly duplicate?: string;
  readonly hidden?: string;
  readonly link?: string;
};

export const FILE_LINK = 'https://files.example/list.csv';

/** Two rupees per part for everybody, with every operator, since 1970. */
export function makeTariff(changes: Partial<Tariff> = {}): Tariff {
  return {
    id: 1 as TariffId,
    accountId: undefined,
    senderRoute: 'simple',
    operatorId: undefined,
    partPriceMicros: rupees(2),
    refundFailed: false,
    validFromMs: 0,
    ...changes,
  };
}

/** One message to each of these numbers, all through Jazz. */
export function makeChecked(
  recipients: readonly string[] = [NUMBERS.jazz],
  changes: Partial<CheckedRequest> = {},
): CheckedRequest {
  return {
    account: makeAccount(),
    sender: SENDERS.shared,
    template: TEMPLATES.code,
    messages: recipients.map((recipient) => ({
      recipient,
      operatorId: OPERATORS.jazz,
      linkId: LINKS.jazz,
      text: 'Your code is 4821.',
      alphabet: 'gsm7',
      parts: 1,
    })),
    filtered: [],
    opening: undefined,
    counted: undefined,
    lookups: undefined,
    dryRun: false,
    idempotency: undefined,
    ...changes,
  };
}

/** The same, priced at two rupees a message. */
export function makeDraft(
  recipients: readonly string[] = [NUMBERS.jazz],
  changes: Partial<Omit<Draft, 'messages'>> = {},
): Draft {
  const { messages, ...checked } = makeChecked(recipients);
  return {
    ...checked,
    lookups: undefined,
    messages: messages.map((message) => ({
      ...message,
      tariffId: 1 as TariffId,
      priceMicros: rupees(2),
    })),
    parts: messages.length,
    priceMicros: rupees(2 * messages.length),
    settingsVersion: 1,
    ...changes,
  };
}

/** A first attempt at a one-part message, valid for a day. */
export function makeOutgoing(changes: Partial<Outgoing> = {}): Outgoing {
  return {
    accountId: ROSHAN,
    messageId: 1_000 as MessageId,
    attempt: 1,
    recipient: NUMBERS.jazz,
    sender: { name: SENDERS.shared.name, route: 'simple' },
    priority: 0,
    alphabet: 'gsm7',
    parts: 1,
    partsTaken: [],
    faults: 0,
    priceMicros: rupees(2),
    expiresAtMs: NOON_MS + 86_400_000,
    text: 'Your code is 4821.',
    isTest: false,
    ...changes,
  };
}

/** A first attempt at a message with this many full parts, at two rupees per part. */
export function makeLong(parts: number, changes: Partial<Outgoing> = {}): Outgoing {
  return makeOutgoing({
    parts,
    priceMicros: rupees(2 * parts),
    text: 'a'.repeat(parts === 1 ? 160 : 153 * parts),
    ...changes,
  });
}

/** The outcome of an attempt at a message, on the Jazz link. */
export function makeAttempt(message: Outgoing, results: readonly PartResult[]): AttemptResult {
  return { linkId: LINKS.jazz, lease: LEASE, message, results };
}

/** A statement that a fake transaction was asked to run. */
export type Asked = { readonly name: string; readonly given: object };

/**
 * A transaction that answers statements by name from `answers`, and otherwise with no rows. `asked`
 * lists what it was asked, in order.
 */
export function makeTransaction(answers: Readonly<Record<string, readonly unknown[]>> = {}): {
  readonly transaction: Transaction;
  readonly asked: readonly Asked[];
} {
  const asked: Asked[] = [];
  const answer = <Row>({ name }: Statement<Row>, given: object = {}) => {
    asked.push({ name, given });
    return Promise.resolve((answers[name] ?? []) as readonly Row[]);
  };
  const transaction = { read: answer, run: answer, last: answer } as unknown as Transaction;
  return { transaction, asked };
}
