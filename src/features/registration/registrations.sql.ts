/** Registrations that are not confirmed yet, accepted terms, and who writes the service's codes. */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** Hex of keyed hashes. */
type CodeHashes = { readonly emailCodeHash: string; readonly phoneCodeHash: string };

/** What somebody gave when they registered. */
type NewRegistration = CodeHashes & {
  /** Hex of the keyed hash of what whoever began it was given. */
  readonly tokenHash: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly phone: string;
  readonly locale: 'en' | 'ur';
  readonly passwordHash: string;
  readonly termsVersion: string;
  /** From where. */
  readonly address: string;
  /** Whether its refusals on the form interfaces come with HTTP 200. */
  readonly always200: boolean;
};

/** Begins a registration, beside others with the same address. */
export const putRegistration = write.run<NewRegistration & { atMs: number }>(
  'put-registration',
  `insert into beginnings (token_hash, email, name, company, phone, locale, password_hash,
    terms_version, address, always_200, email_code_hash, phone_code_hash, begun_at, codes_at)
  values (decode(:tokenHash, 'hex'), :email, :name, :company, :phone, :locale, :passwordHash,
    :termsVersion, :address, :always200::boolean, :emailCodeHash, :phoneCodeHash, @atMs, @atMs)`,
);

export type Registration = NewRegistration & {
  /** Wrong codes since the last ones were made. */
  readonly tries: number;
  readonly resends: number;
  readonly begunAtMs: number;
  readonly codesAtMs: number;
};

/** Locks it, so that no try at its codes goes uncounted; undefined: there is none. */
export const lockRegistration = write.one<{ tokenHash: string }, Registration>(
  'lock-registration',
  `select encode(token_hash, 'hex') as token_hash, email, name, company, phone, locale,
    password_hash, terms_version, address, always_200, email_code_hash, phone_code_hash, tries,
    resends, begun_at, codes_at
  from beginnings where token_hash = decode(:tokenHash, 'hex') for update`,
);

/** Whether these codes were sent to this mailbox, and to this phone, for any registration. */
export const findShown = write.single<
  CodeHashes & Pick<NewRegistration, 'email' | 'phone'> & { sinceMs: number },
  { readonly mailbox: boolean; readonly phone: boolean }
>(
  'codes-shown',
  `select
    exists (select from beginnings where email = :email and email_code_hash = :emailCodeHash
      and codes_at > @sinceMs) as mailbox,
    exists (select from beginnings where phone = :phone and phone_code_hash = :phoneCodeHash
      and codes_at > @sinceMs) as phone`,
);

export const countTry = write.run<{ tokenHash: string }>(
  'count-registration-try',
  `update beginnings set tries = tries + 1 where token_hash = decode(:tokenHash, 'hex')`,
);

/** Gives it new codes: the old ones are over. */
export const renewCodes = write.run<
  CodeHashes & Pick<NewRegistration, 'tokenHash'> & { atMs: number }
>(
  'renew-registration-codes',
  `update beginnings set email_code_hash = :emailCodeHash, phone_code_hash = :phoneCodeHash,
    tries = 0, resends = resends + 1, codes_at = @atMs
  where token_hash = decode(:tokenHash, 'hex')`,
);

/** Removes all of an address: it has a login now. */
export const removeRegistrations = write.run<{ email: string }>(
  'remove-registrations',
  `delete from beginnings where email = :email`,
);

export const forgetRegistrations = write.run<{ beforeMs: number }>(
  'forget-registrations',
  `with older as (delete from registrations where begun_at < @beforeMs)
  delete from beginnings where begun_at < @beforeMs`,
);

/** Records who accepted which terms, for which account, and from where. */
export const acceptTerms = write.run<{
  accountId: AccountId;
  userId: number;
  version: string;
  address: string;
  atMs: number;
}>(
  'accept-terms',
  `insert into terms_acceptances (user_id, version, account_id, accepted_at, address)
  values (:userId, :version, :accountId, @atMs, :address)`,
);

/** Notes that a number's account gets credit to try the service; false: another one got it. */
export const takeTrialPhone = write.any<{ phone: number; accountId: AccountId; atMs: number }>(
  'take-trial-phone',
  `insert into trial_phones (phone, account_id, given_at) values (:phone, :accountId, @atMs)
  on conflict (phone) do nothing returning phone`,
);

/** The account, its sender and its template, with one variable, that codes of the service go by. */
export type CodeSender = {
  readonly accountId: AccountId;
  readonly sender: string;
  readonly templateId: TemplateId;
};

export const setCodeSender = write.run<CodeSender>(
  'set-code-sender',
  `insert into code_sender (account_id, sender, template_id)
  values (:accountId, :sender, :templateId)
  on conflict (one) do update set account_id = excluded.account_id, sender = excluded.sender,
    template_id = excluded.template_id`,
);

/** undefined: nobody has named one, so no codes can be sent. */
export const findCodeSender = read.one<void, CodeSender>(
  'find-code-sender',
  `select account_id, sender, template_id from code_sender`,
);
