import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../../test/support/mail-server.ts';
import { createMailer, readSender, type Mail } from './mail.ts';

const server = await startMailServer();
afterAll(server.close);
beforeEach(() => server.behave({}));

const FROM = 'Paigham <noreply@messages.example>';
const mailer = createMailer({ url: server.url, from: FROM, mayBePlain: true });

const mailOf = (change: Partial<Mail>): Mail => ({
  ...{ id: '17', to: 'zara@shop.example', subject: 'Your code' },
  ...{ text: 'It is 482193.\n', html: '<p>It is <b>482193</b>.</p>' },
  ...change,
});
const last = () => server.mails.at(-1);

describe('a mail', () => {
  it('arrives with both texts, from the sender of the settings, under its own id', async () => {
    expect(await mailer.send(mailOf({}))).toEqual({ kind: 'taken' });
    expect(last()).toMatchObject({
      from: 'noreply@messages.example',
      to: ['zara@shop.example'],
      text: expect.stringContaining('It is 482193.'),
      html: expect.stringContaining('<b>482193</b>'),
    });
    expect(last()?.headers.get('message-id')).toBe('<17@messages.example>');
    expect(last()?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('arrives in Urdu as it was written', async () => {
    const text = 'پیغام کا کوڈ';
    await mailer.send(mailOf({ text }));
    expect(last()?.text.trim()).toBe(text);
  });

  it('gets neither headers nor recipients from what people chose', async () => {
    const subject = 'Hello\r\nBcc: all@shop.example\r\n\r\nbuy this';
    await mailer.send(mailOf({ subject }));
    expect(last()?.to).toEqual(['zara@shop.example']);
    expect([...(last()?.headers.keys() ?? [])]).not.toContain('bcc');
    await mailer.send(mailOf({ to: 'zara@shop.example>, <eve@shop.example' }));
    expect(server.to('eve@shop.example')).toEqual([]);
  });
});

describe('a mail server that does not take it', () => {
  it.each([
    ['for good, because of the recipient', { RCPT: '550 no such mailbox' }, 'refused'],
    ['for now', { RCPT: '451 come back later' }, 'failed'],
    ['because of what is ours to mend', { MAIL: '550 you may not send here' }, 'failed'],
  ])('is told apart: %s', async (_, answers, kind) => {
    server.behave(answers);
    const outcome = await mailer.send(mailOf({}));
    expect(outcome.kind).toBe(kind);
    expect(outcome).toHaveProperty('words', expect.not.stringMatching(/[\r\n]/));
  });

  it('may be gone', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    const url = `smtp://eve:secret-word@127.0.0.1:${port}`;
    const outcome = await createMailer({ url, from: FROM, mayBePlain: true }).send(mailOf({}));
    expect(outcome.kind).toBe('failed');
    expect(JSON.stringify(outcome)).not.toContain('secret-word');
  });

  it('gets nothing unencrypted across a network', async () => {
    const before = server.mails.length;
    const strict = createMailer({ url: server.url, from: FROM, mayBePlain: false });
    expect((await strict.send(mailOf({}))).kind).toBe('failed');
    expect(server.mails).toHaveLength(before);
  });
});

it.each([
  ['noreply@a.example', { name: '', address: 'noreply@a.example' }],
  ['Paigham <noreply@a.example>', { name: 'Paigham', address: 'noreply@a.example' }],
  ['"Paigham, Lahore" <n@a.example>', { name: 'Paigham, Lahore', address: 'n@a.example' }],
])('a sender is read: %s', (from, read) => expect(readSender(from)).toEqual(read));
