import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { choiceFor, pick, type Choice } from '../../domain/routing/choose-link.ts';
import type { Roads, Traffic } from '../../domain/routing/routing.ts';
import type { Located } from './find-operators.ts';

/** A number, its operator, and the link that carries there. */
export type Routable = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly linkId: LinkId;
};

/** The link for each number; a number of no known operator, or of one without a route, has none. */
export function chooseLinks(
  roads: Roads,
  located: readonly Located[],
  sent: Omit<Traffic, 'operatorId'>,
): { readonly routable: readonly Routable[]; readonly unroutable: readonly string[] } {
  const routable: Routable[] = [];
  const unroutable: string[] = [];
  const choices = new Map<OperatorId, Choice | undefined>();
  for (const { recipient, operatorId } of located) {
    if (operatorId !== undefined && !choices.has(operatorId)) {
      choices.set(operatorId, choiceFor(roads, { ...sent, operatorId }));
    }
    const choice = operatorId === undefined ? undefined : choices.get(operatorId);
    if (operatorId === undefined || choice === undefined) unroutable.push(recipient);
    else routable.push({ recipient, operatorId, linkId: pick(choice, recipient) });
  }
  return { routable, unroutable };
}
