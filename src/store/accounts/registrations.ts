/** Registrations that are not confirmed yet, accepted terms, and who writes the service's codes. */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** Hex of keyed hashes. */
export type CodeHashes = { readonly emailCodeHash: string; readonly phoneCodeHash: string };

/** What somebody gave when they registered. */
export type NewRegistration = CodeHashes & {
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

const PUT = statement(
  'put-registration',
  `insert into registrations (email, name, company, phone, locale, password_hash, terms_version,
    address, always_200, email_code_hash, phone_code_hash, begun_at, codes_at)
  values (:email, :name, :company, :phone, :locale, :passwordHash, :termsVersion,
    :address, :always200::boolean, :emailCodeHash, :phoneCodeHash, @atMs, @atMs)
  on conflict (email) do update set name = excluded.name, company = excluded.company,
    phone = excluded.phone, locale = excluded.locale, password_hash = excluded.password_hash,
    terms_version = excluded.terms_version, address = excluded.address,
    always_200 = excluded.always_200,
    email_code_hash = excluded.email_code_hash, phone_code_hash = excluded.phone_code_hash,
    tries = 0, resends = 0, begun_at = excluded.begun_at, codes_at = excluded.codes_at`,
);

/** Begins a registration, in place of an earlier one with the same address. */
export async function putRegistration(
  transaction: Transaction,
  registration: NewRegistration,
  atMs: number,
): Promise<void> {
  await transaction.run(PUT, { ...registration, atMs });
}

export type Registration = NewRegistration & {
  /** Wrong codes since the last ones were made. */
  readonly tries: number;
  readonly resends: number;
  readonly begunAtMs: number;
  /** When its codes were made. */
  readonly codesAtMs: number;
};

const LOCK = statement<Registration>(
  'lock-registration',
  `select email, name, company, phone, locale, password_hash, terms_version, address, always_200,
    email_code_hash, phone_code_hash, tries, resends, begun_at, codes_at
  from registrations where email = :email for update`,
);

/** Locks it, so that no try at its codes goes uncounted; undefined: there is none. */
export async function lockRegistration(
  transaction: Transaction,
  email: string,
): Promise<Registration | undefined> {
  return (await transaction.run(LOCK, { email }))[0];
}

const COUNT_TRY = statement(
  'count-registration-try',
  `update registrations set tries = tries + 1 where email = :email`,
);

export async function countTry(transaction: Transaction, email: string): Promise<void> {
  await transaction.run(COUNT_TRY, { email });
}

const RENEW = statement(
  'renew-registration-codes',
  `update registrations set email_code_hash = :emailCodeHash, phone_code_hash = :phoneCodeHash,
    tries = 0, resends = resends + 1, codes_at = @atMs
  where email = :email`,
);

/** Gives it new codes: the old ones are over. */
export async function renewCodes(
  transaction: Transaction,
  codes: CodeHashes & { readonly email: string },
  atMs: number,
): Promise<void> {
  await transaction.run(RENEW, { ...codes, atMs });
}

const REMOVE = statement('remove-registration', `delete from registrations where email = :email`);

export async function removeRegistration(transaction: Transaction, email: string): Promise<void> {
  await transaction.run(REMOVE, { email });
}

const FORGET = statement(
  'forget-registrations',
  `delete from registrations where begun_at < @beforeMs`,
);

/** Removes registrations that nobody has confirmed. */
export async function forgetRegistrations(
  transaction: Transaction,
  beforeMs: number,
): Promise<void> {
  await transaction.run(FORGET, { beforeMs });
}

const ACCEPT_TERMS = statement(
  'accept-terms',
  `insert into terms_acceptances (user_id, version, account_id, accepted_at, address)
  values (:userId, :version, :accountId, @atMs, :address)`,
);

/** Records who accepted which terms, for which account, and from where. */
export async function acceptTerms(
  transaction: Transaction,
  acceptance: {
    readonly accountId: AccountId;
    readonly userId: number;
    readonly version: string;
    readonly address: string;
  },
  atMs: number,
): Promise<void> {
  await transaction.run(ACCEPT_TERMS, { ...acceptance, atMs });
}

/** The account, its sender and its template, with one variable, that codes of the service go by. */
export type CodeSender = {
  readonly accountId: AccountId;
  readonly sender: string;
  readonly templateId: TemplateId;
};

const SET_SENDER = statement(
  'set-code-sender',
  `insert into code_sender (account_id, sender, template_id)
  values (:accountId, :sender, :templateId)
  on conflict (one) do update set account_id = excluded.account_id, sender = excluded.sender,
    template_id = excluded.template_id`,
);

export async function setCodeSender(transaction: Transaction, given: CodeSender): Promise<void> {
  await transaction.run(SET_SENDER, given);
}

const FIND_SENDER = statement<CodeSender>(
  'find-code-sender',
  `select account_id, sender, template_id from code_sender`,
);

/** undefined: nobody has named one, so no codes can be sent. */
export async function findCodeSender(reader: Reader): Promise<CodeSender | undefined> {
  return (await reader.read(FIND_SENDER))[0];
}
