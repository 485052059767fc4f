/** The outbox of mails: at least once, sealed, tried again, given up, told about. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkMail } from '../../src/features/doctor/check-mail.ts';
import {
  forgetOldMails,
  postMail,
  readWaitingMails,
  sendMails,
} from '../../src/features/mails/mails.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts';
import { createMailer } from '../../src/kit/mail.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { takeMails } from '../../src/features/mails/mails.sql.ts';
import { openAdmin } from '../support/built-world.ts';
import { freshDatabase } from '../support/database.ts';
import { NOON_MS } from '../support/fixtures.ts';
import { startMailServer } from '../support/mail-server.ts';
import { setClock } from '../support/set-clock.ts';

const { database } = await freshDatabase();
const server = await startMailServer();
afterAll(server.close);
const clock = setClock(NOON_MS);
let made = 0;
const admin = { ...openAdmin(database, clock), ids: { next: () => ++made } };
const { seal, random, transact } = admin;
let fates: string[];

const mailer = createMailer({ url: server.url, from: 'n@paigham.example', mayBePlain: true });
const send = () =>
  sendMails({
    ...{ clock, seal, random, transact, mailer, count: (fate) => void fates.push(fate) },
    publicAddress: 'https://messages.example',
  });
const post = (to: string) =>
  transact((transaction) =>
    postMail(admin, transaction, {
      ...{ to, locale: 'en' },
      content: { kind: 'registration', name: 'Zara', code: '482193' },
    }),
  );
const rows = () =>
  transact((transaction) =>
    transaction.run(
      plain<{ readonly row: string }>(
        'test-mails',
        'select mails::text as row from mails order by id',
      ),
      [],
    ),
  );
const doctor = async () =>
  checkMail({ reader: database, transact, clock, seal, dataDir: '.', migrations: [] });

beforeEach(async () => {
  fates = [];
  server.behave({});
  server.setDown(false);
  clock.setTo(NOON_MS);
  await transact((transaction) => transaction.run(plain('test-no-mails', 'delete from mails'), []));
});

describe('a mail', () => {
  it('that was written without the address of the service leaves with whole links', async () => {
    const content = {
      kind: 'credit_low',
      account: 'Shop',
      link: '/portal/credit',
      balance: '95.00',
      threshold: '100.00',
    } as const;
    await transact((transaction) =>
      postMail(admin, transaction, { to: 'zara@zara.example', locale: 'en', content }),
    );
    await send();
    const [mail] = server.to('zara@zara.example');
    expect(mail?.text).toContain('https://messages.example/portal/credit');
    expect(mail?.html).toContain('"https://messages.example/portal/credit"');
  });

  it('with a code leaves before others, however long those have waited', async () => {
    for (let at = 0; at < 5; at += 1) {
      await transact((transaction) =>
        postMail(admin, transaction, {
          to: `guest-${at}@shop.example`,
          locale: 'en',
          content: {
            kind: 'invitation',
            inviter: 'Zara',
            account: 'Shop',
            role: 'viewer',
            link: 'https://messages.example.com/portal/invitation#token=x',
          },
        }),
      );
    }
    clock.setTo(NOON_MS + MINUTE_MS);
    await post('zara@shop.example');
    const ask = { atMs: clock.nowMs(), againAtMs: clock.nowMs() + MINUTE_MS, most: 1 };
    const [first] = await transact((transaction) => takeMails(transaction, ask));
    expect(first).toMatchObject({ kind: 'registration', recipient: 'zara@shop.example' });
  });

  it('is stored sealed, handed over once, and then forgotten but for the fact', async () => {
    await post('zara@shop.example');
    const [stored] = await rows();
    expect(stored?.row).toContain('zara@shop.example');
    expect(stored?.row).not.toContain('482193');
    await Promise.all([send(), send()]);
    await send();
    expect(server.to('zara@shop.example')).toHaveLength(1);
    expect(fates).toEqual(['taken']);
    expect(await readWaitingMails(database, seal)).toEqual([]);
    clock.setTo(NOON_MS + 8 * DAY_MS);
    await forgetOldMails({ transact, clock });
    expect(await rows()).toEqual([]);
  });

  it('waits with growing pauses while the server is down, and leaves when it is back', async () => {
    server.setDown(true);
    await post('down@shop.example');
    await send();
    await send();
    expect(fates).toEqual(['failed']);
    clock.setTo(NOON_MS + 2 * MINUTE_MS);
    await send();
    expect(fates).toEqual(['failed', 'failed']);
    expect(await doctor()).toMatchObject([{ verdict: 'fine' }]);
    clock.setTo(NOON_MS + 20 * MINUTE_MS);
    expect(await doctor()).toMatchObject([
      { verdict: 'fault', sentence: expect.stringMatching(/^Waiting: 1,.*The mail server said: /) },
    ]);
    server.setDown(false);
    await send();
    expect(server.to('down@shop.example')).toHaveLength(1);
  });

  it('is given up after a day, and at once when its mailbox does not exist', async () => {
    server.behave({ RCPT: '451 later' });
    await post('late@shop.example');
    clock.setTo(NOON_MS + 24 * HOUR_MS + 1);
    await send();
    server.behave({ RCPT: '550 no such mailbox' });
    await post('nobody@shop.example');
    await send();
    expect(fates).toEqual(['given_up', 'given_up']);
    expect(await doctor()).toMatchObject([
      {
        verdict: 'warning',
        sentence: expect.stringMatching(/^Given up in the last .* days: 2\..*no such mailbox/),
      },
    ]);
    expect(await readWaitingMails(database, seal)).toEqual([]);
  });

  it('is dropped after a day that nobody tried it, as there is no mail server', async () => {
    await post('early@shop.example');
    clock.setTo(NOON_MS + HOUR_MS);
    await post('late@shop.example');
    clock.setTo(NOON_MS + 24 * HOUR_MS + 1);
    await forgetOldMails({ transact, clock });
    const waiting = await readWaitingMails(database, seal);
    expect(waiting.map(({ to }) => to)).toEqual(['late@shop.example']);
  });

  it('is left to others by a node that dies with it', async () => {
    await post('crash@shop.example');
    const dying = { ...mailer, send: () => Promise.reject(new Error('it died')) };
    const deps = { clock, seal, random, transact, count: () => undefined, publicAddress: '' };
    await expect(sendMails({ ...deps, mailer: dying })).rejects.toThrow('it died');
    await send();
    expect(server.to('crash@shop.example')).toEqual([]);
    clock.setTo(NOON_MS + 6 * MINUTE_MS);
    await send();
    expect(server.to('crash@shop.example')).toHaveLength(1);
  });
});

it('the doctor says that nothing leaves without a mail server', async () => {
  const context = { reader: database, transact, clock, seal, dataDir: '.', migrations: [] };
  expect(await checkMail({ ...context, mail: 'none' })).toMatchObject([
    { verdict: 'warning', sentence: expect.stringContaining('SMTP_URL is not set') },
  ]);
  expect(await checkMail({ ...context, mail: 'demo' })).toMatchObject([{ verdict: 'fine' }]);
});
