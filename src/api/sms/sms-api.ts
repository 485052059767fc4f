/**
 * The SMS interface: five endpoints over plain HTTP, GET and POST alike (seed section 4). Every
 * request that reaches this interface, or was meant to, ends in answer.ts.
 *
 * Absent on purpose: CORS (keys belong on servers), redirects, and guessing at misspelt paths and
 * parameters.
 */
import { limit } from '../../domain/limits.ts';
import type { Journey } from '../../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { AnswerFault } from '@paigham/http/answer.ts';
import type { Route } from '@paigham/http/server.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import type { OwnerLogins } from '../../features/users/users.sql.ts';
import {
  type Authenticate,
  createActAs,
  createPace,
  type IsCurrent,
  type OnRefused,
} from '../authenticate.ts';
import type { GuardTries } from '../check-password.ts';
import { createBalance } from './balance.ts';
import { createDelivery } from './delivery.ts';
import { answerFaultAt, routeTo, type FormRouteDeps } from '../form-route.ts';
import { createFetchAllFixedTemplates, createIdentifyOwner } from './fetch-all-fixed-templates.ts';
import { createPersonalised } from './personalised.ts';
import { createSms } from './sms.ts';

type SmsApiDeps = FormRouteDeps & {
  readonly journey: Pick<Journey, 'takeIn' | 'takeInFile' | 'report' | 'balance'>;
  readonly accounts: Pick<AccountCache, 'byKey' | 'byId' | 'forget'>;
  readonly authenticate: Authenticate;
  readonly owners: OwnerLogins;
  readonly guardTries: GuardTries;
  readonly clock: Clock;
  readonly isCurrent: IsCurrent;
  readonly onRefused?: OnRefused;
};

type SmsApi = {
  readonly routes: readonly Route[];
  /** Answers requests that never reached a route, in this interface's form. */
  readonly answerFault: AnswerFault;
};

export function createSmsApi(deps: SmsApiDeps): SmsApi {
  const identifyOwner = createIdentifyOwner(deps);
  const { journey, authenticate, clock } = deps;
  const formPace = (most: number) => createPace(clock, most, limit('formPaceMs'));
  const sends = {
    journey,
    authenticate,
    actAs: createActAs({ ...deps, pace: formPace(limit('formSends')) }),
  };
  const parts = {
    journey,
    authenticate,
    identifyOwner,
    actAs: createActAs({ ...deps, pace: formPace(limit('formReads')) }),
  };
  const templates = createFetchAllFixedTemplates(parts);
  const guarded = { ...deps, identifyAs: createActAs(deps) };
  return {
    routes: [
      routeTo(createSms(sends), guarded),
      routeTo(createPersonalised(sends), guarded),
      routeTo(createDelivery(parts), guarded),
      routeTo(createBalance(parts), guarded),
      routeTo(templates, guarded),
    ],
    answerFault(fault, { path, query }) {
      const endpoint = path === templates.path ? templates : undefined;
      return answerFaultAt(endpoint, fault, { ...deps, query });
    },
  };
}
