import type { AccountId, OperatorId } from '../../domain/ids.ts';
import { lookupsSinceMs } from '../../domain/portability/directory.ts';
import { operatorByName, prefixOf, type Routing } from '../../domain/routing/routing.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { findLookups } from '../../store/ledger/lookups.ts';
import { showTime } from '../../operations/show.ts';

type Question = {
  readonly recipient: string;
  /** What the caller gives as `network`. */
  readonly network: string | undefined;
  /** The account whose saved look-ups count; undefined: none are used. */
  readonly lookupsOf: AccountId | undefined;
  readonly nowMs: number;
};

/** A number's operator, and how it was found. */
type Found = { readonly operatorId: OperatorId; readonly because: string };

/**
 * A number's operator, from the first of these: what the caller names, a saved look-up, the prefix.
 * The number directory is not asked.
 */
export async function findOperator(
  reader: Reader,
  routing: Routing,
  question: Question,
): Promise<Found> {
  const { recipient, network, lookupsOf } = question;
  if (network !== undefined) {
    const operatorId = operatorByName(routing, network);
    if (operatorId === undefined) throw new Refusal('--network must be one of the operators.');
    return { operatorId, because: 'network names it' };
  }
  const saved = lookupsOf === undefined ? undefined : await findSaved(reader, question, lookupsOf);
  if (saved !== undefined) return saved;
  const prefix = prefixOf(routing, recipient);
  const operatorId = prefix === undefined ? undefined : routing.operatorsByPrefix.get(prefix);
  if (operatorId === undefined) {
    throw new Refusal(`No operator has a prefix of ${recipient}: it is refused with 7.`);
  }
  const unasked = lookupsOf === undefined ? '' : ', and the directory would be asked first';
  return { operatorId, because: `prefix ${prefix}${unasked}` };
}

async function findSaved(
  reader: Reader,
  { recipient, nowMs }: Question,
  accountId: AccountId,
): Promise<Found | undefined> {
  const sinceMs = lookupsSinceMs(nowMs);
  const [saved] = await findLookups(reader, { accountId, recipients: [recipient], sinceMs });
  if (saved === undefined) return undefined;
  const because = `saved look-up of ${showTime(saved.lookedUpAtMs)}`;
  return { operatorId: saved.operatorId, because };
}
