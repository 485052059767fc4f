import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { mostBytesOf, showAs, sniff } from './sniff.ts';

const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const zip = (...names: readonly string[]): Uint8Array =>
  octets(names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}`).join('packed'));
const compound = (stream: string): Uint8Array =>
  octets(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(504)}${[...stream].join('\0')}`);
const ogg = (codec: string): Uint8Array =>
  octets(`OggS\0\x02${'\0'.repeat(20)}\x01\x13${codec}\x01`);

describe('what a file is', () => {
  it.each([
    ['a JPEG', octets('\xff\xd8\xff\xe0\0\x10JFIF'), 'image', 'image/jpeg', 'jpg'],
    ['a PNG', octets('\x89PNG\r\n\x1a\n\0\0'), 'image', 'image/png', 'png'],
    ['an MP4', octets('\0\0\0\x18ftypisom\0\0'), 'video', 'video/mp4', 'mp4'],
    ['an MP4', octets('\0\0\0\x18ftypmp42\0\0'), 'video', 'video/mp4', 'mp4'],
    ['a 3GP', octets('\0\0\0\x18ftyp3gp4\0\0'), 'video', 'video/3gpp', '3gp'],
    ['an M4A', octets('\0\0\0\x18ftypM4A \0\0'), 'audio', 'audio/mp4', 'm4a'],
    ['an MP3 with tags', octets('ID3\x04\0\0'), 'audio', 'audio/mpeg', 'mp3'],
    ['an MP3 without', octets('\xff\xfb\x90\x64'), 'audio', 'audio/mpeg', 'mp3'],
    ['an AAC', octets('\xff\xf1\x50\x80'), 'audio', 'audio/aac', 'aac'],
    ['an AMR', octets('#!AMR\n\x3c'), 'audio', 'audio/amr', 'amr'],
    ['an OGG with Opus', ogg('OpusHead'), 'audio', 'audio/ogg', 'ogg'],
    ['a PDF', octets('%PDF-1.7\n%\xe2\xe3'), 'document', 'application/pdf', 'pdf'],
    ['a text', Buffer.from('نام,نمبر\nعلی,923001234567\n'), 'document', 'text/plain', 'txt'],
    ['an old sheet', compound('Workbook'), 'document', 'application/vnd.ms-excel', 'xls'],
    ['an old letter', compound('WordDocument'), 'document', 'application/msword', 'doc'],
  ] as const)('is recognised by its bytes: %s', (_, head, ...said) => {
    const [kind, mime, extension] = said;
    expect(sniff(head)).toEqual({ kind, mime, extension });
  });

  it.each([
    ['word/document.xml', 'docx'],
    ['xl/workbook.xml', 'xlsx'],
    ['ppt/presentation.xml', 'pptx'],
  ])('an archive with %s is a %s', (name, extension) => {
    const head = zip('[Content_Types].xml', '_rels/.rels', name);
    expect(sniff(head)).toMatchObject({ kind: 'document', extension });
  });

  it.each([
    ['an archive', zip('photos/1.jpg')],
    ['a GIF', octets('GIF89a\x01\0')],
    ['a WebP', octets('RIFF\x10\0\0\0WEBPVP8 ')],
    ['an OGG with Vorbis', ogg('\x01vorbis')],
    ['a program', octets('\x7fELF\x02\x01\x01\0')],
    ['a compound file of another kind', compound('Notes')],
    ['octets that are no text', octets('\xc3\x28\x00\x01')],
  ])('%s is nothing that the platform takes', (_, head) => {
    expect(sniff(head)).toBeUndefined();
  });

  it('text is recognised even if its last character is cut off', () => {
    expect(sniff(Buffer.from('سلام').subarray(0, 5))?.extension).toBe('txt');
  });
});

describe('how a file is shown', () => {
  const picture = sniff(octets('\x89PNG\r\n\x1a\n'));
  const sound = sniff(octets('ID3\x04'));

  it.each([
    ['any', picture, 'image'],
    ['image', picture, 'image'],
    ['document', picture, 'document'],
    ['video', picture, undefined],
    ['any', sound, 'audio'],
    ['image', sound, undefined],
    ['any', undefined, undefined],
    ['document', undefined, undefined],
  ] as const)('wanted as %s it is shown so, or not at all', (wanted, sniffed, kind) => {
    expect(showAs(wanted, sniffed)?.kind).toBe(kind);
  });

  it('and how large it may be then', () => {
    const kinds = ['image', 'video', 'audio', 'document'] as const;
    expect(kinds.map(mostBytesOf)).toEqual([
      limit('chatImageBytes'),
      limit('chatVideoBytes'),
      limit('chatAudioBytes'),
      limit('chatDocumentBytes'),
    ]);
  });
});
