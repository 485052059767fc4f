/**
 * multipart/form-data (RFC 7578) taken apart as it comes: no more of it is kept than a head or a
 * boundary is long.
 */

/** What was read next. Octets belong to the part whose head came last. */
export type MultipartEvent =
  | { readonly kind: 'head'; readonly head: Buffer }
  | { readonly kind: 'octets'; readonly octets: Buffer }
  | { readonly kind: 'part_end' }
  /** The closing boundary; what follows is passed over. */
  | { readonly kind: 'end' };

/** Why a body is no multipart form. */
export type MultipartFault = 'no_boundary' | 'no_head';

export const LONGEST_HEAD_BYTES = 4096;
/** Between the boundary and the end of its line, blanks are allowed. */
const LONGEST_LINE_BYTES = 256;

const CR_LF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

type Place = 'preamble' | 'boundary' | 'head' | 'octets' | 'epilogue';

export class MultipartParts {
  readonly #delimiter: Buffer;
  #place: Place = 'preamble';
  // The first boundary may stand at the very beginning: it is found as if a line had ended before.
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

  /** Reads one thing: `on` when there may be another, `more` when octets are missing. */
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
    // Left in place: a head without lines ends where the line of the boundary does.
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
    // The line end before the next boundary belongs to it, and an empty part has but this one.
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
