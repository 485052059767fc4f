/** Requests of other shapes than the bursts', to our own service: whose, how large, how sent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilAtRest } from '../contest.ts';
import { usedCpuMs } from '../cpu.ts';
import type { Furnished } from '../paigham/furnish.ts';
import type { Running } from '../system.ts';
import { runWrk, type Load } from './wrk.ts';

/** Whose sends they are. */
export type Sender = Pick<Furnished, 'apiKey' | 'templateId'>;

export type Shape = {
  /** Whole requests, of which each is drawn at random. */
  readonly requests: readonly string[];
  readonly connections: number;
};

const SCRIPT = join(import.meta.dirname, 'shapes.lua');
const HOST = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';
/** What `<R>` and `<C>` become. */
const [RECIPIENT_LENGTH, CODE_LENGTH] = [12, 9];

/** A send by `sms.php` to one recipient. @param headers further ones, each with its line's end. */
export function smsRequest({ apiKey, templateId }: Sender, sender: string, headers = ''): string {
  const message = `${encodeURIComponent('{"code":"')}<C>${encodeURIComponent('"}')}`;
  const query = `api_key=${apiKey}&sender=${sender}&mobile=<R>&template_id=${templateId}`;
  return `GET /api/sms.php?${query}&message=${message} ${HOST}${headers}\r\n`;
}

/** A list of so many by POST to `sms.php`. */
export function listRequest(by: Sender, sender: string, recipients: number): string {
  const mobile = Array.from({ length: recipients }, () => '<R>').join(',');
  const { apiKey, templateId } = by;
  const body = `api_key=${apiKey}&sender=${sender}&template_id=${templateId}&mobile=${mobile}`;
  const code = `&message=${encodeURIComponent('{"code":"')}<C>${encodeURIComponent('"}')}`;
  return post('/api/sms.php', 'application/x-www-form-urlencoded', body + code);
}

/** The same by `POST /v1/messages`, to one recipient or many. */
export function v1Request({ apiKey, templateId }: Sender, sender: string, recipients = 1): string {
  const given = Array.from({ length: recipients }, () => '<R>');
  const body = { recipients: given, sender, template_id: templateId, values: { code: '<C>' } };
  const key = `Authorization: Bearer ${apiKey}\r\n`;
  return post('/v1/messages', 'application/json', JSON.stringify(body), key);
}

function post(path: string, type: string, body: string, headers = ''): string {
  const grown =
    (body.split('<R>').length - 1) * (RECIPIENT_LENGTH - 3) +
    (body.split('<C>').length - 1) * (CODE_LENGTH - 3);
  const head = `Content-Type: ${type}\r\nContent-Length: ${body.length + grown}\r\n`;
  return `POST ${path} ${HOST}${headers}${head}\r\n${body}`;
}

/** Starts sending for this many seconds; `folder` keeps what is read meanwhile. */
export function startShape(
  port: number,
  { requests, connections }: Shape,
  { seconds, folder }: { readonly seconds: number; readonly folder: string },
): Load {
  const file = join(folder, 'requests');
  writeFileSync(file, requests.join('\u0001'));
  return runWrk({ port, script: SCRIPT, what: [file], seconds, connections });
}

/** Figures of one load, until all of it has come to an end. */
export type Cost = {
  readonly acceptedPerSecond: number;
  readonly cpuMicrosPerMessage: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** What a shape costs on an idle system. */
export async function costOf(
  running: Running,
  shape: Shape,
  by: { readonly seconds: number; readonly folder: string },
): Promise<Cost> {
  const before = await running.finished();
  const cpuBeforeMs = usedCpuMs(running.roots);
  const { acceptedPerSecond, p50Ms, p99Ms } = await startShape(running.request.port, shape, by)
    .done;
  const { finished, looked } = await untilAtRest(running, () => usedCpuMs(running.roots));
  const cpuMs = (looked ?? 0) - cpuBeforeMs;
  return {
    acceptedPerSecond,
    cpuMicrosPerMessage: (cpuMs * 1_000) / (finished - before),
    ...{ p50Ms, p99Ms },
  };
}
