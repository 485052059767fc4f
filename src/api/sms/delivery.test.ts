import { describe, expect, it } from 'vitest';
import { openInterface, shown } from '../../../test/support/sms-api.ts';

const DELIVERY = '/api/delivery.php';

describe('/api/delivery.php', () => {
  it.each([
    ['api_key=right&id=7001', '200 SENT'],
    ['api_key=right&id=+7001+&page=1', '200 SENT'],
    ['api_key=right&id=', '400 12 : Error: id is empty'],
    ['api_key=right', '400 12 : Error: id is empty'],
    ['api_key=right&id=x', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=-1', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=7.0', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=9007199254740993', '404 12 : Invalid id: no such message'],
    ['api_key=right&id=7001&page=0', '400 12 : Invalid page: use a number from 1'],
    ['api_key=right&id=7001&page=x', '400 12 : Invalid page: use a number from 1'],
    ['api_key=right&id=7001&page=2', '400 12 : Invalid page: the last one is 1'],
    ['id=7001', '401 2 : Error: api_key is empty'],
  ])('%s: %s', async (query, expected) => {
    const { ask } = openInterface();
    expect(shown(await ask(DELIVERY, { query }))).toBe(expected);
    expect(shown(await ask(DELIVERY, { body: query }))).toBe(expected);
  });

  it('answers the same for what is unknown', async () => {
    const { ask } = openInterface({ readReport: () => undefined });
    expect(shown(await ask(DELIVERY, { query: 'api_key=right&id=1' }))).toBe(
      '404 12 : Invalid id: no such message',
    );
  });
});
