/**
 * The second person's rule (decision 86): with a limit set, an operation that moves money more than
 * that, or lets an account spend more, waits until somebody else confirms it. And nobody on the
 * staff decides for an account that they belong to, or have left within a day.
 */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { showRupees, type Micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import {
  areOfOneHand,
  belongsToAccount,
  findStaffSince,
  insertRequest,
  type Request,
} from './requests.sql.ts';
import {
  change,
  changed,
  refuse,
  within,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import type { Shown } from '../../operations/operation.ts';
import { plain } from '../../operations/show.ts';

/** How long a request waits for a second person. */
export const REQUEST_MS = 7 * DAY_MS;

/** The address of a login of staff; undefined: the actor is another program. */
function loginOf(actor: string): string | undefined {
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : undefined;
}

/** Whether the actor is on the staff, and belongs to the account as well, or has just left it. */
export async function isOwnAccount(
  reader: Reader,
  { actor, clock }: Pick<Admin, 'actor' | 'clock'>,
  accountId: AccountId | undefined,
): Promise<boolean> {
  const email = loginOf(actor);
  if (email === undefined || accountId === undefined) return false;
  return belongsToAccount(reader, { accountId, email, sinceMs: clock.nowMs() - DAY_MS });
}

export const OWN_ACCOUNT = refuse(
  'account',
  'You belong to this account: somebody else on the staff must decide for it',
);

/** Refuses staff what concerns their own account, whether the input names it or a row of it. */
export async function refuseOwn<Input>(
  spec: { concerns?: (reader: Reader, input: Input) => Promise<AccountId | undefined> },
  { reader, admin }: { readonly reader: Reader; readonly admin: Admin },
  input: Input,
): Promise<Refused | undefined> {
  if (loginOf(admin.actor) === undefined) return undefined;
  const { accountId } = input as { readonly accountId?: AccountId };
  const of = spec.concerns === undefined ? accountId : await spec.concerns(reader, input);
  return (await isOwnAccount(reader, admin, of)) ? OWN_ACCOUNT : undefined;
}

/** What an operation would do, in a sentence, if a second person has to confirm it, and may. */
type Second<Input> = (
  transaction: Transaction,
  input: Input,
  admin: Admin & { readonly creditAloneMicros: Micros },
) => Promise<string | Refused | undefined>;

/** Leaves it to a second person, if it needs one; undefined: it never does. */
export function waitOf<Input extends Request['input']>({
  name,
  second,
}: {
  readonly name: string;
  readonly second?: Second<Input>;
}) {
  if (second === undefined) return undefined;
  return async (
    admin: Admin,
    transaction: Transaction,
    input: Input,
  ): Promise<Outcome<Shown> | undefined> => {
    const { creditAloneMicros } = admin;
    if (creditAloneMicros === undefined) return undefined;
    const about = await second(transaction, input, { ...admin, creditAloneMicros });
    if (about === undefined || typeof about !== 'string') return about;
    const { accountId } = input as { readonly accountId?: AccountId };
    const asked = { accountId, operation: name, input, about };
    const request = await leaveToSecond(admin, transaction, asked);
    const note = `${about}. Somebody else must confirm request ${request} within 7 days.`;
    const data = { account: accountId, request, moved: false };
    return { ok: true, value: async () => plain({ data, note }) };
  };
}

/** Writes a request and its audit line. Returns its id. */
async function leaveToSecond(
  admin: Admin,
  transaction: Transaction,
  request: Omit<Request, 'id' | 'askedAtMs' | 'askedBy'>,
): Promise<number> {
  const { accountId, operation, about } = request;
  const auditAction = { action: 'request.ask', accountId };
  const asked = { ...request, askedAtMs: admin.clock.nowMs(), askedBy: admin.actor };
  const written = await change(within(admin, transaction), auditAction, async (inner) => {
    const id = await insertRequest(inner, asked);
    return changed(id, { request: id, operation, about });
  });
  if (written.ok) return written.value;
  throw new Error('a request was refused without a reason');
}

/** Why the actor may not confirm the request; undefined: they may. */
export async function faultOfSecond(
  admin: Admin,
  transaction: Transaction,
  { askedBy, askedAtMs, accountId }: Request,
): Promise<Refused | undefined> {
  const { actor } = admin;
  if (askedBy === actor) {
    return refuse('id', 'You asked for this yourself: somebody else must confirm it');
  }
  if (await isOwnAccount(transaction, admin, accountId)) return OWN_ACCOUNT;
  const [one, other] = [loginOf(askedBy), loginOf(actor)];
  if (other === undefined) return undefined;
  const sinceMs = await findStaffSince(transaction, { email: other });
  if (sinceMs === undefined || sinceMs >= askedAtMs) {
    return refuse('id', 'Your login is younger than the request: an older one must confirm it');
  }
  if (one === undefined || !(await areOfOneHand(transaction, { one, other }))) return undefined;
  const rule =
    `Your login and that of ${one} are of one hand: one was made or reset by the other, or both ` +
    'by a third. Somebody else must confirm it';
  return refuse('id', rule);
}

/** `100.00 rupees → 500.00 rupees in a day`; empty if the cap is not raised. */
export function raisedCap(
  period: 'day' | 'month',
  before: Micros | undefined,
  wanted: Micros | null | undefined,
): readonly string[] {
  if (before === undefined || wanted === undefined) return [];
  if (wanted !== null && wanted <= before) return [];
  const after = wanted === null ? 'without a cap' : `${showRupees(wanted)} rupees`;
  return [`${showRupees(before)} rupees → ${after} in a ${period}`];
}
