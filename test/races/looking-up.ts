/** Two nodes that query one simulated number directory, for races of look-ups. */
import { startNumberDirectory, type NumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, type Shop } from '../support/shop.ts';
import { watch } from '../support/verify.ts';

/** Starts them; neither is limited by the directory's rate, nor gives up soon. */
export async function startLookingUp(): Promise<{
  readonly directory: NumberDirectory;
  readonly paigham: Paigham;
  readonly second: Node;
}> {
  const directory = await startNumberDirectory();
  const config = { ...directory.config, mnpTimeoutMs: 10_000, mnpRate: 100_000 };
  const paigham = await startPaigham({ config });
  await watch(paigham);
  return { directory, paigham, second: await paigham.startNode() };
}

/** A number that only this shop uses. */
export function ownNumber({ accountId }: Shop, index: number): string {
  return mobileOf(0, (accountId % 100) * 20_000 + index);
}
