/** What remains of rejected callers: lines in the audit log, without what they gave. */
import { expect, it } from 'vitest';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { ask, dryRunOf, PATHS } from '../support/ask.ts';
import { startPaigham } from '../support/paigham.ts';
import { visit } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

const OWN = 'the password of Bilal';

it('wrong keys, addresses and passwords leave one line for all that are alike', async () => {
  const paigham = await startPaigham();
  const { world, db, baseUrl } = paigham;
  const closed = await openShop(world, { rupees: '1' });
  must(await setAccountState(world.admin, { accountId: closed.accountId, state: 'disabled' }));
  const guarded = await openShop(world, { rupees: '1', settings: { ipList: ['192.0.2.0/24'] } });
  const email = 'bilal@roshan.example';
  const works = { accountId: guarded.accountId, role: 'owner' } as const;
  const owner = { email, name: 'Bilal Ahmed', password: OWN, works };
  must(await createUser(world.admin, owner));

  const secrets = ['a-guessed-key', closed.apiKey, guarded.apiKey, 'a guessed password', email];
  for (const apiKey of ['a-guessed-key', 'a-guessed-key-2', 'a-guessed-key-3']) {
    await ask(`${baseUrl}${PATHS.balance}`, { api_key: apiKey });
  }
  await ask(`${baseUrl}${PATHS.balance}`, { api_key: closed.apiKey });
  await ask(`${baseUrl}${PATHS.send}`, dryRunOf(guarded));
  for (let times = 0; times < 2; times += 1) {
    const login = { username: email, password: 'a guessed password' };
    await ask(`${baseUrl}${PATHS.templates}`, login);
  }
  const visitor = visit(baseUrl);
  await visitor.signIn(email, 'a guessed password');
  await visitor.signIn(email, OWN);
  await visitor.ask('/v1/session/confirm', { method: 'POST', body: { password: 'guessed' } });
  await paigham.stop();

  type Line = { readonly detail: { readonly times: number } };
  const lines = await asker(db)<Line>(
    `select actor, account_id, action, detail from audit where action like '%.refused' order by id`,
  );
  const actor = 'caller from 127.0.0.1';
  expect(lines).toMatchObject([
    { actor, account_id: null, action: 'key.refused', detail: { times: 3 } },
    { actor, account_id: closed.accountId, action: 'key.refused', detail: { times: 1 } },
    { actor, account_id: guarded.accountId, action: 'address.refused', detail: { times: 1 } },
    { actor, account_id: guarded.accountId, action: 'login.refused', detail: { times: 4 } },
  ]);
  for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret);
});
