import { readOctetTlv, type Tlv } from '@paigham/smpp';

/** SMPP 5.0, 4.8.4.18: from here on a server is near its end; the next step is to throttle. */
const nearingCongestion = 90;

/** Whether the answer to a submit says that the operator is nearly full. */
export function isCongested(tlvs: readonly Tlv[]): boolean {
  return tlvs.length > 0 && (readOctetTlv(tlvs, 'congestion_state') ?? 0) >= nearingCongestion;
}
