/** People who sign in: a browser's part of `/v1`, without a browser. */
import { readWaitingMails, type ShownMail } from '../../src/features/mails/mails.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import type { Role } from '../../src/domain/account/account.ts';
import type { StaffRole } from '../../src/domain/account/staff.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { Reader } from '../../src/kit/postgres/pool.ts';
import type { Seal } from '../../src/kit/seal.ts';

/** What was mailed to a person, where no mail server has taken it, by kind. */
export async function mailsTo(
  { db, world }: { readonly db: Reader; readonly world: { readonly seal: Seal } },
  email: string,
): Promise<readonly ShownMail[]> {
  const mails = await readWaitingMails(db, world.seal);
  const theirs = mails.filter(({ to }) => to === email);
  return theirs.toSorted((one, other) => one.kind.localeCompare(other.kind));
}

export const PASSWORD = 'a long enough password';

/** As an Urdu keyboard types it. */
export const inUrdu = (code: string): string =>
  code.replaceAll(/\d/g, (it) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(it)));

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string };
};

export type Ask = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Keeps a cookie and a CSRF token, as a page does. */
export type Visitor = {
  /** Calls a path with what it keeps; `headers` replace its own. */
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** Signs in, and asks for the CSRF token. */
  signIn(email: string, password?: string): Promise<Answer>;
  /** Shows again who they are: by the password, or by a code. */
  confirm(shown?: { readonly password: string } | { readonly code: string }): Promise<Answer>;
  cookie: string;
  csrf: string;
};

export function visit(baseUrl: string): Visitor {
  const visitor: Visitor = {
    cookie: '',
    csrf: '',
    async ask(path, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(visitor.cookie === '' ? {} : { cookie: visitor.cookie }),
          ...(method === 'GET' || visitor.csrf === '' ? {} : { 'paigham-csrf': visitor.csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie !== undefined) visitor.cookie = cookie.split(';')[0] ?? '';
      const text = await response.text();
      const read = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {};
      return { status: response.status, headers: response.headers, body: read };
    },
    async signIn(email, password = PASSWORD) {
      const answer = await visitor.ask('/v1/session', {
        ...{ method: 'POST', body: { email, password } },
        headers: {},
      });
      const { body } = await visitor.ask('/v1/session');
      visitor.csrf = typeof body['csrf_token'] === 'string' ? body['csrf_token'] : '';
      return answer;
    },
    confirm: (body = { password: PASSWORD }) =>
      visitor.ask('/v1/session/confirm', { method: 'POST', body }),
  };
  return visitor;
}

/** Adds a login with `PASSWORD`: of an account, or of staff. Returns its id. */
export async function addPerson(
  admin: Admin,
  email: string,
  works:
    | 'staff'
    | { readonly staffRole: StaffRole }
    | { readonly accountId: AccountId; readonly role: Role },
): Promise<number> {
  return must(await createUser(admin, { email, works, password: PASSWORD })).userId;
}
