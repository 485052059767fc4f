/** How people come in (docs/interface/registration.md): by mail, phone and the terms. */
import { describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { checkCodes } from '../../src/features/doctor/check-mail.ts';
import { ALL_CODES } from '../../src/features/sign-in/try-counts.ts';
import { limit } from '../../src/domain/limits.ts';
import { doWork, WORK } from '../../src/kit/proof-of-work.ts';
import { eventually } from '../support/eventually.ts';
import { openForNewcomers, otherThan, textsFor } from '../support/newcomers.ts';
import { inUrdu, PASSWORD, visit } from '../support/people.ts';
import { openShop } from '../support/shop.ts';

const { mails, clock, paigham, shop, nameSender, newcomer, rows } = await openForNewcomers();
const accountsNamed = (name: string) =>
  rows('accounts-named', 'select id from accounts where name = $1', [name]);

describe('a registration', () => {
  it('becomes an account with its owner, once both codes are right', async () => {
    const zara = newcomer();
    const begun = await zara.register({ company: 'Zara Textiles', locale: 'ur' });
    expect(begun).toMatchObject({ status: 202, body: { detail: expect.any(String) } });
    const codes = await zara.codes();
    const confirmed = await zara.confirm({ phone_code: inUrdu(codes.phone_code) });
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(confirmed.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const { body } = await zara.ask('/v1/session');
    expect(body).toMatchObject({
      person: { email: zara.email, name: 'Zara Malik', locale: 'ur', staff_role: null },
      accounts: [{ name: 'Zara Textiles', role: 'owner', state: 'active', verified: false }],
    });
    expect((await zara.ask('/v1/balance')).body).toMatchObject({ balance: '7.50' });
    expect((await zara.ask('/v1/senders')).body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ name: 'InfoSMS', state: 'approved' }),
      ]),
    });
    expect(await visit(paigham.baseUrl).signIn(zara.email)).toMatchObject({ status: 200 });
  });

  it('leaves in the audit who, from where, and which terms; and no code anywhere', async () => {
    const zara = newcomer();
    await zara.register();
    const codes = await zara.codes();
    await zara.confirm();
    const [user] = await rows('user', 'select * from users where email = $1', [zara.email]);
    expect(user).toMatchObject({ phone: Number(zara.phone), confirmed_at: expect.anything() });
    const accepted = await rows('terms', 'select * from terms_acceptances where user_id = $1', [
      user?.['id'],
    ]);
    expect(accepted).toMatchObject([{ address: zara.from, version: expect.any(String) }]);
    const lines = await rows(
      'audit',
      `select action, detail::text from audit where actor = $1 or detail::text like $2
      or (action = 'registration.begin' and detail ->> 'from' = $3) order by id`,
      [`user:${user?.['id']}`, `%${zara.email}%`, zara.from],
    );
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['registration.begin', 'account.create', 'user.create', 'terms.accept'],
        'session.begin',
      ]),
    );
    const kept = JSON.stringify([
      lines,
      await rows('mails-kept', 'select recipient, error from mails', []),
      paigham.logged,
    ]);
    for (const code of Object.values(codes)) expect(kept).not.toContain(code);
    expect(kept).not.toContain(PASSWORD);
  });

  it('is paid for by the account of the service, as any message', async () => {
    const zara = newcomer();
    const parts = async () =>
      (
        await rows('paid', 'select count(*) as n from messages where account_id = $1', [
          shop.accountId,
        ])
      )[0]?.['n'];
    const before = Number(await parts());
    await zara.register();
    await zara.codes();
    expect(Number(await parts())).toBe(before + 1);
  });

  it.each([
    ['email', 'no address', /e-mail/],
    ['email', 'a@b.example,c@d.example', /e-mail/],
    ['email', 'zara@shop.example\r\nBcc: all@shop.example', /e-mail/],
    ['phone', '0421234567', /mobile number/],
    ['name', 'Zara\r\nBcc: all@shop.example', /control characters/],
    ['company', '1001', /must not be a number/],
    ['terms_version', '2020-01-01', /must be/],
    ['password', 'short', /12/],
    ['password', 'passwordpassword', /harder to guess/],
  ])('with a wrong %s (%j) is refused with its field', async (field, value, rule) => {
    const zara = newcomer();
    const refused = await zara.register({ [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body['errors']).toMatchObject([
      { pointer: `/body/${field}`, detail: expect.stringMatching(rule) },
    ]);
    expect(textsFor(paigham.operators, zara.phone)).toEqual([]);
  });

  it('keeps what a name looks like out of headers and markup', async () => {
    const zara = newcomer();
    await zara.register({ name: '<script>alert(1)</script>', company: '=cmd()|A0' });
    await zara.codes();
    const [mail] = mails.to(zara.email);
    expect(mail?.html).not.toContain('<script');
    expect(mail?.to).toEqual([zara.email]);
    expect((await zara.confirm()).status).toBe(200);
  });
});

