/**
 * A link taken out of use, and rules that are removed: good numbers stay good (contract section 4).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { removeRoute } from '../../src/features/routes/routes.operations.ts';
import { ask, fetchAnswer, parsed, PATHS, shown, type Parameters } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { addRoute, untilLinkIs } from '../support/health.ts';
import { messagesOf } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory();
  for (const link of ['jazz', 'ufone']) await untilLinkIs(story.paigham, link, 'up');
});

const enable = async (link: string, enabled: boolean): Promise<void> =>
  must(await setLink(story.paigham.world.admin, { name: link, enabled }));

const removeRule = async (operator: string, link: string): Promise<void> => {
  const rule = { operator, senderRoute: undefined, link };
  must(await removeRoute(story.paigham.world.admin, rule));
};

function parametersOf(mobile: string, more: Parameters = {}): Parameters {
  const { message, ...rest } = story.shop.write('Hello', mobile);
  return { ...(rest as Parameters), message: JSON.stringify(message), ...more };
}

const sendTo = (mobile: string, more?: Parameters) =>
  ask(`${story.paigham.baseUrl}${PATHS.send}`, parametersOf(mobile, more));

async function toldBy(id: number): Promise<unknown> {
  const headers = { authorization: `Bearer ${story.shop.apiKey}` };
  return parsed(await fetchAnswer(`${story.paigham.baseUrl}/v1/messages/${id}`, { headers }));
}

describe('a link that is disabled', () => {
  it('keeps its messages waiting, says why, and sends them when it is enabled', async () => {
    await enable('jazz', false);
    const id = await story.send('Waits', mobileOf(0, 1));
    const reason = 'waits: no link to Jazz is up at the moment';
    const report = await story.report(id);
    expect(report).toMatchObject({ delivery: 'PENDING', results: [{ reason }] });
    expect(await toldBy(id)).toMatchObject({
      state: 'pending',
      reason: 'link_down',
      detail: reason,
    });
    const dry = await sendTo(mobileOf(0, 2), { dry_run: '1' });
    expect(shown(dry)).toMatch(/^200 DRY RUN: 4\.80 PKR/);
    await enable('jazz', true);
    const done = await story.until(id, 'DELIVERED');
    expect(done.results[0]?.reason).toBeUndefined();
  });

  it('that has lost its rule leaves what is waiting to the link of a new one', async () => {
    await enable('ufone', false);
    const mobile = mobileOf(2, 3);
    const id = await story.send('Goes by another', mobile);
    await removeRule('Ufone', 'ufone');
    expect(await story.report(id)).toMatchObject({ delivery: 'PENDING' });
    await addRoute(story.paigham, 'Ufone', 'zong');
    await story.until(id, 'DELIVERED');
    const { zong } = story.paigham.operators;
    expect(messagesOf(zong).map(({ destination }) => destination)).toContain(mobile);
    await enable('ufone', true);
  });
});

describe('an operator without any rule', () => {
  const SENTENCE = '12 : Error: no route to Telenor at the moment';

  beforeAll(() => removeRule('Telenor', 'telenor'));

  it('has its numbers refused for now, dry run or not', async () => {
    for (const more of [{}, { dry_run: '1' }]) {
      const answer = await sendTo(mobileOf(3, 4), more);
      expect(shown(answer)).toBe(`503 ${SENTENCE}`);
      expect(answer.headers.get('retry-after')).toBe('60');
    }
  });

  it('affects nobody else: its numbers are left out, and not called invalid', async () => {
    const [jazz, telenor] = [mobileOf(0, 5), mobileOf(3, 5)];
    const answer = await sendTo(`${jazz},${telenor}`, { format: 'json' });
    expect(parsed(answer)).toMatchObject({
      success: 'true',
      results: [
        { status: 'OK', gsm: jazz },
        { status: '12', reason: 'no route to Telenor at the moment', gsm: telenor },
      ],
    });
    story.okIds.push(Number((parsed(answer) as { id: string }).id));
  });

  it('can be reached again once it has one', async () => {
    await addRoute(story.paigham, 'Telenor', 'telenor');
    // A refusal is judged by the rules that the node has heard of; it hears within moments.
    await eventually('the new rule', async () => {
      return (await sendTo(mobileOf(3, 6), { dry_run: '1' })).status === 200;
    });
    await story.until(await story.send('Back', mobileOf(3, 6)), 'DELIVERED');
  });
});

describe('the books', () => {
  it('are in order', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
