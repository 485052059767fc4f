/**
 * What a file is, by its first bytes alone: names and what servers say prove nothing. The table
 * holds what the chat platform takes (facts of the platform, sections 2 and 5); it refuses uploads
 * of anything else.
 */
import { limit } from '../limits.ts';
import type { ChatMediaKind, WantedMedia } from './media.ts';

/** How many bytes of a file are inspected. */
export const SNIFFED_BYTES = 64 * 1024;

export type Sniffed = {
  readonly mime: string;
  /** The usual extension of such content, without the dot. */
  readonly extension: string;
  /** How the platform shows it; anything may go as a document. */
  readonly kind: ChatMediaKind;
};

type Format = Sniffed & { readonly matches: (head: Uint8Array) => boolean };

const ascii = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

const startsWith =
  (...octets: readonly number[]) =>
  (head: Uint8Array): boolean =>
    octets.every((octet, index) => head[index] === octet);

const textAt =
  (at: number, ...texts: readonly string[]) =>
  (head: Uint8Array): boolean =>
    texts.some((text) => ascii(head, at, text.length) === text);

/** An ISO base media file of one of these brands (ISO/IEC 14496-12, section 4.3). */
const isBrand =
  (...brands: readonly string[]) =>
  (head: Uint8Array): boolean =>
    textAt(4, 'ftyp')(head) && textAt(8, ...brands)(head);

const contains = (head: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(head).includes(text);

/** A ZIP archive with an entry in this folder, as the office formats are. */
const isOffice =
  (folder: string) =>
  (head: Uint8Array): boolean =>
    startsWith(0x50, 0x4b, 0x03, 0x04)(head) && contains(head, folder);

/** An old office file: a compound file with a stream of this name, in UTF-16. */
const isCompound =
  (stream: string) =>
  (head: Uint8Array): boolean =>
    startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)(head) &&
    contains(head, [...stream].join('\0'));

/** Frames of MPEG audio: sync, then layer III; or ADTS: the same sync, and layer 0. */
const isMp3 = (head: Uint8Array): boolean => isFrame(head, 0x02);
const isAac = (head: Uint8Array): boolean => isFrame(head, 0x00);

function isFrame([first = 0, second = 0]: Uint8Array, layer: number): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === layer;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';

const format = (
  [kind, mime, extension]: readonly [ChatMediaKind, string, string],
  matches: Format['matches'],
): Format => ({ kind, mime, extension, matches });

/** The first match wins. */
const FORMATS: readonly Format[] = [
  format(['image', 'image/jpeg', 'jpg'], startsWith(0xff, 0xd8, 0xff)),
  format(['image', 'image/png', 'png'], startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  format(['audio', 'audio/mp4', 'm4a'], isBrand('M4A ', 'M4B ', 'M4P ')),
  format(['video', 'video/3gpp', '3gp'], isBrand('3gp', '3g2')),
  format(
    ['video', 'video/mp4', 'mp4'],
    isBrand('isom', 'iso', 'mp4', 'avc1', 'M4V', 'MSNV', 'dash', 'f4v', 'ndx', 'mmp4'),
  ),
  format(['audio', 'audio/amr', 'amr'], textAt(0, '#!AMR')),
  // The platform takes only this codec.
  format(
    ['audio', 'audio/ogg', 'ogg'],
    (head) => textAt(0, 'OggS')(head) && contains(head.subarray(0, 64), 'OpusHead'),
  ),
  format(['audio', 'audio/mpeg', 'mp3'], (head) => textAt(0, 'ID3')(head) || isMp3(head)),
  format(['audio', 'audio/aac', 'aac'], isAac),
  format(['document', 'application/pdf', 'pdf'], textAt(0, '%PDF-')),
  format(['document', `${OOXML}.wordprocessingml.document`, 'docx'], isOffice('word/')),
  format(['document', `${OOXML}.spreadsheetml.sheet`, 'xlsx'], isOffice('xl/')),
  format(['document', `${OOXML}.presentationml.presentation`, 'pptx'], isOffice('ppt/')),
  format(['document', 'application/msword', 'doc'], isCompound('WordDocument')),
  format(['document', 'application/vnd.ms-excel', 'xls'], isCompound('Workbook')),
  format(['document', 'application/vnd.ms-powerpoint', 'ppt'], isCompound('PowerPoint Document')),
  format(['document', 'text/plain', 'txt'], isText),
];

/** What content begins with these bytes; undefined: nothing that the platform takes. */
export function sniff(head: Uint8Array): Sniffed | undefined {
  const found = FORMATS.find(({ matches }) => matches(head));
  if (found === undefined) return undefined;
  const { kind, mime, extension } = found;
  return { kind, mime, extension };
}

/** UTF-8 without control characters; its last character may be cut off. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // oxlint-disable-next-line no-control-regex
    return !/[\0-\u0008\u000e-\u001f]/.test(text);
  } catch (error) {
    // Not UTF-8.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** How large a file shown this way may be. */
export function mostBytesOf(kind: ChatMediaKind): number {
  switch (kind) {
    case 'image':
      return limit('chatImageBytes');
    case 'video':
      return limit('chatVideoBytes');
    case 'audio':
      return limit('chatAudioBytes');
    case 'document':
      return limit('chatDocumentBytes');
  }
}

/** What a file must be to be shown this way, for a sentence. */
export const FORMS: Readonly<Record<ChatMediaKind, string>> = {
  image: 'a JPEG or PNG picture',
  video: 'a video, MP4 or 3GP',
  audio: 'a sound, AAC, AMR, MP3, M4A or OGG with Opus',
  document: 'a document, PDF, Word, Excel, PowerPoint or text',
};

/** A file of this content, shown as requested; undefined: it cannot be. */
export function showAs(wanted: WantedMedia, sniffed: Sniffed | undefined): Sniffed | undefined {
  if (sniffed === undefined || wanted === 'any') return sniffed;
  const fits = wanted === 'document' || wanted === sniffed.kind;
  return fits ? { ...sniffed, kind: wanted } : undefined;
}
