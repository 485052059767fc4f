/**
 * The chat interface: one endpoint for callers, GET and POST alike (chat seed, section 4). Every
 * request that reaches it, or was meant to, is answered in JSON by the bridge of the form
 * interfaces, answer.ts.
 */
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AnswerFault } from '../../kit/http/fault.ts';
import type { Route } from '../../kit/http/server.ts';
import type { KnownAccounts } from '../../store/known-accounts.ts';
import { createActAs, type IsCurrent } from '../act-as.ts';
import type { Authenticate } from '../authenticate.ts';
import { answerFaultAt, routeTo, type FormRouteDeps } from '../form-route.ts';
import { createPace } from '../pace.ts';
import { createSend, type SendDeps } from './send.ts';

export type ChatApiDeps = FormRouteDeps & {
  readonly journey: SendDeps['journey'];
  readonly accounts: Pick<KnownAccounts, 'forget'>;
  readonly authenticate: Authenticate;
  readonly isCurrent: IsCurrent;
  readonly clock: Clock;
};

export type ChatApi = {
  readonly routes: readonly Route[];
  /** Whether this interface answers requests for `path`. */
  owns(path: string): boolean;
  /** Answers what never reached a route, in the words of this interface. */
  readonly answerFault: AnswerFault;
};

export function createChatApi(deps: ChatApiDeps): ChatApi {
  const pace = createPace(deps.clock, limit('formSends'), limit('formPaceMs'));
  const send = createSend({ ...deps, actAs: createActAs({ ...deps, pace }) });
  return {
    routes: [routeTo(send, { ...deps, identifyAs: createActAs(deps) })],
    owns: (path) => path === send.path,
    answerFault: (fault, { query }) => answerFaultAt(send, fault, { ...deps, query }),
  };
}
