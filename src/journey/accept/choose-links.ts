import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { linkFor, type Roads } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
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
  senderRoute: SenderRoute,
): { readonly routable: readonly Routable[]; readonly unroutable: readonly string[] } {
  const routable: Routable[] = [];
  const unroutable: string[] = [];
  const links = new Map<OperatorId, LinkId | undefined>();
  for (const { recipient, operatorId } of located) {
    if (operatorId !== undefined && !links.has(operatorId)) {
      links.set(operatorId, linkFor(roads, operatorId, senderRoute));
    }
    const linkId = operatorId === undefined ? undefined : links.get(operatorId);
    if (operatorId === undefined || linkId === undefined) unroutable.push(recipient);
    else routable.push({ recipient, operatorId, linkId });
  }
  return { routable, unroutable };
}
