/** Opens a client connection: TCP, or TLS over TCP. */

import { X509Certificate } from 'node:crypto';
import { isIP, Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { realClock, type SessionClock } from './session-events.ts';

export type ConnectOptions = {
  readonly host: string;
  readonly port: number;
  /** For the whole attempt, the TLS handshake included. */
  readonly timeoutMs: number;
  readonly clock?: SessionClock;
  /** Absent: plain TCP. */
  readonly tls?: TlsOptions;
};

export type TlsOptions = {
  /** False: any certificate is accepted: no eavesdropping, but anybody can impersonate. */
  readonly verify: boolean;
  /** The name that the certificate must contain; default: the host. */
  readonly serverName?: string;
  /** PEM of the authorities that are trusted instead of the public ones. */
  readonly authority?: string;
};

export type Connected =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly words: string };

/** Resolves with a connected socket, or with the reason as text; never rejects. */
export function connect(options: ConnectOptions): Promise<Connected> {
  const clock = options.clock ?? realClock;
  return new Promise((resolve) => {
    const opened = openSocket(options);
    if (typeof opened === 'string') return resolve({ ok: false, words: opened });
    const { socket, ready } = opened;
    const finish = (connected: Connected): void => {
      timer.cancel();
      // `onError` stays: an error between this promise and its owner must not crash the process.
      socket.off(ready, onReady);
      socket.off('close', onClose);
      if (!connected.ok) socket.destroy();
      resolve(connected);
    };
    const onReady = (): void => finish({ ok: true, socket });
    const onError = (error: Error): void => finish({ ok: false, words: describe(error) });
    const onClose = (): void => finish({ ok: false, words: 'the peer closed the connection' });
    const timer = clock.setTimer(options.timeoutMs, () => {
      finish({ ok: false, words: 'connection timed out' });
    });
    socket.on(ready, onReady);
    socket.on('error', onError);
    socket.on('close', onClose);
  });
}

type Opened = { readonly socket: Socket; readonly ready: 'connect' | 'secureConnect' };

/** A socket that begins to connect, or why it cannot. */
function openSocket({ host, port, tls }: ConnectOptions): Opened | string {
  if (tls === undefined) {
    const socket = new Socket();
    socket.connect({ host, port });
    return { socket, ready: 'connect' };
  }
  const { verify, authority } = tls;
  const name = tls.serverName ?? host;
  try {
    const settings: ConnectionOptions = {
      host,
      port,
      rejectUnauthorized: verify,
      // An IP address cannot be sent as SNI; the certificate is still checked against the host.
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ...(authority === undefined ? {} : { ca: readCertificates(authority) }),
    };
    return { socket: connectTls(settings), ready: 'secureConnect' };
  } catch (error) {
    return `TLS cannot be set up: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const pemBlock = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

/** Parsed here, because TLS skips what is not a certificate and then trusts nobody. */
function readCertificates(pem: string): string[] {
  return (pem.match(pemBlock) ?? []).map((block) => new X509Certificate(block).toString());
}

/** What OpenSSL says when the other side does not speak TLS. */
const notTls = /wrong version number|packet length too long|http request|EPROTO/i;
const untrusted: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'it is signed by an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it is signed by an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it is signed by an authority that is not trusted here',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

/** Describes a connection error; says what is wrong with a certificate. */
function describe(error: Error & { readonly code?: string }): string {
  const why = error.code === undefined ? undefined : untrusted[error.code];
  if (why !== undefined) {
    return `the certificate of the peer is refused, ${why} (${error.code})`;
  }
  const isPlain = error.code === 'EPROTO' || error.code === 'ERR_SSL_WRONG_VERSION_NUMBER';
  if (isPlain && notTls.test(error.message)) {
    return `the peer does not speak TLS on this port (${error.code})`;
  }
  return error.message;
}
