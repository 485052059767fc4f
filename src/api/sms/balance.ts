/** `/api/balance.php`: the remaining credit (seed section 4.3, contract section 6). */
import { formatRupees } from '../../domain/pricing/money.ts';
import type { Journey } from '../../journey/journey.ts';
import { type ActAs, type Authenticate, unproven } from '../authenticate.ts';
import { answerDone } from '../answer.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';

const PARAMETERS = new Set(['api_key', 'format'] as const);

type BalanceDeps = {
  readonly journey: Pick<Journey, 'balance'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

export function createBalance(deps: BalanceDeps): Endpoint<ElementOf<typeof PARAMETERS>> {
  const { journey, authenticate, actAs } = deps;
  return {
    path: '/api/balance.php',
    scope: 'read',
    parameters: PARAMETERS,
    answer({ request, parameters, responseFormat }) {
      const identify = () => authenticate.byKey(parameters.get('api_key'), request, 'read');
      return actAs(identify, responseFormat, async (account, inFormat) => {
        const balance = formatRupees(await journey.balance(account.id));
        const tree = { success: 'true', balance, currency: 'PKR', results: [{ balance }] };
        return unproven(answerDone({ plain: () => balance, tree: () => tree }, inFormat));
      });
    },
  };
}
