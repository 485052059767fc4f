import { describe, expect, it } from 'vitest';
import { makeAccount, ROSHAN } from '../../../test/support/fixtures.ts';
import { openInterface, shown } from '../../../test/support/sms-api.ts';

const BALANCE = '/api/balance.php';

describe('/api/balance.php', () => {
  it.each([
    ['', '31.00'],
    [
      '&format=json',
      '{"success":"true","balance":"31.00","currency":"PKR","results":[{"balance":"31.00"}]}',
    ],
    [
      '&format=xml',
      '<?xml version="1.0" encoding="UTF-8"?><response><success>true</success>' +
        '<balance>31.00</balance><currency>PKR</currency>' +
        '<results><result><balance>31.00</balance></result></results></response>',
    ],
  ])('answers %j', async (format, body) => {
    expect((await openInterface().ask(BALANCE, { query: `api_key=right${format}` })).body).toBe(
      body,
    );
  });

  it('reads nothing for a key revoked since it was last looked up', async () => {
    const { ask, forgotten } = openInterface({
      isCurrent: () => false,
      looks: [makeAccount(), undefined],
    });
    expect(shown(await ask(BALANCE, { query: 'api_key=right' }))).toContain('401 1 : ');
    expect(forgotten).toEqual([ROSHAN]);
  });
});
