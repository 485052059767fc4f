/**
 * What staff say about one SMPP link. Operators differ in everything below, so all of it is data,
 * filled in during the connection test with the operator. The table of fields is the one place
 * that knows names, bounds and defaults: stored JSON, the command line and the portal read it.
 *
 * The password is not here: it is sealed beside the config.
 */
import { limit } from '../limits.ts';
import {
  checkFields,
  type ConfigOf,
  type FieldsCheck,
  type GivenLinkConfig,
} from './check-fields.ts';
import { CONNECTION_FIELDS } from './connection-fields.ts';
import type { LinkField } from './link-field.ts';
import { WRITING_FIELDS } from './writing-fields.ts';

export type { GivenLinkConfig } from './check-fields.ts';
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
    help: 'query_sm: by the operator’s id, or also by our reference where no id was heard',
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
    help: 'the operator’s clock in receipts: minutes east of Greenwich; Pakistan is 300',
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
  references: {
    kind: 'word',
    words: ['any', '8', '16'],
    fallback: 'any',
    help: 'bits of the part references; sender routes with another width use other links',
  },
  ...WRITING_FIELDS,
} as const satisfies Record<string, LinkField>;

/** A complete, checked configuration: every field of LINK_FIELDS with its value. */
export type SmppLinkConfig = ConfigOf<typeof LINK_FIELDS>;

export type LinkConfigCheck = FieldsCheck<SmppLinkConfig>;

/** Checks given fields and adds the defaults of the others. The first fault wins, by the table. */
export function checkLinkConfig(given: GivenLinkConfig): LinkConfigCheck {
  const checked = checkFields(LINK_FIELDS, given);
  return checked.ok ? checkTogether(checked.config) : checked;
}

/** What no field can know alone. */
function checkTogether(config: SmppLinkConfig): LinkConfigCheck {
  const { longTexts, receiptsPer } = config;
  if (longTexts === 'payload' && receiptsPer !== 'message') {
    const rule = 'must be message where longTexts is payload: one submit has one receipt';
    return { ok: false, field: 'receiptsPer', rule };
  }
  return { ok: true, config };
}
