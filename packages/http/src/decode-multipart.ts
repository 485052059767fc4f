/**
 * multipart/form-data (RFC 7578): what the content type and the heads say, a form taken apart as it
 * comes (no more of it is kept than a head or a boundary is long), and one read whole: fields
 * alone, files are refused. Strict: a body that ends without its closing boundary was cut on its
 * way and is refused as a whole.
 */
import { runToEnd } from '@paigham/base/yielding.ts';
import {
  type DecodedForm,
  decodePlainOctets,
  type FormBounds,
  type FormFault,
  type FormField,
} from './form.ts';

const CR_LF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

export function decodeMultipart(
  body: Buffer,
  contentType: string,
  bounds: FormBounds,
): DecodedForm {
  const parts = runToEnd(splitParts(body, contentType, bounds));
  if ('kind' in parts) return { fields: [], fault: parts };
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  for (const [index, part] of parts.entries()) {
    const field = readPart(part, index + 1);
    if ('kind' in field) fault ??= field;
    else fields.push(field);
  }
  return { fields, fault };
}

/**
 * The parts of a body, each with its headers and octets, uninterpreted. Pauses now and
 * then, so that other work can have its turn.
 */
export function* splitParts(
  body: Buffer,
  contentType: string,
  { fields: most }: FormBounds,
): Generator<undefined, readonly Buffer[] | FormFault, void> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return { kind: 'unreadable', why: NO_BOUNDARY };
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let at = yield* find(body, delimiter, 0);
  // Anything before the first boundary is a preamble; it must end its line.
  if (at < 0 || (at > 0 && !endsLine(body, at))) return CUT;
  const inner = Buffer.concat([CR_LF, delimiter]);
  for (;;) {
    const start = at + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    const lineEnd = yield* find(body, CR_LF, start);
    if (lineEnd < 0 || body.toString('latin1', start, lineEnd).trim() !== '') return CUT;
    const next = yield* find(body, inner, lineEnd);
    if (next < 0) return CUT;
    if (parts.length === most) return { kind: 'too_many' };
    parts.push(body.subarray(lineEnd + CR_LF.length, Math.max(next, lineEnd + CR_LF.length)));
    at = next + CR_LF.length;
  }
}

/** Octets searched between two pauses. */
const STEP = 1024 * 1024;

function* find(body: Buffer, octets: Buffer, from: number): Generator<undefined, number, void> {
  for (let start = from; start < body.length; start += STEP) {
    const at = body.subarray(start, start + STEP + octets.length - 1).indexOf(octets);
    if (at >= 0) return start + at;
    yield;
  }
  return -1;
}

const NO_BOUNDARY = 'its content type names no boundary';
const CUT: FormFault = {
  kind: 'unreadable',
  why: 'a boundary of the multipart form is missing',
};

function endsLine(body: Buffer, at: number): boolean {
  return body.subarray(at - CR_LF.length, at).equals(CR_LF);
}

export function headOf(part: Buffer): Buffer | undefined {
  const end = part.subarray(0, LONGEST_HEAD_BYTES + HEAD_END.length).indexOf(HEAD_END);
  return end < 0 ? undefined : part.subarray(0, end);
}

/** Reads the part at `position`, from 1. */
export function readPart(part: Buffer, position: number): FormField | FormFault {
  const octets = headOf(part);
  if (octets === undefined) return at(position, 'it has no head');
  const head = readPartHead(octets);
  if ('why' in head) return at(position, head.why, head.name);
  const { name, fileName } = head;
  if (fileName !== undefined) return at(position, 'a file is not taken here', name);
  const value = decodePlainOctets(part.subarray(octets.length + HEAD_END.length));
  if (!('text' in value)) return at(position, value.why, name);
  return { name, value: value.text, structured: false };
}

function at(position: number, why: string, name?: string): FormFault {
  return { kind: 'encoding', name, position, why };
}

/** The boundary that a content type names; undefined if RFC 2046 does not allow it. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundary.length <= 70 ? boundary : undefined;
}

type PartHead = {
  readonly name: string;
  /** undefined: it is a field. */
  readonly fileName: string | undefined;
};

/** Why part headers are refused; the part's name if it has one. */
type PartHeadFault = { readonly why: string; readonly name?: string };

export function readPartHead(octets: Buffer): PartHead | PartHeadFault {
  const head = decodePlainOctets(octets);
  if (!('text' in head)) return { why: head.why };
  const { text } = head;
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(text)?.[1] ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined) return { why: 'it has no name' };
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(text)?.[1]?.toLowerCase();
  if (encoding !== undefined && !['7bit', '8bit', 'binary'].includes(encoding)) {
    return { why: 'its transfer encoding is not taken', name };
  }
  const isFile = /(?:^|[\s;])filename\*?=/i.test(disposition);
  return { name, fileName: isFile ? fileNameIn(disposition) : undefined };
}

function parameterOf(disposition: string, parameter: string): string | undefined {
  const wanted = new RegExp(
    `(?:^|[\\s;])${parameter}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`,
    'i',
  );
  const match = wanted.exec(disposition);
  // Browsers write a backslash as it is.
  return match?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? match?.[2];
}

/**
 * The last segment of the caller's file name. It is unescaped UTF-8 (RFC 7578), but for a quotation
 * mark and line ends, which browsers and curl write as %22, %0D and %0A (HTML, section 4.10.22.8).
 */
