/** Consents: who has agreed to what of an account's messages, kept as it was said. */
import {
  CLAIMED_SOURCES,
  CONSENT_CHANNELS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
  CONSENT_STATES,
  EARLIEST_CONSENT_MS,
  type ConsentChannel,
  type ConsentPurpose,
  type ConsentState,
} from '../../domain/consent/consent.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import { SECOND_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { FORGOTTEN } from '../../domain/message/message.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { digestOf } from '../person/person.ts';
import { nameIn, numbersUpTo, sortPeople } from '../suppressions/suppressions.operations.ts';
import { changed, refuse, type Admin, type Change, type Refused } from '../../operations/admin.ts';
import {
  account,
  argument,
  defaulted,
  id,
  limitOf,
  oneOf,
  option,
  text,
  time,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import { hasSoManyConsents, insertConsent, insertConsents, listConsents } from './consents.sql.ts';

const PAGE = 200;
const MUST = 'must be a Pakistani mobile number or the id of a chat user';

/** A text of people, kept as it is. */
const words = (word: string, most: number): Kind<string> => ({
  ...text(word),
  rule: (given) => (given.length <= most ? undefined : `must have ${most} characters at most`),
});

const accountId = argument('ACCOUNT', account);
const person = argument('PERSON', text('PERSON'));
const channel = option(
  'channel',
  oneOf('CHANNEL', CONSENT_CHANNELS),
  'sms, or chat, which it is for the id of a chat user',
);
const purpose = defaulted(
  'purpose',
  oneOf('PURPOSE', CONSENT_PURPOSES),
  'what the messages are for',
  'promotional',
);
const proof = option(
  'proof',
  words('TEXT', limit('consentProofCharacters')),
  'how it can be shown: an address, an IP, an order',
);
const saidAt = option('said-at', time, 'when it was said; absent: now');
const source = option(
  'source',
  oneOf('SOURCE', CLAIMED_SOURCES),
  `one of ${CLAIMED_SOURCES.join(', ')}: where it was said`,
);

const GIVE = {
  accountId,
  person,
  channel,
  purpose,
  source,
  wording: option(
    'wording',
    words('TEXT', limit('consentWordingCharacters')),
    'what was agreed to, as it was shown',
  ),
  proof,
  saidAt,
};
const WITHDRAW = { accountId, person, channel, purpose, source, proof, saidAt };

/** Of either operation. */
type Said = {
  readonly accountId: AccountId;
  readonly person: string;
  readonly channel: ConsentChannel | undefined;
  readonly purpose: ConsentPurpose;
  readonly source: (typeof CLAIMED_SOURCES)[number] | undefined;
  readonly wording?: string | undefined;
  readonly proof: string | undefined;
  readonly saidAt: number | undefined;
};

export const FULL =
  'would be more consents than this account may keep: a verified one may keep more';
const IN_FUTURE = refuse('saidAt', 'must not be in the future');
const TOO_EARLY = refuse('saidAt', 'must be of 1990 or later');

/** Who recorded it, where nobody says where it was said. */
const sourceBy = (grants: Admin['grants']) => (grants === undefined ? 'staff' : 'api');

/** How many an account keeps. */
export async function mostConsents(reader: Reader, accountId: AccountId): Promise<number> {
  const isVerified = (await findAccount(reader, { accountId }))?.verified === true;
  return limit(isVerified ? 'consentsOfAccount' : 'consentsUnverified');
}

/** Clocks of callers may be ahead by so much. */
const AHEAD_MS = 60 * SECOND_MS;

/** Adds a row; its id. */
async function record(
  transaction: Transaction,
  state: ConsentState,
  { saidAt: saidAtMs, ...said }: Said,
  { clock, actor, grants }: Admin,
): ReturnType<Change<number>> {
  const name = nameIn(said.person);
  if (name === undefined) return refuse('person', MUST);
  const inChat = isUserId(name);
  if (inChat && said.channel === 'sms') return refuse('channel', 'must be chat: it is a chat user');
  const nowMs = clock.nowMs();
  if (saidAtMs !== undefined && saidAtMs > nowMs + AHEAD_MS) return IN_FUTURE;
  if (saidAtMs !== undefined && saidAtMs < EARLIEST_CONSENT_MS) return TOO_EARLY;
  const full = await fullOf(transaction, said.accountId);
  if (full !== undefined) return full;
  const given = {
    channel: said.channel ?? (inChat ? 'chat' : 'sms'),
    purpose: said.purpose,
    source: said.source ?? sourceBy(grants),
  } as const;
  const added = await insertConsent(transaction, {
    ...given,
    accountId: said.accountId,
    person: name,
    state,
    wording: said.wording ?? '',
    proof: said.proof ?? '',
    saidAtMs: Math.min(saidAtMs ?? nowMs, nowMs),
    madeBy: actor,
    atMs: nowMs,
  });
  return changed(added, { consent: added, ...given });
}

/** Those that come one by one are bounded by the pace of requests, once an account is verified. */
async function fullOf(
  transaction: Transaction,
  accountId: AccountId,
): Promise<Refused | undefined> {
  if ((await findAccount(transaction, { accountId }))?.verified === true) return undefined;
  await lockAccount(transaction, { accountId });
  const most = limit('consentsUnverified');
  return (await hasSoManyConsents(transaction, { accountId, most }))
    ? refuse('person', FULL)
    : undefined;
}

export const giveConsent = operation({
  name: 'consent give',
  about: 'Records that a person has agreed to messages of an account.',
  who: 'account',
  audit: 'consent.give',
  raises: 'nothing',
  input: GIVE,
  work: (transaction, input, admin) => record(transaction, 'given', input, admin),
  show: (consent) => ({ data: { consent } }),
});

export const withdrawConsent = operation({
  name: 'consent withdraw',
  about: 'Records that a person agrees to messages of an account no more.',
  who: 'account',
  audit: 'consent.withdraw',
  raises: 'nothing',
  input: WITHDRAW,
  work: (transaction, input, admin) => record(transaction, 'withdrawn', input, admin),
  show: (consent) => ({ data: { consent } }),
});

const IMPORT = {
  accountId,
  numbers: numbersUpTo(limit('consentsImported')),
  purpose,
  source,
  wording: GIVE.wording,
  proof,
  saidAt,
};

export const importConsents = operation({
  name: 'consent import',
  about: 'Records that many people have agreed, each to the channel of their number or id.',
  who: 'account',
  audit: 'consent.import',
  raises: 'nothing',
  input: IMPORT,
  async work(transaction, { numbers, saidAt: saidAtMs, ...said }, { clock, actor, grants }) {
    const { names, recipients, userIds, invalid } = await sortPeople(numbers);
    const atMs = clock.nowMs();
    if (saidAtMs !== undefined && saidAtMs > atMs + AHEAD_MS) return IN_FUTURE;
    if (saidAtMs !== undefined && saidAtMs < EARLIEST_CONSENT_MS) return TOO_EARLY;
    const { accountId: account } = said;
    await lockAccount(transaction, { accountId: account });
    const most = (await mostConsents(transaction, account)) - names.length + 1;
    if (most <= 0 || (await hasSoManyConsents(transaction, { accountId: account, most }))) {
      return refuse('numbers', FULL);
    }
    const row = {
      ...said,
      state: 'given',
      source: said.source ?? sourceBy(grants),
      wording: said.wording ?? '',
      proof: said.proof ?? '',
      saidAtMs: Math.min(saidAtMs ?? atMs, atMs),
      madeBy: actor,
      atMs,
    } as const;
    await insertConsents(transaction, { ...row, channel: 'chat', people: userIds });
    await insertConsents(transaction, { ...row, channel: 'sms', people: recipients });
    const { purpose: wanted } = said;
    const added = names.length;
    const repeated = numbers.length - invalid.length - added;
    const counts = { added, repeated, invalid: invalid.length, purpose: wanted };
    return changed({ added, repeated, invalid }, counts);
  },
  show: ({ added, repeated, invalid }) => ({ data: { added, repeated, invalid } }),
});

export const consentList = query({
  name: 'consent list',
  about: 'Lists what people have said of an account’s messages, newest first.',
  input: {
    accountId,
    person: option('person', text('PERSON'), 'of this number or chat user only'),
    channel: option('channel', oneOf('CHANNEL', CONSENT_CHANNELS), 'sms or chat only'),
    purpose: option('purpose', oneOf('PURPOSE', CONSENT_PURPOSES), 'of this purpose only'),
    state: option('state', oneOf('STATE', CONSENT_STATES), 'given or withdrawn only'),
    source: option('source', oneOf('SOURCE', CONSENT_SOURCES), 'of this source only'),
    beforeId: option('before', id, 'older than this one'),
    most: limitOf(PAGE),
  },
  async read({ admin, reader }, { person: given, ...ask }) {
    const name = given === undefined ? undefined : nameIn(given);
    if (given !== undefined && name === undefined) return refuse('person', MUST);
    const people =
      name === undefined ? undefined : [name, digestOf(admin.seal, ask.accountId, name)];
    const found = await listConsents(reader, { ...ask, people });
    const data = found.map((it) => ({
      id: it.id,
      person: nameIn(it.person) ?? FORGOTTEN,
      channel: it.channel,
      purpose: it.purpose,
      state: it.state,
      current: it.isCurrent,
      source: it.source,
      said: at(it.saidAtMs),
      by: it.madeBy,
    }));
    return { data, empty: 'No consents found.' };
  },
});
