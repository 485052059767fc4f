/**
 * UCS-2 as SMPP carries it under data_coding 8: UTF-16 units, high octet first. Characters above
 * U+FFFF travel as surrogate pairs, as every network and handset expects.
 */

/** Two octets for each UTF-16 unit. A lone surrogate is written as it stands. */
export function encodeUcs2(text: string): Uint8Array {
  const octets = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    octets[index * 2] = unit >> 8;
    octets[index * 2 + 1] = unit & 0xff;
  }
  return octets;
}

const decoder = new TextDecoder('utf-16be', { ignoreBOM: true });

/**
 * The text of UCS-2 octets. Made for what arrives from outside, so it never throws: a lone
 * surrogate and a last odd octet read as U+FFFD.
 */
export function decodeUcs2(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/** Whether half of a surrogate pair stands alone: no character, so such a text is not sent. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}
