/**
 * Settings that are valid alone but wrong together, and settings that are unsafe once real keys and
 * real money are behind them. One row each; a violated one stops the start with its message, which
 * names the settings and never quotes a secret.
 */
import ipaddr from 'ipaddr.js';
import { AES_KEY_BYTES } from './aes.ts';
import type { Config, Secrets } from './config-schema.ts';
import { isLoopback, readIpRange } from '@paigham/http/address-list.ts';
import { hasRefusedPort } from '@paigham/http/refused-ports.ts';
import { parseJson } from '@paigham/base/json.ts';

type Rule = {
  /** `production`: checked only with --production. */
  readonly when: 'always' | 'production';
  readonly sentence: string;
  isBroken(config: Config, secrets: Secrets): boolean;
};

/** The embedded server takes 60; some are for migrations, listening, the command line. */
const embeddedConnections = 50;

function isRange(text: string): boolean {
  return readIpRange(text) !== undefined;
}

/** By which notifications of most gateways are signed. */
const SECRET_LENGTH = 16;

/** A larger share of all addresses than anybody's own networks have: 10.0.0.0/8 is 1/256. */
const LARGE_SHARE = 1 / 16;

/** Whether the ranges together hold a large part of all addresses of version 4 or 6. */
function coversMuch(ranges: readonly string[]): boolean {
  const shares = { ipv4: 0, ipv6: 0 };
  for (const text of ranges) {
    const range = readIpRange(text);
    if (range === undefined) continue;
    const [address, bits] = ipaddr.parseCIDR(range);
    shares[address.kind()] += 2 ** -bits;
  }
  return Math.max(shares.ipv4, shares.ipv6) > LARGE_SHARE;
}

/** Whether any of them is a proxy on another machine. */
function nameOthers(ranges: readonly string[]): boolean {
  return ranges.some((range) => !isLoopback(range.split('/')[0] ?? ''));
}

/** Whether callers must come through proxies: bypassing them would expose their keys. */
export function isForProxiesAlone({ production, plainHttp, host }: Config): boolean {
  return production && !plainHttp && !isLoopback(host);
}

/**
 * Whether the connection leaves the machine and others could read or hijack it. Of an option given
 * twice, the driver takes the last; `uselibpqcompat` makes every mode other than
 * verify-full accept any certificate, or one for any name.
 */
function isOpenToOthers(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  // The driver treats an empty one as absent.
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host.replaceAll(/[[\]]/g, '')))
    return false;
  const mode = searchParams.getAll('sslmode').at(-1) ?? '';
  if (searchParams.has('uselibpqcompat')) return mode !== 'verify-full';
  return !/^(require|verify-ca|verify-full)$/.test(mode);
}

/** Whether it is a JSON object of strings. */
function isHeaders(text: string): boolean {
  const headers = parseJson(text);
  if (typeof headers !== 'object' || headers === null) return false;
  return Object.values(headers).every((value) => typeof value === 'string');
}

function isDirectoryAddress({ mnpDirectory, mnpAddress, mnpBody }: Config): boolean {
  switch (mnpDirectory) {
    case 'none':
      return true;
    case 'enum':
      return /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(mnpAddress);
    case 'http': {
      const asksSingly = /\{(number|national)\}/.test(mnpAddress);
      return /^https?:$/.test(protocolOf(mnpAddress)) && (asksSingly || mnpBody !== '');
    }
  }
}

function protocolOf(address: string): string {
  const plain = address.replaceAll(/[{}]/g, '');
  return URL.canParse(plain) ? new URL(plain).protocol : '';
}

/** Whether it is `http://host` or `https://host`, optionally with a port, and nothing after it. */
function isBareAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && (text === origin || text === `${origin}/`);
}

/** Whether traffic to it could be read on the way. */
function isInTheClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname.replaceAll(/[[\]]/g, ''));
}

/** `noreply@example.com`, or that behind a name. */
const MAIL_SENDER =
  /^(?:[^<>\p{Cc}]{0,100}<[^\s<>@,]+@[A-Za-z0-9.-]+>|[^\s<>@,]+@[A-Za-z0-9.-]+)$/u;

