/** Code 9 for each of its reasons, in every format, and how lists report who was left out. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { importDoNotCall } from '../../src/features/do-not-call/do-not-call.operations.ts';
import { FAILURE_WORDS } from '../../src/domain/failure/failure.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { ask, parsed, PATHS, shown, type Answer, type Parameters } from '../support/ask.ts';
import { linesOf } from '../support/lines-of.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

const LISTED = '923001110001';
const OPTED_OUT = '923001110002';
const FULL = '923001110003';
const FREE = '923001110004';

let paigham: Paigham;
let shop: Shop;
let thrifty: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  const { world } = paigham;
  shop = await openShop(world, { rupees: '1000', capped: true });
  thrifty = await openShop(world, { rupees: '1000' });
  const { accountId } = shop;
  const wish = { recipient: OPTED_OUT, scope: 'promotional', source: 'test' } as const;
  must(await addOptout(world.admin, { ...wish, accountId }));
  const list = { source: 'PTA', lines: linesOf([LISTED]), replace: false, file: 'test' };
  must(await importDoNotCall(world.admin, list));
  const dayMicros = parseRupees('10.00') ?? null;
  must(await setSpendCaps(world.admin, { accountId: thrifty.accountId, dayMicros }));
  for (let index = 0; index < 8; index += 1) {
    expect((await send({ mobile: FULL })).status).toBe(200);
  }
});

function send(change: Parameters = {}): Promise<Answer> {
  return ask(`${paigham.baseUrl}${PATHS.send}`, {
    api_key: shop.apiKey,
    sender: shop.senders.shortCode,
    mobile: FREE,
    template_id: shop.transactional,
    message: '{"text":"hello"}',
    ...change,
  });
}

const sale = (): Parameters => ({ sender: shop.senders.shared, template_id: shop.promotional });

type Case = readonly [string, () => Parameters, string];

const CASES: readonly Case[] = [
  [
    'the do-not-call register',
    () => ({ mobile: LISTED, ...sale() }),
    'SMS rejected, access denied: the recipient is on the do-not-call register',
  ],
  [
    'a wish and the register',
    () => ({ mobile: `${LISTED},${OPTED_OUT}`, ...sale() }),
    'SMS rejected, access denied: the recipient has opted out',
  ],
  [
    'too many codes',
    () => ({ mobile: FULL }),
    'SMS rejected, access denied: at most 8 messages to one number in 10 minutes',
  ],
  [
    'spending',
    () => ({
      api_key: thrifty.apiKey,
      template_id: thrifty.transactional,
      mobile: `${FREE},${FULL},${LISTED}`,
    }),
    'SMS rejected, access denied: 14.40 PKR needed, 10.00 PKR left in the spending cap of the day',
  ],
];

describe.each(CASES)('code 9 for %s', (_, change, sentence) => {
  it('is given in plain text, JSON and XML', async () => {
    expect(shown(await send(change()))).toBe(`403 9 : ${sentence}`);
    expect(parsed(await send({ ...change(), format: 'json' }))).toEqual({
      success: 'false',
      status: '9',
      error: sentence,
      results: [{ status: '9', error: sentence }],
    });
    const xml = await send({ ...change(), format: 'xml' });
    expect(xml.body).toContain(`<status>9</status><error>${sentence}</error>`);
  });

  it('is also the answer to a dry run', async () => {
    expect(shown(await send({ ...change(), dry_run: '1' }))).toBe(`403 9 : ${sentence}`);
  });
});

describe('a list', () => {
  it('goes to those who are left, and says why the others are not', async () => {
    const mobile = [LISTED, OPTED_OUT, FREE].join(',');
    const answer = await send({ mobile, ...sale(), format: 'json' });
    const { results } = parsed(answer) as { results: readonly Record<string, string>[] };
    expect(results.map(({ gsm, status, reason }) => [gsm, status, reason])).toEqual([
      [FREE, 'OK', undefined],
      expect.arrayContaining([expect.any(String), '9']),
      expect.arrayContaining([expect.any(String), '9']),
    ]);
    expect(new Set(results.slice(1, 3).map(({ reason }) => reason))).toEqual(
      new Set(['on the do-not-call register', 'opted out']),
    );
    const said = answer.body.toLowerCase();
    for (const word of FAILURE_WORDS) expect(said).not.toContain(word);
  });

  it('of codes leaves out people who had too many', async () => {
    const answer = await send({ mobile: `${FULL},${FREE}`, format: 'json' });
    expect(parsed(answer)).toMatchObject({
      results: [
        { status: 'OK', gsm: FREE },
        { status: '9', gsm: FULL, reason: 'too many messages to one number' },
      ],
    });
  });

  it('does not count against transactional messages', async () => {
    expect((await send({ mobile: `${LISTED},${OPTED_OUT}` })).status).toBe(200);
  });
});

describe('a dry run', () => {
  it('counts nothing', async () => {
    const mobile = '923001110009';
    for (let index = 0; index < 10; index += 1) {
      expect((await send({ mobile, dry_run: '1' })).status).toBe(200);
    }
    for (let index = 0; index < 8; index += 1) {
      expect((await send({ mobile })).status).toBe(200);
    }
    expect((await send({ mobile, dry_run: '1' })).status).toBe(403);
  });
});

describe('a repeated request', () => {
  it('is replayed and counts once', async () => {
    const mobile = '923001110010';
    for (let index = 0; index < 12; index += 1) {
      expect((await send({ mobile, idempotency_key: 'one' })).status).toBe(200);
    }
    for (let index = 0; index < 7; index += 1) {
      expect((await send({ mobile })).status).toBe(200);
    }
    expect((await send({ mobile })).status).toBe(403);
    const again = await send({ mobile, idempotency_key: 'one' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await send({ mobile, idempotency_key: 'two' })).status).toBe(403);
    expect((await send({ mobile, idempotency_key: 'one', type: 'unicode' })).status).toBe(409);
  });
});

it('says by a list whether a number has opted out', async () => {
  const v1 = v1At(paigham.baseUrl, shop.apiKey);
  const find = (number: string) => v1(`GET /v1/suppressions?number=${number}`);
  expect((await find('03001110002')).body.data).toMatchObject([{ number: OPTED_OUT }]);
  expect((await find(FREE)).body.data).toEqual([]);
  expect((await find('12')).body).toMatchObject({ errors: [{ pointer: '/query/number' }] });
});
