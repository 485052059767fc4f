/** One request to vetted addresses. */
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { type buildConnector, Client } from 'undici';
import { type AddressPolicy, hostOf, portOf, type Resolve } from './address-policy.ts';
import { FetchStop } from './outcome.ts';

export type Answer = {
  readonly status: number;
  /** The one value of a header; undefined when it is missing or there are several. */
  readonly header: (name: string) => string | undefined;
  readonly body: Readable;
  /** Ends the connection. */
  readonly close: () => void;
};

type Question = {
  readonly url: URL;
  /** Vetted: we connect to nothing else, whatever the name resolves to now. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  /** Called once connected. */
  readonly onConnect: () => void;
  /** Authorities to trust instead of Node's own. */
  readonly ca: string | undefined;
};

const MOST_HEADER_BYTES = 16 * 1024;

const plain = (address: string): string => ipaddr.process(address).toString();

/** Returns the vetted addresses instead of resolving the name again. */
function pin(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({
    address,
    family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
  }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all === true) callback(null, all);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

function openSocket({ url, addresses, ca }: Question): Socket {
  const host = hostOf(url);
  const to = { host, port: portOf(url), lookup: pin(addresses), autoSelectFamily: true };
  if (url.protocol === 'http:') return connectTcp(to);
  return connectTls({
    ...to,
    // An IP address has no name to send as SNI.
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  });
}

/** How names become addresses, and which of them may be called. */
export type Vetting = { readonly policy: AddressPolicy; readonly resolve: Resolve };

/** Addresses of the link's host, all of them vetted. Rejects with a FetchStop. */
export async function vet(
  url: URL,
  { policy, resolve }: Vetting,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await resolve(hostOf(url), signal);
  if (!addresses.every((address) => policy.allows(address))) throw new FetchStop('not_public');
  const port = portOf(url);
  if (!addresses.every((address) => policy.allowsPort(address, port))) throw new FetchStop('port');
  return addresses;
}

/** Connects to what was vetted, and ends a connection that somehow reached another address. */
export function connectorOf(question: Question): buildConnector.connector {
  const { url, signal, onConnect } = question;
  const allowed = new Set(question.addresses.map(plain));
  return (_, callback) => {
    const socket = openSocket(question);
    const abandon = (): void => void socket.destroy(signal.reason as Error);
    const settle = (error: Error | null): void => {
      signal.removeEventListener('abort', abandon);
      if (error === null) callback(null, socket);
      else callback(error, null);
    };
    // The client itself has no timeout before it is connected.
    signal.addEventListener('abort', abandon, { once: true });
    socket.once('error', settle);
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', settle);
      const { remoteAddress = '' } = socket;
      if (ipaddr.isValid(remoteAddress) && allowed.has(plain(remoteAddress))) {
        onConnect();
        settle(null);
      } else {
        socket.on('error', () => undefined).destroy();
        settle(new FetchStop('not_public'));
      }
    });
    if (signal.aborted) abandon();
  };
}

/** Error texts of OpenSSL and Node for a bad certificate or handshake. */
const isTls = (code: string): boolean =>
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|_CERT(?:_|$)/.test(code);

/** Why a connection or a response failed. */
export function stopOf(error: unknown, isConnected: boolean): FetchStop {
  if (error instanceof FetchStop) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isTls(code)) return new FetchStop('tls');
  return new FetchStop(isConnected ? 'broken' : 'not_connected');
}

/** Requests the file. Rejects with a FetchStop. The caller closes the response. */
export async function ask(question: Question): Promise<Answer> {
  const { url, signal } = question;
  let isConnected = false;
  const onConnect = (): void => {
    isConnected = true;
    question.onConnect();
  };
  const client = new Client(url.origin, {
    connect: connectorOf({ ...question, onConnect }),
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const close = (): void => void client.destroy();
  try {
    const response = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'Paigham' },
      signal,
    });
    const header = (name: string): string | undefined => {
      const value = response.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    return { status: response.statusCode, header, body: response.body, close };
  } catch (error) {
    close();
    throw stopOf(signal.aborted ? signal.reason : error, isConnected);
  }
}