function fileNameIn(disposition: string): string {
  const plain = parameterOf(disposition, 'filename')?.replaceAll('%22', '"');
  const named = plain?.replaceAll(/(?:%0D|%0A)+/g, ' ') ?? encodedNameIn(disposition) ?? '';
  return named.split(/[/\\]/).at(-1) ?? '';
}

/** RFC 7578 forbids `filename*`; some clients write nothing else. */
function encodedNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  const octets = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const decoded = decodePlainOctets(Buffer.from(octets, 'latin1'));
  return 'text' in decoded ? decoded.text : undefined;
}

/** What was read next. Octets belong to the part whose headers came last. */
export type MultipartEvent =
  | { readonly kind: 'head'; readonly head: Buffer }
  | { readonly kind: 'octets'; readonly octets: Buffer }
  | { readonly kind: 'part_end' }
  /** The closing boundary; what follows is ignored. */
  | { readonly kind: 'end' };

/** Why a body is not a multipart form. */
type MultipartFault = 'no_boundary' | 'no_head';

const LONGEST_HEAD_BYTES = 4096;
/** Between the boundary and the end of its line, spaces are allowed. */
const LONGEST_LINE_BYTES = 256;

type Place = 'preamble' | 'boundary' | 'head' | 'octets' | 'epilogue';

export class MultipartParts {
  readonly #delimiter: Buffer;
  #place: Place = 'preamble';
  // The first boundary may be at the very beginning: it is found as if a line had ended before it.
  #rest: Buffer = CR_LF;
  /** Whether the line end of the head is still before the first octet of the part. */
  #isFirst = false;

  /** @param boundary as the content type names it. */
  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** Whether the closing boundary has been read. */
  get isOver(): boolean {
    return this.#place === 'epilogue';
  }

  /** Takes the next octets of the body. */
  take(chunk: Buffer): readonly MultipartEvent[] | MultipartFault {
    const events: MultipartEvent[] = [];
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const step = this.#step(events);
      if (step === 'more') return events;
      if (step !== 'on') return step;
    }
  }

  /** Reads one thing: `on` if there may be another, `more` if octets are missing. */
  #step(events: MultipartEvent[]): 'on' | 'more' | MultipartFault {
    switch (this.#place) {
      case 'preamble':
        return this.#skipPreamble();
      case 'boundary':
        return this.#endBoundary(events);
      case 'head':
        return this.#readHead(events);
      case 'octets':
        return this.#readOctets(events);
      case 'epilogue':
        this.#rest = Buffer.alloc(0);
        return 'more';
    }
  }

  #skipPreamble(): 'on' | 'more' | MultipartFault {
    const at = this.#rest.indexOf(this.#delimiter);
    if (at >= 0) {
      this.#go('boundary', at + this.#delimiter.length);
      return 'on';
    }
    return this.#rest.length > LONGEST_HEAD_BYTES ? 'no_boundary' : 'more';
  }

  #endBoundary(events: MultipartEvent[]): 'on' | 'more' | MultipartFault {
    if (this.#rest.length < 2) return 'more';
    if (this.#rest.toString('latin1', 0, 2) === '--') {
      events.push({ kind: 'end' });
      this.#go('epilogue', this.#rest.length);
      return 'on';
    }
    const lineEnd = this.#rest.indexOf(CR_LF);
    if (lineEnd < 0) return this.#rest.length > LONGEST_LINE_BYTES ? 'no_boundary' : 'more';
    if (!/^[ \t]*$/.test(this.#rest.toString('latin1', 0, lineEnd))) return 'no_boundary';
    // Left in place: empty headers end where the line of the boundary does.
    this.#go('head', lineEnd);
    return 'on';
  }

  #readHead(events: MultipartEvent[]): 'on' | 'more' | MultipartFault {
    const end = this.#rest.indexOf(HEAD_END);
    const next = this.#rest.indexOf(this.#delimiter);
    if (next >= 0 && (end < 0 || next < end)) return 'no_head';
    if (end < 0) return this.#rest.length > LONGEST_HEAD_BYTES ? 'no_head' : 'more';
    if (end > LONGEST_HEAD_BYTES) return 'no_head';
    events.push({ kind: 'head', head: this.#rest.subarray(CR_LF.length, end) });
    // The line end before the next boundary belongs to it, and an empty part has only this one.
    this.#go('octets', end + HEAD_END.length - CR_LF.length);
    this.#isFirst = true;
    return 'on';
  }

  #readOctets(events: MultipartEvent[]): 'on' | 'more' {
    const lead = this.#isFirst ? CR_LF.length : 0;
    const at = this.#rest.indexOf(this.#delimiter);
    const end = at >= 0 ? at : this.#rest.length - this.#delimiter.length + 1;
    if (end > lead) {
      events.push({ kind: 'octets', octets: this.#rest.subarray(lead, end) });
      this.#isFirst = false;
    }
    if (at >= 0) {
      events.push({ kind: 'part_end' });
      this.#go('boundary', at + this.#delimiter.length);
      return 'on';
    }
    if (end > lead) this.#rest = this.#rest.subarray(end);
    return 'more';
  }

  #go(place: Place, from: number): void {
    this.#place = place;
    this.#rest = this.#rest.subarray(from);
  }
}
