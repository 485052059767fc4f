/**
 * The decoders of what strangers send, each with real inputs and what must hold for any input:
 * an answer or the decoder's own fault, never an exception; what was read can be written and read
 * again.
 */
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInbound, type InboundRules } from '../../src/carriers/smpp/read-inbound.ts';
import { readWebhook } from '../../src/carriers/whatsapp/webhook/read-webhook.ts';
import { NEW_MESSAGES } from '../../src/features/messages/send-messages.http.ts';
import { boundsOf } from '../../src/api/v1/read-payload.ts';
import { decodeAgain } from '@paigham/http/decode-again.ts';
import { bodyKindOf, decodeBody } from '@paigham/http/decode-body.ts';
import { decodeForm, decodePlainOctets, type FormField } from '@paigham/http/form.ts';
import { runToEnd } from '@paigham/base/yielding.ts';
import { readJson, toPlain } from '@paigham/base/json.ts';
import { readingPlain } from '../../src/kit/read-plain.ts';
import { checking } from '../../src/kit/shape.ts';
import { readSource } from '../../packages/sheets/src/read-source.ts';
import { RowSink } from '../../packages/sheets/src/source.ts';
import { caps } from '../../packages/sheets/test/reading.ts';
import { makeWorkbook } from '../../packages/sheets/test/workbooks.ts';
import {
  decodePdu,
  encodePdu,
  Framer,
  messageIdKey,
  parseReceipt,
} from '../../packages/smpp/src/index.ts';
import { readVectors } from '../../packages/smpp/test/vector-pdus.ts';

export type Decoder = {
  readonly corpus: readonly Buffer[];
  /** What it looks for, to be put where it does not belong. */
  readonly words: readonly string[];
  /** Throws when what must hold does not. */
  check(input: Buffer): void | Promise<void>;
  /** What stays open while it is checked. */
  close?(): void;
};

export const DECODERS = { forms, json, smpp, receipts, sheets, webhooks } satisfies Readonly<
  Record<string, () => Decoder>
>;

export type DecoderName = keyof typeof DECODERS;

/** The kept inputs of a decoder: one a file. */
function kept(name: DecoderName): readonly Buffer[] {
  const folder = join(import.meta.dirname, 'corpus', name);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file)));
}

function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`it does not hold that ${what}`);
}

const BOUNDS = { fields: 100, jsonDepth: 10 };
const MULTIPART = 'multipart/form-data; boundary=edge';

