/** Texts a code of ours, by the account that staff have named, the way of any message. */
import { codeVariableOf } from './code-sender.operations.ts';
import type { CodeTexted, TextBy, TextCode } from '../registration/registration.ts';
import { MUST_BE_MOBILE } from '../../api/v1/shapes.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { readRecipients } from '../../domain/recipient/recipient.ts';
import type { Journey } from '../../journey/journey.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { retryWhileStale } from '../../kit/retry-while-stale.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import { findCodeSender } from '../registration/registrations.sql.ts';

type TextCodeDeps = {
  readonly reader: Reader;
  readonly journey: Pick<Journey, 'takeIn'>;
  readonly accounts: Pick<AccountCache, 'byId' | 'forget'>;
  /** Told why no code could be sent, for the people who run the service. */
  readonly onUnavailable: (
    reason: FailureReason | 'code_sender_missing',
    level: 'warn' | 'error',
  ) => void;
  readonly count: (fate: CodeTexted['kind']) => void;
};

/** The same for all: strangers do not learn who is on which list. */
const NO_CODES = 'cannot get a code at the moment: use another number, or try again later';

/** What is about the number or its operator, and not about the account that pays. */
const OF_NUMBER: Partial<Record<FailureReason, string>> = {
  rejected_opted_out: NO_CODES,
  rejected_do_not_call: NO_CODES,
  rejected_too_many: NO_CODES,
  recipient_unroutable: NO_CODES,
  no_route: NO_CODES,
  no_price: NO_CODES,
  no_valid_recipient: MUST_BE_MOBILE,
};

/** Makes it; the account of the sender pays. */
export function createTextBy({
  journey,
  accounts,
}: Pick<TextCodeDeps, 'journey' | 'accounts'>): TextBy {
  return async (by, phone, code) => {
    const taken = await retryWhileStale(limit('accountReloads'), async () => {
      const account = await accounts.byId(by.accountId);
      const template = account?.templates.get(by.templateId);
      const variable = template && codeVariableOf(template);
      if (account?.active !== true || variable === undefined) return { kind: 'missing' } as const;
      const took = await journey.takeIn({
        account,
        sender: by.sender,
        templateId: by.templateId,
        recipients: readRecipients([phone]),
        values: new Map([[variable, code]]),
        network: undefined,
        ported: undefined,
        unicode: undefined,
        dryRun: false,
        idempotency: undefined,
      });
      if (took.kind !== 'stale') return took;
      accounts.forget(by.accountId);
      return 'stale';
    });
    if (taken?.kind === 'accepted') return { kind: 'taken' };
    const reason = taken?.kind === 'refused' ? taken.refusal.reason : undefined;
    const rule = reason && OF_NUMBER[reason];
    if (rule !== undefined) return { kind: 'refused', rule, reason };
    return { kind: 'unavailable', reason: reason ?? 'code_sender_missing' };
  };
}

export function createTextCode(deps: TextCodeDeps): TextCode {
  const { reader, onUnavailable, count } = deps;
  const textBy = createTextBy(deps);
  return async (phone, code) => {
    const by = await findCodeSender(reader);
    const texted =
      by === undefined ? ({ kind: 'unavailable' } as const) : await textBy(by, phone, code);
    const reason = ('reason' in texted ? texted.reason : undefined) ?? 'code_sender_missing';
    // Of one operator it may be meant; of all of them somebody has to set a price.
    if (reason === 'no_price') onUnavailable(reason, 'warn');
    if (texted.kind === 'unavailable') onUnavailable(reason, 'error');
    count(texted.kind);
    return texted;
  };
}
