import { describe, expect, it } from 'vitest';
import {
  makeChatAccount,
  openChatApi,
  orderSend,
  textSend,
} from '../../../test/support/chat-api.ts';
import { limit } from '../../domain/limits.ts';
import type { RequestParts } from '../../../test/support/http-request.ts';

/** HTTP status, code and sentence of a request refused as a whole. */
async function refusalOf(parts: RequestParts, looks = [makeChatAccount()]): Promise<string> {
  const { status, body } = await openChatApi({ looks }).ask(parts);
  const { success, status: code, error, results } = JSON.parse(body) as Record<string, unknown>;
  expect(success).toBe('false');
  expect(results).toEqual([{ status: code, error }]);
  return `${status} ${String(code)} : ${String(error)}`;
}

describe('the order of the checks', () => {
  /** Everything is wrong at first; each step fixes one thing. */
  const steps: readonly (readonly [Readonly<Record<string, string | undefined>>, string])[] = [
    [
      {
        dry_run: '2',
        api_key: '',
        free_form: '[]',
        template_id: '',
        template_data: 'x',
        chatapp_id: '9',
      },
      '400 12 : Invalid dry_run',
    ],
    [{ dry_run: '0' }, '401 2 : Error: api_key is empty'],
    [{ api_key: 'wrong' }, '401 1 : Invalid API key'],
    [
      { api_key: 'right' },
      '400 12 : Invalid request: template_data and free_form cannot be used together',
    ],
    [
      { free_form: undefined, template_data: ' ' },
      '400 6 : Error: template_data and free_form are',
    ],
    [{ template_data: 'x' }, '400 20 : Error: template_id is missing'],
    [{ template_id: '1' }, '404 20 : Invalid template_id: no such template'],
    [{ template_id: '80' }, "403 21 : Invalid template_id: the template is 'pending'"],
    [{ template_id: '72' }, '400 12 : Invalid template_data: it is not JSON'],
    [{ template_data: '7' }, '400 12 : Invalid template_data: it must be a JSON array'],
    [{ template_data: 'null' }, '400 12 : Invalid template_data: it must be a JSON array'],
    [{ template_data: '[]' }, '400 5 : Error: template_data names no recipient'],
    [{ template_data: '[{}]' }, '404 26 : Invalid chatapp_id: no such number'],
    [{ chatapp_id: '63' }, '403 26 : Access denied: the number of chatapp_id is disabled'],
    [{ chatapp_id: '64' }, '400 26 : Invalid chatapp_id: the template belongs to another'],
  ];

  it.each([['GET'], ['POST']])('is observed with %s', async (method) => {
    let values = orderSend();
    for (const [change, expected] of steps) {
      const next = { ...values, ...change };
      values = orderSend({ template_id: undefined, template_data: undefined, ...next });
      const parts = method === 'GET' ? { query: values } : { body: values };
      expect(await refusalOf(parts)).toContain(expected);
    }
  });

  it('includes the message type in the answer, once that is known', async () => {
    const { ask } = openChatApi();
    const tell = async (values: Record<string, string>): Promise<string> => {
      const { body } = await ask({ query: values });
      return /"method":"API"(?:,"message_type":"\w+")?/.exec(body)?.[0] ?? '';
    };
    expect(await tell(orderSend({ api_key: 'wrong' }))).toBe(
      '"method":"API","message_type":"TEMPLATE"',
    );
    expect(await tell({ ...textSend(), api_key: '' })).toBe(
      '"method":"API","message_type":"FREE_FORM"',
    );
    expect(await tell({ api_key: 'right' })).toBe('"method":"API"');
  });

  it.each([
    ['[{"a":1,"a":2}]', "Invalid template_data: 'a' is given twice in one object", 400],
    ['["\\ud800"]', 'Invalid template_data: it holds half a character', 400],
    [`${'['.repeat(9)}${']'.repeat(9)}`, 'Invalid template_data: nested deeper than 8 levels', 413],
    [`[${'0,'.repeat(100_000)}0]`, 'Invalid template_data: more than 100000 recipients', 413],
  ])('refuses data that cannot be read', async (template_data, sentence, status) => {
    const refused = await refusalOf({ body: orderSend({ template_data }) });
    expect(refused).toContain(`${status} 12 : ${sentence}`);
  });

  it('refuses an account without any number', async () => {
    const none = makeChatAccount();
    const looks = [{ ...none, chat: { ...none.chat, numbers: new Map() } }];
    expect(await refusalOf({ query: orderSend() }, looks)).toContain('403 26 : Error: the account');
  });

  it('limits guesses at keys per address, and never slows the right one', async () => {
    const { ask } = openChatApi();
    const guess = async (): Promise<unknown> => {
      const { status, headers, body } = await ask({ query: orderSend({ api_key: 'guess' }) });
      return [status, headers?.['Retry-After'], (JSON.parse(body) as { status: string }).status];
    };
    for (let count = 0; count < limit('wrongKeysPerMinute'); count += 1) await guess();
    expect(await guess()).toEqual([429, '60', '1']);
    expect((await ask({ query: orderSend() })).status).toBe(200);
  });

  it('checks sends against the account’s list of addresses', async () => {
    const looks = [makeChatAccount({ ipList: ['198.51.100.0/24'] })];
    expect(await refusalOf({ query: orderSend() }, looks)).toContain('403 1 : Access denied');
    const { ask } = openChatApi({ looks });
    expect((await ask({ query: orderSend(), from: '198.51.100.7' })).status).toBe(200);
  });
});
