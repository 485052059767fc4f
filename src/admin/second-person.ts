/**
 * The second person's rule (decision 86): with a limit set, an operation that moves money more than
 * that, or lets an account spend more, waits until somebody else confirms it. And nobody on the
 * staff decides for an account that they belong to.
 */
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import {
  areOfOneHand,
  belongsToAccount,
  findStaffSince,
  insertRequest,
  type Request,
} from '../store/ledger/requests.ts';
import { change, changed, refuse, within, type Admin, type Refused } from './admin.ts';

/** How long a request waits for a second person. */
export const REQUEST_MS = 7 * DAY_MS;

/** The address of a login of staff; undefined: the actor is another program. */
function loginOf(actor: string): string | undefined {
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : undefined;
}

/** Whether the actor is on the staff, and belongs to the account as well. */
export async function isOwnAccount(
  reader: Reader,
  actor: string,
  accountId: AccountId | undefined,
): Promise<boolean> {
  const email = loginOf(actor);
  if (email === undefined || accountId === undefined) return false;
  return belongsToAccount(reader, { accountId, email });
}

export const OWN_ACCOUNT = refuse(
  'account',
  'You belong to this account: somebody else on the staff must decide for it',
);

/** Writes a request and its audit line. Returns its id. */
export async function leaveToSecond(
  admin: Admin,
  transaction: Transaction,
  request: Omit<Request, 'id' | 'askedAtMs' | 'askedBy'>,
): Promise<number> {
  const { accountId, operation, about } = request;
  const deed = { action: 'request.ask', ...(accountId === undefined ? {} : { accountId }) };
  const asked = { ...request, askedAtMs: admin.clock.nowMs(), askedBy: admin.actor };
  const written = await change(within(admin, transaction), deed, async (inner) => {
    const id = await insertRequest(inner, asked);
    return changed(id, { request: id, operation, about });
  });
  if (written.ok) return written.value;
  throw new Error('nothing refuses a request');
}

/** Why the actor may not confirm the request; undefined: they may. */
export async function faultOfSecond(
  { actor }: Admin,
  transaction: Transaction,
  { askedBy, askedAtMs, accountId }: Request,
): Promise<Refused | undefined> {
  if (askedBy === actor) {
    return refuse('id', 'You asked for this yourself: somebody else must confirm it');
  }
  if (await isOwnAccount(transaction, actor, accountId)) return OWN_ACCOUNT;
  const [one, other] = [loginOf(askedBy), loginOf(actor)];
  if (other === undefined) return undefined;
  const sinceMs = await findStaffSince(transaction, other);
  if (sinceMs === undefined || sinceMs >= askedAtMs) {
    return refuse('id', 'Your login is younger than the request: an older one must confirm it');
  }
  if (one === undefined || !(await areOfOneHand(transaction, { one, other }))) return undefined;
  const rule =
    `Your login and that of ${one} are of one hand: one was made or reset by the other, or both ` +
    'by a third. Somebody else must confirm it';
  return refuse('id', rule);
}
