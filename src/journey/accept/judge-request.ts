/** Checks that every kind of send goes through, whoever receives it (contract section 3). */
import type { Account } from '../../domain/account/account.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { operatorByName } from '../../domain/routing/routing.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Way } from './find-operators.ts';
import type { AcceptContext } from './accept-context.ts';

/** A send without its recipients. */
export type Judged = Omit<SendRequest, 'recipients' | 'dryRun' | 'idempotency'>;

/** The approved template that a request names. */
export function findTemplate({ account, templateId }: Judged): Template | Refusal {
  if (templateId === undefined) return refuse('template_missing');
  if (isRefusal(templateId)) return templateId;
  const template = account.templates.get(templateId);
  if (template === undefined) return refuse('template_unknown');
  if (template.state === 'approved') return template;
  return refuse('template_not_approved', { state: template.state });
}

export function findValues(
  account: Account,
  values: NonNullable<Judged['values']>,
): ReadonlyMap<string, unknown> | Refusal {
  if (!account.fixedContent) return refuse('fixed_content_off');
  if (isRefusal(values)) return values;
  const most = limit('messageKeys');
  return values.size > most ? refuse('message_too_many_keys', { keys: String(most) }) : values;
}

/** The approved sender that a request names, if the account may use it with the template. */
export function findSender(
  { account, sender: name = '' }: Judged,
  template: Template,
): Sender | Refusal {
  const sender = account.sendersByName.get(name);
  if (sender?.state !== 'approved') return refuse('sender_not_approved');
  if (!account.verified && sender.isShared !== true) return refuse('sender_needs_verification');
  if (sender.route === 'short_code' && template.category === 'promotional') {
    return refuse('sender_for_codes');
  }
  return sender;
}

export type Options = { readonly way: Way; readonly unicode: boolean };

/** Checks `network`, `ported` and `unicode`, in this order. */
export function judgeOptions(
  request: Judged,
  context: Pick<AcceptContext, 'routing'>,
): Options | Refusal {
  const { network, ported = false, unicode = false } = request;
  if (isRefusal(network)) return network;
  const operator = network && operatorByName(context.routing, network);
  if (network !== undefined && operator === undefined) return refuse('network_unknown');
  if (isRefusal(ported)) return ported;
  if (isRefusal(unicode)) return unicode;
  const { mnpCoverage, mnpOption, isTest } = request.account;
  if (ported && !mnpCoverage) return refuse('portability_unavailable');
  // `network` overrides a look-up, so none is made then (contract section 6); nor for a test.
  const wantsLookup = mnpCoverage && (ported || mnpOption);
  const isLookedUp = operator === undefined && wantsLookup && !isTest;
  if (!isLookedUp) return { way: { kind: 'given', network: operator }, unicode };
  return { way: { kind: 'looked_up', mustKnow: ported }, unicode };
}
