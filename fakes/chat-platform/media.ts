/** Files: uploaded for sending, sent by people, and samples for templates. Ids end. */

import { createHash } from 'node:crypto';
import type { VirtualClock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Behaviour } from './knobs.ts';

export type Media = {
  readonly id: string;
  /** The sending number it belongs to. */
  readonly numberId: string;
  readonly mimeType: string;
  readonly sha256: string;
  /** As webhooks write it. */
  readonly sha256Base64: string;
  readonly size: number;
  readonly fileName: string;
  readonly isInbound: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** undefined once it had to make room. */
  bytes: Buffer | undefined;
};

export type Upload = {
  readonly id: string;
  readonly appId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly length: number;
  received: Buffer;
};

type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

const megabyte = 1_048_576;

/** Types and sizes that a kind of message takes. */
export const mediaRules: Readonly<
  Record<MediaKind, { readonly types: RegExp; readonly most: number }>
> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * megabyte },
  video: { types: /^video\/(mp4|3gpp?)$/, most: 16 * megabyte },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg|opus)$/, most: 16 * megabyte },
  document: { types: /^[\w.+-]+\/[\w.+-]+$/, most: 100 * megabyte },
  sticker: { types: /^image\/webp$/, most: megabyte / 2 },
};

/** What may be uploaded at all. */
const uploadTypes = [
  'audio/aac',
  'audio/mp4',
  'audio/mpeg',
  'audio/amr',
  'audio/ogg',
  'audio/opus',
  'application/vnd.ms-powerpoint',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
  'text/plain',
  'application/vnd.ms-excel',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/3gpp',
] as const;

/** Kinds of file that a template takes as its sample. */
export const sampleTypes: readonly string[] = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'video/mp4',
];

/** Why a file cannot be uploaded, in the platform's words; undefined when it can. */
export function findUploadFault(mimeType: string, size: number): string | undefined {
  const type = uploadTypes.find((it) => it === mimeType);
  if (type === undefined) {
    return (
      `Param file must be a file with one of the following types: ${uploadTypes.join(', ')}. ` +
      `Received file of type '${mimeType}'.`
    );
  }
  const kind = kindOf(type);
  const { most } = mediaRules[kind];
  return size > most ? `Param file must be at most ${most} bytes for type ${kind}` : undefined;
}

/** The kind of message that a file is sent as. */
export function kindOf(mimeType: string): MediaKind {
  if (mimeType === 'image/webp') return 'sticker';
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType.startsWith('video/')) return 'video';
  return mimeType.startsWith('audio/') ? 'audio' : 'document';
}

type Parts = {
  readonly clock: VirtualClock;
  readonly ids: Ids;
  readonly behaviour: Behaviour;
  readonly mostOctets: number;
};

const mostEntries = 100_000;
const mostUploads = 1_000;

export class MediaShelf {
  private readonly parts: Parts;
  private readonly entries = new Map<string, Media>();
  private readonly addresses = new Map<string, { readonly id: string; readonly untilMs: number }>();
  private readonly uploads = new Map<string, Upload>();
  private readonly handles = new Map<string, string>();
  private octets = 0;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get size(): number {
    return this.entries.size;
  }

  get keptOctets(): number {
    return this.octets;
  }

  last(count: number): readonly Media[] {
    return [...this.entries.values()].slice(-count).toReversed();
  }

  add(file: {
    readonly numberId: string;
    readonly mimeType: string;
    readonly fileName: string;
    readonly isInbound: boolean;
    readonly bytes: Buffer;
  }): Media {
    const { clock, ids, behaviour } = this.parts;
    const hash = createHash('sha256').update(file.bytes).digest();
    const lifeMs = file.isInbound ? behaviour.inboundMediaLifeMs : behaviour.mediaLifeMs;
    const media: Media = {
      ...file,
      id: ids.object(),
      sha256: hash.toString('hex'),
      sha256Base64: hash.toString('base64'),
      size: file.bytes.length,
      createdAtMs: clock.now(),
      expiresAtMs: clock.now() + lifeMs,
    };
    this.entries.set(media.id, media);
    this.octets += media.size;
    this.makeRoom();
    return media;
  }

  /** The file, while its id lives. */
  find(id: string): Media | undefined {
    const media = this.entries.get(id);
    return media === undefined || media.expiresAtMs <= this.parts.clock.now() ? undefined : media;
  }

  /** The file even when its id has ended, to show it to people. */
  findAny(id: string): Media | undefined {
    return this.entries.get(id);
  }

  remove(id: string): boolean {
    const media = this.entries.get(id);
    if (media?.bytes !== undefined) this.octets -= media.size;
    return this.entries.delete(id);
  }

  /** A secret for a download address, good for some minutes unless told otherwise. */
  address(
    media: Media,
    lifeMs = this.parts.behaviour.mediaAddressLifeMs,
  ): { readonly secret: string; readonly untilMs: number } {
    const { clock, ids } = this.parts;
    const nowMs = clock.now();
    for (const [secret, { untilMs }] of this.addresses) {
      if (untilMs > nowMs && this.addresses.size < mostEntries) break;
      this.addresses.delete(secret);
    }
    const secret = ids.text(32);
    const untilMs = nowMs + lifeMs;
    this.addresses.set(secret, { id: media.id, untilMs });
    return { secret, untilMs };
  }

  /** The file behind a download address. */
  open(secret: string): Media | undefined {
    const address = this.addresses.get(secret);
    if (address === undefined || address.untilMs <= this.parts.clock.now()) return undefined;
    return this.find(address.id);
  }

  startUpload(fields: Omit<Upload, 'id' | 'received'>): Upload {
    const { ids } = this.parts;
    const id = `upload:${Buffer.from(ids.text(24)).toString('base64url')}?sig=${ids.text(12)}`;
    const upload: Upload = { ...fields, id, received: Buffer.alloc(0) };
    this.uploads.set(id, upload);
    dropOldest(this.uploads, mostUploads);
    return upload;
  }

  findUpload(id: string): Upload | undefined {
    return this.uploads.get(id);
  }

  /** Adds octets; a handle once all of them are there. */
  append(upload: Upload, bytes: Buffer): string | undefined {
    upload.received = Buffer.concat([upload.received, bytes]);
    if (upload.received.length < upload.length) return undefined;
    this.uploads.delete(upload.id);
    const { mimeType, fileName, received } = upload;
    return this.keepSample({ mimeType, fileName, bytes: received });
  }

  /** Keeps a file as the sample of a template; gives its handle. */
  keepSample(sample: {
    readonly mimeType: string;
    readonly fileName: string;
    readonly bytes: Buffer;
  }): string {
    const type = Buffer.from(sample.mimeType).toString('base64');
    const handle = `4::${type}:${this.parts.ids.text(40)}`;
    const { id } = this.add({ ...sample, numberId: '', isInbound: false });
    this.handles.set(handle, id);
    dropOldest(this.handles, mostEntries);
    return handle;
  }

  /** The sample that a handle stands for. */
  sampleOf(handle: string): Media | undefined {
    return this.entries.get(this.handles.get(handle) ?? '');
  }

  clear(): void {
    this.entries.clear();
    this.addresses.clear();
    this.uploads.clear();
    this.handles.clear();
    this.octets = 0;
  }

  /** The oldest lose their octets first; what they were stays known a while longer. */
  private makeRoom(): void {
    if (this.octets > this.parts.mostOctets) {
      for (const media of this.entries.values()) {
        if (this.octets <= this.parts.mostOctets) break;
        if (media.bytes !== undefined) this.octets -= media.size;
        media.bytes = undefined;
      }
    }
    dropOldest(this.entries, mostEntries);
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
