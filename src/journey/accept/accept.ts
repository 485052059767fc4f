/**
 * First stage: is this a request that can be sent, and what exactly would it send? Checks in the
 * order in which the contract lets them win (section 3), and touches nothing. What it finds depends
 * on the snapshot of the account and of the routing that it is given; charge makes sure that the
 * snapshot is still true when it commits.
 */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { CheckedRequest, SendRequest } from '../../domain/message/draft.ts';
import { checkValues, render } from '../../domain/template/template.ts';
import { addressMessages } from './address-messages.ts';
import { findSender, findTemplate, readOptions } from './judge-request.ts';
import { readMessage } from './read-message.ts';
import { refusalOfValue } from './refusal-of-value.ts';
import { settleText } from './settle-text.ts';
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
  const empty = findEmpty(request);
  if (empty !== undefined) return no(empty);
  const read = readMessage(request);
  const template = findTemplate(read.request);
  if ('reason' in template) return no(template);
  if (!request.account.fixedContent) return no(refuse('fixed_content_off'));
  if (!read.ok) return no(read.refusal);
  const checked = checkValues(template.variables, read.values);
  if (!checked.ok) {
    return no(refusalOfValue(checked.fault, [...template.wording.names, ...read.values.keys()]));
  }
  const sender = findSender(read.request, template);
  if ('reason' in sender) return no(sender);
  const options = readOptions(read.request, context);
  if ('reason' in options) return no(options);
  const text = settleText(render(template.wording, checked.values), {
    account: request.account,
    senderRoute: sender.route,
    unicode: options.unicode,
    demoText: context.demoText,
  });
  if ('reason' in text) return no(text);
  const addressed = await addressMessages(
    { request: read.request, sender, template, text, way: options.way },
    context,
  );
  if ('reason' in addressed) return no(addressed);
  const { account, dryRun, idempotency } = request;
  return { ok: true, checked: { account, sender, template, dryRun, idempotency, ...addressed } };
}

function no(refusal: Refusal): Accepted {
  return { ok: false, refusal };
}

function findEmpty(request: SendRequest): Refusal | undefined {
  if (request.sender.trim() === '') return refuse('sender_empty');
  if (request.mobile.trim() === '') return refuse('recipient_empty');
  if (request.message.trim() === '') return refuse('message_empty');
  return undefined;
}
