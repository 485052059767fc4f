/** The octets of a PDU as fields: takes what is there, and notes what is wrong. */
import type { DecodeFaultReason } from './fault.ts';
import { noTlvs, tlvTags, type Tlv } from './tlv.ts';

/** How strings end that lack their NUL: nowhere, at their full size, before a control character. */
export const ENDINGS = ['nul', 'size', 'control'] as const;

const knownTags = new Set<number>(Object.values(tlvTags));
/** A longer string is not kept whole: these become keys in a store. */
const longestKeptOctets = 255;
/** Among the readings of a PDU, one whose mandatory part is whole is better than any other. */
const faultsOfCut = 100;

/**
 * Reads the fields of one PDU in turn, counts faults, and keeps the first. What is missing is zero
 * or empty.
 */
export class OctetReader {
  /** The first fault. */
  fault: DecodeFaultReason | undefined = undefined;
  faultField: string | undefined = undefined;
  faults = 0;
  /** The mandatory part is not whole. */
  isCut = false;
  leftOver: Uint8Array | undefined = undefined;
  private readonly bytes: Buffer;
  private at: number;
  private readonly ending: (typeof ENDINGS)[number];

  constructor(bytes: Buffer, at: number, ending: (typeof ENDINGS)[number]) {
    this.bytes = bytes;
    this.at = at;
    this.ending = ending;
  }

  /** True when nothing is left. */
  ended(): boolean {
    return this.at >= this.bytes.length;
  }

  octet(field: string): number {
    const value = this.bytes[this.at];
    if (value === undefined) return this.cut(field, 0);
    this.at += 1;
    return value;
  }

  /** A C-octet string of at most `maxOctets`, its NUL included. */
  text(maxOctets: number, field: string): string {
    const { bytes, at, ending } = this;
    if (at >= bytes.length) return this.cut(field, '');
    const bound = ending === 'size' ? Math.min(bytes.length, at + maxOctets) : bytes.length;
    let end = at;
    while (end < bound && !this.endsString(end)) end += 1;
    const hasNul = bytes[end] === 0 && end < bound;
    if (!hasNul) this.note('string_unterminated', field);
    else if (end - at >= maxOctets) this.note('string_too_long', field);
    this.at = hasNul ? end + 1 : end;
    return end === at ? '' : bytes.toString('latin1', at, Math.min(end, at + longestKeptOctets));
  }

  private endsString(at: number): boolean {
    const octet = this.bytes[at] ?? 0;
    return octet === 0 || (this.ending === 'control' && octet < 0x20);
  }

  /** `octets` raw octets, as a view; fewer if there are no more. */
  view(octets: number): Uint8Array {
    const { at } = this;
    const end = Math.min(at + octets, this.bytes.length);
    if (end < at + octets && !this.isCut) this.note('short_message_cut', 'sm_length');
    this.at = end;
    return this.bytes.subarray(at, end);
  }

  /** All that is left, as a view. */
  rest(): Uint8Array {
    return this.view(this.bytes.length - this.at);
  }

  /** The optional parameters: everything up to the end of the PDU. */
  tlvs(): readonly Tlv[] {
    if (this.ended()) return noTlvs;
    const start = this.at;
    const tlvs: Tlv[] = [];
    while (!this.ended()) {
      const left = this.bytes.length - this.at;
      const end = left < 4 ? Infinity : this.at + 4 + this.bytes.readUInt16BE(this.at + 2);
      if (end > this.bytes.length) {
        // A text that sm_length does not count may begin like a parameter.
        if (!tlvs.some(({ tag }) => knownTags.has(tag))) this.at = start;
        this.keepRest('tlv_cut');
        break;
      }
      const tag = this.bytes.readUInt16BE(this.at);
      tlvs.push({ tag, value: this.bytes.subarray(this.at + 4, end) });
      this.at = end;
    }
    return tlvs;
  }

  /** Sets aside what is left, for nothing that can be read begins with it. */
  keepRest(reason: 'tlv_cut' | 'octets_left_over'): void {
    const rest = this.rest();
    const isPadding = rest.every((octet) => octet === 0);
    this.note(isPadding ? 'octets_left_over' : reason);
    this.leftOver = rest;
  }

  note(reason: DecodeFaultReason, field?: string): void {
    this.faults += 1;
    if (this.fault !== undefined) return;
    this.fault = reason;
    this.faultField = field;
  }

  private cut<T>(field: string, empty: T): T {
    if (!this.isCut) {
      this.isCut = true;
      this.faults += faultsOfCut;
      // What is missing says more than whatever came before it.
      this.fault = 'body_cut';
      this.faultField = field;
    }
    return empty;
  }
}
