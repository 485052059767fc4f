import { limit } from '../limits.ts';
import type { LinkField } from './link-field.ts';

/** How the connections of an SMPP link are made, and how much they carry. */
export const CONNECTION_FIELDS = {
  host: {
    kind: 'text',
    leastCharacters: 1,
    mostCharacters: 255,
    help: 'name or address of the operator’s SMSC',
  },
  port: { kind: 'whole', least: 1, most: 65_535, fallback: 2775, help: 'its port' },
  tls: {
    kind: 'word',
    words: ['off', 'verified', 'unverified'],
    fallback: 'off',
    help: 'encryption: none, with the certificate checked, or with any certificate',
  },
  tlsServerName: {
    kind: 'text',
    leastCharacters: 0,
    mostCharacters: 255,
    fallback: '',
    help: 'the name in the operator’s certificate, where it is not the host',
  },
  tlsAuthority: {
    kind: 'certificates',
    mostCharacters: limit('certificateCharacters'),
    fallback: '',
    help: 'PEM text of who signed the certificate, where that is no public authority',
  },
  systemId: {
    kind: 'text',
    leastCharacters: 1,
    mostCharacters: 15,
    help: 'login of the bind (SMPP 3.4: at most 15 characters)',
  },
  systemType: {
    kind: 'text',
    leastCharacters: 0,
    mostCharacters: 12,
    fallback: '',
    help: 'system_type of the bind; most operators want none',
  },
  interfaceVersion: {
    kind: 'word',
    words: ['3.4', '5.0'],
    fallback: '3.4',
    help: 'the version of SMPP that the bind announces',
  },
  addressRange: {
    kind: 'text',
    leastCharacters: 0,
    mostCharacters: 40,
    fallback: '',
    help: 'address_range of binds that receive: which numbers are ours; most operators want none',
  },
  addressTon: {
    kind: 'whole',
    least: 0,
    most: 6,
    fallback: 0,
    help: 'addr_ton of the bind, for address_range',
  },
  addressNpi: {
    kind: 'whole',
    least: 0,
    most: 18,
    fallback: 0,
    help: 'addr_npi of the bind, for address_range',
  },
  bind: {
    kind: 'word',
    words: ['transceiver', 'pair'],
    fallback: 'transceiver',
    help: 'one connection for both directions, or a transmitter and a receiver',
  },
  binds: {
    kind: 'whole',
    least: 1,
    most: limit('linkBinds'),
    fallback: 1,
    help: 'how many binds (or pairs) to open; at most what the operator allows',
  },
  windowSubmits: {
    kind: 'whole',
    least: 1,
    most: limit('linkWindow'),
    fallback: 10,
    help: 'submits that may be unanswered at once, on each bind',
  },
  ratePerSecond: {
    kind: 'whole',
    least: 1,
    most: 100_000,
    fallback: 100,
    help: 'submits in any second, at most, on all binds together',
  },
  enquireIntervalMs: {
    kind: 'whole',
    least: 1_000,
    most: 600_000,
    fallback: 30_000,
    help: 'silence after which enquire_link asks whether the operator is there',
  },
  answerTimeoutMs: {
    kind: 'whole',
    least: 100,
    most: 600_000,
    fallback: 30_000,
    help: 'wait for the answer to a submit; after it the attempt is ambiguous',
  },
} as const satisfies Record<string, LinkField>;
