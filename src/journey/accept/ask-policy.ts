import type { Account } from '../../domain/account/account.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { FilteredRecipient } from '../../domain/message/draft.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Routable } from './choose-links.ts';
import type { Surroundings } from './surroundings.ts';

/** The numbers that may be written to, and those that may not, with the reason. */
export type Permitted = {
  readonly permitted: readonly Routable[];
  readonly filtered: readonly FilteredRecipient[];
};

/** What is sent, as far as policy looks at it. */
export type PolicyQuestion = { readonly account: Account; readonly template: Template };

/**
 * Leaves out the numbers that policy forbids (contract section 3, code 9): per recipient, and for
 * the whole request when nobody is left.
 */
export async function askPolicy(
  { account, template }: PolicyQuestion,
  routable: readonly Routable[],
  around: Surroundings,
): Promise<Permitted | Refusal> {
  if (!account.hasOptouts) return { permitted: routable, filtered: [] };
  const optedOut = await around.optedOut({
    accountId: account.id,
    recipients: routable.map(({ recipient }) => recipient),
    promotional: template.category === 'promotional',
  });
  const permitted = routable.filter(({ recipient }) => !optedOut.has(recipient));
  if (permitted.length === 0) return refuse('rejected_opted_out');
  const filtered = [...optedOut].map((shown) => ({ shown, reason: 'opted out' }));
  return { permitted, filtered };
}
