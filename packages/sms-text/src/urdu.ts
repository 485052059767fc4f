/**
 * Urdu in septets (3GPP TS 23.038, national language 13): the locking shift table A.3.13 instead of
 * the basic alphabet, the single shift table A.2.13 instead of its extension, or both. Only read:
 * some handsets write it, and we send Urdu as UCS-2.
 */
import { decodeGsm7 } from './alphabets.ts';

const ESCAPE = 0x1b;

/** In septet order, eight or sixteen per line. */
const LOCKING =
  '\u0627\u0622\u0628\u067b\u0680\u067e\u06a6\u062a' +
  '\u06c2\u067f\n\u0679\u067d\r\u067a\u067c' +
  '\u062b\u062c\u0681\u0684\u0683\u0685\u0686\u0687' +
  '\u062d\u062e\u062f\x1b\u068c\u0688\u0689\u068a' +
  ' !\u068f\u068d\u0630\u0631\u0691\u0693' +
  ')(\u0699\u0632,\u0696.\u0698' +
  '01234567' +
  '89:;\u069a\u0633\u0634?' +
  '\u0635\u0636\u0637\u0638\u0639\u0641\u0642\u06a9' +
  '\u06aa\u06ab\u06af\u06b3\u06b1\u0644\u0645\u0646' +
  '\u06ba\u06bb\u06bc\u0648\u06c4\u06d5\u06c1\u06be' +
  '\u0621\u06cc\u06d0\u06d2\u064d\u0650\u064f\u0657' +
  '\u0654abcdefg' +
  'hijklmno' +
  'pqrstuvw' +
  'xyz\u0655\u0651\u0653\u0656\u0670';

/** The same; NUL stands for what the table lacks, and so does what is behind its end. */
const SINGLE =
  '@\u00a3$\u00a5\u00bf"\u00a4%' +
  "&'\f*+\0-/" +
  '<=>\u00a1^\u00a1_#' +
  '*\u0600\u0601\0\u06f0\u06f1\u06f2\u06f3' +
  '\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u060c\u060d' +
  '{}\u060e\u060f\u0610\u0611\u0612\\' +
  '\u0613\u0614\u061b\u061f\u0640\u0652\u0658\u066b' +
  '\u066c\u0672\u0673\u06cd[~]\u06d4' +
  '|ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZ';
const EURO = 0x65;

/** Which tables a text announces in its header. */
export type UrduTables = { readonly locking: boolean; readonly single: boolean };

/** The text of septets, one per octet; what a table lacks is read from the one below it. */
export function decodeUrdu(octets: Uint8Array, { locking, single }: UrduTables): string {
  const basic = (octet: number): string =>
    locking ? (LOCKING[octet] ?? '\ufffd') : decodeGsm7(Uint8Array.of(octet));
  const extended = (octet: number): string => {
    if (octet === ESCAPE) return ' ';
    if (!single) return decodeGsm7(Uint8Array.of(ESCAPE, octet));
    const character = octet === EURO ? '\u20ac' : SINGLE[octet];
    return character === undefined || character === '\0' ? basic(octet) : character;
  };
  let text = '';
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (octet !== ESCAPE) {
      text += basic(octet);
      continue;
    }
    at += 1;
    text += extended(octets[at] ?? ESCAPE);
  }
  return text;
}
