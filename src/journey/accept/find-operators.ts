import type { Refusal } from '../../domain/failure/failure.ts';
import type { OperatorId } from '../../domain/ids.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { operatorByPrefix, type Roads } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { LookedUp, Surroundings } from './surroundings.ts';

/** A number and the operator that has it, as far as is known. */
export type Located = {
  readonly recipient: string;
  readonly operatorId: OperatorId | undefined;
};

/** How the operators of a request's numbers are found. */
export type Way =
  /** `network` names it for all of them; undefined: each by its prefix. Costs nothing. */
  | { readonly kind: 'told'; readonly network: OperatorId | undefined }
  /** They are looked up; `mustKnow`: by prefix is not good enough (`ported=1`). */
  | { readonly kind: 'looked_up'; readonly mustKnow: boolean };

/** Whose each number is: what `network` names for all of them, else the holder of the prefix. */
export function findOperators(
  roads: Roads,
  recipients: readonly string[],
  network: OperatorId | undefined,
): readonly Located[] {
  return recipients.map((recipient) => ({
    recipient,
    operatorId: network ?? operatorByPrefix(roads, recipient),
  }));
}

export type Sought = {
  readonly request: SendRequest;
  readonly recipients: readonly string[];
  readonly senderRoute: SenderRoute;
  readonly parts: number;
  readonly mustKnow: boolean;
  /** Whether what is sent is promotional: some people opted out of that alone. */
  readonly promotional: boolean;
};

/**
 * Whose each number really is. People who opted out are not looked up: nothing is sent to them, so
 * nothing is paid for them.
 */
export async function lookUpOperators(
  sought: Sought,
  around: Surroundings,
): Promise<LookedUp | Refusal> {
  const { request, recipients, senderRoute, parts, mustKnow } = sought;
  const { account, dryRun, idempotency } = request;
  const question = { account, senderRoute, parts, mustKnow, dryRun, idempotency };
  if (!account.hasOptouts) return around.lookUp({ ...question, recipients });
  const optedOut = await around.optedOut({
    accountId: account.id,
    recipients,
    promotional: sought.promotional,
  });
  const wanted = recipients.filter((recipient) => !optedOut.has(recipient));
  const lookedUp = await around.lookUp({ ...question, recipients: wanted });
  if ('reason' in lookedUp) return lookedUp;
  const others = findOperators(around.roads, [...optedOut], undefined);
  return { ...lookedUp, located: [...lookedUp.located, ...others] };
}
