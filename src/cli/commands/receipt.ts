import {
  decodePdu,
  parseReceipt,
  readableText,
  tlvTags,
  type DataMessage,
  type Message,
  type Tlv,
} from '@paigham/smpp';
import { REPORT_WORDS, stateOf } from '../../domain/message/message.ts';
import { Refusal, UsageError } from '../../kit/refusal.ts';
import {
  findReceipt,
  KEPT_KINDS,
  listReceipts,
  type ReceiptRecord,
} from '../../store/receipts/list-receipts.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findNamedLink } from '../find-link.ts';
import { limitOption, more, readLimit } from '../paging.ts';
import { readNumber, showTime } from '../values.ts';

const SHOWN = 50;

async function list(line: Line, given: Given): Promise<Answer> {
  const before = given.option('before');
  const most = readLimit(given, SHOWN);
  const named = given.option('link');
  const receipts = await listReceipts(line.reader, {
    kind: readKind(given.option('kind')),
    link: named === undefined ? undefined : (await findNamedLink(line, named)).name,
    beforeId: before === undefined ? undefined : readNumber(before, '--before'),
    most,
  });
  return { data: receipts.map(summary), empty: 'No receipts found.', ...more(receipts, most) };
}

function readKind(text: string | undefined): (typeof KEPT_KINDS)[number] | undefined {
  const kind = KEPT_KINDS.find((it) => it === text);
  if (text === undefined || kind !== undefined) return kind;
  throw new UsageError(`--kind must be one of ${KEPT_KINDS.join(', ')}.`);
}

function summary(receipt: ReceiptRecord): Fields {
  const { id, receivedAtMs, link, kind, operatorKey, state, error } = receipt;
  return {
    id,
    at: showTime(receivedAtMs),
    link,
    kind,
    operator_id: operatorKey,
    says: state === null ? null : REPORT_WORDS[stateOf(state)],
    error,
    account: receipt.accountId,
    message: receipt.messageId,
  };
}

async function show({ reader }: Line, given: Given): Promise<Answer> {
  const receipt = await findReceipt(reader, readNumber(given.arg('ID'), 'ID'));
  if (receipt === undefined) throw new Refusal('There is no such PDU: see "paigham receipt list".');
  const hex = receipt.raw.toString('hex');
  return { data: { ...summary(receipt), ...explain(receipt.raw), octets: hex } };
}

/** What the octets say, as far as they can be read. */
function explain(raw: Buffer): Fields {
  const decoded = decodePdu(raw);
  if (!decoded.ok) return { pdu: `cannot be read: ${decoded.fault.reason}` };
  const { body } = decoded.pdu;
  if (body.command !== 'deliver_sm' && body.command !== 'data_sm') return { pdu: body.command };
  const shortMessage = body.command === 'data_sm' ? new Uint8Array(0) : body.shortMessage;
  const source = { shortMessage, tlvs: body.tlvs, dataCoding: body.dataCoding };
  return {
    ...address(body),
    text: readableText(source),
    tlvs: body.tlvs.map(showTlv),
    read_as: readAs(parseReceipt(source)),
  };
}

function address(body: Message | DataMessage): Fields {
  return {
    pdu: body.command,
    from: body.source,
    to: body.destination,
    esm_class: `0x${body.esmClass.toString(16).padStart(2, '0')}`,
    data_coding: body.dataCoding,
  };
}

const TLV_NAMES = new Map<number, string>(
  Object.entries(tlvTags).map(([name, tag]): [number, string] => [tag, name]),
);

function showTlv({ tag, value }: Tlv): string {
  const name = TLV_NAMES.get(tag) ?? `0x${tag.toString(16).padStart(4, '0')}`;
  return `${name}=${Buffer.from(value).toString('hex')}`;
}

function readAs(parsed: ReturnType<typeof parseReceipt>): string {
  if (!parsed.ok) return `no receipt: ${parsed.reason}`;
  const { messageId, state, stateWord, error } = parsed.receipt;
  const said = state === 'unrecognised' ? `the unknown word ${stateWord}` : state;
  return `id ${messageId}: ${said}${error === undefined ? '' : `, err ${error}`}`;
}

export const receiptCommands: readonly Command[] = [
  {
    name: 'receipt list',
    args: [],
    options: [
      { name: 'kind', value: 'KIND', about: `one of ${KEPT_KINDS.join(', ')}` },
      { name: 'link', value: 'LINK', about: 'of one link alone' },
      { name: 'before', value: 'ID', about: 'older than this one' },
      limitOption(SHOWN),
    ],
    about: 'Lists delivery receipts that could not be applied to a message, newest first.',
    run: list,
  },
  {
    name: 'receipt show',
    args: ['ID'],
    options: [],
    about: 'Shows one of them in full: its octets, and what they say.',
    run: show,
  },
];