export const rules: readonly Rule[] = [
  {
    when: 'always',
    sentence:
      'RETENTION_DAYS must be 0, or at least a week more than EVENT_DAYS: events are shown with ' +
      'their messages.',
    isBroken: ({ retentionDays, eventDays }) =>
      retentionDays !== 0 && retentionDays < eventDays + 7,
  },
  {
    when: 'always',
    sentence: 'ROLES must be "all" or a list of the other roles, not both.',
    isBroken: ({ roles }) => roles.includes('all') && roles.length > 1,
  },
  {
    when: 'always',
    sentence: 'TRUSTED_PROXIES must be a list of addresses and CIDR ranges, such as 10.0.0.0/8.',
    isBroken: ({ trustedProxies }) => !trustedProxies.every(isRange),
  },
  {
    when: 'always',
    sentence: 'OWN_ADDRESSES must be a list of addresses and CIDR ranges, such as 203.0.113.0/24.',
    isBroken: ({ ownAddresses }) => !ownAddresses.every(isRange),
  },
  {
    when: 'always',
    sentence:
      'FETCH_LOOPBACK lets callers reach every service on this machine: it is allowed only when ' +
      'HOST is a loopback address.',
    isBroken: ({ fetchLoopback, host }) => fetchLoopback === true && !isLoopback(host),
  },
  {
    when: 'production',
    sentence:
      'FETCH_LOOPBACK lets callers reach every service on this machine: use it only for trials.',
    isBroken: ({ fetchLoopback }) => fetchLoopback === true,
  },
  {
    when: 'always',
    sentence: 'DATABASE_URL is not a valid address.',
    isBroken: (_, { databaseUrl }) => databaseUrl !== undefined && !URL.canParse(databaseUrl),
  },
  {
    when: 'always',
    sentence:
      'DATABASE_OWNER_URL and those for reading (DATABASE_READ_URL, DATABASE_REPLICA_URL) must ' +
      'be valid addresses and need DATABASE_URL.',
    isBroken: (_, { databaseUrl, databaseOwnerUrl, databaseReadUrl, databaseReplicaUrl }) =>
      [databaseOwnerUrl, databaseReadUrl, databaseReplicaUrl].some(
        (it) => it !== undefined && (databaseUrl === undefined || !URL.canParse(it)),
      ),
  },
  {
    when: 'always',
    sentence:
      'MASTER_KEY or MASTER_KEY_FILE must be set when DATABASE_URL is, the same on every node: ' +
      'make one with "head -c 32 /dev/urandom | base64" and keep it safe.',
    isBroken: ({ masterKeyFile }, { databaseUrl, masterKey }) =>
      databaseUrl !== undefined && masterKey === undefined && masterKeyFile === undefined,
  },
  {
    when: 'always',
    sentence: 'MASTER_KEY and MASTER_KEY_FILE are two ways to give one key: set only one of them.',
    isBroken: ({ masterKeyFile }, { masterKey }) =>
      masterKey !== undefined && masterKeyFile !== undefined,
  },
  {
    when: 'always',
    sentence: `DATABASE_POOL must be ${embeddedConnections} or less with the embedded database.`,
    isBroken: ({ databasePool }, { databaseUrl }) =>
      databaseUrl === undefined && databasePool > embeddedConnections,
  },
  {
    when: 'always',
    sentence:
      'MNP_ADDRESS must be an http:// or https:// address, with {number} or {national} in it ' +
      'unless MNP_BODY is set; for enum, the address of a name server, such as 192.0.2.1:53.',
    isBroken: (config) => !isDirectoryAddress(config),
  },
  {
    when: 'always',
    sentence:
      'MNP_BODY needs MNP_NUMBER_PATH: without it entries cannot be matched to their numbers.',
    isBroken: ({ mnpDirectory, mnpBody, mnpNumberPath }) =>
      mnpDirectory === 'http' && mnpBody !== '' && mnpNumberPath === '',
  },
  {
    when: 'always',
    sentence: 'MNP_OPERATORS must map the operator names of the number directory to ours.',
    isBroken: ({ mnpDirectory, mnpOperators }) =>
      mnpDirectory !== 'none' && mnpOperators.length === 0,
  },
  {
    when: 'always',
    sentence: 'MNP_HEADERS must be a JSON object of strings.',
    isBroken: (_, { mnpHeaders }) => mnpHeaders !== undefined && !isHeaders(mnpHeaders),
  },
  {
    when: 'production',
    sentence: 'MNP_HEADERS would travel unencrypted: MNP_ADDRESS must be an https:// address.',
    isBroken: ({ mnpDirectory, mnpAddress }, { mnpHeaders }) =>
      mnpDirectory === 'http' && mnpHeaders !== undefined && !mnpAddress.startsWith('https:'),
  },
  {
    when: 'production',
    sentence:
      'PUBLIC_ADDRESS must be set, such as https://messages.example.com: no account may claim ' +
      'this host as its own.',
    isBroken: ({ publicAddress }) => publicAddress === '',
  },
  {
    when: 'always',
    sentence: 'PUBLIC_ADDRESS must be https:// or http:// and a host name, with nothing after it.',
    isBroken: ({ publicAddress }) => publicAddress !== '' && !isBareAddress(publicAddress),
  },
  {
    when: 'always',
    sentence:
      'PORT must not be that of another protocol, such as 25 or 6000, which browsers never open, ' +
      'unless PUBLIC_ADDRESS says where people come.',
    isBroken: ({ publicAddress, port }) =>
      publicAddress === '' && hasRefusedPort(`http://localhost:${port}`),
  },
  {
    when: 'always',
    sentence:
      'PUBLIC_ADDRESS must not have the port of another protocol, such as 25: browsers never ' +
      'open it.',
    isBroken: ({ publicAddress }) => hasRefusedPort(publicAddress),
  },
  {
    when: 'always',
    sentence:
      'SIGNUP_ADDRESS must not have the port of another protocol, such as 25: browsers never ' +
      'open it.',
    isBroken: ({ signupAddress }) => hasRefusedPort(signupAddress),
  },
  {
    when: 'always',
    sentence: 'GRAPH_ADDRESS must be https:// or http:// and a host name, with nothing after it.',
    isBroken: ({ graphAddress }) => !isBareAddress(graphAddress),
  },
  {
    when: 'production',
    sentence: 'GRAPH_ADDRESS must be an https:// address: tokens would travel unencrypted.',
    isBroken: ({ graphAddress }) => isBareAddress(graphAddress) && isInTheClear(graphAddress),
  },
  {
    when: 'production',
    sentence: 'PUBLIC_ADDRESS must be an https:// address: the chat platform accepts nothing else.',
    isBroken: ({ publicAddress }) => isBareAddress(publicAddress) && isInTheClear(publicAddress),
  },
  {
    when: 'always',
    sentence: 'PAYMENT_GATEWAY needs PAYMENT_KEY and PAYMENT_SECRET.',
    isBroken: ({ paymentGateway }, { paymentKey, paymentSecret }) =>
      paymentGateway !== 'none' && (paymentKey === undefined || paymentSecret === undefined),
  },
  {
    when: 'always',
    sentence: 'PAYMENT_SECRET must have 16 characters or more; only that of jazzcash has fewer.',
    isBroken: ({ paymentGateway }, { paymentSecret }) =>
      !['none', 'jazzcash', 'easypaisa'].includes(paymentGateway) &&
      paymentSecret !== undefined &&
      paymentSecret.length < SECRET_LENGTH,
  },
  {
    when: 'always',
    sentence:
      'PAYMENT_KEY of jazzcash must be the id and the password of the merchant: ID:PASSWORD.',
    isBroken: ({ paymentGateway }, { paymentKey }) =>
      paymentGateway === 'jazzcash' && paymentKey !== undefined && !/^[^:]+:.+$/s.test(paymentKey),
  },
  {
    when: 'always',
    sentence:
      'PAYMENT_KEY of easypaisa must be the user and password of the API, the store and the ' +
      'account: USER:PASSWORD:STORE:ACCOUNT.',
    isBroken: ({ paymentGateway }, { paymentKey }) =>
      paymentGateway === 'easypaisa' &&
      paymentKey !== undefined &&
      !/^[^:]+:.+:[^:]+:[^:]+$/s.test(paymentKey),
  },
  {
    when: 'always',
    sentence: 'PAYMENT_SECRET of easypaisa must be its hash key: 16, 24 or 32 octets.',
    isBroken: ({ paymentGateway }, { paymentSecret }) =>
      paymentGateway === 'easypaisa' &&
      paymentSecret !== undefined &&
      !AES_KEY_BYTES.includes(Buffer.byteLength(paymentSecret)),
  },
  {
    when: 'always',
    sentence:
      'PAYMENT_ADDRESS must be https:// or http:// and a host name, with nothing after it; only ' +
      'stripe, jazzcash and easypaisa have a default.',
    isBroken: ({ paymentGateway, paymentAddress }) =>
      paymentAddress === '' ? paymentGateway === 'simulated' : !isBareAddress(paymentAddress),
  },
  {
    when: 'always',
    sentence: 'PAYMENT_LEAST_RUPEES must not exceed PAYMENT_MOST_RUPEES.',
    isBroken: ({ paymentLeastRupees, paymentMostRupees }) => paymentLeastRupees > paymentMostRupees,
  },
  {
    when: 'production',
    sentence: 'PAYMENT_GATEWAY must not be simulated: whoever likes pays there without money.',
    isBroken: ({ paymentGateway }) => paymentGateway === 'simulated',
  },
  {
    when: 'production',
    sentence: 'PAYMENT_ADDRESS must be an https:// address: the key would travel unencrypted.',
    isBroken: ({ paymentAddress }) => isBareAddress(paymentAddress) && isInTheClear(paymentAddress),
  },
  {
    when: 'always',
    sentence: 'SIGNUP_ADDRESS must be https:// or http:// and a host name, with nothing after it.',
    isBroken: ({ signupAddress }) => !isBareAddress(signupAddress),
  },
  {
    when: 'production',
    sentence: 'SIGNUP_ADDRESS must be an https:// address: people sign in at the platform there.',
    isBroken: ({ signupAddress }) => isBareAddress(signupAddress) && isInTheClear(signupAddress),
  },
  {
    when: 'always',
    sentence:
      'SIGNUP_APP_ID goes with SIGNUP_APP_SECRET, SIGNUP_CONFIG_ID and PUBLIC_ADDRESS: the ' +
      'dialogue leads back there.',
    isBroken: ({ signupAppId, signupConfigId, publicAddress }, { signupAppSecret }) => {
      const given = [signupAppId, signupConfigId, signupAppSecret].filter((it) => it !== undefined);
      return given.length > 0 && (given.length < 3 || publicAddress === '');
    },
  },
  {
    when: 'always',
    sentence: 'SMTP_URL needs PUBLIC_ADDRESS: mails hold links to this service.',
    isBroken: ({ publicAddress }, { smtpUrl }) => smtpUrl !== undefined && publicAddress === '',
  },
  {
    when: 'always',
    sentence: 'SMTP_URL is not a valid address.',
    isBroken: (_, { smtpUrl }) => smtpUrl !== undefined && !URL.canParse(smtpUrl),
  },
  {
    when: 'always',
    sentence:
      'MAIL_FROM must be an address, or a name and an address, such as ' +
      'Paigham <noreply@messages.example.com>, when SMTP_URL is set.',
    isBroken: ({ mailFrom }, { smtpUrl }) =>
      (smtpUrl !== undefined || mailFrom !== '') && !MAIL_SENDER.test(mailFrom),
  },
  {
    when: 'production',
    sentence:
      'HOST is open to the network, where keys would travel unencrypted: listen on 127.0.0.1 ' +
      'behind a TLS proxy, name a proxy on another machine in TRUSTED_PROXIES, or set PLAIN_HTTP.',
    isBroken: (config) => isForProxiesAlone(config) && !nameOthers(config.trustedProxies),
  },
  {
    when: 'production',
    sentence:
      'TRUSTED_PROXIES covers a large part of all addresses, and each of them could pose as any ' +
      'other: list your proxies, or their networks.',
    isBroken: ({ trustedProxies }) => coversMuch(trustedProxies),
  },
  {
    when: 'production',
    sentence: 'DATABASE_URL would go over the network without TLS: add sslmode=verify-full to it.',
    isBroken: (_, { databaseUrl, databaseOwnerUrl, databaseReadUrl }) =>
      [databaseUrl, databaseOwnerUrl, databaseReadUrl].some(isOpenToOthers),
  },
];
