/** How many browsers of one person are signed in (people-limits.ts). */
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { limit } from '../../src/domain/limits.ts';
import { insertSession } from '../../src/features/sign-in/sessions.sql.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';

it('a person has thirty sessions at most: their oldest ends, and nobody else’s', async () => {
  const clock = movedClock(Date.now());
  const paigham = await startPaigham({ clock });
  const { admin, roshan } = paigham.world;
  const arrive = async (email: string) => {
    const userId = await addPerson(admin, email, { accountId: roshan.accountId, role: 'owner' });
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(email);
    return Object.assign(visitor, { email, userId });
  };
  const [other, oldest] = [
    await arrive('other@roshan.example'),
    await arrive('oldest@roshan.example'),
  ];
  const most = limit('sessionsOfPerson');
  // More browsers than sign in at once from one address.
  const [atMs, where] = [clock.nowMs() + 1_000, { address: '', userAgent: '', host: '' }];
  const session = { ...where, userId: oldest.userId, state: 'open', atMs } as const;
  for (let sessions = 2; sessions < most; sessions += 1) {
    const tokenHash = sessions.toString(16).padStart(64, '0');
    const expiresAtMs = atMs + HOUR_MS;
    await paigham.db.transact((tx) => insertSession(tx, { ...session, tokenHash, expiresAtMs }));
  }
  clock.setTo(atMs + 1_000);
  const signInAgain = async ({ email }: { readonly email: string }) => {
    const { ask, signIn } = visit(paigham.baseUrl);
    expect(await signIn(email)).toMatchObject({ status: 200 });
    return (await ask('/v1/me/sessions')).body['data'];
  };
  expect(await signInAgain(oldest)).toHaveLength(most);
  expect(await signInAgain(oldest)).toHaveLength(most);
  expect((await oldest.ask('/v1/session')).status).toBe(401);
  await signInAgain(other);
  expect((await other.ask('/v1/session')).status).toBe(200);
});
