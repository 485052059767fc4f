/**
 * The chat interface: one endpoint, GET and POST alike (chat seed, section 4). Every request that
 * reaches it, or was meant to, is answered in JSON by the form interfaces' bridge, answer.ts.
 */
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { AnswerFault } from '@paigham/http/answer.ts';
import type { Route } from '@paigham/http/server.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import { type Authenticate, createActAs, createPace, type IsCurrent } from '../authenticate.ts';
import { answerFaultAt, routeTo, type FormRouteDeps } from '../form-route.ts';
import { createSend, type SendDeps } from './send.ts';

type ChatApiDeps = FormRouteDeps & {
  readonly journey: SendDeps['journey'];
  readonly accounts: Pick<AccountCache, 'forget'>;
  readonly authenticate: Authenticate;
  readonly isCurrent: IsCurrent;
  readonly clock: Clock;
};

type ChatApi = {
  readonly routes: readonly Route[];
  /** Whether this interface answers requests for `path`. */
  owns(path: string): boolean;
  /** Answers requests that never reached a route, in this interface's form. */
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
