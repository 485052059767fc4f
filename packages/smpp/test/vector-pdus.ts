/** The PDU vectors in the codec's types. */

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
