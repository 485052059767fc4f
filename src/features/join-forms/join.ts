/**
 * How a stranger agrees to an account's texts: they give their number and read off the code that
 * was texted to it. What waits for the code is in the token alone, sealed for the form.
 */
import type { AccountId } from '../../domain/ids.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { readPerson } from '../../domain/contact/contact.ts';
import { typedCode, type PhoneNumber } from '../../domain/recipient/recipient.ts';
import { isSameSecret } from '../../kit/digest.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Outcome,
} from '../../operations/admin.ts';
import { insertConsent } from '../consents/consents.sql.ts';
import { hasSoManyContacts, mergeContacts } from '../contacts/contacts.sql.ts';
import { mostContacts } from '../contacts/contacts.operations.ts';
import { makeCode, maskPhone, type CodeAsked, type TextBy } from '../registration/registration.ts';
import { liftPromotionalOptout } from '../suppressions/suppressions.sql.ts';
import { addressOf } from './join-forms.operations.ts';
import type { JoinForm } from './join-forms.sql.ts';

type JoinLanguage = 'en' | 'ur';

type Waiting = {
  readonly phone: PhoneNumber;
  readonly language: JoinLanguage;
  /** As it was shown. */
  readonly wording: string;
  readonly codeHash: string;
  readonly untilMs: number;
};

function wordingIn({ wording, wordingUrdu }: JoinForm, language: JoinLanguage): string {
  return language === 'ur' && wordingUrdu !== '' ? wordingUrdu : wording;
}

function hashOf({ seal }: Pick<Admin, 'seal'>, phone: string, code: string): string {
  return seal.hash(`joins ${phone}: ${typedCode(code)}`);
}

/** Texts a code to the number of somebody who wants to agree; the form's account pays. */
export async function textJoinCode(
  admin: Pick<Admin, 'random' | 'seal' | 'clock'>,
  textBy: TextBy,
  form: JoinForm,
  { phone, language }: { readonly phone: PhoneNumber; readonly language: JoinLanguage },
): Promise<CodeAsked> {
  const code = makeCode(admin);
  const texted = await textBy(form, phone, code);
  if (texted.kind !== 'taken') return texted;
  const waiting: Waiting = {
    phone,
    language,
    wording: wordingIn(form, language),
    codeHash: hashOf(admin, phone, code),
    untilMs: admin.clock.nowMs() + limit('codeMinutes') * MINUTE_MS,
  };
  const sealed = admin.seal.seal(JSON.stringify(waiting), SEAL_PURPOSES.joinForm(form.id));
  return { kind: 'taken', token: sealed.toString('base64url') };
}

const WRONG = refuse('code', 'must be the last one that arrived there, within its ten minutes');

/**
 * Records that somebody agrees, with what was shown to them and from where: the number is a contact
 * from then on, and an opt-out of advertising is lifted. `once`: whether the token is used for
 * the first time; asked only when the code is right.
 */
export async function confirmJoin(
  admin: Admin,
  form: JoinForm,
  given: {
    readonly token: string;
    readonly code: string;
    readonly from: string;
    readonly once: () => Promise<boolean>;
  },
): Promise<Outcome<void>> {
  const octets = Buffer.from(given.token, 'base64url');
  const opened = admin.seal.open(octets, SEAL_PURPOSES.joinForm(form.id));
  const waiting = opened === undefined ? undefined : (JSON.parse(opened) as Waiting);
  if (waiting === undefined || waiting.untilMs < admin.clock.nowMs()) return WRONG;
  const { phone, codeHash, language, wording } = waiting;
  if (!isSameSecret(hashOf(admin, phone, given.code), codeHash)) return WRONG;
  if (!(await given.once())) return WRONG;
  const { accountId } = form;
  const by = { ...admin, actor: `form:${form.id}` };
  return changeAccount(by, { action: 'consent.join', accountId }, async (transaction) => {
    await lockAccount(transaction, { accountId });
    const atMs = admin.clock.nowMs();
    const consent = await insertConsent(transaction, {
      channel: 'sms',
      purpose: 'promotional',
      state: 'given',
      source: 'form',
      accountId,
      person: phone,
      wording,
      proof: `${addressOf(admin, form)}, code confirmed from ${given.from}`,
      saidAtMs: atMs,
      madeBy: by.actor,
      atMs,
    });
    await liftPromotionalOptout(transaction, { accountId, recipient: phone });
    await keepContact(transaction, accountId, { phone, language, tag: form.tag, atMs });
    return changed(undefined, { consent, phone: maskPhone(phone) });
  });
}

/** As far as the account may have more contacts. */
async function keepContact(
  transaction: Transaction,
  accountId: AccountId,
  {
    phone,
    language,
    tag,
    atMs,
  }: {
    readonly phone: PhoneNumber;
    readonly language: JoinLanguage;
    readonly tag: string;
    readonly atMs: number;
  },
): Promise<void> {
  const person = readPerson({ mobile: phone, language, tags: tag === '' ? [] : [tag] });
  const most = await mostContacts(transaction, accountId);
  if ('rule' in person || (await hasSoManyContacts(transaction, { accountId, most }))) return;
  await mergeContacts(transaction, accountId, { by: 'mobile', people: [person], atMs });
}
