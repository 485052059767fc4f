/** Parts of messages as submit_sm. */

import { submitSm, type Message } from '@paigham/smpp';
import { decodeGsm7 } from '@paigham/sms-text';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';

export type SubmitRules = Pick<
  SmppLinkConfig,
  'defaultAlphabet' | 'numericSenderTon' | 'numericSenderNpi'
>;

/** Alphanumeric (SMPP 3.4, 5.2.5); its numbering plan is unknown. */
const alphanumericTon = 5;
const internationalTon = 1;
const isdnNpi = 1;
/** esm_class: a user data header stands before the content (5.2.12). */
const headerPresent = 0x40;
/** registered_delivery: a receipt for success and for failure (5.2.17). */
const receiptWanted = 0x01;
const ucs2Coding = 8;

/**
 * The submit_sm for one part, or undefined when the link's default alphabet cannot write it: a
 * link whose operator reads Latin-1 has no Greek letters and no euro sign.
 */
export function composeSubmit(part: CarrierPart, rules: SubmitRules): Message | undefined {
  const body = encodeBody(part, rules);
  if (body === undefined) return undefined;
  const isNumeric = part.sourceKind === 'short_code';
  return submitSm({
    sourceTon: isNumeric ? rules.numericSenderTon : alphanumericTon,
    sourceNpi: isNumeric ? rules.numericSenderNpi : 0,
    source: part.source,
    destinationTon: internationalTon,
    destinationNpi: isdnNpi,
    destination: part.destination,
    esmClass: part.header === undefined ? 0 : headerPresent,
    priority: part.priority,
    registeredDelivery: receiptWanted,
    dataCoding: part.alphabet === 'ucs2' ? ucs2Coding : 0,
    shortMessage: part.header === undefined ? body : Buffer.concat([part.header, body]),
  });
}

function encodeBody(part: CarrierPart, rules: SubmitRules): Uint8Array | undefined {
  if (part.alphabet === 'ucs2' || rules.defaultAlphabet === 'gsm7') return part.body;
  const text = decodeGsm7(part.body);
  return /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined;
}
