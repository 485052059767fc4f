import type { SenderRoute } from '../../domain/sender/sender.ts';
import { findLink } from '../../store/settings/links.ts';
import { findOperator } from '../../store/settings/list-operators.ts';
import { insertRoute, updateRoute } from '../../store/settings/routes.ts';
import { changeSettings, changed, refuse, type Desk, type Outcome } from '../desk.ts';

export type SetRoute = {
  /** The operator's name. */
  readonly operator: string;
  /** undefined: every sender route. */
  readonly senderRoute: SenderRoute | undefined;
  /** The link's name. */
  readonly link: string;
  /** The lowest wins. */
  readonly priority: number;
  readonly enabled: boolean;
};

const HIGHEST_PRIORITY = 32_767;

/** Says which link carries messages to an operator; a second call for the same road changes it. */
export async function setRoute(desk: Desk, input: SetRoute): Promise<Outcome<void>> {
  const { senderRoute, priority, enabled } = input;
  if (!Number.isInteger(priority) || priority < 0 || priority > HIGHEST_PRIORITY) {
    return refuse('priority', `must be a whole number from 0 to ${HIGHEST_PRIORITY}`);
  }
  return changeSettings(desk, { action: 'route.set' }, async (transaction) => {
    const operatorId = await findOperator(transaction, input.operator);
    if (operatorId === undefined) return refuse('operator', 'must be one of the operators');
    const link = await findLink(transaction, input.link);
    if (link === undefined) return refuse('link', 'must be one of the links');
    const route = { operatorId, senderRoute, linkId: link.id, priority, enabled };
    const existed = await updateRoute(transaction, route);
    if (!existed) await insertRoute(transaction, route);
    return changed(undefined, { ...input });
  });
}
