/**
 * First stage: can this request be sent, and what exactly would it send? Checks in the contract's
 * order of precedence (section 3), and has no side effects. The result depends on the snapshots of
 * account and routing that it is given; charge makes sure they are still current at the commit.
 */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { CheckedRequest, SendRequest } from '../../domain/message/draft.ts';
import { addressMessages } from './address-messages.ts';
import { refusalOfHours } from './ask-policy.ts';
import { compose, composeEach } from './compose.ts';
import type { AcceptContext } from './accept-context.ts';

export type { AcceptContext } from './accept-context.ts';

export type Accepted =
  | { readonly ok: true; readonly checked: CheckedRequest }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Checks a request against the seed's section 4.1 and the contract's sections 3 to 5. Sends and
 * stores nothing.
 */
export async function accept(request: SendRequest, context: AcceptContext): Promise<Accepted> {
  const { account, recipients, ownValues, dryRun, idempotency, sendAtMs, sendHours } = request;
  if (request.sender === undefined) return no(refuse('sender_empty'));
  if (recipients === undefined) return no(refuse('recipient_empty'));
  const written =
    ownValues === undefined
      ? compose(request, context)
      : await composeEach({ ...request, ownValues }, recipients, context);
  if ('reason' in written) return no(written);
  const { sender, template } = written;
  const { inPlaceOf } = request;
  const by = { account, sender, template, dryRun, idempotency, sendAtMs, sendHours, inPlaceOf };
  const closed = refusalOfHours(by, context);
  if (closed !== undefined) return no(closed);
  const { unwritten = [], ...envelope } = { recipients, ...written };
  const addressed = await addressMessages({ request, ...envelope }, context);
  if ('reason' in addressed) return no(addressed);
  const filtered = [...addressed.filtered, ...unwritten];
  return { ok: true, checked: { ...by, ...addressed, filtered } };
}

function no(refusal: Refusal): Accepted {
  return { ok: false, refusal };
}
