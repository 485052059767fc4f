/**
 * `/apps/fetch_all_fixed_templates.php`: the account's approved templates (seed section 4.5,
 * contract section 9).
 */
import type { Account } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { unproven, type ActAs } from '../act-as.ts';
import { answerDone, type Body } from '../answer.ts';
import type { Authenticate, Caller } from '../authenticate.ts';
import type { ElementOf, Endpoint } from '../endpoint.ts';
import type { IdentifyOwner } from './identify-owner.ts';

const PARAMETERS = new Set(['api_key', 'username', 'password'] as const);

export type FetchAllFixedTemplatesDeps = {
  readonly authenticate: Authenticate;
  readonly identifyOwner: IdentifyOwner;
  readonly actAs: ActAs;
};

/**
 * Always JSON. The account's IP list does not apply here, and the older login is still taken where
 * no key is given.
 */
export function createFetchAllFixedTemplates(
  deps: FetchAllFixedTemplatesDeps,
): Endpoint<ElementOf<typeof PARAMETERS>> {
  const { authenticate, identifyOwner, actAs } = deps;
  return {
    path: '/apps/fetch_all_fixed_templates.php',
    parameters: PARAMETERS,
    alwaysJson: { frame: 'results' },
    answer({ request, parameters, voice }) {
      const apiKey = parameters.get('api_key');
      const username = parameters.get('username');
      const byLogin = apiKey.trim() === '' && username.trim() !== '';
      const identify = async (): Promise<Caller> => {
        if (!byLogin) return authenticate.byKey(apiKey, request);
        const password = parameters.get('password');
        const caller = await identifyOwner({ username, password, from: request.callerAddress() });
        const { account } = caller;
        if (account === undefined || authenticate.servesHere(account, request)) return caller;
        return { kind: 'refused', refusal: refuse('login_refused'), account };
      };
      return actAs(identify, voice, async (account, inVoice) =>
        unproven(answerDone(describeTemplates(account), inVoice)),
      );
    },
  };
}

function describeTemplates(account: Account): Body {
  const approved = [...account.templates.values()].filter(({ state }) => state === 'approved');
  const results = approved.map(({ id, name, message, variables }) => ({
    id: String(id),
    name,
    message,
    variables: variables.map((variable) => variable.name),
  }));
  // The seed's own words for an account without any, and its status: no failure of the request.
  const tree =
    results.length > 0
      ? { success: 'true', results }
      : { success: 'false', results: [{ status: '1', error: 'No record found' }] };
  return { plain: () => JSON.stringify(tree), tree: () => tree };
}
