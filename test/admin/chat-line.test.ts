/** The chat service by words: `paigham chat …`, `paigham account host …`. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import {
  CHAT_ACCESS,
  chatAdminOf,
  SECOND_NUMBER,
  startDemoPlatform,
} from '../support/demo-chat.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said } from './terminal.ts';

const { database, world } = await worldDatabase();
let platform: RunningPlatform;
let account: string;

type Given = { readonly input?: string; readonly variables?: Readonly<Record<string, string>> };
let say: (line: string, given?: Given) => Promise<Said>;

const { business, phoneNumberId, appId, token, appSecret } = CHAT_ACCESS;
const SECRETS = { CHAT_TOKEN: token, CHAT_APP_SECRET: appSecret };

beforeAll(async () => {
  platform = await startDemoPlatform();
  account = String(world.roshan.accountId);
});
afterAll(() => platform.close());
beforeEach(() => {
  const chat = chatAdminOf(world.admin, platform.url);
  say = (line, given = {}) =>
    openTerminal(database, world.admin, { chat, ...given })(...line.split(' '));
});

const json = async (line: string, given?: Given): Promise<unknown> => {
  const { out, err } = await say(`${line} --json`, given);
  return err === '' ? JSON.parse(out) : JSON.parse(err).error.message;
};
const CONNECT = () => `chat connect ${account} ${business} ${phoneNumberId} --app-id ${appId}`;

describe('a day with the chat service, by words', () => {
  it('wants the secrets from the environment or standard input, and never shows them', async () => {
    const without = await say(CONNECT());
    expect(without).toMatchObject({ code: 2 });
    expect(without.err).toMatch(/CHAT_TOKEN and CHAT_APP_SECRET/);
    const wrong = await say(`${CONNECT()} --secrets-stdin`, { input: `secret ${token}` });
    expect(wrong.err).toMatch(/must hold lines of token=/);
    expect(wrong.err).not.toContain(token);
    const said = await say(`${CONNECT()} --rate-per-second 40`, { variables: SECRETS });
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toMatch(/923001110001/);
    expect(said.out).toMatch(/\/webhooks\/chat\/\d+/);
    expect(said.out).not.toContain(token);
    expect(said.out).not.toContain(appSecret);
  });

  it('lists numbers, changes them, and has a default', async () => {
    const input = `token=${token}\napp_secret=${appSecret}\n`;
    const second = `chat connect ${account} ${business} ${SECOND_NUMBER} --secrets-stdin`;
    expect(await say(second, { input })).toMatchObject({ code: 0 });
    expect(await json(`chat list --account ${account}`)).toMatchObject([
      { number: '923001110001', default: true, enabled: true, rate_per_second: 40 },
      { number: '923001110002', default: false, enabled: true, window: 'enforce' },
    ]);
    expect(await json(`chat default ${account} 923001110002`)).toMatchObject([
      { default: false },
      { default: true },
    ]);
    const stopped = await database.transact((transaction) =>
      transaction.run(
        plain<{ readonly id: number }>(
          'test-stop-number',
          `update links set stopped_at = now(), stop_words = 'no payment method'
          where account_id = $1 and config ->> 'digits' = '923001110001' returning id`,
        ),
        [account],
      ),
    );
    expect(stopped).toHaveLength(1);
    const asked = await say(`chat default ${account} 923001110001`);
    expect(asked).toMatchObject({ code: 2 });
    expect(asked.err).toMatch(/sends nothing at the moment: no payment method\. What is sent/);
    expect(await json(`chat default ${account} 923001110001 --yes`)).toMatchObject([
      { default: true, why: 'no payment method' },
      { default: false },
    ]);
    expect(await json(`chat set ${account} 923001110002 --window pass`)).toMatchObject([
      {},
      { window: 'pass' },
    ]);
    const rotated = `chat set ${account} 923001110002 --secrets-stdin`;
    expect(await say(rotated, { input: 'app_secret=the-next-one' })).toMatchObject({ code: 0 });
    expect(await json(`chat disconnect ${account} 923001110002`)).toMatchObject([
      { enabled: true },
      { enabled: false, default: false },
    ]);
    expect(await json(`chat default ${account} 923001110002`)).toMatch(/connected chat number/);
    expect(await json(`chat set ${account} 1 --window pass`)).toMatch(/^NUMBER is not/);
  });

  it('sets prices and the plan', async () => {
    expect(await json('chat tariff set utility 3.20')).toMatchObject({
      account: 'every',
      category: 'utility',
      price: '3.20',
    });
    await say(`chat tariff set free-form 1 --account ${account} --from 2099-01-01`);
    expect(await json('chat tariff list')).toMatchObject([
      { category: 'utility' },
      { category: 'free_form', valid_from: '2099-01-01T00:00:00+05:00' },
    ]);
    expect((await say('chat tariff set gossip 1')).err).toMatch(/CATEGORY must be one of/);
    expect(await json(`chat plan ${account} --templates 7 --collapse-blanks off`)).toMatchObject({
      templates: 7,
      collapse_blanks: false,
    });
    expect(await json(`chat plan ${account} --templates 10001`)).toMatch(/--templates must be/);
  });

  it('lists, shows, proposes, compares and deletes templates', async () => {
    const listed = (await json(`chat template list ${account}`)) as { id: number; name: string }[];
    expect(listed.map(({ name }) => name)).toContain('order_update');
    const refused = await json(`chat template list ${account} --state rejected`);
    expect(refused).toMatchObject([{ name: 'prize_draw', reason: 'ABUSIVE_CONTENT' }]);
    const input = JSON.stringify({
      name: 'by_words',
      language: 'en',
      category: 'utility',
      body: { text: 'Dear {{1}}, hello from all of us.', examples: ['Ali'] },
    });
    const made = (await json(`chat template create ${account}`, { input })) as { id: number };
    expect(made).toMatchObject({ name: 'by_words', state: 'pending' });
    const shown = await say(`chat template show ${account} ${made.id}`);
    expect(shown.out).toMatch(/Dear \{\{1\}\}, hello from/);
    expect(shown.out).toMatch(/created .* creating/);
    expect(await json(`chat template sync ${account}`)).toMatchObject({ platform_allows: 250 });
    expect(await json(`chat template delete ${account} ${made.id}`)).toMatchObject({
      state: 'deleted',
    });
  });

  it('says everything that is wrong with a proposal', async () => {
    const bad = JSON.stringify({
      ...{ name: 'A', language: 'en', category: 'utility', buttons: [] },
      footer: { text: 'By {{1}}' },
    });
    const { code, err } = await say(`chat template create ${account}`, { input: bad });
    expect(code).toBe(1);
    expect(err).toMatch(/\/footer\/text must not hold variables/);
    expect(err).toMatch(/\/body must be given/);
    const strange = await say(`chat template create ${account}`, { input: '{"colour":1}' });
    expect(strange.err).toMatch(/\/colour is not known here/);
    const text = await say(`chat template create ${account}`, { input: 'hello' });
    expect(text.err).toMatch(/as JSON/);
  });

  it.each([
    ['a NUL', 'a\\u0000b', /\/body\/text holds a NUL/],
    ['half a character', 'a\\ud800b', /surrogate/],
  ])('refuses a proposal with %s, which the store cannot keep', async (_, words, sentence) => {
    const input = `{"name":"odd","language":"en","category":"utility","body":{"text":"${words}"}}`;
    const { code, err } = await say(`chat template create ${account}`, { input });
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
  });

  it('gives accounts domains, and takes them again', async () => {
    const host = 'messages.roshan.example';
    expect(await json(`account host add ${account} ${host}`)).toMatchObject({ host });
    const naya = String(world.naya.accountId);
    expect(await json(`account host add ${naya} ${host}`)).toMatch(/^HOST is taken/);
    expect(await json('account host list')).toMatchObject([{ host, account: Number(account) }]);
    expect(await say(`account host remove ${account} ${host}`)).toMatchObject({ code: 0 });
    expect(await json('account host list')).toEqual([]);
  });
});
