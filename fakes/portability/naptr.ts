/** DNS messages, as far as NAPTR queries and answers need them (RFC 1035, 3403). */

export type Question = {
  readonly id: number;
  readonly name: string;
  readonly isNaptr: boolean;
  /** The query as it came, to be repeated in the answer. */
  readonly octets: Buffer;
};

export type Naptr = { readonly service: string; readonly regexp: string };

export const RCODES = { noError: 0, serverFailure: 2, noSuchName: 3, refused: 5 } as const;

const HEADER = 12;
const NAPTR = 35;
const TTL_S = 0;

/** Reads a message with a single query; undefined if it is not one. */
export function readQuestion(message: Buffer): Question | undefined {
  if (message.length < HEADER || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63 || at + length >= message.length) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > message.length) return undefined;
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    isNaptr: message.readUInt16BE(at) === NAPTR,
    octets: message.subarray(HEADER, at + 4),
  };
}

/** The answer to a query: these records, or none and a code. */
export function composeAnswer(
  question: Question,
  rcode: number,
  records: readonly Naptr[],
): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(question.id, 0);
  // A response, authoritative; recursion desired and available, as clients expect.
  header.writeUInt16BE(0x8580 | rcode, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.octets, ...records.map(composeRecord)]);
}

function composeRecord({ service, regexp }: Naptr): Buffer {
  const order = Buffer.from([0, 10, 0, 10]);
  const data = Buffer.concat([
    order,
    characterString('u'),
    characterString(service),
    characterString(regexp),
    Buffer.from([0]),
  ]);
  const head = Buffer.alloc(12);
  // The name is a pointer to the one in the query.
  head.writeUInt16BE(0xc000 | HEADER, 0);
  head.writeUInt16BE(NAPTR, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(TTL_S, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function characterString(text: string): Buffer {
  const octets = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([octets.length]), octets]);
}
