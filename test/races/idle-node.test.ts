/** What a node asks of the database that has nothing to do, beside one that has. */
import { it } from 'vitest';
import { counted } from '../../bench/counted.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { asker } from '../support/verify.ts';

const LOOKS = 12;
/** Two looks for work, a renewed lease every 3 s, and the jobs that run whatever is found. */
const MOST_A_SECOND = 6;

const sum = (asked: ReadonlyMap<string, number>): number =>
  [...asked.values()].reduce((all, times) => all + times, 0);

it('a node that holds no link and no log asks as little beside others as alone', async () => {
  const paigham = await startPaigham();
  await eventually('the first node holds the links', async () => {
    const held = await asker(paigham.db)('select from link_leases');
    return held.length > 0;
  });
  const asked = new Map<string, number>();
  await paigham.startNode({ around: (db) => counted(db, asked) });
  const looks = (): number => asked.get('find-work') ?? 0;
  const untilLooked = (times: number): Promise<unknown> =>
    eventually('looks for work', () => looks() >= times);
  await untilLooked(looks() + 3);
  // What a busy machine has held up is asked together a moment later: a stretch may have too much.
  await eventually('a stretch with no more than that', async () => {
    const [fromMs, from, before] = [performance.now(), looks(), sum(asked)];
    await untilLooked(from + LOOKS);
    const seconds = (performance.now() - fromMs) / 1_000;
    const isSeldom = (looks() - from) / seconds < 2.5;
    return isSeldom && (sum(asked) - before) / seconds < MOST_A_SECOND;
  });
});
