/** The PDU vectors in the codec's types. */

import { readFileSync } from 'node:fs';
import type { Body, Tlv } from '../src/index.ts';

export type ValidPdu = {
  readonly name: string;
  readonly hex: string;
  readonly sequence: number;
  readonly status: number;
  readonly body: Body;
};

/** Reads a file of `vectors/`. */
export function readVectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), 'utf8'));
}

type StoredTlv = { readonly tag: number; readonly value: string };
type StoredPdu = Omit<ValidPdu, 'body'> & {
  readonly body: Readonly<Record<string, unknown>> & { readonly tlvs?: readonly StoredTlv[] };
};

/** The valid PDUs; octet strings are hexadecimal in the file. */
export function readValidPdus(): readonly ValidPdu[] {
  return (readVectors('pdus-valid') as readonly StoredPdu[]).map((stored) => {
    const body: Record<string, unknown> = { ...stored.body };
    for (const field of ['shortMessage', 'bytes']) {
      if (typeof body[field] === 'string') body[field] = Buffer.from(body[field], 'hex');
    }
    if (stored.body.tlvs !== undefined) {
      body['tlvs'] = stored.body.tlvs.map((tlv) => {
        return { tag: tlv.tag, value: Buffer.from(tlv.value, 'hex') };
      });
    }
    return { ...stored, body: body as unknown as Body };
  });
}

/** A body as the files write it: octets in hexadecimal. */
export function hexed(body: Body): object {
  const hex = (value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  const entries = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value)
      ? value.map((tlv: Tlv) => ({ ...tlv, value: hex(tlv.value) }))
      : hex(value),
  ]);
  return Object.fromEntries(entries) as object;
}
