/** Files: `POST /{number}/media`, `GET /{media}`, the download address, and samples. */

import type { SendingNumber } from '../accounts.ts';
import { badParameter, fault, noObject, type Fault } from '../faults.ts';
import { findUploadFault, type Media } from '../media.ts';
import type { ChatPlatform } from '../platform.ts';
import { json, refuse, type Asked, type Reply } from './reply.ts';

type File = { readonly bytes: Buffer; readonly type: string; readonly name: string };

export async function uploadMedia(asked: Asked, number: SendingNumber): Promise<Reply> {
  const { platform } = asked;
  const file = await readForm(asked);
  if ('code' in file) return refuse(platform, file);
  const wrong = findUploadFault(file.type, file.bytes.length);
  if (wrong !== undefined) return refuse(platform, badParameter(wrong));
  const media = platform.media.add({
    numberId: number.id,
    mimeType: file.type,
    fileName: file.name,
    isInbound: false,
    bytes: file.bytes,
  });
  return json({ id: media.id });
}

async function readForm({ headers, bytes }: Asked): Promise<File | Fault> {
  const type = String(headers['content-type'] ?? '');
  if (!type.startsWith('multipart/form-data')) {
    return badParameter('The parameter file is required.');
  }
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData();
  } catch (error) {
    if (error instanceof TypeError) return badParameter('The form cannot be read');
    throw error;
  }
  if (form.get('messaging_product') !== 'whatsapp') {
    return badParameter('The parameter messaging_product is required.');
  }
  const file = form.get('file');
  if (file === null || typeof file === 'string') {
    return badParameter('The parameter file is required.');
  }
  const told = form.get('type');
  const mimeType = typeof told === 'string' && told !== '' ? told : file.type;
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: mimeType.split(';')[0]?.trim().toLowerCase() ?? '',
    name: file.name,
  };
}

/** A fresh address for the file. */
export function showMedia({ platform, origin }: Asked, media: Media): Reply {
  const { secret, untilMs } = platform.media.address(media);
  const ext = Math.floor(untilMs / 1_000);
  return json({
    url: `${origin}/whatsapp_business/attachments/?mid=${media.id}&ext=${ext}&hash=${secret}`,
    mime_type: media.mimeType,
    sha256: media.sha256,
    file_size: media.size,
    id: media.id,
    messaging_product: 'whatsapp',
  });
}

/** The bytes behind a download address. */
export function downloadMedia(platform: ChatPlatform, query: URLSearchParams): Reply {
  const media = platform.media.open(query.get('hash') ?? '');
  if (media?.bytes === undefined || media.id !== query.get('mid')) {
    const found = { ...noObject('GET', query.get('mid') ?? ''), http: 404 };
    return refuse(platform, found);
  }
  return { kind: 'bytes', type: media.mimeType, bytes: media.bytes };
}

/** `POST /{app}/uploads?file_name&file_length&file_type`: starts a resumable upload. */
export function startUpload(asked: Asked): Reply {
  const { platform, query, token, id } = asked;
  const length = Number(query.get('file_length'));
  if (!Number.isInteger(length) || length < 1) {
    return refuse(platform, badParameter('The parameter file_length is required.'));
  }
  if (token.app.id !== id) return refuse(platform, fault(200, 'The token is of another app.'));
  const fileName = query.get('file_name') ?? '';
  const mimeType = query.get('file_type') ?? '';
  const upload = platform.media.startUpload({ fileName, mimeType, length });
  return json({ id: upload.id });
}

/** `POST /upload:…`: bytes from `file_offset` on; returns a handle when they are complete. */
export function continueUpload({ platform, headers, bytes, id }: Asked): Reply {
  const upload = platform.media.findUpload(id);
  if (upload === undefined) return refuse(platform, noObject('POST', id));
  const offset = Number(headers['file_offset'] ?? Number.NaN);
  if (offset !== upload.received.length || offset + bytes.length > upload.length) {
    const words = `Header file_offset must be ${upload.received.length}, within file_length`;
    return refuse(platform, badParameter(words));
  }
  const handle = platform.media.append(upload, bytes);
  if (handle === undefined) return json({ id: upload.id, file_offset: upload.received.length });
  return json({ h: handle });
}
