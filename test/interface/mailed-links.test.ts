/** New passwords and invitations by mailed links (docs/interface/registration.md). */
import { describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { invite as inviteBy } from '../../src/features/invitations/invitations.operations.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { openForNewcomers, type Newcomer } from '../support/newcomers.ts';
import { addPerson, PASSWORD, visit } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { withoutPlatform } from '../support/without-platform.ts';

const { mails, clock, paigham, shop, newcomer, rows } = await openForNewcomers();

describe('a new password', () => {
  const ask = (person: Newcomer, email = person.email) =>
    person.post('/v1/password-resets', { email });
  const linkOf = async (email: string, count: number): Promise<string> => {
    const mail = await eventually(
      'a link',
      () => mails.to(email).filter(({ text }) => text.includes('#token='))[count - 1],
    );
    return /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  };
  const password = 'another long password';

  it('is set by a mailed link, once, and ends every session', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(zara.email);
    expect((await ask(zara)).status).toBe(202);
    expect((await ask(zara)).status).toBe(202);
    const [token, newer] = [await linkOf(zara.email, 1), await linkOf(zara.email, 2)];
    const use = (it: string) => zara.post('/v1/password-resets/confirm', { token: it, password });
    const common = { token, password: '123456789012' };
    const guessed = await zara.post('/v1/password-resets/confirm', common);
    expect(JSON.stringify(guessed.body)).toMatch(/\/password.*harder to guess/);
    const own = { token, password: `${zara.email}1` };
    expect((await zara.post('/v1/password-resets/confirm', own)).status).toBe(400);
    const racing = await Promise.all([use(token), use(token)]);
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    expect((await use(newer)).status).toBe(400);
    expect((await elsewhere.ask('/v1/session')).status).toBe(401);
    expect((await zara.ask('/v1/session')).status).toBe(401);
    expect((await visit(paigham.baseUrl).signIn(zara.email)).status).toBe(401);
    expect((await visit(paigham.baseUrl).signIn(zara.email, password)).status).toBe(200);
    await eventually('a mail about it', () =>
      mails.to(zara.email).some(({ text }) => text.includes('was changed')),
    );
  });

  it('is not set by a link that was mailed before the password was changed', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    await ask(zara);
    const token = await linkOf(zara.email, 1);
    const here = visit(paigham.baseUrl);
    await here.signIn(zara.email);
    await here.confirm();
    const changed = {
      method: 'PUT',
      body: { old_password: PASSWORD, password: 'a third long one' },
    };
    expect((await here.ask('/v1/me/password', changed)).status).toBe(204);
    const used = await zara.post('/v1/password-resets/confirm', { token, password });
    expect(used.status).toBe(400);
    expect((await visit(paigham.baseUrl).signIn(zara.email, 'a third long one')).status).toBe(200);
  });

  it('is not set by an old link, nor by one for something else', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    await ask(zara);
    const token = await linkOf(zara.email, 1);
    clock.setTo(clock.nowMs() + limit('resetMinutes') * 60_000);
    for (const given of [token, 'nonsense', '']) {
      const used = await zara.post('/v1/password-resets/confirm', { token: given, password });
      expect(used.status).toBe(400);
    }
  });

  it('is mailed to nobody who has no login, with the same words', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    const known = await ask(zara);
    const unknown = await ask(zara, 'nobody@shop.example');
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    await linkOf(zara.email, 1);
    expect(mails.to('nobody@shop.example')).toEqual([]);
  });
});

