/**
 * Secrets of every kind, and the text of a one-time code, appear nowhere that people look: the log
 * at its most talkative, metrics, health, answers to every kind of mistake, the audit, the doctor,
 * lists of staff, and (the text apart, which is sent again from there) the database.
 */
import { beforeAll, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setLink } from '../../src/features/links/links.operations.ts';
import { openTerminal } from '../admin/terminal.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { TEST_SECRETS } from '../support/paigham.ts';
import { addPerson, PASSWORD, visit } from '../support/people.ts';
import { callWebhooks, leadTo, startReceiver } from '../support/webhooks.ts';

const BIND = 'bindCn4y';
const WRONG_BIND = 'wrongB7y';
const TYPED = 'a mistyped canary password';
const METRICS = 'canary-metrics-token-5d1c';
const CODE = '483-canary-code-921';
const UNKNOWN_KEY = 'canary-key-that-nobody-has-7731';

let story: ChatStory;
let secrets: Readonly<Record<string, string>>;
/** What people could see, by place. */
const seen: Record<string, string> = {};

beforeAll(async () => {
  story = await beginChatStory({
    config: { logLevel: 'debug', fetchLoopback: true },
    secrets: { metricsToken: METRICS },
    operator: { password: BIND },
  });
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  for (const name of ['jazz', 'zong', 'telenor'])
    must(await setLink(admin, { name, password: BIND }));
  must(await setLink(admin, { name: 'ufone', password: WRONG_BIND }));
  const receiver = await startReceiver();
  await leadTo(paigham.baseUrl, shop, receiver);
  const hooks = await callWebhooks(paigham.baseUrl, shop);
  const rotated = await callWebhooks(paigham.baseUrl, shop, { method: 'POST', body: { url: 7 } });
  seen['webhooks'] = JSON.stringify([hooks.body, rotated.body]);
  await addPerson(admin, 'canary@example.com', { accountId: shop.accountId, role: 'owner' });
  const person = visit(paigham.baseUrl);
  const refused = await person.signIn('canary@example.com', TYPED);
  await person.signIn('canary@example.com');
  const me = await person.ask('/v1/me');
  seen['session'] = JSON.stringify([refused.body, me.body]);
  await sendBothWays();
  secrets = {
    ...{ masterKey: TEST_SECRETS.masterKey ?? '', apiKey: shop.apiKey, bind: BIND },
    ...{ wrongBind: WRONG_BIND, password: PASSWORD, typed: TYPED, metrics: METRICS },
    ...{ token: PLATFORM.token, appSecret: PLATFORM.appSecret, code: CODE },
    ...{ unknownKey: UNKNOWN_KEY, cookie: person.cookie.split('=')[1] ?? '' },
  };
  await lookEverywhere();
});

/** A code by SMS and one by chat, and requests that fail with the key in them. */
async function sendBothWays(): Promise<void> {
  const { paigham, shop } = story;
  const { baseUrl } = paigham;
  const id = await story.sendOne('order_ready', '923001234501', ['Ali', CODE]);
  await story.until(id, 'DELIVERED');
  const headers = { Authorization: `Bearer ${shop.apiKey}`, 'Content-Type': 'application/json' };
  const post = (body: string) => fetch(`${baseUrl}/v1/messages`, { method: 'POST', headers, body });
  const recipients = ['923001234567'];
  const templateId = String(shop.transactional);
  const whole = { recipients, sender: '8584', template_id: templateId, values: { text: CODE } };
  const answers = await Promise.all([
    fetch(`${baseUrl}/nowhere?api_key=${shop.apiKey}`),
    fetch(`${baseUrl}/v1/messages/${shop.apiKey}`, { headers }),
    fetch(`${baseUrl}/v1/account`, { headers: { Authorization: `Bearer ${UNKNOWN_KEY}` } }),
    post(JSON.stringify(whole)),
    post(`{"text":"${CODE}"`),
    post('{"recipients":["923001234567"],"api_key":1}'),
    fetch(`${baseUrl}/metrics`, { headers: { Authorization: `Bearer ${METRICS}x` } }),
  ]);
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 401, 201, 400, 400, 403]);
  seen['answers'] = bodies.join('\n');
  await eventually('the operator has taken the code', async () => {
    const authorization = `Bearer ${METRICS}`;
    const page = await fetch(`${baseUrl}/metrics`, { headers: { authorization } });
    return /submits_total\{link="\w+",outcome="taken"\} [1-9]/.test(await page.text());
  });
}

async function lookEverywhere(): Promise<void> {
  const { paigham } = story;
  const { baseUrl, logged } = paigham;
  const authorization = `Bearer ${METRICS}`;
  for (const path of ['/metrics', '/healthz', '/readyz', '/openapi.json']) {
    seen[path] = await (await fetch(`${baseUrl}${path}`, { headers: { authorization } })).text();
  }
  const say = openTerminal(paigham.db, paigham.world.admin);
  for (const words of [['doctor'], ['audit', 'list', '--json'], ['link', 'list', '--json']]) {
    const said = await say(...words);
    seen[words.join(' ')] = said.out + said.err;
  }
  const tables = await story.ask<{ readonly name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  for (const { name } of tables) {
    const rows = await story.ask<{ readonly row: string }>(`select t::text as row from ${name} t`);
    seen[`table ${name}`] = rows.map(({ row }) => row).join('\n');
  }
  seen['log'] = logged.join('\n');
}

const MAY_HAVE_TEXTS = /^table /;

it('has looked at what was said', () => {
  expect(seen['log']).toContain('ufone');
  expect(seen['/metrics']).toContain('paigham_messages_accepted_total');
  expect(seen['audit list --json']).toContain('link.');
  expect(seen['doctor']).toContain('ufone');
  expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true);
  const withCode = Object.entries(seen).filter(([, text]) => text.includes(CODE));
  expect(withCode.length).toBeGreaterThan(0);
});

it('finds no secret anywhere', () => {
  const found = Object.entries(seen).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([kind]) => !(kind === 'code' && MAY_HAVE_TEXTS.test(place)))
      .flatMap(([kind, secret]) => (text.includes(secret) ? [`${kind} in ${place}`] : [])),
  );
  expect(found).toEqual([]);
});
