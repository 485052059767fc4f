/**
 * Wordings to start from (src/domain/template/wordings.ts). What staff approve in advance is
 * approved for every account that takes it as it is, with the account's name.
 */
import type { AccountId } from '../../domain/ids.ts';
import { mayBeTakenFor } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import {
  START_WORDINGS,
  startWordingOf,
  type StartWording,
} from '../../domain/template/wordings.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { listOwnSenders } from '../senders/senders.sql.ts';
import { hasWording } from '../templates/templates.sql.ts';
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

/**
 * Whether a proposed wording is approved in advance. Not a second time for one account, which could
 * fill the list of its templates; nor for one that is not verified and is called like somebody
 * else's sender: a person looks at that.
 */
export async function isApprovedInAdvance(
  transaction: Transaction,
  accountId: AccountId,
  proposed: Pick<Template, 'message' | 'category' | 'variables'>,
): Promise<boolean> {
  const account = await findAccount(transaction, { accountId });
  const wording = account && startWordingOf(proposed, account.name);
  if (account === undefined || wording === undefined) return false;
  if (!(await readApproved(transaction)).has(wording.id)) return false;
  if (await hasWording(transaction, { accountId, message: proposed.message })) return false;
  if (account.verified) return true;
  const senders = await listOwnSenders(transaction);
  return !senders.some((it) => it.accountId !== accountId && mayBeTakenFor(account.name, it.name));
}
