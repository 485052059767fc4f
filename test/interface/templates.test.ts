/** `/apps/fetch_all_fixed_templates.php`, by key and by the older login (contract section 9). */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { limit } from '../../src/domain/limits.ts';
import { ask, fetchAnswer, parsed, PATHS, shown, WAYS, type Parameters } from '../support/ask.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { openShop } from '../support/shop.ts';

const OWNER = { username: 'owner@example.com', password: 'a long enough password' };
const VIEWER = { username: 'viewer@example.com', password: 'another long password' };
const CAREFUL = { username: 'careful@example.com', password: 'one more long password' };

let paigham: Paigham;
let url: string;

beforeAll(async () => {
  paigham = await startPaigham();
  url = `${paigham.baseUrl}${PATHS.templates}`;
  const { admin, roshan, naya } = paigham.world;
  const add = async (login: typeof OWNER, role: 'owner' | 'viewer', accountId: number) => {
    const { username: email, password } = login;
    const works = { accountId: accountId as typeof roshan.accountId, role };
    must(await createUser(admin, { email, name: 'Somebody', password, works }));
  };
  await add(OWNER, 'owner', roshan.accountId);
  await add(VIEWER, 'viewer', roshan.accountId);
  await add(CAREFUL, 'owner', naya.accountId);
  const withSecondFactor = 'update users set second_factor = true where email = $1';
  await paigham.db.transact((tx) =>
    tx.run(plain('second-factor', withSecondFactor), [CAREFUL.username]),
  );
});

const refusal = (code: string, error: string): string =>
  JSON.stringify({ success: 'false', results: [{ status: code, error }] });

describe.each(WAYS)('templates by %s', (way) => {
  it.each<[string, () => Parameters]>([
    ['the key', () => ({ api_key: paigham.world.roshan.apiKey })],
    ['the login of the owner', () => OWNER],
    ['the login, its name in another case', () => ({ ...OWNER, username: 'OWNER@Example.com ' })],
    ['the key, although a login is given', () => ({ ...CAREFUL, api_key: roshanKey() })],
  ])('lists the approved ones to %s', async (_, parameters) => {
    const answer = await ask(url, { ...parameters(), format: 'xml' }, { way });
    expect(answer).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' });
    const approved = paigham.world.roshan.templates.filter(({ state }) => state === 'approved');
    expect(approved).toHaveLength(4);
    expect(parsed(answer)).toEqual({
      success: 'true',
      results: approved.map(({ templateId, name, message, variableNames }) => ({
        id: String(templateId),
        name,
        message,
        variables: variableNames,
      })),
    });
  });

  it('says so when there are none', async () => {
    const { apiKey } = await paigham.world.addAccount({ name: `Empty ${way}`, rupees: '0' });
    expect(shown(await ask(url, { api_key: apiKey }, { way }))).toBe(
      '200 {"success":"false","results":[{"status":"1","error":"No record found"}]}',
    );
  });

  it.each<[Parameters, number, string, string]>([
    [{}, 401, '2', 'Error: api_key is empty'],
    [{ api_key: 'x' }, 401, '1', 'Invalid API key: unknown, expired, or account disabled'],
    [{ ...OWNER, password: 'wrong' }, 401, '1', 'Invalid login'],
    [{ ...OWNER, password: '' }, 401, '1', 'Invalid login'],
    [{ ...OWNER, username: 'nobody@example.com' }, 401, '1', 'Invalid login'],
    [VIEWER, 401, '1', 'Invalid login'],
    [CAREFUL, 401, '1', 'Invalid login'],
  ])('refuses %j', async (parameters, status, code, error) => {
    const node = await fresh();
    const answer = await ask(`${node.baseUrl}${PATHS.templates}`, parameters, { way });
    expect(shown(answer)).toBe(`${status} ${refusal(code, error)}`);
    await node.stop();
  });
});

const FORGET = plain('test-forget-guesses', 'delete from try_counts');

/** A node that has refused nobody yet, and no wrong password is counted. */
async function fresh(): Promise<Node> {
  await paigham.db.transact((tx) => tx.run(FORGET));
  return paigham.startNode({ config: { roles: ['api'] } });
}

const roshanKey = (): string => paigham.world.roshan.apiKey;

it('broken requests are refused in the same form', async () => {
  expect(shown(await fetchAnswer(`${url}?api_key=%FF`))).toBe(
    `400 ${refusal('12', "Invalid 'api_key': its bytes are not UTF-8")}`,
  );
  expect(shown(await fetchAnswer(url, { method: 'PUT' }))).toBe(
    `405 ${refusal('12', 'Invalid method: use GET or POST')}`,
  );
});

it('guessing passwords gets slower', async () => {
  const node = await fresh();
  const guess = { ...OWNER, password: 'wrong' };
  const address = `${node.baseUrl}${PATHS.templates}`;
  for (let tries = 0; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
    expect((await ask(address, guess)).status).toBe(401);
  }
  const slowed = await ask(address, OWNER);
  expect(shown(slowed)).toBe(
    `429 ${refusal('1', 'Invalid login: too many wrong passwords, try again later')}`,
  );
  expect(slowed.headers.get('retry-after')).toBe('60');
});

it('a template can be used as soon as it is approved, and not once it is rejected', async () => {
  const shop = await openShop(paigham.world, { rupees: '10' });
  const { accountId, promotional: templateId } = shop;
  const { admin } = paigham.world;
  const listed = async (): Promise<string> => (await ask(url, { api_key: shop.apiKey })).body;
  const send = async (): Promise<number> => {
    const { shared: sender } = shop.senders;
    const parameters = { ...shop.write('x', '923001234567', { sender }), dry_run: '1' };
    const message = JSON.stringify(parameters.message);
    const change = { ...parameters, message, template_id: templateId };
    return (await ask(`${paigham.baseUrl}${PATHS.send}`, change)).status;
  };
  expect(await listed()).toContain('Any text, promotional');
  expect(await send()).toBe(200);
  must(await decideTemplate(admin, { accountId, templateId, state: 'rejected', reason: 'No.' }));
  expect(await listed()).not.toContain('Any text, promotional');
  expect(await send()).toBe(403);
  must(await decideTemplate(admin, { accountId, templateId, state: 'approved' }));
  expect(await send()).toBe(200);
  expect(await listed()).toContain('Any text, promotional');
});
