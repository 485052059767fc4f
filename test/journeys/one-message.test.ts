import { beforeAll, describe, expect, it } from 'vitest';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';

describe('smoke', () => {
  let paigham: Paigham;
  beforeAll(async () => {
    paigham = await startPaigham();
  });
  it('one', async () => {
    const { world, baseUrl } = paigham;
    const { apiKey } = world.roshan;
    const id = await sendOk(baseUrl, {
      api_key: apiKey,
      sender: '8584',
      mobile: '923001234567',
      template_id: world.template('One-time code').templateId,
      message: { code: '4821' },
    });
    const report = await eventually('delivered', async () => {
      const it = await fetchReport(baseUrl, apiKey, { id });
      return it.delivery === 'DELIVERED' && it;
    });
    expect(report.results[0]).toMatchObject({ parts: '1', price: '4.80' });
    console.log(report, paigham.logged.join(''));
  });
});
