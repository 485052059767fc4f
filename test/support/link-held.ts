/** Blocks an operator's link with one unanswered message, so that the next ones wait. */
import type { Operator } from '../../fakes/smsc/operator.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from './eventually.ts';
import type { Story } from './stories.ts';

/** Links have a window of one; the blocking message goes to `mobile` and is on the wire. */
export async function holdLink(
  story: Story,
  operator: Operator,
  mobile: string,
): Promise<{ release(): Promise<void> }> {
  await eventually('the link', () => operator.links.size === 1);
  await operator.change({ frozen: true });
  const id = await story.send(`In the way ${mobile}`, mobile);
  await eventually('the blocker on the wire', async () => {
    const [row] = await story.paigham.db.read(
      plain<{ readonly node: number | null }>(
        'test-blocker',
        'select node from queue where message_id = $1',
      ),
      [id],
    );
    return row !== undefined && row.node !== null;
  });
  return { release: () => operator.change({ frozen: false }) };
}
