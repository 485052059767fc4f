/** A new password by a mailed link, for somebody who has forgotten theirs. */
import { MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { hashPassword } from '../../kit/password.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import { findResetPerson, insertReset, takeReset } from '../invitations/invitations.sql.ts';
import { endSessions } from './sessions.sql.ts';
import { confirmUser, findSignInUser, setPassword } from '../users/users.sql.ts';
import type { Admin } from '../../operations/admin.ts';
import { postMail, tellPerson } from '../mails/mails.ts';
import { actorOf } from './sign-in.ts';

const TOKEN_BYTES = 32;

/** Where links of mails lead. In a demo, which shows mails itself, they name no host. */
export function portalOf({ publicAddress }: { readonly publicAddress: string }): string {
  return `${publicAddress.replace(/\/$/, '')}/portal`;
}

/** A secret for a mailed link, and the hash that is stored of it. */
export function makeLinkToken(
  { random, seal }: Pick<Admin, 'random' | 'seal'>,
  use: 'reset' | 'invitation',
): { readonly token: string; readonly tokenHash: string } {
  const token = random.secret(TOKEN_BYTES);
  return { token, tokenHash: hashLinkToken(seal, use, token) };
}

/** One for another use does not match. */
export function hashLinkToken(
  seal: Admin['seal'],
  use: 'reset' | 'invitation',
  token: string,
): string {
  return seal.hash(`link to a ${use}: ${token.trim()}`);
}

/** Mails a link to the login of this address; if there is none, nothing happens. */
export function askForReset(
  admin: Admin,
  asked: { readonly email: string; readonly from: string; readonly portal: string },
): Promise<void> {
  const { token, tokenHash } = makeLinkToken(admin, 'reset');
  return admin.transact(async (transaction) => {
    const user = await findSignInUser(transaction, { email: asked.email });
    if (user === undefined) return;
    const expiresAtMs = admin.clock.nowMs() + limit('resetMinutes') * MINUTE_MS;
    await insertReset(transaction, { tokenHash, userId: user.id, expiresAtMs });
    // In the fragment, which browsers keep to themselves.
    const link = `${asked.portal}/reset#token=${token}`;
    const { email: to, locale } = user;
    await postMail(admin, transaction, { to, locale, content: { kind: 'password_reset', link } });
    await note(admin, transaction, {
      actor: admin.actor,
      action: 'user.ask_reset',
      detail: { userId: user.id, from: asked.from },
    });
  });
}

/** What others know of the person whose link it is: no password of theirs. */
export async function findNamesOfReset(admin: Admin, token: string): Promise<readonly string[]> {
  const ask = { tokenHash: hashLinkToken(admin.seal, 'reset', token), atMs: admin.clock.nowMs() };
  const found = await admin.transact((transaction) => findResetPerson(transaction, ask));
  return found === undefined ? [] : [found.email, found.name];
}

/**
 * Sets a new password by a link, once; every session of the person ends. False: the link is not
 * valid, or no more. A second factor stays as it is.
 */
export async function resetPassword(
  admin: Admin,
  given: { readonly token: string; readonly password: string; readonly from: string },
): Promise<boolean> {
  const tokenHash = hashLinkToken(admin.seal, 'reset', given.token);
  const passwordHash = await hashPassword(given.password);
  return admin.transact(async (transaction) => {
    const nowMs = admin.clock.nowMs();
    const userId = await takeReset(transaction, { tokenHash, atMs: nowMs });
    const user = userId === undefined ? undefined : await findSignInUser(transaction, { userId });
    if (user === undefined) return false;
    const { id } = user;
    await setPassword(transaction, { userId: id, passwordHash });
    await confirmUser(transaction, {
      phone: undefined,
      locale: undefined,
      userId: id,
      atMs: nowMs,
    });
    const ended = await endSessions(transaction, id);
    const told = { ...user, from: given.from };
    await tellPerson(admin, transaction, told, { kind: 'password_changed' });
    await note(admin, transaction, {
      actor: actorOf(user),
      action: 'user.reset_password',
      detail: { userId: id, from: given.from, sessions: ended },
    });
    return true;
  });
}

function note(
  { clock }: Admin,
  transaction: Transaction,
  line: Parameters<typeof insertAudit>[2],
): Promise<void> {
  return insertAudit(transaction, undefined, line, clock.nowMs());
}
