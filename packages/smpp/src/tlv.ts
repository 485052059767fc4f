/**
 * Optional parameters (SMPP 3.4 section 5.3): kept raw, in wire order, so that unknown
 * ones survive a round trip.
 */

export type Tlv = { readonly tag: number; readonly value: Uint8Array };

export const noTlvs: readonly Tlv[] = [];

/** Tags by the names of section 5.3.2. */
export const tlvTags = {
  dest_addr_subunit: 0x0005,
  source_addr_subunit: 0x000d,
  additional_status_info_text: 0x001d,
  receipted_message_id: 0x001e,
  privacy_indicator: 0x0201,
  user_message_reference: 0x0204,
  user_response_code: 0x0205,
  source_port: 0x020a,
  destination_port: 0x020b,
  sar_msg_ref_num: 0x020c,
  language_indicator: 0x020d,
  sar_total_segments: 0x020e,
  sar_segment_seqnum: 0x020f,
  sc_interface_version: 0x0210,
  dpf_result: 0x0420,
  ms_availability_status: 0x0422,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  delivery_failure_reason: 0x0425,
  more_messages_to_send: 0x0426,
  message_state: 0x0427,
  /** SMPP 5.0, section 4.8.4.18: how busy the server is, 0 to 100. */
  congestion_state: 0x0428,
} as const;

export type TlvName = keyof typeof tlvTags;

/** The value of the first TLV with that name, or undefined. */
export function findTlv(tlvs: readonly Tlv[], name: TlvName): Uint8Array | undefined {
  const tag = tlvTags[name];
  for (const tlv of tlvs) if (tlv.tag === tag) return tlv.value;
  return undefined;
}

/** A TLV with a C-string: up to the first NUL, or all of it if there is none. */
export function readTextTlv(tlvs: readonly Tlv[], name: TlvName): string | undefined {
  const value = findTlv(tlvs, name);
  if (value === undefined) return undefined;
  const end = value.indexOf(0);
  const text = end === -1 ? value : value.subarray(0, end);
  return Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1');
}

/** A one-octet TLV; undefined when absent or of another size. */
export function readOctetTlv(tlvs: readonly Tlv[], name: TlvName): number | undefined {
  const value = findTlv(tlvs, name);
  return value?.length === 1 ? value[0] : undefined;
}

/** A two-octet TLV; undefined when absent or of another size. */
export function readShortTlv(tlvs: readonly Tlv[], name: TlvName): number | undefined {
  const value = findTlv(tlvs, name);
  const [high, low] = value ?? [];
  if (value?.length !== 2 || high === undefined || low === undefined) return undefined;
  return high * 256 + low;
}

/** A C-string TLV; the NUL is added here. */
export function textTlv(name: TlvName, text: string): Tlv {
  return { tag: tlvTags[name], value: Buffer.from(`${text}\0`, 'latin1') };
}

/** A TLV of one octet. */
export function octetTlv(name: TlvName, octet: number): Tlv {
  return { tag: tlvTags[name], value: Uint8Array.of(octet) };
}

/** A TLV of two octets, the high one first. */
export function wordTlv(name: TlvName, value: number): Tlv {
  return { tag: tlvTags[name], value: Uint8Array.of((value >> 8) & 0xff, value & 0xff) };
}

/** A TLV of raw octets. */
export function bytesTlv(name: TlvName, value: Uint8Array): Tlv {
  return { tag: tlvTags[name], value };
}
