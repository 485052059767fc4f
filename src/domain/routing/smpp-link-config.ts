/**
 * What staff configure for one SMPP link. Operators differ in everything below, so all of it is
 * data, filled in during the connection test with the operator. This table is the only place that
 * knows names, limits and defaults: stored JSON, the command line and the portal read it.
 *
 * The password is not here: it is sealed beside the config.
 */
import { limit } from '../limits.ts';
import {
  checkFields,
  type ConfigOf,
  type FieldsCheck,
  type GivenLinkConfig,
  type LinkField,
} from './link-field.ts';

/** How an SMPP link connects, and how much it carries. */
const CONNECTION_FIELDS = {
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
    help: 'the name in the operator’s certificate, if it is not the host',
  },
  tlsAuthority: {
    kind: 'certificates',
    mostCharacters: limit('certificateCharacters'),
    fallback: '',
    help: 'PEM text of the authority that signed the certificate, if it is not a public one',
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
    help: 'maximum unanswered submits, on each bind',
  },
  ratePerSecond: {
    kind: 'whole',
    least: 1,
    most: 100_000,
    fallback: 100,
    help: 'maximum submits per second, across all binds',
  },
  giveWayAfterRefusals: {
    kind: 'whole',
    least: 1,
    most: 10_000,
    fallback: 20,
    help: 'refusals for now in a row, such as 0x14 and 0x58, that leave messages to the next rule',
  },
  giveWayAfterMs: {
    kind: 'whole',
    least: 1_000,
    most: 3_600_000,
    fallback: 5_000,
    help: 'the same, for how long it may refuse without taking any',
  },
  enquireIntervalMs: {
    kind: 'whole',
    least: 1_000,
    most: 600_000,
    fallback: 30_000,
    help: 'idle time after which an enquire_link checks the connection',
  },
  answerTimeoutMs: {
    kind: 'whole',
    least: 100,
    most: 600_000,
    fallback: 30_000,
    help: 'timeout of a submit; after it the attempt is ambiguous',
  },
} as const satisfies Record<string, LinkField>;

/** How messages are written for an operator, and how its refusals are read. */
const WRITING_FIELDS = {
  longTexts: {
    kind: 'word',
    words: ['udh', 'sar', 'payload'],
    fallback: 'udh',
    help: 'parts joined by a header or by sar TLVs, or the whole text in message_payload',
  },
  defaultAlphabet: {
    kind: 'word',
    words: ['gsm7', 'latin1', 'latin1_as_3', 'ascii'],
    fallback: 'gsm7',
    help: 'the operator’s alphabet for data_coding 0; latin1_as_3: Latin-1, sent as 3',
  },
  numericSenderTon: {
    kind: 'whole',
    least: 0,
    most: 6,
    fallback: 3,
    help: 'source_addr_ton of short codes; commonly 3 (network specific) or 0',
  },
  numericSenderNpi: {
    kind: 'whole',
    least: 0,
    most: 18,
    fallback: 0,
    help: 'source_addr_npi of short codes; commonly 0 or 1',
  },
  alphanumericSenderTon: {
    kind: 'whole',
    least: 0,
    most: 6,
    fallback: 5,
    help: 'source_addr_ton of names; commonly 5 (alphanumeric)',
  },
  alphanumericSenderNpi: {
    kind: 'whole',
    least: 0,
    most: 18,
    fallback: 0,
    help: 'source_addr_npi of names; commonly 0',
  },
  destinationTon: {
    kind: 'whole',
    least: 0,
    most: 6,
    fallback: 1,
    help: 'dest_addr_ton of recipients; commonly 1 (international)',
  },
  destinationNpi: {
    kind: 'whole',
    least: 0,
    most: 18,
    fallback: 1,
    help: 'dest_addr_npi of recipients; commonly 1',
  },
  serviceType: {
    kind: 'text',
    leastCharacters: 0,
    mostCharacters: 5,
    fallback: '',
    help: 'service_type of every submit; most operators want none',
  },
  validity: {
    kind: 'word',
    words: ['none', 'relative', 'absolute'],
    fallback: 'none',
    help: 'whether the operator is told a message’s validity period, and in which form',
  },
  serverUtcOffsetMinutes: {
    kind: 'whole',
    least: -720,
    most: 720,
    step: 15,
    fallback: 300,
    help: 'the operator’s clock, minutes ahead of UTC, for absolute validity',
  },
  statusReasons: {
    kind: 'statuses',
    mostCharacters: limit('statusReasonsCharacters'),
    fallback: '',
    help: 'what a code means at this operator: 0x45=operator_queue_full,0x401=operator_throttled',
  },
} as const satisfies Record<string, LinkField>;

