/** `/api/balance.php`: the remaining credit (seed section 4.3, contract section 6). */
import { formatRupees } from '../../domain/pricing/money.ts';
import type { Journey } from '../../journey/journey.ts';
import { answerDone } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { ReadAs } from './read-as.ts';

export type BalanceDeps = {
  readonly journey: Pick<Journey, 'balance'>;
  readonly readAs: ReadAs;
};

export function createBalance({ journey, readAs }: BalanceDeps): Endpoint<'api_key' | 'format'> {
  return {
    path: '/api/balance.php',
    parameters: new Set(['api_key', 'format'] as const),
    answer: ({ request, parameters, voice }) =>
      readAs({ apiKey: parameters.get('api_key'), request, voice }, async (account, inVoice) => {
        const balance = formatRupees(await journey.balance(account.id));
        const tree = { success: 'true', balance, currency: 'PKR', results: [{ balance }] };
        return answerDone({ plain: () => balance, tree: () => tree }, inVoice);
      }),
  };
}
