import { limit } from '../limits.ts';
import type { LinkField } from './link-field.ts';

/** How messages are written for an operator, and how its refusals are read. */
export const WRITING_FIELDS = {
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
    help: 'what the operator reads under data_coding 0; latin1_as_3: Latin-1, announced as 3',
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
    help: 'whether the operator is told how long a message is worth delivering, and in which form',
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
    help: 'what this operator means by a code: 0x45=operator_queue_full,0x401=operator_throttled',
  },
} as const satisfies Record<string, LinkField>;
