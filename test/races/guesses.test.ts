/** Who guesses passwords and codes gains nothing by asking another node, or by a restart. */
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetTries } from '../../src/features/sign-in/try-counts.sql.ts';
import { limit } from '../../src/domain/limits.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { codeAt } from '../../src/kit/totp.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD, visit } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

const MOST = limit('wrongPasswordsPerMinute');
const WRONG = 'not the password of anybody';
let paigham: Paigham;
let shop: Shop;
let nodes: readonly [Node, Node];
let places = 0;

beforeAll(async () => {
  paigham = await startPaigham({ config: { trustedProxies: ['127.0.0.0/8'] } });
  shop = await openShop(paigham.world, { rupees: '100' });
  nodes = [paigham.node, await paigham.startNode()];
});

/** An address that nobody has called from. */
function somewhere(): string {
  places += 1;
  return `198.51.${Math.floor(places / 250)}.${1 + (places % 250)}`;
}

async function signIn(
  { baseUrl }: Node,
  email: string,
  password: string,
  from = somewhere(),
): Promise<number> {
  const headers = { 'x-forwarded-for': from };
  const body = { email, password };
  return (await visit(baseUrl).ask('/v1/session', { method: 'POST', body, headers })).status;
}

async function makeOwner(): Promise<{ readonly email: string; readonly home: string }> {
  const home = somewhere();
  const email = `owner-${places}@example.com`;
  await addPerson(paigham.world.admin, email, { accountId: shop.accountId, role: 'owner' });
  return { email, home };
}

/** Guesses until the name has had all its tries, at the nodes in turn. */
async function guess(email: string): Promise<void> {
  for (let tries = 0; tries < MOST; tries += 1) {
    expect(await signIn(nodes[tries % 2 === 0 ? 0 : 1], email, WRONG)).toBe(401);
  }
}

const END = plain('test-end-windows', 'update try_counts set ends_at = now()');
const AGE = plain(
  'test-age-windows',
  `update try_counts set ends_at = now() + interval '1 day'
  where ends_at > now() + interval '1 day'`,
);

/** What is counted now ends now. */
async function endWindows(): Promise<void> {
  await paigham.db.transact((tx) => tx.run(END));
}

