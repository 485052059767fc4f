/** Every limit of a request, at it and one past it (contract section 1). */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import {
  ask,
  dryRunOf,
  fetchAnswer,
  PATHS,
  shown,
  type Answer,
  type Parameters,
} from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '1000000' });
});

function dryRun(change: Parameters): Promise<Answer> {
  return ask(`${paigham.baseUrl}${PATHS.send}`, { ...dryRunOf(shop), ...change });
}

const message = (value: unknown): Parameters => ({ message: JSON.stringify(value) });

const nested = (levels: number): Parameters => ({
  message: `{"text":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
});

describe('limits', () => {
  it('recipients', async () => {
    const most = limit('recipientsPerRequest');
    const numbers = Array.from({ length: most }, (_, index) => mobileOf(0, index));
    expect(shown(await dryRun({ mobile: numbers.join(',') }))).toBe(
      `200 DRY RUN: 150000.00 PKR, ${most} parts, ${most} recipients`,
    );
    expect(shown(await dryRun({ mobile: [...numbers, '923111234567'].join(',') }))).toBe(
      `413 12 : Invalid mobile: more than ${most} recipients in one request`,
    );
  });

  it('parts', async () => {
    const withText = (characters: number): Promise<Answer> =>
      dryRun(message({ text: 'x'.repeat(characters) }));
    expect(shown(await withText(1_530))).toBe('200 DRY RUN: 15.00 PKR, 10 parts, 1 recipient');
    expect(shown(await withText(1_531))).toContain('400 12 : Invalid message: ');
    const text = '€'.repeat(766);
    expect(shown(await dryRun(message({ text })))).toBe(
      '400 12 : Invalid text: it takes 11 parts, at most 10 are allowed',
    );
  });

  it('bytes of a value', async () => {
    const bytes = limit('parameterValueBytes');
    const padded = (size: number): Parameters => ({ message: '{"text":"a"}'.padEnd(size) });
    expect((await dryRun(padded(bytes))).status).toBe(200);
    expect(shown(await dryRun(padded(bytes + 1)))).toBe(
      `413 12 : Invalid message: larger than ${bytes} bytes`,
    );
  });

  it('depth of the JSON in message', async () => {
    expect(shown(await dryRun(nested(8)))).toContain("400 12 : Invalid message: 'text' must be");
    expect(shown(await dryRun(nested(9)))).toBe(
      '413 12 : Invalid message: nested deeper than 8 levels',
    );
  });

  it('keys of message', async () => {
    const keys = (count: number): Parameters =>
      message(Object.fromEntries(Array.from({ length: count }, (_, it) => [`k${it}`, '1'])));
    expect((await dryRun(keys(64))).status).toBe(400);
    expect(shown(await dryRun(keys(65)))).toBe('413 12 : Invalid message: more than 64 keys');
  });

  it('characters of a variable', async () => {
    const { apiKey } = paigham.world.roshan;
    const { templateId } = paigham.world.template('One-time code');
    const code = (characters: number): Promise<Answer> =>
      dryRun({
        api_key: apiKey,
        template_id: templateId,
        ...message({ code: '1'.repeat(characters) }),
      });
    expect((await code(12)).status).toBe(200);
    expect(shown(await code(13))).toBe(
      "400 12 : Invalid message: 'code' is longer than 12 characters",
    );
  });

  it('parameters of a request', async () => {
    const most = limit('parametersPerRequest');
    const query = (count: number) => Array.from({ length: count }, (_, it) => `p${it}=1`).join('&');
    const url = `${paigham.baseUrl}${PATHS.balance}`;
    expect((await fetchAnswer(`${url}?${query(most)}`)).status).toBe(401);
    expect(shown(await fetchAnswer(`${url}?${query(most + 1)}`))).toBe(
      `413 12 : Invalid request: more than ${most} parameters`,
    );
  });
});
