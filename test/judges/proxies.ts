/** Proxies that we did not write, with the files of deploy/ in front of a service. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { end } from '../support/smsc-program.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const TLS = join(import.meta.dirname, '../support/tls');
const NAME = 'sms.example';

export const PROXIES = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/** Why the judge cannot be asked here, or undefined when it can. */
export function whyNo(name: ProxyName): string | undefined {
  const found = spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { env: { PATH } });
  return found.error === undefined ? undefined : `${name} is not installed`;
}

export type Asked = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The caller's address: any of 127.0.0.0/8. */
  readonly from?: string;
  /** Does not wait for the end of the answer. */
  readonly firstPiece?: boolean;
};

export type Answered = { readonly status: number; readonly text: string };

export type Proxy = {
  ask(asked: Asked): Promise<Answered>;
  askInTheClear(asked: Asked): Promise<Answered>;
  stop(): Promise<void>;
};

type Places = {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  readonly upstream: number;
  /** Times of the file are shorter by this. */
  readonly hurry: number;
};

/** Starts one on free ports of this machine; resolves when it listens. */
export async function startProxy(name: ProxyName, upstream: number, hurry = 1): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const places = { folder, http: await freePort(), https: await freePort(), upstream, hurry };
  const words = name === 'nginx' ? configureNginx(places) : configureCaddy(places);
  const child = spawn(name, words, {
    env: { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => void (said += piece));
  await eventually(name, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    return (await listens(places.https)) && listens(places.http);
  });
  return {
    ask: (asked) => ask(askHttps, places.https, asked),
    askInTheClear: (asked) => ask(askHttp, places.http, asked),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts other text into a file of deploy/; what it does not find has been changed there. */
function change(file: string, changes: readonly (readonly [RegExp, string])[]): string {
  let content = readFileSync(join(DEPLOY, file), 'utf8');
  for (const [what, by] of changes) {
    if (!what.test(content)) throw new Error(`deploy/${file} has no ${what.source}`);
    content = content.replaceAll(what, by);
  }
  return content;
}

const seconds = (text: string, hurry: number): string => `${Number(text) / hurry}`;

function configureNginx({ folder, http, https, upstream, hurry }: Places): readonly string[] {
  const sites = change('nginx.conf', [
    [/listen \[::\].*\n/g, ''],
    [/listen 80;/g, `listen 127.0.0.1:${http};`],
    [/listen 443 ssl;/g, `listen 127.0.0.1:${https} ssl;`],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${upstream}`],
    [/\/etc\/ssl\/sms\.example\.pem/g, join(TLS, 'certificate.pem')],
    [/\/etc\/ssl\/private\/sms\.example\.key/g, join(TLS, 'key.pem')],
    [/\/var\/log\/nginx/g, folder],
  ]).replaceAll(/_timeout (\d+)s;/g, (_, time: string) => {
    return `_timeout ${Math.round(1000 * Number(seconds(time, hurry)))}ms;`;
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};\n`)
    .join('');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\n${user}pid ${folder}/nginx.pid;\nworker_processes 1;\n` +
      `events {}\nhttp {\n${temporary}access_log off;\n${sites}}\n`,
  );
  return ['-e', `${folder}/error.log`, '-p', folder, '-c', file];
}

function configureCaddy({ folder, http, https, upstream, hurry }: Places): readonly string[] {
  const file = join(folder, 'Caddyfile');
  const alone = `admin off\n\tdefault_bind 127.0.0.1\n\tauto_https off\n`;
  const content = change('Caddyfile', [
    [/^\ton_demand_tls/gm, `\t${alone}\ton_demand_tls`],
    [/^http:\/\/ \{/gm, `http://${NAME}:${http} {`],
    [/^https:\/\/ \{/gm, `https://${NAME}:${https} {`],
    [/\ttls \{\n\t\ton_demand\n\t\}/g, `\ttls ${TLS}/certificate.pem ${TLS}/key.pem`],
    [/127\.0\.0\.1:8080/g, `127.0.0.1:${upstream}`],
  ]).replaceAll(/_timeout (\d+)s/g, (_, time: string) => `_timeout ${seconds(time, hurry)}s`);
  writeFileSync(file, content);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

function ask(by: typeof askHttp, port: number, asked: Asked): Promise<Answered> {
  const { path, method = 'GET', headers = {}, body, from = '127.0.0.1' } = asked;
  const options: RequestOptions = { host: '127.0.0.1', port, path, method, localAddress: from };
  // The certificate of the tests is for another name.
  const tls = { servername: NAME, rejectUnauthorized: false };
  const length = body === undefined ? {} : { 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const sent = by(
      { ...options, ...tls, headers: { Host: NAME, ...length, ...headers } },
      (answer: IncomingMessage) => {
        const read = asked.firstPiece === true ? readPiece(answer) : text(answer);
        read.then((it) => resolve({ status: answer.statusCode ?? 0, text: it }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readPiece(answer: IncomingMessage): Promise<string> {
  const [piece] = (await once(answer, 'data')) as [Buffer];
  answer.destroy();
  return piece.toString();
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
