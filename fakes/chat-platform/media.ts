/** Files: uploaded for sending, sent by people, and samples for templates. */

import { createHash } from 'node:crypto';
import type { Ids } from './ids.ts';

export type Media = {
  readonly id: string;
  /** The sending number it belongs to; '' for a sample. */
  readonly numberId: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly size: number;
  readonly fileName: string;
  readonly isInbound: boolean;
  /** undefined once it had to make room for others. */
  bytes: Buffer | undefined;
};

export type Upload = {
  readonly id: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly length: number;
  received: Buffer;
};

type MediaKind = 'image' | 'video' | 'audio' | 'document';

const megabyte = 1_048_576;

/** The file types and sizes that each kind of message allows. */
export const mediaRules: Readonly<
  Record<string, { readonly types: RegExp; readonly most: number } | undefined>
> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * megabyte },
  video: { types: /^video\/(mp4|3gpp?)$/, most: 16 * megabyte },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg|opus)$/, most: 16 * megabyte },
  document: { types: /^[\w.+-]+\/[\w.+-]+$/, most: 100 * megabyte },
};

/** Why a file cannot be uploaded, in the platform's words; undefined when it can. */
export function findUploadFault(mimeType: string, size: number): string | undefined {
  const kind = kindOf(mimeType);
  const rules = mediaRules[kind];
  if (rules?.types.test(mimeType) !== true) return `Param file: the type ${mimeType} is not taken`;
  if (size <= rules.most) return undefined;
  return `Param file must be at most ${rules.most} bytes for type ${kind}`;
}

/** The kind of message that a file is sent as. */
export function kindOf(mimeType: string): MediaKind {
  const [kind] = mimeType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

const mostEntries = 100_000;
const addressLifeMs = 300_000;

export class MediaShelf {
  private readonly ids: Ids;
  private readonly mostOctets: number;
  private readonly entries = new Map<string, Media>();
  private readonly addresses = new Map<string, { readonly id: string; readonly untilMs: number }>();
  private readonly uploads = new Map<string, Upload>();
  private readonly handles = new Map<string, string>();
  private octets = 0;

  constructor(ids: Ids, mostOctets: number) {
    this.ids = ids;
    this.mostOctets = mostOctets;
  }

  /** Oldest first. */
  last(count: number): readonly Media[] {
    return [...this.entries.values()].slice(-count);
  }

  add(file: Omit<Media, 'id' | 'sha256' | 'size'> & { readonly bytes: Buffer }): Media {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const media = { ...file, id: this.ids.object(), sha256, size: file.bytes.length };
    this.entries.set(media.id, media);
    this.octets += media.size;
    this.makeRoom();
    return media;
  }

  /** A file of before, under its id. */
  takeBack(media: Media): void {
    this.entries.set(media.id, media);
    if (media.bytes !== undefined) this.octets += media.size;
    this.makeRoom();
  }

  takeBackHandles(handles: readonly (readonly [string, string])[]): void {
    for (const [handle, id] of handles) this.handles.set(handle, id);
  }

  /** The handles that stand for these files. */
  handlesOf(ids: ReadonlySet<string>): readonly (readonly [string, string])[] {
    return [...this.handles].filter(([, id]) => ids.has(id));
  }

  find(id: string): Media | undefined {
    return this.entries.get(id);
  }

  /** The secret of a download address, valid for some minutes. */
  address(media: Media): { readonly secret: string; readonly untilMs: number } {
    const nowMs = Date.now();
    for (const [secret, { untilMs }] of this.addresses) {
      if (untilMs > nowMs && this.addresses.size < mostEntries) break;
      this.addresses.delete(secret);
    }
    const secret = this.ids.text(32);
    const untilMs = nowMs + addressLifeMs;
    this.addresses.set(secret, { id: media.id, untilMs });
    return { secret, untilMs };
  }

  /** The file behind a download address. */
  open(secret: string): Media | undefined {
    const address = this.addresses.get(secret);
    return address && address.untilMs > Date.now() ? this.find(address.id) : undefined;
  }

  startUpload(fields: Omit<Upload, 'id' | 'received'>): Upload {
    const code = Buffer.from(this.ids.text(24)).toString('base64url');
    const id = `upload:${code}?sig=${this.ids.text(12)}`;
    const upload: Upload = { ...fields, id, received: Buffer.alloc(0) };
    this.uploads.set(id, upload);
    dropOldest(this.uploads);
    return upload;
  }

  findUpload(id: string): Upload | undefined {
    return this.uploads.get(id);
  }

  /** Appends bytes; returns the handle of a template's sample once all of them have arrived. */
  append(upload: Upload, bytes: Buffer): string | undefined {
    upload.received = Buffer.concat([upload.received, bytes]);
    if (upload.received.length < upload.length) return undefined;
    this.uploads.delete(upload.id);
    const { mimeType, fileName, received } = upload;
    const handle = `4::${Buffer.from(mimeType).toString('base64')}:${this.ids.text(40)}`;
    const file = { mimeType, fileName, bytes: received, numberId: '', isInbound: false };
    this.handles.set(handle, this.add(file).id);
    dropOldest(this.handles);
    return handle;
  }

  /** The sample that a handle stands for. */
  sampleOf(handle: string): Media | undefined {
    return this.entries.get(this.handles.get(handle) ?? '');
  }

  /** Forgets all files, as if their ids had expired. */
  clear(): void {
    this.entries.clear();
    this.octets = 0;
  }

  /** The oldest files lose their content first; their metadata is kept a while longer. */
  private makeRoom(): void {
    dropOldest(this.entries);
    if (this.octets <= this.mostOctets) return;
    for (const media of this.entries.values()) {
      if (this.octets <= this.mostOctets) break;
      if (media.bytes !== undefined) this.octets -= media.size;
      media.bytes = undefined;
    }
  }
}

function dropOldest(map: Map<string, unknown>): void {
  if (map.size <= mostEntries) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
