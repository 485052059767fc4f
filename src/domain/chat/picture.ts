/** What is looked at in files that people keep, beyond what the chat platform takes. */
import { limit } from '../limits.ts';
import { sniff } from './sniff.ts';

/** How much of a file is looked at: a JPEG says its size after what cameras write before it. */
export const LOOKED_AT_BYTES = 1024 * 1024;

type PictureSize = { readonly width: number; readonly height: number };

/** The size of a JPEG or PNG in pixels, by its first octets; undefined: they do not say it. */
export function sizeOfPicture(head: Uint8Array): PictureSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const size = sniff(head)?.mime === 'image/png' ? sizeOfPng(view) : sizeOfJpeg(view);
  return size === undefined || size.width === 0 || size.height === 0 ? undefined : size;
}

const IHDR = 0x49484452;
const PNG_SIZE = 16;

/** PNG, third edition, section 11.2.1: the first chunk, after 8 octets of signature. */
function sizeOfPng(view: DataView): PictureSize | undefined {
  if (view.byteLength < PNG_SIZE + 8 || view.getUint32(12) !== IHDR) return undefined;
  return { width: view.getUint32(PNG_SIZE), height: view.getUint32(PNG_SIZE + 4) };
}

/** Frame headers, of whatever coding; 0xc4, 0xc8 and 0xcc are no frames. */
const isFrame = (marker: number): boolean =>
  marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0);

/** ITU-T T.81, annex B: segments after the start of the image, until the frame. */
function sizeOfJpeg(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Any number of 0xff may come before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** A page or a drawing in words: the platform would send it as a text. */
const MARKUP = /^\s*<(?:!--|(?:!doctype|\?xml|html|svg|script|head|body)\b)/i;

/** Why nobody wants to keep a file that begins like this: the rule it breaks; undefined: none. */
export function faultOfLook(head: Uint8Array): string | undefined {
  const found = sniff(head);
  if (found?.kind === 'image') return faultOfSize(sizeOfPicture(head));
  const isMarkup =
    found?.mime === 'text/plain' && MARKUP.test(new TextDecoder().decode(head.subarray(0, 1024)));
  return isMarkup
    ? 'is a web page or a drawing in SVG: phones do not show those, make a picture or a PDF of it'
    : undefined;
}

function faultOfSize(size: PictureSize | undefined): string | undefined {
  if (size === undefined) return 'is damaged: it does not say how large a picture it is';
  const most = limit('mediaPixels');
  return size.width * size.height > most
    ? `is a picture of more than ${most / 1_000_000} million pixels`
    : undefined;
}

/** What a small picture of a file must be: the rule it breaks; undefined: none. */
export function faultOfPreview(octets: Uint8Array): string | undefined {
  const size = sniff(octets)?.mime === 'image/jpeg' ? sizeOfPicture(octets) : undefined;
  const [bytes, pixels] = [limit('mediaPreviewBytes'), limit('mediaPreviewPixels')];
  const fits = size !== undefined && octets.length <= bytes && size.width * size.height <= pixels;
  return fits ? undefined : `must be a JPEG of at most ${bytes} bytes and ${pixels} pixels`;
}
