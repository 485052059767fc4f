/** People who come to the service: what they register with, and the codes that they read off. */
import { must } from '../../src/operations/admin.ts';
import { nameCodeSender } from '../../src/features/sign-in/code-sender.operations.ts';
import type { Config } from '../../src/kit/config.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { afterFile } from './after-file.ts';
import { messagesOf } from './heard.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { movedClock } from './moved-clock.ts';
import { startPaigham, type Operators, type Paigham } from './paigham.ts';
import { PASSWORD, visit, type Answer, type Visitor } from './people.ts';
import { TERMS } from '../../src/domain/account/terms.ts';
import { eventually } from './eventually.ts';
import { mobileOf, openShop, type Shop } from './shop.ts';

export type Newcomer = Visitor & {
  readonly email: string;
  readonly phone: string;
  /** Their address on the network. */
  readonly from: string;
  /** Calls a path from that address. */
  post(path: string, body: unknown): Promise<Answer>;
  /** What they register with. */
  registration(change?: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  register(change?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** What confirms the registration that they began last. */
  token: string;
  /** The codes that came last, once there are `count` of each. */
  codes(count?: number): Promise<{ readonly email_code: string; readonly phone_code: string }>;
  /** Confirms with the codes that came last, or with others. */
  confirm(change?: Readonly<Record<string, unknown>>): Promise<Answer>;
};

let arrived = 0;

/** Somebody new, with a mailbox, a phone and an address of their own. */
function arrive(paigham: Paigham, mails: MailServer): Newcomer {
  arrived += 1;
  const number = arrived;
  const email = `newcomer-${number}@shop.example`;
  const phone = mobileOf(0, 500_000 + number);
  const from = `198.51.100.${number}`;
  const visitor = visit(paigham.baseUrl);
  const post = (path: string, body: unknown) =>
    visitor.ask(path, { method: 'POST', body, headers: { 'x-forwarded-for': from } });
  const codes = async (count = 1) => {
    const mail = await eventually('a mailed code', () => mails.to(email)[count - 1]);
    const text = await eventually(
      'a texted code',
      () => textsFor(paigham.operators, phone)[count - 1],
    );
    return { email_code: codeIn(mail.text), phone_code: codeIn(text) };
  };
  const registration: Newcomer['registration'] = (change = {}) => ({
    ...{ email, name: 'Zara Malik', company: `Zara Traders ${number}`, phone },
    ...{ password: PASSWORD, terms_version: TERMS.version, ...change },
  });
  const newcomer: Newcomer = Object.assign(visitor, {
    ...{ email, phone, from, post, codes, registration, token: '' },
    register: async (change = {}) => {
      const answer = await post('/v1/registrations', registration(change));
      if (answer.status === 202) newcomer.token = String(answer.body['token']);
      return answer;
    },
    confirm: async (change = {}) => {
      const { token } = newcomer;
      return post('/v1/registrations/confirm', { token, ...(await codes()), ...change });
    },
  });
  return newcomer;
}

/** What arrived at a phone, the oldest first. */
export function textsFor({ jazz }: Operators, phone: string): readonly string[] {
  return messagesOf(jazz).flatMap(({ destination, text }) => (destination === phone ? [text] : []));
}

function codeIn(text: string): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (code === undefined) throw new Error(`there is no code in: ${text}`);
  return code;
}

/** A code that is not the given one. */
export function otherThan(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

/**
 * A service with a mail server and a shop that pays for its codes; visitors come by a proxy.
 * `config` is added to its own.
 */
export async function openForNewcomers(config: Partial<Config> = {}) {
  const mails = await startMailServer();
  afterFile(mails.close);
  const clock = movedClock(Date.now());
  const paigham = await startPaigham({
    clock,
    secrets: { smtpUrl: mails.url },
    config: {
      ...{ mailFrom: 'Paigham <noreply@paigham.example>' },
      ...{ publicAddress: 'http://paigham.example', trustedProxies: ['127.0.0.1'] },
      ...config,
    },
  });
  const shop = await openShop(paigham.world, { rupees: '1000' });
  const nameSender = async ({ accountId, senders, transactional: templateId }: Shop) => {
    const sender = senders.shortCode;
    must(await nameCodeSender(paigham.world.admin, { accountId, sender, templateId }));
  };
  await nameSender(shop);
  return {
    ...{ mails, clock, paigham, shop, nameSender },
    newcomer: () => arrive(paigham, mails),
    /** Rows of a statement of the test's own. */
    rows: (name: string, text: string, values: readonly unknown[]) =>
      paigham.db.transact((transaction) =>
        transaction.run(plain<Readonly<Record<string, unknown>>>(`test-${name}`, text), values),
      ),
  };
}
