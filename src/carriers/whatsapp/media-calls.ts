/** Files at the platform: what we upload to be sent, and what users sent us. */
import type {
  PlatformAccess,
  PlatformMedia,
  PlatformOutcome,
  PlatformSample,
} from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { openConnections, type HttpBody } from '@paigham/http/connections.ts';
import { type Graph, mapDone, readAnswer, ofNumber } from './graph.ts';
import { textOf } from './json-fields.ts';
import type { Sender } from './in-flight.ts';

/** A file to upload; `read` returns it from the beginning at each call. */
export type MediaFile = {
  readonly mime: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly read: () => AsyncIterable<Uint8Array>;
};

/**
 * Uploads a file for messages of this number; returns the platform's id for it.
 * @param upload.boundary random, so that nobody can craft a file that contains it.
 */
export async function uploadMedia(
  graph: Graph,
  { credential, phoneNumberId }: Sender,
  upload: { readonly file: MediaFile; readonly boundary: string },
): Promise<PlatformOutcome<string>> {
  const answer = await graph.call({
    credential,
    method: 'POST',
    path: ofNumber(phoneNumberId, 'media'),
    octets: writeForm(upload.file, upload.boundary),
    timeoutMs: limit('chatUploadMs'),
  });
  return mapDone(answer, (fields) => textOf(fields['id']));
}

/** A form with three fields, the file last, as multipart/form-data (RFC 7578). */
function writeForm(
  { mime, fileName, bytes, read }: MediaFile,
  boundary: string,
): {
  readonly type: string;
  readonly body: HttpBody;
} {
  const field = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', mime)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${quoteSafe(fileName)}"\r\n` +
      `content-type: ${mime}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* read();
    yield tail;
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: { bytes: head.length + bytes + tail.length, chunks: chunks() },
  };
}

const quoteSafe = (name: string): string => name.replaceAll(/["\\\r\n]/g, '_');

/** Where the platform continues an upload: `upload:…`, with a signature. */
const SESSION = /^upload:[A-Za-z0-9_\-=.:+/%]+(\?[A-Za-z0-9_\-=.&%]*)?$/;

/** Uploads the file of a template's header; returns the handle that a new template names. */
export async function uploadSample(
  graph: Graph,
  { credential }: PlatformAccess,
  { appId, fileName, mime, bytes, read }: PlatformSample,
): Promise<PlatformOutcome<string>> {
  const opened = mapDone(
    await graph.call({
      credential,
      method: 'POST',
      path: `${appId}/uploads`,
      query: { file_name: fileName, file_length: String(bytes), file_type: mime },
    }),
    ({ id }) => (typeof id === 'string' && SESSION.test(id) ? id : undefined),
  );
  if (opened.kind !== 'done') return opened;
  const answer = await graph.call({
    credential,
    method: 'POST',
    path: opened.value,
    octets: { type: mime, body: { bytes, chunks: read() } },
    timeoutMs: limit('chatUploadMs'),
    // The guide to resumable uploads says OAuth here, not Bearer.
    headers: { authorization: `OAuth ${credential}`, file_offset: '0' },
  });
  return mapDone(answer, (fields) => textOf(fields['h']));
}

/** The platform's hosts for files: the credential goes there and nowhere else. */
const MEDIA_HOST = /^(?:[\w-]+\.)+(?:fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/;

type MediaHosts = { readonly origin: string; readonly clock: Clock };

/**
 * The content of a file that a user sent: first its address, which is valid for five minutes, then
 * the file.
 */
export async function readMedia(
  graph: Graph,
  { credential }: PlatformAccess,
  asked: { readonly id: string; readonly mostBytes: number; readonly hosts: MediaHosts },
): Promise<PlatformOutcome<PlatformMedia>> {
  const found = mapDone(
    await graph.call({ credential, method: 'GET', path: encodeURIComponent(asked.id) }),
    (fields) => {
      const url = textOf(fields['url']);
      const mime = textOf(fields['mime_type']) ?? 'application/octet-stream';
      return url === undefined ? undefined : { url, mime };
    },
  );
  if (found.kind !== 'done') return found;
  const url = trustedUrl(found.value.url, asked.hosts.origin);
  if (url === undefined) return { kind: 'lost', why: 'a file that lies at a host we do not trust' };
  const content = await download(url, credential, asked);
  return mapDone(content, (octets) => ({ mime: found.value.mime, content: octets }));
}

function trustedUrl(text: string, origin: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlatform = url.protocol === 'https:' && url.port === '' && MEDIA_HOST.test(url.hostname);
  return url.origin === origin || isPlatform ? url : undefined;
}

async function download(
  url: URL,
  credential: string,
  { mostBytes, hosts }: { readonly mostBytes: number; readonly hosts: MediaHosts },
): Promise<PlatformOutcome<Uint8Array>> {
  const connections = openConnections({
    origin: url.origin,
    most: 1,
    connectMs: limit('chatConnectMs'),
    clock: hosts.clock,
  });
  const reply = await connections.call({
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { authorization: `Bearer ${credential}`, 'user-agent': 'Paigham' },
    timeoutMs: limit('chatUploadMs'),
    mostBytes,
  });
  await connections.close();
  if (reply.kind !== 'answered') return reply;
  if (reply.status >= 200 && reply.status < 300) return { kind: 'done', value: reply.body };
  const answer = readAnswer(reply);
  return answer.kind === 'done' ? { kind: 'lost', why: 'a file that is not there' } : answer;
}
