/**
 * Wordings to start from (src/domain/template/wordings.ts). What staff approve in advance is
 * approved for every account that takes it as it is, with the account's name.
 */
import type { AccountId, TemplateId } from '../../domain/ids.ts';
import { mayBeTakenFor } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import {
  forAccount,
  START_WORDINGS,
  startWordingOf,
  type StartWording,
} from '../../domain/template/wordings.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { listOwnSenders } from '../senders/senders.sql.ts';
import { findWording } from '../templates/templates.sql.ts';
import {
  approveWording as writeApproval,
  listApprovedWordings,
  withdrawWording as removeApproval,
} from './wordings.sql.ts';
import { changed } from '../../operations/admin.ts';
import { argument, text } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

const ALL = 'all';
const which = argument('WORDING', {
  ...text('WORDING'),
  rule: (given) =>
    named(given).length > 0 ? undefined : `must be an id of “wording list”, or ${ALL}`,
});

const named = (wanted: string): readonly StartWording[] =>
  START_WORDINGS.filter(({ id }) => wanted === ALL || id === wanted);

/** Ids of those that are approved as they read now. */
export async function readApproved(reader: Reader): Promise<ReadonlySet<string>> {
  const approved = await listApprovedWordings(reader);
  const asNow = approved.filter(({ id, message }) =>
    START_WORDINGS.some((it) => it.id === id && it.message === message),
  );
  return new Set(asNow.map(({ id }) => id));
}

export const wordingList = query({
  name: 'wording list',
  about: 'Lists the wordings that accounts may start from, and which of them need no approval.',
  input: {},
  async read({ reader }) {
    const approved = await listApprovedWordings(reader);
    const data = START_WORDINGS.map(({ id, business, language, category, message }) => {
      const found = approved.find((it) => it.id === id && it.message === message);
      return {
        id,
        business,
        language,
        category,
        approved: found !== undefined,
        approved_at: at(found?.approvedAtMs),
        approved_by: found?.approvedBy,
        message,
      };
    });
    return { data };
  },
});

export const approveWording = operation({
  name: 'wording approve',
  about:
    'Approves a wording in advance: an account that takes it as it is need not ask. WORDING is ' +
    `an id of “wording list”, or ${ALL}.`,
  audit: 'wording.approve',
  raises: 'nothing',
  input: { which },
  async work(transaction, { which: wanted }, { clock, actor }) {
    const told = { atMs: clock.nowMs(), actor };
    for (const { id, message } of named(wanted)) {
      await writeApproval(transaction, { id, message, ...told });
    }
    return changed(undefined, { wording: wanted });
  },
  show: (_, { which: wanted }) => ({ data: { wording: wanted, approved: true } }),
});

export const withdrawWording = operation({
  name: 'wording withdraw',
  about: 'Ends the approval in advance of a wording, or of all. Templates made with it stay.',
  audit: 'wording.withdraw',
  raises: 'nothing',
  input: { which },
  async work(transaction, { which: wanted }) {
    await removeApproval(transaction, { ids: named(wanted).map(({ id }) => id) });
    return changed(undefined, { wording: wanted });
  },
  show: (_, { which: wanted }) => ({ data: { wording: wanted, approved: false } }),
});

/** What becomes of a wording that an account takes. */
type Take =
  | { readonly kind: 'approved' }
  /** The account has it already. */
  | { readonly kind: 'taken'; readonly templateId: TemplateId }
  /** `why`: though it is approved in advance. */
  | { readonly kind: 'waits'; readonly why: string | undefined };

type Proposed = Pick<Template, 'message' | 'category' | 'variables'>;

/**
 * Judges a proposed wording. One that is approved in advance is not taken twice by one account,
 * which could fill the list of its templates. A person looks at one that was rejected before, and
 * at those of an account that is not verified and is called like somebody else's sender.
 */
export async function judgeTake(
  reader: Reader,
  accountId: AccountId,
  proposed: Proposed,
): Promise<Take> {
  const account = await findAccount(reader, { accountId });
  const wording = account && startWordingOf(proposed, account.name);
  if (account === undefined || wording === undefined) return OF_ITS_OWN;
  if (!(await readApproved(reader)).has(wording.id)) return OF_ITS_OWN;
  const ask = { accountId, message: proposed.message, but: 0 };
  const before = await findWording(reader, ask);
  if (before !== undefined && before.state !== 'rejected') {
    return { kind: 'taken', templateId: before.id };
  }
  const why = (await findDoubts(reader, account)) ?? whyAgain(before?.id);
  return why === undefined ? { kind: 'approved' } : { kind: 'waits', why };
}

const OF_ITS_OWN: Take = { kind: 'waits', why: undefined };

const whyAgain = (id: number | undefined): string | undefined =>
  id === undefined ? undefined : `It was rejected before, as template ${id}.`;

type Asking = { readonly id: AccountId; readonly name: string; readonly verified: boolean };

/** Why an account gets nothing without a person's look; undefined: nothing is against it. */
export async function findDoubts(reader: Reader, account: Asking): Promise<string | undefined> {
  if (account.verified) return undefined;
  const like = (await listOwnSenders(reader)).find(
    (it) => it.accountId !== account.id && mayBeTakenFor(account.name, it.name),
  );
  return (
    like && `The account is not verified, and is called like ${like.name} of ${like.accountId}.`
  );
}

/** Why a template waits whose wording is approved in advance; undefined: it is of its own. */
export async function whyItWaits(
  reader: Reader,
  { id, account, message }: { readonly id: number; account: Asking; readonly message: string },
): Promise<string | undefined> {
  const wording = START_WORDINGS.find((it) => forAccount(it, account.name).message === message);
  if (wording === undefined || !(await readApproved(reader)).has(wording.id)) return undefined;
  const before = await findWording(reader, { accountId: account.id, message, but: id });
  return (await findDoubts(reader, account)) ?? whyAgain(before?.id);
}