describe('codes', () => {
  it('are refused five times, and then even the right ones are', async () => {
    const zara = newcomer();
    await zara.register();
    const codes = await zara.codes();
    for (let tries = 0; tries < limit('codeTries'); tries += 1) {
      const wrong = await zara.confirm({ phone_code: otherThan(codes.phone_code) });
      expect(wrong).toMatchObject({ status: 400, body: { code: 'registration_refused' } });
    }
    expect(await zara.confirm()).toMatchObject({
      status: 400,
      body: { code: 'registration_over' },
    });
  });

  it('must both be right', async () => {
    const zara = newcomer();
    await zara.register();
    const codes = await zara.codes();
    const swapped = { email_code: codes.phone_code, phone_code: codes.email_code };
    expect((await zara.confirm(swapped)).status).toBe(400);
    expect((await zara.confirm({ email_code: otherThan(codes.email_code) })).status).toBe(400);
    expect((await zara.confirm()).status).toBe(200);
  });

  it('end after ten minutes, and new ones come, not too often', async () => {
    const zara = newcomer();
    await zara.register();
    const first = await zara.codes();
    const resend = () => zara.post('/v1/registrations/resend', { token: zara.token });
    expect((await resend()).status).toBe(202);
    expect(textsFor(paigham.operators, zara.phone)).toHaveLength(1);
    clock.setTo(clock.nowMs() + limit('codeMinutes') * 60_000);
    expect((await zara.confirm()).status).toBe(400);
    expect((await resend()).status).toBe(202);
    const second = await zara.codes(2);
    expect((await zara.confirm(first)).status).toBe(400);
    expect((await zara.confirm(second)).status).toBe(200);
  });

  it('make one account, however many race to use them', async () => {
    const zara = newcomer();
    const company = 'Racing Traders';
    await zara.register({ company });
    const codes = await zara.codes();
    const racing = await Promise.all(Array.from({ length: 5 }, () => zara.confirm(codes)));
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400,
    ]);
    expect(await accountsNamed(company)).toHaveLength(1);
    expect((await zara.confirm(codes)).status).toBe(400);
  });
});

describe('an address that has a login', () => {
  it('gets another mail, and nobody else learns of it', async () => {
    const zara = newcomer();
    await zara.register();
    await zara.confirm();
    const eve = newcomer();
    const taken = await eve.register({ email: zara.email.toUpperCase() });
    const fresh = await newcomer().register();
    expect(taken.status).toBe(fresh.status);
    expect({ ...taken.body, token: '' }).toEqual({ ...fresh.body, token: '' });
    expect([...taken.headers.keys()]).toEqual([...fresh.headers.keys()]);
    const [text] = await eventually('a text', () => {
      const texts = textsFor(paigham.operators, eve.phone);
      return texts.length > 0 && texts;
    });
    const mail = await eventually('a mail', () => mails.to(zara.email)[1]);
    expect(mail.text).toContain('already has a login');
    expect(mail.text).not.toMatch(/\b\d{6}\b/);
    const guess = { token: eve.token, email_code: '123456', phone_code: text };
    expect((await eve.post('/v1/registrations/confirm', guess)).status).toBe(400);
  });

  it('may name a company that is registered: it is another account', async () => {
    const company = 'Twin Traders';
    for (const twin of [newcomer(), newcomer()]) {
      await twin.register({ company });
      expect((await twin.confirm()).status).toBe(200);
    }
    expect(await accountsNamed(company)).toHaveLength(2);
  });
});