function forms(): Decoder {
  return {
    corpus: kept('forms'),
    words: ['&', '=', '%', '%00', '%e2%80', '+', '--edge', '\r\n\r\n', '{"', '"}', '\\u', 'name="'],
    check(body) {
      const contentType = body[0] === 0x2d ? MULTIPART : 'application/x-www-form-urlencoded';
      const encoded = { body, contentType, contentEncoding: '' };
      const { fields, fault } = decodeBody(encoded, BOUNDS);
      holds(fields.length <= BOUNDS.fields, 'a form has no more fields than the bound');
      decodeForm(body.toString('latin1'), BOUNDS);
      decodeAgain(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
      if (fault !== undefined || bodyKindOf(encoded) !== 'form') return;
      const again = decodeForm(Buffer.from(fields.map(encodeField).join('&')), BOUNDS);
      holds(JSON.stringify(again.fields) === JSON.stringify(fields), 'a form comes back as read');
    },
  };
}

function encodeField({ name, value }: FormField): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

function json(): Decoder {
  return {
    corpus: kept('json'),
    words: [
      '{',
      '[',
      ']',
      '}',
      '"',
      ',',
      ':',
      '\\ud800',
      '\\',
      '1e999',
      '-',
      '"__proto__":',
      'null',
    ],
    check(body) {
      const decoded = decodePlainOctets(body);
      if (!('text' in decoded)) return;
      const read = readJson(decoded.text, BOUNDS.jsonDepth);
      if (!read.ok) return;
      const value = toPlain(read.value);
      // What is taken here is JSON to everybody, and says the same.
      const same = JSON.stringify(JSON.parse(decoded.text)) === JSON.stringify(value);
      holds(same, 'JSON.parse reads the same');
      const plain = runToEnd(readingPlain(decoded.text, BOUNDS.jsonDepth, boundsOf(NEW_MESSAGES)));
      if (plain.ok) {
        const alike = JSON.stringify(plain.value) === JSON.stringify(value);
        holds(alike, 'both readers read the same');
        runToEnd(checking(NEW_MESSAGES, plain.value, true));
      }
    },
  };
}

const RULES: InboundRules = {
  receiptIdForm: 'hex',
  receiptLevel: 'handset',
  clockOffsetMinutes: 300,
  defaultAlphabet: 'gsm7',
  receiptsByText: true,
  receiptWords: new Map([['DNDFAIL', 'rejected']]),
};

type Vector = { readonly hex?: string; readonly text?: string };

function vectorsOf(...names: readonly string[]): readonly Buffer[] {
  return names.flatMap((name) =>
    (readVectors(name) as readonly Vector[]).map(({ hex, text }) =>
      hex === undefined ? Buffer.from(text ?? '', 'latin1') : Buffer.from(hex, 'hex'),
    ),
  );
}

function smpp(): Decoder {
  return {
    corpus: [...kept('smpp'), ...vectorsOf('pdus-valid', 'pdus-damaged', 'pdus-invalid')],
    words: ['\0', '\x04\x24', '\x00\x1e', 'id:1 stat:DELIVRD done date:2611201015', '\x80\0\0\x04'],
    check(input) {
      // Most are given the length that they have, so that more than the head is read.
      if (input.length >= 4 && (input[input.length - 1] ?? 0) % 16 !== 0) {
        input.writeUInt32BE(input.length);
      }
      const framer = new Framer();
      framer.push(input);
      for (let framed = framer.next(); framed?.kind === 'frame'; framed = framer.next()) {
        checkPdu(framed.frame);
      }
      checkPdu(input);
    },
  };
}

function checkPdu(frame: Buffer): void {
  const decoded = decodePdu(frame);
  if (!decoded.ok) return;
  const { body, sequence, status } = decoded.pdu;
  if (body.command === 'deliver_sm' || body.command === 'data_sm') {
    readInbound(body, RULES, decoded.leftOver);
  }
  const encoded = encodePdu(body, sequence, status);
  if (!encoded.ok) return;
  const again = decodePdu(encoded.bytes);
  if (!again.ok) throw new Error(`what was written is refused: ${again.fault.reason}`);
  const twice = encodePdu(again.pdu.body, again.pdu.sequence, again.pdu.status);
  holds(twice.ok && twice.bytes.equals(encoded.bytes), 'a PDU comes back as read');
}

const CODINGS = [0, 1, 3, 8, 0xf4];
const FORMS = ['text', 'folded', 'decimal', 'hex'] as const;

function receipts(): Decoder {
  return {
    corpus: [...kept('receipts'), ...vectorsOf('receipts-valid', 'receipts-invalid')],
    words: ['id:', ' sub:', ' stat:', 'text:', 'Text:', ' err:', 'done date:', ' ', ',', ';', '0x'],
    check(shortMessage) {
      const dataCoding = CODINGS[shortMessage.length % CODINGS.length] ?? 0;
      const parsed = parseReceipt({ shortMessage, tlvs: [], dataCoding });
      if (!parsed.ok) return;
      const { messageId, submittedAtMs = 0, doneAtMs = 0 } = parsed.receipt;
      holds(Number.isSafeInteger(submittedAtMs + doneAtMs), 'moments are whole numbers');
      for (const form of FORMS) {
        const isSame = messageIdKey(` ${messageId} `, form) === messageIdKey(messageId, form);
        holds(isSame, 'blanks around an id do not count');
      }
    },
  };
}

/** Small, so that a file that unpacks to much is refused soon. */
const CAPS = { ...caps, unpackedBytes: 4_000_000, cells: 100_000, sharedCharacters: 1_000_000 };
const FIXTURES = join(import.meta.dirname, '../../packages/sheets/test/fixtures');
const SHEET = /\.(?:csv|txt|xlsx|xls)$/;

function sheets(): Decoder {
  const folder = mkdtempSync(join(tmpdir(), 'paigham-fuzz-'));
  const fd = openSync(join(folder, 'file'), 'w+');
  const fixtures = readdirSync(FIXTURES).filter((name) => SHEET.test(name));
  return {
    corpus: [...kept('sheets'), ...fixtures.map((name) => readFileSync(join(FIXTURES, name)))],
    words: [
      '"',
      ',',
      '\n',
      '\ufeff',
      '<row>',
      '<c t="s"><v>',
      '</c>',
      '&#0;',
      'r="ZZ9"',
      'PK\x05\x06',
    ],
    async check(input) {
      // The checksums of a zip keep damage from its XML: what begins as XML is put in afterwards.
      const isXml = input.subarray(0, 4).equals(Buffer.from('<row'));
      const bytes = isXml ? makeWorkbook({ sheets: [input.toString('latin1')] }) : input;
      ftruncateSync(fd);
      writeSync(fd, bytes, 0, bytes.length, 0);
      let rows = 0;
      const sink = new RowSink(CAPS, async (batch) => void (rows += batch.length));
      const result = await readSource({ fd, fileBytes: bytes.length, caps: CAPS, sink });
      if (result.kind === 'read') holds(result.rows === rows, 'all rows are handed on');
    },
    close() {
      closeSync(fd);
      rmSync(folder, { recursive: true });
    },
  };
}

function webhooks(): Decoder {
  return {
    corpus: kept('webhooks'),
    words: [
      '{',
      '[',
      ']',
      '}',
      '"',
      ',',
      ':',
      'null',
      '-1',
      '1e308',
      '"field":"security"',
      '\\ud800',
    ],
    check(input) {
      const events = readWebhook(input);
      holds(
        events === undefined || JSON.stringify(events).length < 100 * (input.length + 1_000),
        'events are not much larger than their post',
      );
    },
  };
}