export type { GivenLinkConfig } from './link-field.ts';
export { ruleOf, type LinkField } from './link-field.ts';

const ID_FORMS = ['text', 'folded', 'decimal', 'hex'] as const;

export const LINK_FIELDS = {
  ...CONNECTION_FIELDS,
  answerIdForm: {
    kind: 'word',
    words: ID_FORMS,
    fallback: 'text',
    help: 'how submit_sm_resp writes message ids',
  },
  receiptIdForm: {
    kind: 'word',
    words: ID_FORMS,
    fallback: 'text',
    help: 'how receipts write message ids',
  },
  ambiguous: {
    kind: 'word',
    words: ['reconcile', 'resubmit'],
    fallback: 'resubmit',
    help: 'after a lost answer: submit again, or find out first whether the operator has it',
  },
  ambiguousAfterMs: {
    kind: 'whole',
    least: 0,
    most: 3_600_000,
    fallback: limit('ambiguousMs'),
    help: 'resubmit: how long a lost answer may still come before the message is submitted again',
  },
  reconcileWithinMs: {
    kind: 'whole',
    least: 1_000,
    most: 86_400_000,
    fallback: limit('reconcileMs'),
    help: 'reconcile: how long a lost answer may be explained; then the operator is asked',
  },
  querySm: {
    kind: 'word',
    words: ['never', 'by_id', 'by_reference'],
    fallback: 'never',
    help: 'query_sm: by the operator’s id, or also by our reference if no id was received',
  },
  messageReference: {
    kind: 'word',
    words: ['off', 'on'],
    fallback: 'off',
    help: 'give each submit a user_message_reference; some operators repeat it in receipts',
  },
  clockOffsetMinutes: {
    kind: 'whole',
    least: 0,
    most: 840,
    fallback: 300,
    help: 'the operator’s clock in receipts: minutes ahead of UTC; Pakistan is 300',
  },
  receiptLevel: {
    kind: 'word',
    words: ['operator', 'handset'],
    fallback: 'handset',
    help: 'what DELIVRD means here: the operator has it, or the phone has it',
  },
  receiptsPer: {
    kind: 'word',
    words: ['part', 'message'],
    fallback: 'part',
    help: 'one receipt for each part, or one for the whole message',
  },
  receiptsByText: {
    kind: 'word',
    words: ['no', 'yes'],
    fallback: 'no',
    help: 'treat any text that looks like a receipt as one, even though a phone could have sent it',
  },
  receiptWords: {
    kind: 'states',
    mostCharacters: limit('statusReasonsCharacters'),
    fallback: '',
    help: 'what a word or number in receipts means at this operator: DNDFAIL=rejected,10=failed',
  },
  references: {
    kind: 'word',
    words: ['any', '8', '16'],
    fallback: 'any',
    help: 'bits of the part references; sender routes with another width use other links',
  },
  ...WRITING_FIELDS,
} as const satisfies Record<string, LinkField>;

export type SmppLinkConfig = ConfigOf<typeof LINK_FIELDS>;

type LinkConfigCheck = FieldsCheck<SmppLinkConfig>;

/**
 * Checks the given fields and adds defaults for the others. The first fault wins, in table order.
 */
export function checkLinkConfig(given: GivenLinkConfig): LinkConfigCheck {
  const checked = checkFields(LINK_FIELDS, given);
  return checked.ok ? checkTogether(checked.config) : checked;
}

/** What no single field can check. */
function checkTogether(config: SmppLinkConfig): LinkConfigCheck {
  const { longTexts, receiptsPer } = config;
  if (longTexts === 'payload' && receiptsPer !== 'message') {
    const rule = 'must be message where longTexts is payload: one submit has one receipt';
    return { ok: false, field: 'receiptsPer', rule };
  }
  return { ok: true, config };
}
