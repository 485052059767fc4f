/**
 * First stage: is this a request that can be sent, and what exactly would it send? Checks in the
 * order in which the contract lets them win (section 3), and touches nothing. What it finds depends
 * on the picture of the account and of the roads that it is given; charge makes sure that the
 * picture is still true when it commits.
 */
import type { TemplateId } from '../../domain/ids.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { CheckedRequest, SendRequest } from '../../domain/message/draft.ts';
import { operatorByName } from '../../domain/routing/routing.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { checkValues, render, type Template } from '../../domain/template/template.ts';
import { addressMessages } from './address-messages.ts';
import type { Way } from './find-operators.ts';
import { readMessage } from './read-message.ts';
import { refusalOfValue } from './refusal-of-value.ts';
import { settleText } from './settle-text.ts';
import type { Surroundings } from './surroundings.ts';

export type { Surroundings } from './surroundings.ts';

export type Accepted =
  | { readonly ok: true; readonly checked: CheckedRequest }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Checks a request against the seed's section 4.1 and the contract's sections 3 to 5. Sends and
 * stores nothing.
 */
export async function accept(request: SendRequest, around: Surroundings): Promise<Accepted> {
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
  const sender = findSender(read.request);
  if ('reason' in sender) return no(sender);
  const options = readOptions(read.request, around);
  if ('reason' in options) return no(options);
  const text = settleText(render(template.wording, checked.values), {
    account: request.account,
    senderRoute: sender.route,
    unicode: options.unicode,
    demoText: around.demoText,
  });
  if ('reason' in text) return no(text);
  const addressed = await addressMessages(
    { request: read.request, sender, template, text, way: options.way },
    around,
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

function findTemplate(request: SendRequest): Template | Refusal {
  const { account } = request;
  const given = request.templateId.trim();
  if (given === '') return refuse('template_missing');
  const id = /^\d{1,15}$/.test(given) ? Number(given) : -1;
  const template = account.templates.get(id as TemplateId);
  if (template === undefined) return refuse('template_unknown');
  if (template.state === 'approved') return template;
  return refuse('template_not_approved', { state: template.state });
}

function findSender(request: SendRequest): Sender | Refusal {
  const { account } = request;
  const sender = account.sendersByName.get(request.sender.trim());
  if (sender?.state !== 'approved') return refuse('sender_not_approved');
  if (!account.verified && sender.route !== 'simple') return refuse('sender_needs_verification');
  return sender;
}

type Options = { readonly way: Way; readonly unicode: boolean };

const NETWORKS: readonly string[] = ['Jazz', 'Zong', 'Ufone', 'Telenor'];

function readOptions(request: SendRequest, around: Surroundings): Options | Refusal {
  const network = request.network.trim();
  const operator = network === '' ? undefined : operatorByName(around.roads, network);
  if (network !== '' && (operator === undefined || !NETWORKS.includes(network))) {
    return refuse('network_unknown');
  }
  const ported = request.ported.trim();
  if (!['', '0', '1'].includes(ported)) return refuse('ported_unknown');
  const type = request.type.trim().toLowerCase();
  if (!['', 'unicode'].includes(type)) return refuse('type_unknown');
  const { mnpCoverage, mnpOption } = request.account;
  if (ported === '1' && !mnpCoverage) return refuse('portability_unavailable');
  const unicode = type === 'unicode';
  // `network` wins over a look-up, so none is made then (contract section 6).
  const isLookedUp = operator === undefined && mnpCoverage && (ported === '1' || mnpOption);
  if (!isLookedUp) return { way: { kind: 'told', network: operator }, unicode };
  return { way: { kind: 'looked_up', mustKnow: ported === '1' }, unicode };
}
