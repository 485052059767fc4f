/** Receipts that could not be applied to a message. */
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
import { Refusal } from '@paigham/base/refusal.ts';
import {
  countReceipts,
  findReceipt,
  KEPT_KINDS,
  listReceipts,
  type ReceiptRecord,
} from '../../store/messages/receipts.ts';
import { argument, id, limitOf, link, oneOf, option } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at, more, type RawFields } from '../../operations/show.ts';

export const receiptList = query({
  name: 'receipt list',
  about: 'Lists what operators sent that could not simply be applied to a message, newest first.',
  input: {
    kind: option('kind', oneOf('KIND', KEPT_KINDS), `one of ${KEPT_KINDS.join(', ')}`),
    link: option('link', link, 'of this link only'),
    beforeId: option('before', id, 'older than this one'),
    most: limitOf(50),
  },
  async read({ reader }, input) {
    const receipts = await listReceipts(reader, input);
    const data = receipts.map(summary);
    return { data, empty: 'No receipts found.', ...more(receipts, input.most) };
  },
});

/** By the primary key alone: no index is kept for a count that people look at now and then. */
const COUNTED = 10_000;

export const receiptCount = query({
  name: 'receipt count',
  about: `Counts the newest ${COUNTED} of them by link and kind.`,
  input: {},
  read: async ({ reader }) => ({
    data: await countReceipts(reader, { among: COUNTED }),
    empty: 'No receipts found.',
  }),
});

function summary(receipt: ReceiptRecord): RawFields {
  const { id, receivedAtMs, link, kind, operatorKey, state, error } = receipt;
  return {
    id,
    at: at(receivedAtMs),
    link,
    kind,
    operator_id: operatorKey,
    says: state === undefined ? null : REPORT_WORDS[stateOf(state)],
    error,
    account: receipt.accountId,
    message: receipt.messageId,
  };
}

export const receiptShow = query({
  name: 'receipt show',
  about: 'Shows one such receipt in full: its octets, and their meaning.',
  input: { id: argument('ID', id) },
  async read({ reader }, input) {
    const receipt = await findReceipt(reader, { id: input.id });
    if (receipt === undefined) {
      throw new Refusal(`There is no receipt ${input.id}: see "paigham receipt list".`);
    }
    const octets = receipt.raw.toString('hex');
    return { data: { ...summary(receipt), ...explain(receipt.raw), octets } };
  },
});

/** What the octets say, as far as they can be read. */
function explain(raw: Buffer): RawFields {
  const decoded = decodePdu(raw);
  if (!decoded.ok) return { pdu: `cannot be read: ${decoded.fault.reason}` };
  const fault = decoded.fault?.reason;
  const { body } = decoded.pdu;
  if (body.command !== 'deliver_sm' && body.command !== 'data_sm') {
    return { pdu: body.command, fault };
  }
  const shortMessage = body.command === 'data_sm' ? new Uint8Array(0) : body.shortMessage;
  const source = { shortMessage, tlvs: body.tlvs, dataCoding: body.dataCoding };
  return {
    ...address(body),
    fault,
    left_over: decoded.leftOver && Buffer.from(decoded.leftOver).toString('hex'),
    text: readableText(source),
    tlvs: body.tlvs.map(showTlv),
    read_as: readAs(parseReceipt(source)),
  };
}

function address(body: Message | DataMessage): RawFields {
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
