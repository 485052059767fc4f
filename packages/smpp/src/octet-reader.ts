/**
 * Reads the fields of one PDU in turn. The first fault is kept and everything read after it is
 * zero or empty, so that a layout reads straight down and asks once, at its end.
 */

import type { DecodeFaultReason } from './fault.ts';
import { noTlvs, type Tlv } from './tlv.ts';

export class OctetReader {
  fault: DecodeFaultReason | undefined = undefined;
  faultField = '';
  private readonly bytes: Buffer;
  private at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** True when nothing is left. */
  ended(): boolean {
    return this.at >= this.bytes.length;
  }

  octet(field: string): number {
    const value = this.bytes[this.at];
    if (value === undefined) return this.fail('body_cut', field, 0);
    this.at += 1;
    return value;
  }

  /** A C-octet string of at most `maxOctets`, its NUL included. */
  text(maxOctets: number, field: string): string {
    const { bytes, at } = this;
    const limit = at + maxOctets;
    const bound = limit < bytes.length ? limit : bytes.length;
    let end = at;
    while (end < bound && bytes[end] !== 0) end += 1;
    if (end === bound) {
      const reason = bound === limit ? 'string_too_long' : 'string_unterminated';
      return this.fail(reason, field, '');
    }
    this.at = end + 1;
    return end === at ? '' : bytes.toString('latin1', at, end);
  }

  /** `octets` raw octets, as a view. */
  view(octets: number, field: string): Uint8Array {
    const end = this.at + octets;
    if (end > this.bytes.length) return this.fail('body_cut', field, this.bytes.subarray(0, 0));
    const value = this.bytes.subarray(this.at, end);
    this.at = end;
    return value;
  }

  /** All that is left, as a view. */
  rest(): Uint8Array {
    return this.view(Math.max(0, this.bytes.length - this.at), 'rest');
  }

  /** The optional parameters: everything up to the end of the PDU. */
  tlvs(): readonly Tlv[] {
    if (this.fault !== undefined || this.ended()) return noTlvs;
    const tlvs: Tlv[] = [];
    while (!this.ended()) {
      if (this.bytes.length - this.at < 4) return this.fail('tlv_cut', 'tlvs', noTlvs);
      const tag = this.bytes.readUInt16BE(this.at);
      const end = this.at + 4 + this.bytes.readUInt16BE(this.at + 2);
      if (end > this.bytes.length) return this.fail('tlv_cut', 'tlvs', noTlvs);
      tlvs.push({ tag, value: this.bytes.subarray(this.at + 4, end) });
      this.at = end;
    }
    return tlvs;
  }

  /** Notes the first fault, and moves to the end so that nothing more is read. */
  fail<T>(reason: DecodeFaultReason, field: string, empty: T): T {
    if (this.fault === undefined) {
      this.fault = reason;
      this.faultField = field;
    }
    this.at = this.bytes.length;
    return empty;
  }
}