describe('somebody else who registers with my address and phone', () => {
  const textsOf = (phone: string, count: number) =>
    eventually('texts', () => textsFor(paigham.operators, phone)[count - 1]);

  it('gets no account by my codes, and I get mine', async () => {
    const zara = newcomer();
    await zara.register({ company: 'Honest Traders' });
    const own = await zara.codes();
    const eve = newcomer();
    const { email, phone } = zara;
    await eve.register({ email, phone, company: 'Evil Traders', password: 'a password of eve' });
    const foreign = await zara.codes(2);
    expect(await zara.confirm(foreign)).toMatchObject({ body: { code: 'registration_refused' } });
    const stolen = { ...own, token: eve.token };
    expect((await eve.post('/v1/registrations/confirm', stolen)).status).toBe(400);
    expect((await zara.confirm(own)).status).toBe(200);
    expect(await accountsNamed('Evil Traders')).toEqual([]);
    expect((await visit(paigham.baseUrl).signIn(email, 'a password of eve')).status).toBe(401);
    expect((await visit(paigham.baseUrl).signIn(email)).status).toBe(200);
    const late = { ...foreign, token: eve.token };
    expect((await eve.post('/v1/registrations/confirm', late)).status).toBe(400);
  });

  it('does not keep me out: the codes that came show that both are mine', async () => {
    const zara = newcomer();
    const { email, phone } = zara;
    for (let asked = 0; asked < limit('registrationsPerPhone'); asked += 1) {
      expect((await newcomer().register({ email, phone })).status).toBe(202);
    }
    expect(await zara.register()).toMatchObject({ status: 429, body: { code: 'codes_exceeded' } });
    await textsOf(phone, limit('registrationsPerPhone'));
    const shown = await zara.codes(limit('registrationsPerPhone'));
    const guessed = { ...shown, email_code: otherThan(shown.email_code) };
    expect((await zara.register(guessed)).status).toBe(429);
    expect((await zara.register(shown)).status).toBe(202);
    const own = await zara.codes(limit('registrationsPerPhone') + 1);
    expect((await zara.confirm(own)).status).toBe(200);
  });

  it('counts against both by asking for new codes, too', async () => {
    const [zara, eve] = [newcomer(), newcomer()];
    const { email, phone } = zara;
    await eve.register({ email, phone });
    const resend = () => eve.post('/v1/registrations/resend', { token: eve.token });
    const answers: number[] = [];
    for (let asked = 0; asked < limit('registrationsPerPhone'); asked += 1) {
      clock.setTo(clock.nowMs() + limit('codeResendSeconds') * 1_000);
      answers.push((await resend()).status);
    }
    expect(answers).toEqual([202, 202, 202, 202, 429]);
    expect((await newcomer().register({ phone })).status).toBe(429);
  });
});

describe('a number that cannot be written to', () => {
  it('is told by no list that it is on', async () => {
    const zara = newcomer();
    const { accountId } = shop;
    must(await addOptout(paigham.world.admin, { accountId, recipient: zara.phone }));
    const { status, body } = await zara.register();
    expect(status).toBe(400);
    const detail = 'cannot get a code at the moment: use another number, or try again later';
    expect(body['errors']).toMatchObject([{ pointer: '/body/phone', detail }]);
    // Nor whether anybody serves it.
    const unserved = await newcomer().register({ phone: '03990000001' });
    expect(unserved).toMatchObject({ status, body: { errors: body['errors'] } });
  });

  it('counts a mailbox whatever its tag', async () => {
    const zara = newcomer();
    const tagged = (tag: string) => zara.email.replace('@', `+${tag}@`);
    for (let asked = 0; asked < limit('registrationsPerPhone'); asked += 1) {
      const { phone } = newcomer();
      expect((await zara.register({ email: tagged(`t${asked}`), phone })).status).toBe(202);
    }
    const { phone } = newcomer();
    expect((await zara.register({ email: tagged('more'), phone })).status).toBe(429);
  });
});