describe('an invitation', () => {
  const signedIn = async (
    role: 'owner' | 'manager' | 'developer' | 'viewer',
    { accountId }: Pick<Shop, 'accountId'> = shop,
  ) => {
    const email = `${role}-${newcomer().phone}@shop.example`;
    const { admin } = paigham.world;
    await addPerson(admin, email, { accountId, role });
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(email);
    return visitor;
  };
  const invite = (visitor: Awaited<ReturnType<typeof signedIn>>, body: unknown) =>
    visitor.ask('/v1/invitations', { method: 'POST', body });
  const tokenFor = async (email: string, count = 1): Promise<string> => {
    const mail = await eventually('an invitation', () => mails.to(email)[count - 1]);
    return /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  };

  it('brings somebody new to the account, and signs them in', async () => {
    const owner = await signedIn('owner');
    const zara = newcomer();
    const made = await invite(owner, { email: zara.email, role: 'manager' });
    expect(made).toMatchObject({ status: 201, body: { email: zara.email, role: 'manager' } });
    const token = await tokenFor(zara.email);
    const see = (it: string) => zara.post('/v1/invitations/show', { token: it });
    const { name } = (await owner.ask('/v1/session')).body['person'] as { name: string };
    const account = (await owner.ask('/v1/session')).body['accounts'] as { name: string }[];
    expect(await see(token)).toMatchObject({
      status: 200,
      body: {
        account: account[0]?.name,
        invited_by: name,
        role: 'manager',
        email: zara.email,
        has_login: false,
      },
    });
    expect(await see('nonsense')).toMatchObject({ status: 400, body: { code: 'link_refused' } });
    const accept = (body: object) => zara.post('/v1/invitations/accept', { token, ...body });
    const bare = await accept({});
    expect(bare.status).toBe(400);
    expect(JSON.stringify(bare.body)).toMatch(/password.*no login yet/);
    const login = { name: 'Zara Malik', password: PASSWORD };
    for (const easy of ['zara malik 1990', zara.email, `${zara.email}1`]) {
      const guessed = await accept({ ...login, password: easy });
      expect(guessed.status).toBe(400);
      expect(JSON.stringify(guessed.body)).toMatch(/\/password.*harder to guess/);
    }
    expect(await accept(login)).toMatchObject({
      status: 200,
      body: { role: 'manager', signed_in: true, account: { id: String(shop.accountId) } },
    });
    expect((await zara.ask('/v1/session')).body).toMatchObject({
      accounts: [{ id: String(shop.accountId), role: 'manager' }],
    });
    expect((await accept(login)).status).toBe(400);
    expect((await see(token)).status).toBe(400);
    expect(JSON.stringify((await owner.ask('/v1/invitations')).body)).not.toContain(zara.email);
  });

  it('adds the account to a login that exists, whatever else that belongs to', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    const owner = await signedIn('owner');
    await invite(owner, { email: zara.email.toUpperCase(), role: 'viewer' });
    const mail = await eventually('a mail', () => mails.to(zara.email)[1]);
    const token = /#token=([\w-]+)/.exec(mail.text)?.[1];
    const eve = newcomer();
    const login = { name: 'Eve', password: 'the password of eve' };
    const accepted = await eve.post('/v1/invitations/accept', { token, ...login });
    expect(accepted).toMatchObject({ status: 200, body: { role: 'viewer', signed_in: false } });
    expect(accepted.headers.get('set-cookie')).toBeNull();
    const again = visit(paigham.baseUrl);
    expect((await again.signIn(zara.email, 'the password of eve')).status).toBe(401);
    await again.signIn(zara.email);
    const { body } = await again.ask('/v1/session');
    expect(body['accounts']).toHaveLength(2);
  });

  it('gives nobody more than its inviter has', async () => {
    const { email } = newcomer();
    expect((await invite(await signedIn('manager'), { email, role: 'viewer' })).status).toBe(403);
    expect((await invite(await signedIn('viewer'), { email, role: 'viewer' })).status).toBe(403);
    const developer = await signedIn('developer');
    expect((await invite(developer, { email, role: 'owner' })).status).toBe(403);
    expect((await invite(developer, { email, role: 'developer' })).status).toBe(201);
  });

  it.each(['removed', 'made a viewer'])('ends when who invited is %s', async (how) => {
    const owner = await signedIn('owner');
    const developer = await signedIn('developer');
    const zara = newcomer();
    await invite(developer, { email: zara.email, role: 'viewer' });
    const token = await tokenFor(zara.email);
    const { body } = await developer.ask('/v1/session');
    const path = `/v1/users/${(body['person'] as { id: string }).id}`;
    const change = { method: 'PATCH', body: { role: 'viewer' } };
    const changed = await owner.ask(path, how === 'removed' ? { method: 'DELETE' } : change);
    expect(changed.status).toBeLessThan(300);
    const login = { token, name: 'Zara Malik', password: PASSWORD };
    expect((await zara.post('/v1/invitations/accept', login)).status).toBe(400);
  });

  it('ends when taken back, replaced or a week old; no other account has it', async () => {
    const owner = await signedIn('owner');
    const zara = newcomer();
    const first = await invite(owner, { email: zara.email, role: 'viewer' });
    const replaced = await tokenFor(zara.email);
    await wait(zara.email);
    await invite(owner, { email: zara.email, role: 'viewer' });
    const early = await invite(owner, { email: zara.email, role: 'viewer' });
    expect(early).toMatchObject({ status: 429, body: { code: 'invitations_exceeded' } });
    const pause = limit('invitationMinutes') * 60;
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(pause);
    const current = await tokenFor(zara.email, 2);
    const login = { name: 'Zara', password: PASSWORD };
    const accept = (token: string) => zara.post('/v1/invitations/accept', { token, ...login });
    expect((await accept(replaced)).status).toBe(400);
    const foreign = newcomer();
    await foreign.register();
    await foreign.confirm();
    const session = await foreign.ask('/v1/session');
    foreign.csrf = String(session.body['csrf_token']);
    const path = `/v1/invitations/${String(first.body['id'])}`;
    expect((await foreign.ask(path, { method: 'DELETE' })).status).toBe(404);
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await accept(current)).status).toBe(400);
    await wait(zara.email);
    await invite(owner, { email: zara.email, role: 'viewer' });
    const late = await tokenFor(zara.email, 3);
    await rows('old-invitation', `update invitations set expires_at = $1 where email = $2`, [
      new Date(clock.nowMs()),
      zara.email,
    ]);
    expect((await accept(late)).status).toBe(400);
  });

  it('that is refused, or whose role was wrong, is put right without waiting', async () => {
    const owner = await signedIn('owner');
    const zara = newcomer();
    const { email } = zara;
    for (const role of ['chef', 'billing', '']) {
      expect((await invite(owner, { email, role })).status).toBeGreaterThanOrEqual(400);
    }
    const made = await invite(owner, { email, role: 'viewer' });
    expect(made.status).toBe(201);
    const token = await tokenFor(email);
    const right = await invite(owner, { email, role: 'developer' });
    expect(right).toMatchObject({ status: 201, body: { role: 'developer' } });
    expect((await invite(owner, { email, role: 'developer' })).status).toBe(429);
    const shown = await zara.post('/v1/invitations/show', { token });
    expect(shown).toMatchObject({ status: 200, body: { role: 'developer' } });
  });

  /** Ends the pause between two invitations to a mailbox. */
  const wait = (email: string) =>
    rows('wait', `update try_counts set ends_at = now() where key_hash = decode($1, 'hex')`, [
      paigham.world.seal.hash(`tries of invitation to ${email}`),
    ]);

  it('comes to one mailbox three times a day, whichever accounts invite it', async () => {
    const { email } = newcomer();
    const owners = [
      await signedIn('owner'),
      await signedIn('owner', await openShop(paigham.world, { rupees: '1' })),
    ] as const;
    const asked = [];
    for (const at of [0, 1, 0, 1]) {
      const body = { email: at === 1 ? email.toUpperCase() : email, role: 'viewer' };
      asked.push((await invite(owners[at === 1 ? 1 : 0], body)).status);
      asked.push((await invite(owners[at === 1 ? 0 : 1], body)).status);
      await wait(email);
    }
    expect(asked).toEqual([201, 429, 201, 429, 201, 429, 429, 429]);
    const [sent] = await rows(
      'sent',
      'select count(*)::int as n from mails where lower(recipient) = $1',
      [email],
    );
    expect(sent).toEqual({ n: 3 });
  });

  it('of a verified account is not blocked by strangers, who open accounts at will', async () => {
    const { email } = newcomer();
    const asked: number[] = [];
    for (let strangers = 0; strangers < 2; strangers += 1) {
      const own = await openShop(paigham.world, { rupees: '1', settings: { verified: false } });
      asked.push((await invite(await signedIn('owner', own), { email, role: 'viewer' })).status);
    }
    asked.push((await invite(await signedIn('owner'), { email, role: 'viewer' })).status);
    expect(asked).toEqual([201, 429, 201]);
  });

  it('leaves an account some times a day, whether it is taken back or not', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const { accountId } = own;
    must(await setAccount(paigham.world.admin, { accountId, verified: false }));
    const owner = await signedIn('owner', own);
    const asked: number[] = [];
    for (let at = 0; at <= limit('invitationsUnverified'); at += 1) {
      const made = await invite(owner, { email: newcomer().email, role: 'viewer' });
      asked.push(made.status);
      await owner.ask(`/v1/invitations/${String(made.body['id'])}`, { method: 'DELETE' });
    }
    expect(asked).toEqual([201, 201, 201, 201, 201, 429]);
    must(await setAccount(paigham.world.admin, { accountId, verified: true }));
    expect((await invite(owner, { email: newcomer().email, role: 'viewer' })).status).toBe(201);
  });

  it('says nothing that its inviter has thought of, but for a name', async () => {
    const owner = await signedIn('owner');
    const call = (name: string) => owner.ask('/v1/me', { method: 'PATCH', body: { name } });
    const link = 'Paigham: blocked, sign in at https://evil.example/paigham now!';
    for (const name of [link, 'ｗｗｗ．evil.example', 'Zara\r\nBcc: x', 'a\u202egnp.exe']) {
      expect(await call(name)).toMatchObject({ status: 400 });
    }
    expect((await call('Zara of Daraz.pk')).status).toBe(204);
    const zara = newcomer();
    await invite(owner, { email: zara.email, role: 'viewer' });
    const mail = await eventually('a mail', () => mails.to(zara.email)[0]);
    expect(mail.text).toContain('Zara of Daraz.\u2060pk');
    const named = (at: 'name' | 'company') => newcomer().register({ [at]: link });
    expect([(await named('name')).status, (await named('company')).status]).toEqual([400, 400]);
  });

  it('is refused where no mail leaves', async () => {
    const admin = { ...withoutPlatform(paigham.world.admin), hasNoMail: true };
    const asked = { accountId: shop.accountId, email: newcomer().email, role: 'viewer' } as const;
    expect(await inviteBy(admin, asked)).toMatchObject({
      ok: false,
      failure: 'registration_unavailable',
    });
  });
});
