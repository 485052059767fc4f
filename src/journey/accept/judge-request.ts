/** What every kind of send is judged by, whoever it goes to (contract section 3). */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { TemplateId } from '../../domain/ids.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { operatorByName } from '../../domain/routing/routing.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Way } from './find-operators.ts';
import type { AcceptContext } from './accept-context.ts';

type Judged = Omit<SendRequest, 'mobile'>;

/** The approved template that a request names. */
export function findTemplate(request: Judged): Template | Refusal {
  const { account } = request;
  const given = request.templateId.trim();
  if (given === '') return refuse('template_missing');
  const id = /^\d{1,15}$/.test(given) ? Number(given) : -1;
  const template = account.templates.get(id as TemplateId);
  if (template === undefined) return refuse('template_unknown');
  if (template.state === 'approved') return template;
  return refuse('template_not_approved', { state: template.state });
}

/** The approved sender that a request names, if the account may use it for the template. */
export function findSender(request: Judged, template: Template): Sender | Refusal {
  const { account } = request;
  const sender = account.sendersByName.get(request.sender.trim());
  if (sender?.state !== 'approved') return refuse('sender_not_approved');
  if (!account.verified && sender.isShared !== true) return refuse('sender_needs_verification');
  if (sender.route === 'short_code' && template.category === 'promotional') {
    return refuse('sender_for_codes');
  }
  return sender;
}

export type Options = { readonly way: Way; readonly unicode: boolean };

const NETWORKS: readonly string[] = ['Jazz', 'Zong', 'Ufone', 'Telenor'];

/** `network`, `ported` and `type`, in this order. */
export function readOptions(
  request: Judged,
  context: Pick<AcceptContext, 'routing'>,
): Options | Refusal {
  const network = request.network.trim();
  const operator = network === '' ? undefined : operatorByName(context.routing, network);
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
  if (!isLookedUp) return { way: { kind: 'given', network: operator }, unicode };
  return { way: { kind: 'looked_up', mustKnow: ported === '1' }, unicode };
}
