/** A text reaches the operator as it was written, in as many parts as were charged. */
import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/caller.ts';
import { lastFor, pdusOf } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory();
});

const urdu = 'محترم صارف، آپ کا آرڈر روانہ کر دیا گیا ہے اور کل تک پہنچ جائے گا۔ شکریہ! ';

type Told = readonly [name: string, text: string, parts: number, dataCoding: 0 | 8];

const texts: readonly Told[] = [
  ['a short text in one part', 'Your code is 4821.', 1, 0],
  ['160 characters in one part', 'a'.repeat(160), 1, 0],
  ['161 characters in two', 'b'.repeat(161), 2, 0],
  ['an Urdu text in three parts', urdu.repeat(3).slice(0, 190), 3, 8],
  ['70 characters of Urdu in one part', urdu.slice(0, 70), 1, 8],
  ['brackets and the euro sign, which cost two each', `Total [€ 12] {~} ${'c'.repeat(140)}`, 2, 0],
  ['an escape pair never cut in two', `${'d'.repeat(152)}€${'e'.repeat(40)}`, 2, 0],
  ['an emoji whole', `Thank you! 🎉${'ب'.repeat(60)}🙂${'پ'.repeat(60)}`, 3, 8],
  ['line ends and accents of GSM', 'Grüße,\r\nvoilà ñ Ö', 1, 0],
];

describe('an operator receives', () => {
  it.each(texts.map(([name, ...told], index) => ({ name, told, index })))(
    '$name',
    async ({ told: [text, parts, dataCoding], index }) => {
      const mobile = mobileOf(0, 100 + index);
      const before = await story.balance();
      const id = await story.send(text, mobile, dataCoding === 8 ? { type: 'unicode' } : {});
      const report = await story.until(id, 'DELIVERED');
      const { jazz } = story.paigham.operators;
      const heard = lastFor(jazz, mobile);
      expect(heard).toMatchObject({ complete: true, partCount: parts, source: '8584' });
      expect(heard.text.replaceAll('\r\n', '\n')).toBe(text.replaceAll('\r\n', '\n'));
      const pdus = pdusOf(jazz).filter(({ destination }) => destination === mobile);
      expect(pdus.map((pdu) => pdu.dataCoding)).toEqual(pdus.map(() => dataCoding));
      expect(report.results[0]).toMatchObject({
        parts: String(parts),
        price: (4.8 * parts).toFixed(2),
      });
      expect(before - (await story.balance())).toBeCloseTo(4.8 * parts, 6);
    },
  );

  it('look-alikes of GSM for typographic characters, unless unicode is asked for', async () => {
    const id = await story.send('“Rs.\u00a0500” – today’s price…', mobileOf(0, 200));
    await story.until(id, 'DELIVERED');
    const heard = lastFor(story.paigham.operators.jazz, mobileOf(0, 200));
    expect(heard.text).toBe('"Rs. 500" - today\'s price...');
  });

  it('nothing of a text that needs unicode and does not ask for it', async () => {
    const { paigham, shop } = story;
    const answer = await send(paigham.baseUrl, shop.write(urdu, mobileOf(0, 201)));
    expect(answer).toMatchObject({ httpStatus: 400, code: '12' });
    const heard = pdusOf(paigham.operators.jazz).map(({ destination }) => destination);
    expect(heard).not.toContain(mobileOf(0, 201));
  });

  it('each operator its own numbers, under the sender that was chosen', async () => {
    const { jazz, zong, ufone, telenor } = story.paigham.operators;
    for (const [index, operator] of [jazz, zong, ufone, telenor].entries()) {
      const mobile = mobileOf(index as 0, 300);
      const id = await story.send('Under our name', mobile, { sender: 'Chaman' });
      await story.until(id, 'DELIVERED');
      const { source, sourceTon, destination } = pdusOf(operator).at(-1) ?? {};
      expect({ source, sourceTon, destination }).toEqual({
        source: 'Chaman',
        sourceTon: 5,
        destination: mobile,
      });
    }
  });

  it('by `network` what belongs there, whatever the prefix', async () => {
    const mobile = mobileOf(0, 301);
    const id = await story.send('Ported', mobile, { network: 'Telenor' });
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.network).toBe('Telenor');
    expect(lastFor(story.paigham.operators.telenor, mobile).text).toBe('Ported');
  });

  it('the demo text after everything that an unverified account sends', async () => {
    const { world, baseUrl, operators } = story.paigham;
    const { templateId } = world.template('One-time code', world.naya);
    const { id } = await send(baseUrl, {
      api_key: world.naya.apiKey,
      sender: 'InfoSMS',
      mobile: mobileOf(1, 400),
      template_id: templateId,
      message: { code: '4821' },
    });
    story.okIds.push(id ?? 0);
    expect(await story.breaches()).toEqual([]);
    expect(lastFor(operators.zong, mobileOf(1, 400)).text).toBe(
      'Your verification code is 4821. Do not share it with anyone.' +
        ' -Demo message, account not verified.',
    );
  });
});