describe('wrong passwords', () => {
  it('are counted by both nodes together, for a name and for an address', async () => {
    const { email } = await makeOwner();
    await guess(email);
    for (const node of nodes) expect(await signIn(node, email, PASSWORD)).toBe(429);
    const from = somewhere();
    for (let tries = 0; tries < MOST; tries += 1) {
      expect(await signIn(nodes[0], `guess-${tries}@example.com`, WRONG, from)).toBe(401);
    }
    expect(await signIn(nodes[1], 'another@example.com', WRONG, from)).toBe(429);
  });

  it('are counted together with those of the templates endpoint', async () => {
    const { email } = await makeOwner();
    await guess(email);
    const query = new URLSearchParams({ username: email, password: PASSWORD });
    const url = `${nodes[1].baseUrl}/apps/fetch_all_fixed_templates.php?${query}`;
    const answer = await fetch(url, { headers: { 'x-forwarded-for': somewhere() } });
    expect(answer.status).toBe(429);
  });

  it('do not keep an owner out where they signed in, at whichever node', async () => {
    const { email, home } = await makeOwner();
    expect(await signIn(nodes[0], email, PASSWORD, home)).toBe(200);
    await guess(email);
    expect(await signIn(nodes[1], email, PASSWORD)).toBe(429);
    expect(await signIn(nodes[1], email, PASSWORD, home)).toBe(200);
  });

  it('do not, either, when that was long ago and they have signed in since', async () => {
    const { email, home } = await makeOwner();
    expect(await signIn(nodes[0], email, PASSWORD, home)).toBe(200);
    await paigham.db.transact((tx) => tx.run(AGE));
    expect(await signIn(nodes[1], email, PASSWORD, home)).toBe(200);
    const [row] = await asker(paigham.db)<{ readonly days: number }>(
      'select extract(day from max(ends_at) - now())::int as days from try_counts',
    );
    expect(row?.days).toBe(limit('sessionDays') - 1);
  });

  it('with other names are not counted against an owner where they signed in', async () => {
    const { email, home } = await makeOwner();
    expect(await signIn(nodes[0], email, PASSWORD, home)).toBe(200);
    for (const name of [`${email} at ${home}`, `at ${home} name ${email}`]) await guess(name);
    await guess(email);
    expect(await signIn(nodes[1], email, PASSWORD, home)).toBe(200);
  });

  it('keep nobody from confirming an open session, wherever it is now; its own do', async () => {
    const { email } = await makeOwner();
    const owner = visit(nodes[0].baseUrl);
    await owner.signIn(email);
    const confirm = async (password: string): Promise<number> => {
      const headers = { 'x-forwarded-for': somewhere() };
      const ask = { method: 'POST', body: { password }, headers };
      return (await owner.ask('/v1/session/confirm', ask)).status;
    };
    await guess(email);
    expect(await confirm(PASSWORD)).toBe(200);
    for (let tries = 0; tries < MOST; tries += 1) expect(await confirm(WRONG)).toBe(401);
    expect(await confirm(PASSWORD)).toBe(429);
  });

  it('gain at most one try a node by being simultaneous', async () => {
    const { email } = await makeOwner();
    const tries = Array.from({ length: 30 }, (_, index) =>
      signIn(nodes[index % 2 === 0 ? 0 : 1], email, WRONG),
    );
    const answered = await Promise.all(tries);
    const tried = answered.filter((status) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(MOST);
    expect(tried).toBeLessThan(MOST + nodes.length);
    expect(answered.filter((status) => status === 429)).toHaveLength(30 - tried);
  });

  it('are not forgotten by a restart, and neither is where somebody signed in', async () => {
    const { email, home } = await makeOwner();
    const node = await paigham.startNode();
    expect(await signIn(node, email, PASSWORD, home)).toBe(200);
    await guess(email);
    await node.stop();
    const restarted = await paigham.startNode();
    expect(await signIn(restarted, email, PASSWORD)).toBe(429);
    expect(await signIn(restarted, email, PASSWORD, home)).toBe(200);
    await restarted.stop();
  });

  it('count no more once the window has ended, and are forgotten by a job', async () => {
    const { email } = await makeOwner();
    await guess(email);
    await endWindows();
    expect(await signIn(nodes[0], email, PASSWORD)).toBe(200);
    const count = async () =>
      (
        await asker(paigham.db)<{ readonly many: number }>(
          'select count(*)::int as many from try_counts',
        )
      )[0]?.many;
    await endWindows();
    expect(await count()).toBeGreaterThan(2);
    expect(await paigham.db.transact((tx) => forgetTries(tx, { most: 2 }))).toBe(2);
    await paigham.db.transact((tx) => forgetTries(tx, { most: 1_000 }));
    expect(await count()).toBe(0);
  });
});

describe('wrong codes', () => {
  it('are counted by both nodes together', async () => {
    const { email } = await makeOwner();
    const owner = visit(nodes[0].baseUrl);
    await owner.signIn(email);
    await owner.confirm();
    const { body } = await owner.ask('/v1/me/second-factor', { method: 'POST' });
    const secret = String(body['secret']);
    const code = codeAt(secret, Date.now());
    await owner.ask('/v1/me/second-factor/confirm', { method: 'POST', body: { code } });
    const guesser = visit(nodes[0].baseUrl);
    await guesser.signIn(email);
    const give = async ({ baseUrl }: Node, given: string) => {
      const { cookie, csrf } = guesser;
      const asked = {
        method: 'POST',
        body: { code: given },
        headers: { 'x-forwarded-for': somewhere() },
      };
      return Object.assign(visit(baseUrl), { cookie, csrf }).ask(
        '/v1/session/second-factor',
        asked,
      );
    };
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < MOST; tries += 1) {
      expect((await give(nodes[0], wrong)).body.code).toBe('code_refused');
    }
    expect((await give(nodes[1], wrong)).body.code).toBe('logins_guessed');
  });
});
