/** The parts of a zipped workbook. Nothing is written to disk: parts are read as streams. */
import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { damaged, Refusal, tooLarge } from './fault.ts';
import type { Source } from './source.ts';

const STORED = 0;
const DEFLATED = 8;
/** Bytes unpacked at a time: the usual 16 kB take a fifth longer. */
const CHUNK_BYTES = 256 * 1024;

/** How the zip reader describes a name that points outside the archive. */
const leadsAway = /^(?:absolute path|invalid relative path|invalid characters in fileName)/;

/** Anything that goes wrong while reading a zip is the file's fault. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const text = error instanceof Error ? error.message : '';
  if (text === 'strong encryption is not supported') return new Refusal({ kind: 'encrypted' });
  return damaged(leadsAway.test(text) ? 'hostile' : 'structure');
}

/** Parts by name, in lower case, because the format ignores case. */
export class Zip {
  private readonly zip: ZipFile;
  private readonly entries: ReadonlyMap<string, Entry>;
  private readonly mostBytes: number;
  private unpackedBytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.zip = zip;
    this.entries = entries;
    this.mostBytes = mostBytes;
  }

  /** Reads the table of contents. Throws a Refusal. */
  static async open({ fd, caps }: Source): Promise<Zip> {
    const entries = new Map<string, Entry>();
    try {
      const zip = await fromFdPromise(fd, { autoClose: false, lazyEntries: true });
      if (zip.entryCount > caps.zipEntries) throw tooLarge('zipEntries', caps.zipEntries);
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        // Two parts with one name: one program may check the first while another reads the second.
        if (entries.has(name)) throw damaged('hostile');
        entries.set(name, entry);
      }
      return new Zip(zip, entries, caps.unpackedBytes);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /**
   * The unpacked bytes of a part. Throws a Refusal: missing, broken, encrypted, too large.
   * @param onShare called with the fraction of the part read so far, 0 to 1.
   */
  async *read(name: string, onShare?: (share: number) => void): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged('structure');
    if (entry.isEncrypted()) throw new Refusal({ kind: 'encrypted' });
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw damaged('structure');
    }
    let sum = 0;
    let bytes = 0;
    try {
      for await (const chunk of (await this.open(entry)) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        this.unpackedBytes += chunk.length;
        if (bytes > entry.uncompressedSize) throw damaged('structure');
        if (this.unpackedBytes > this.mostBytes) throw tooLarge('unpackedBytes', this.mostBytes);
        sum = crc32(chunk, sum);
        onShare?.(bytes / entry.uncompressedSize);
        yield chunk;
      }
    } catch (error) {
      throw asRefusal(error);
    }
    if (bytes !== entry.uncompressedSize || sum !== entry.crc32) throw damaged('structure');
  }

  private async open(entry: Entry): Promise<Readable> {
    const packed = await this.zip.openReadStreamPromise(entry, { decodeFileData: false });
    if (entry.compressionMethod === STORED) return packed;
    // An error in either is reported by the one being read.
    return pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => undefined);
  }
}