describe('whoever asks too often', () => {
  it('is refused by address, by mailbox and by phone', async () => {
    const zara = newcomer();
    const most = limit('registrationsPerPhone');
    for (let asked = 0; asked < most; asked += 1) {
      expect((await zara.register()).status).toBe(202);
    }
    expect(await zara.register()).toMatchObject({ status: 429 });
    const others = newcomer();
    expect((await others.register({ phone: zara.phone })).status).toBe(429);
    expect((await others.register({ email: zara.email })).status).toBe(429);
    const { baseUrl, stop } = await paigham.startNode();
    const elsewhere = visit(baseUrl);
    const asked = { method: 'POST', body: others.registration({ phone: zara.phone }) };
    expect((await elsewhere.ask('/v1/registrations', asked)).status).toBe(429);
    await stop();
    const crowd = newcomer();
    for (let asked = 0; asked < limit('registrationsPerAddress'); asked += 1) {
      const { email, phone } = newcomer();
      expect((await crowd.register({ email, phone })).status).toBe(202);
    }
    const { email, phone } = newcomer();
    const over = await crowd.register({ email, phone });
    expect(over).toMatchObject({ status: 429 });
    expect(over.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('without somebody who writes the codes', () => {
  it('registration says so, and nothing is left behind', async () => {
    await rows('no-service', 'delete from code_sender', []);
    const zara = newcomer();
    expect(await zara.register()).toMatchObject({ status: 503 });
    await nameSender(shop);
    expect(mails.to(zara.email)).toEqual([]);
    expect((await zara.register()).status).toBe(202);
  });

  it('an account without credit is one, too', async () => {
    const poor = await openShop(paigham.world, { rupees: '0' });
    await nameSender(poor);
    expect(await newcomer().register()).toMatchObject({ status: 503 });
    await nameSender(shop);
  });
});

describe('the mailbox of a demo', () => {
  it('shows waiting mails to this machine alone', async () => {
    mails.setDown(true);
    const zara = newcomer();
    await zara.register();
    const path = '/demo/mailbox.json';
    const box = await visit(paigham.baseUrl).ask(path);
    const mail = { to: zara.email, text: expect.stringMatching(/\d{6}/) };
    expect(box.body['mails']).toEqual(expect.arrayContaining([expect.objectContaining(mail)]));
    mails.setDown(false);
    for (const headers of [{ 'x-forwarded-for': '198.51.100.250' }, { forwarded: 'for=x' }]) {
      expect((await visit(paigham.baseUrl).ask(path, { headers })).status).toBe(404);
    }
    const page = await fetch(`${paigham.baseUrl}/demo/mailbox`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(zara.email);
  });
});

describe('while many register', () => {
  const used = (codes: number) =>
    rows(
      'codes-used',
      `insert into try_counts (key_hash, tries, ends_at)
      values (decode($1, 'hex'), $2, now() + interval '1 hour')
      on conflict (key_hash) do update set tries = excluded.tries`,
      [paigham.world.seal.hash(`tries of ${ALL_CODES.key}`), codes],
    );

  it('a /48 of IPv6 is one neighbourhood', async () => {
    const from = (at: number) => ({ 'x-forwarded-for': `2001:db8:7:${at.toString(16)}::1` });
    const answers: number[] = [];
    for (let at = 0; at <= limit('registrationsPerNetwork'); at += 1) {
      const zara = newcomer();
      const body = { ...zara.registration(), password: 'passwordpassword' };
      const asked = { method: 'POST', body, headers: from(at) };
      answers.push((await zara.ask('/v1/registrations', asked)).status);
    }
    expect(new Set(answers.slice(0, -1))).toEqual(new Set([400]));
    expect(answers.at(-1)).toBe(429);
  });

  it('a browser works for it, each time', async () => {
    await used(limit('codesOfStrangers') / 4);
    const zara = newcomer();
    expect(await zara.register()).toMatchObject({ status: 403, body: { code: 'work_needed' } });
    const { body } = await zara.ask('/v1/registrations/work');
    expect(body).toMatchObject({ needed: true, iterations: WORK.iterations });
    const work = await doWork(String(body['challenge']));
    expect((await zara.register({ work: `${work}1` })).status).toBe(403);
    expect((await zara.register({ work })).status).toBe(202);
    expect((await newcomer().register({ work })).status).toBe(403);
  });

  it('the doctor is alarmed at half, and all of them wait at the limit', async () => {
    const { db, world } = paigham;
    const { transact } = db;
    const check = { reader: db, transact, clock, seal: world.seal, dataDir: '.', migrations: [] };
    const said = async () => (await checkCodes(check)).map(({ sentence }) => sentence);
    await used(limit('codesOfStrangers') / 2 - 1);
    expect((await said()).join()).not.toContain('pumping');
    expect((await said()).join()).toContain('no spending cap');
    await used(limit('codesOfStrangers') / 2);
    expect((await said()).join()).toContain('pumping');
    await used(limit('codesOfStrangers'));
    const zara = newcomer();
    const { body } = await zara.ask('/v1/registrations/work');
    const work = await doWork(String(body['challenge']));
    expect((await zara.register({ work })).status).toBe(503);
  });
});
