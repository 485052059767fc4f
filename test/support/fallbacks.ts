/** Chat campaigns that fall back to a text: asks for them, and lets their time pass. */
import { createHash } from 'node:crypto';
import { micros } from '../../src/domain/pricing/money.ts';
import { addCredit, correctCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { ChatStory } from './chat-story.ts';
import { eventually } from './eventually.ts';
import { pdusOf } from './heard.ts';
import type { ShownBatch } from './batches.ts';

export type ShownFallback = {
  readonly batch_id: string | null;
  readonly open: number | null;
  readonly reached: number | null;
  readonly texted: number | null;
  readonly waits_for: string | null;
  readonly ended_at: string | null;
};
export type WithFallback = ShownBatch & { readonly fallback: ShownFallback | null };

/** Whom the simulated platform reaches, cannot reach, and of whom it never says anything. */
const ENDS = { reached: 0, unreachable: 1, silent: 25 } as const;

let written = 0;

/** A number of Jazz with that fate, which nobody has had. */
export function mobileWith(end: keyof typeof ENDS): string {
  written += 1;
  const [tens, ones] = [Math.floor(written / 10), written % 10];
  return `9230${tens}${ones}9900${String(ENDS[end]).padStart(2, '0')}`;
}

/** How many texts an operator got for a number. */
export const textsTo = ({ paigham }: Pick<ChatStory, 'paigham'>, mobile: string): number =>
  pdusOf(paigham.operators.jazz).filter(({ destination }) => destination === mobile).length;

/** Changes what is stored, of one batch, behind the back of the service. */
export async function change(
  { paigham }: Pick<ChatStory, 'paigham'>,
  id: string,
  ...changes: readonly string[]
): Promise<void> {
  await paigham.db.transact(async (transaction) => {
    for (const sql of changes) {
      const digest = createHash('sha256').update(sql).digest('hex').slice(0, 32);
      await transaction.run(plain(`test-${digest}`, sql), [id]);
    }
  });
}

/** Lets so many minutes pass for a batch and its messages, and has them looked at now. */
export function pass(
  story: Pick<ChatStory, 'paigham'>,
  id: string,
  minutes: number,
): Promise<void> {
  const by = `interval '${minutes} minutes'`;
  const now = `now() - interval '1 second'`;
  return change(
    story,
    id,
    `update batches set published_at = published_at - ${by}, send_at = send_at - ${by}
    where id = $1`,
    `update messages set sent_at = sent_at - ${by} where batch_id = $1`,
    `update fallback_rows set look_at = ${now}, due_at = due_at - ${by} where batch_id = $1`,
    `update fallbacks set look_at = ${now}, starts_at = starts_at - ${by}
    where batch_id = $1 and ended_at is null`,
  );
}

/** Waits until a batch's fallback is as said. */
export function untilFallback(
  find: (id: string) => Promise<ShownBatch>,
  id: string,
  isSo: (fallback: ShownFallback) => boolean,
): Promise<WithFallback> {
  let last: unknown;
  return eventually(`the texts of ${id}`, async () => {
    const batch = (await find(id)) as WithFallback;
    last = batch.fallback;
    return batch.fallback !== null && isSo(batch.fallback) && batch;
  }).catch((error: unknown) => {
    throw new Error(JSON.stringify(last), { cause: error });
  });
}

/** Corrects the credit of the shop, so that so many rupees are left. */
export async function leaveRupees(
  { admin, shop, balance }: Pick<ChatStory, 'admin' | 'shop' | 'balance'>,
  rupees: number,
): Promise<void> {
  const over = Math.round(((await balance()) - rupees) * 1e6);
  const given = { accountId: shop.accountId, amountMicros: micros(BigInt(Math.abs(over))) };
  const by = over > 0 ? correctCredit : addCredit;
  must(await by(admin, { ...given, reference: `left ${rupees} of ${over}` }));
}
