/** Which of its contacts an account means. A segment is such a filter that has a name. */
import type { ConsentChannel, ConsentPurpose } from '../consent/consent.ts';
import { limit } from '../limits.ts';
import { isFieldName, LANGUAGE_RULE, readLanguage, readTag, TAG_RULE } from './contact.ts';

/** As it is given, in an address, a body or a segment: all that is given has to fit. */
export type GivenFilter = {
  /** All of these, separated by commas. */
  readonly tag?: string | undefined;
  /** None of these. */
  readonly without_tag?: string | undefined;
  readonly language?: string | undefined;
  readonly search?: string | undefined;
  /** `city=Lahore`. */
  readonly field?: string | undefined;
  readonly opted_out?: boolean | undefined;
  /** Consents now, or does not: `sms:promotional`. */
  readonly consent?: string | undefined;
  readonly without_consent?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

export type ContactFilter = {
  readonly tags: readonly string[] | undefined;
  readonly withoutTags: readonly string[] | undefined;
  readonly language: string | undefined;
  /** In the name, the number or the id, in either case. */
  readonly search: string | undefined;
  readonly fieldName: string | undefined;
  readonly fieldText: string | undefined;
  readonly optedOut: boolean | undefined;
  readonly consent: ConsentTo | undefined;
  readonly withoutConsent: ConsentTo | undefined;
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
};

/** `sms:promotional`: a channel, and a purpose. */
type ConsentTo = `${ConsentChannel}:${ConsentPurpose}`;

const CONSENT = /^(sms|chat):(promotional|transactional)$/;
const CONSENT_RULE = 'must be a channel and a purpose, such as sms:promotional';
const isConsentTo = (given: string): given is ConsentTo => CONSENT.test(given);

type FilterFault = { readonly field: keyof GivenFilter; readonly rule: string };

/** Reads a filter, or the first rule that is broken. */
export function readFilter(given: GivenFilter): ContactFilter | FilterFault {
  const [tags, withoutTags] = [given.tag, given.without_tag].map(readTagList);
  if (tags === 'unreadable') return { field: 'tag', rule: TAG_RULE };
  if (withoutTags === 'unreadable') return { field: 'without_tag', rule: TAG_RULE };
  const language = given.language === undefined ? undefined : readLanguage(given.language);
  if (given.language !== undefined && language === undefined) {
    return { field: 'language', rule: LANGUAGE_RULE };
  }
  const [fieldName, fieldText] = readField(given.field);
  if (given.field !== undefined && (fieldName === undefined || fieldText === undefined)) {
    return { field: 'field', rule: 'must be a field and its text, such as city=Lahore' };
  }
  const [sinceMs, untilMs] = [given.since, given.until].map(readTime);
  if (Number.isNaN(sinceMs)) return { field: 'since', rule: 'must be a time' };
  if (Number.isNaN(untilMs)) return { field: 'until', rule: 'must be a time' };
  if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs) {
    return { field: 'until', rule: 'must be later than since' };
  }
  const { consent, without_consent: withoutConsent } = given;
  if (consent !== undefined && !isConsentTo(consent))
    return { field: 'consent', rule: CONSENT_RULE };
  if (withoutConsent !== undefined && !isConsentTo(withoutConsent)) {
    return { field: 'without_consent', rule: CONSENT_RULE };
  }
  const search = given.search?.trim().slice(0, limit('contactNameCharacters'));
  return {
    tags,
    withoutTags,
    language,
    search: search === '' ? undefined : search,
    fieldName,
    fieldText,
    optedOut: given.opted_out,
    consent,
    withoutConsent,
    sinceMs,
    untilMs,
  };
}

function readTagList(given: string | undefined): readonly string[] | 'unreadable' | undefined {
  if (given === undefined) return undefined;
  const read = given.split(',').map(readTag);
  const tags = read.flatMap((tag) => tag ?? []);
  return tags.length === read.length && tags.length <= limit('contactTags') ? tags : 'unreadable';
}

function readField(given: string | undefined): readonly [string?, string?] {
  const at = given?.indexOf('=') ?? -1;
  if (given === undefined || at < 0) return [];
  const [name, text] = [given.slice(0, at).trim(), given.slice(at + 1).trim()];
  return isFieldName(name) && text !== '' ? [name, text] : [];
}

const readTime = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : Date.parse(given);
