/** The PDU vectors, as the codec's types see them. */

import { readFileSync } from 'node:fs';
import type { Body } from '../src/index.ts';

export type ValidPdu = {
  readonly name: string;
  readonly hex: string;
  readonly sequence: number;
  readonly status: number;
  readonly body: Body;
};

/** Reads a file of `vectors/`. */
export function readVectors<T>(name: string): readonly T[] {
  const text = readFileSync(new URL(`vectors/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as readonly T[];
}

type StoredTlv = { readonly tag: number; readonly value: string };
type StoredBody = Record<string, unknown> & { readonly tlvs?: readonly StoredTlv[] };

/** The valid PDUs; octet strings are hexadecimal in the file. */
export function readValidPdus(): readonly ValidPdu[] {
  return readVectors<ValidPdu & { readonly body: StoredBody }>('pdus-valid').map((stored) => {
    const body: Record<string, unknown> = { ...stored.body };
    for (const field of ['shortMessage', 'bytes']) {
      if (typeof body[field] === 'string') body[field] = Buffer.from(body[field], 'hex');
    }
    if (stored.body.tlvs !== undefined) {
      body['tlvs'] = stored.body.tlvs.map((tlv) => {
        return { tag: tlv.tag, value: Buffer.from(String(tlv.value), 'hex') };
      });
    }
    return { ...stored, body: body as unknown as Body };
  });
}
