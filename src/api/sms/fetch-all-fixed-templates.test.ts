import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { openInterface, shown } from '../../../test/support/sms-api.ts';

const BALANCE = '/api/balance.php';
const TEMPLATES = '/apps/fetch_all_fixed_templates.php';

describe('/apps/fetch_all_fixed_templates.php', () => {
  it('lists what is approved, as JSON whatever the format says', async () => {
    const answer = await openInterface().ask(TEMPLATES, { query: 'api_key=right&format=xml' });
    expect(answer.contentType).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer.body)).toEqual({
      success: 'true',
      results: [
        { id: '21', name: 'template 21', message: 'Your code is #code#.', variables: ['code'] },
        {
          id: '22',
          name: 'template 22',
          message: 'Dear #name#, order #order_no# is on its way.',
          variables: ['name', 'order_no'],
        },
        {
          id: '23',
          name: 'template 23',
          message: 'Sale: #discount# off.',
          variables: ['discount'],
        },
        { id: '24', name: 'template 24', message: 'آپ کا کوڈ #code# ہے۔', variables: ['code'] },
      ],
    });
  });

  it('says so when there are none', async () => {
    const { ask } = openInterface({ looks: [makeAccount({ templates: new Map() })] });
    expect(shown(await ask(TEMPLATES, { query: 'api_key=right' }))).toBe(
      '200 {"success":"false","results":[{"status":"1","error":"No record found"}]}',
    );
  });

  it('ignores the IP list of the account', async () => {
    const { ask } = openInterface({ looks: [makeAccount({ ipList: ['192.0.2.0/24'] })] });
    expect((await ask(TEMPLATES, { query: 'api_key=right' })).status).toBe(200);
    expect(shown(await ask(BALANCE, { query: 'api_key=right' }))).toContain(
      '403 1 : Access denied',
    );
  });

  it.each([
    ['', 401, '2', 'Error: api_key is empty'],
    ['api_key=x', 401, '1', 'Invalid API key: unknown, expired, or account disabled'],
    ['username=a@example.com&password=x', 401, '1', 'Invalid login'],
    ['api_key=%FF', 400, '12', "Invalid 'api_key': its bytes are not UTF-8"],
  ])('refuses %j in its own frame', async (query, status, code, error) => {
    expect(shown(await openInterface().ask(TEMPLATES, { query }))).toBe(
      `${status} ${JSON.stringify({ success: 'false', results: [{ status: code, error }] })}`,
    );
  });
});
