/**
 * `/apps/fetch_all_fixed_templates.php`: the account's approved templates (seed section 4.5,
 * contract section 9).
 *
 * The older login: user name and password of the account's owner in the portal, for the templates
 * endpoint only (contract section 9). Checking a password costs us far more than checking a key,
 * and people choose bad ones, so a few wrong ones slow down both the caller's address and the name.
 */
import type { Account, Principal } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import type { AccountCache } from '../../store/snapshots/account-cache.ts';
import type { OwnerLogin, OwnerLogins } from '../../features/users/users.sql.ts';
import { answerDone, type Body } from '../answer.ts';
import {
  type ActAs,
  type Authenticate,
  type Caller,
  type OnRefused,
  unproven,
} from '../authenticate.ts';
import { comparePassword, type GuardTries } from '../check-password.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';

const PARAMETERS = new Set(['api_key', 'username', 'password'] as const);

type FetchAllFixedTemplatesDeps = {
  readonly authenticate: Authenticate;
  readonly identifyOwner: IdentifyOwner;
  readonly actAs: ActAs;
};

/**
 * Always JSON. The account's IP list does not apply here, and the older login still works when no
 * key is given.
 */
export function createFetchAllFixedTemplates(
  deps: FetchAllFixedTemplatesDeps,
): Endpoint<ElementOf<typeof PARAMETERS>> {
  const { authenticate, identifyOwner, actAs } = deps;
  return {
    path: '/apps/fetch_all_fixed_templates.php',
    scope: 'read',
    parameters: PARAMETERS,
    alwaysJson: { frame: 'results' },
    answer({ request, parameters, responseFormat }) {
      const apiKey = parameters.get('api_key');
      const username = parameters.get('username');
      const byLogin = apiKey.trim() === '' && username.trim() !== '';
      const identify = async (): Promise<Caller> => {
        if (!byLogin) return authenticate.byKey(apiKey, request, 'read');
        const password = parameters.get('password');
        const caller = await identifyOwner({ username, password, from: request.callerAddress() });
        const { account } = caller;
        if (account === undefined || authenticate.servesHere(account, request)) return caller;
        return { kind: 'refused', refusal: refuse('login_refused'), account };
      };
      return actAs(identify, responseFormat, async (account, inFormat) =>
        unproven(answerDone(describeTemplates(account), inFormat)),
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
  // The seed's own wording and status for an account without templates: the request has not failed.
  const tree =
    results.length > 0
      ? { success: 'true', results }
      : { success: 'false', results: [{ status: '1', error: 'No record found' }] };
  return { plain: () => JSON.stringify(tree), tree: () => tree };
}

/** The login gives access to the templates endpoint and nothing else. */
const OWNER: Principal = { actor: 'owner', scopes: ['read'], expiresAtMs: undefined };

type Login = {
  readonly username: string;
  readonly password: string;
  /** The caller's address. */
  readonly from: string;
};

/** Finds the oldest account that the user owns. */
type IdentifyOwner = (login: Login) => Promise<Caller>;

type IdentifyOwnerDeps = {
  readonly owners: OwnerLogins;
  readonly accounts: Pick<AccountCache, 'byId'>;
  readonly guardTries: GuardTries;
  readonly onRefused?: OnRefused;
};

export function createIdentifyOwner(deps: IdentifyOwnerDeps): IdentifyOwner {
  const { owners, accounts, guardTries, onRefused } = deps;

  return async ({ username, password, from }) => {
    let owner: OwnerLogin | undefined;
    let account: Account | undefined;
    const verdict = await guardTries({ name: username, from }, async () => {
      owner = await owners.ownerByEmail(username.trim());
      const compared = await comparePassword(password, owner?.passwordHash);
      const [accountId] = owner?.accountIds ?? [];
      if (compared !== 'right' || accountId === undefined) return compared;
      if (owner?.secondFactor === true) return 'wrong';
      account = await accounts.byId(accountId);
      return account?.active === true ? 'right' : 'wrong';
    });
    if (verdict === 'right' && account !== undefined) {
      return { kind: 'known', account, principal: OWNER };
    }
    onRefused?.({
      what: 'login',
      from: neighbourhoodOf(from),
      accountId: verdict === 'busy' ? undefined : owner?.accountIds[0],
    });
    const refusal = refuse(verdict === 'busy' ? 'logins_guessed' : 'login_refused');
    return { kind: 'refused', refusal };
  };
}
