/** Passkeys of people: added by whoever is signed in, and used to sign in. */
import { faultOfName } from '../../domain/account/name.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import {
  askForNewPasskey,
  askForPasskey,
  challengeOf,
  readNewPasskey,
  readPasskey,
  type PasskeyAnswer,
  type PasskeySite,
} from '../../kit/webauthn.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockAuthenticator,
  removePasskey,
  takeChallenge,
  usePasskey,
} from './second-factors.sql.ts';
import { findSignInUser, type SignInUser } from '../users/users.sql.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { tellOfOwn } from '../mails/mails.ts';
import type { Person } from './second-factor.ts';

/** What a browser needs to make a passkey for this person. */
export async function proposePasskey(
  admin: Admin,
  reader: Reader,
  { site, person, name }: { readonly site: PasskeySite; readonly person: Person; name: string },
): Promise<object> {
  const { userId, email } = person;
  const known = await listPasskeys(reader, { userId });
  const asked = await askForNewPasskey(site, { userId, email, name, known });
  await remember(admin, asked.challenge, userId);
  return asked.options;
}

/** What a browser needs to sign somebody in. */
export async function requestPasskey(admin: Admin, site: PasskeySite): Promise<object> {
  const asked = await askForPasskey(site);
  await remember(admin, asked.challenge, undefined);
  return asked.options;
}

async function remember(admin: Admin, challenge: string, userId: number | undefined) {
  const nowMs = admin.clock.nowMs();
  const expiresAtMs = nowMs + limit('passkeyMinutes') * MINUTE_MS;
  await admin.transact((transaction) =>
    insertChallenge(transaction, { challenge, userId, expiresAtMs, atMs: nowMs }),
  );
}

/** Adds the passkey that a browser has made. Returns its id. */
export async function addPasskey(
  admin: Admin,
  person: Person,
  given: { readonly site: PasskeySite; readonly name: string; readonly answer: PasskeyAnswer },
): Promise<Outcome<number>> {
  const { userId } = person;
  const { site, name, answer } = given;
  const fault = faultOfName(name);
  if (fault !== undefined) return refuse('name', fault);
  const challenge = challengeOf(answer);
  const key = challenge === undefined ? undefined : await readNewPasskey(site, challenge, answer);
  return change(admin, { action: 'passkey.add' }, async (transaction) => {
    const nowMs = admin.clock.nowMs();
    const isAsked =
      challenge !== undefined &&
      (await takeChallenge(transaction, { challenge, userId, atMs: nowMs }));
    if (!isAsked || key === undefined) return refuse('response', 'must be made for this request');
    // One at a time, so that the limit holds.
    await lockAuthenticator(transaction, { userId });
    const known = await listPasskeys(transaction, { userId });
    if (known.length >= limit('passkeysOfPerson')) {
      return refuse('response', `would be more than ${limit('passkeysOfPerson')} passkeys`);
    }
    const id = await insertPasskey(transaction, { ...key, userId, name, atMs: nowMs });
    if (id === undefined) return refuse('response', 'must be of a passkey that is not known yet');
    const refused = await tellOfOwn(admin, transaction, person, { kind: 'passkey_added', name });
    return refused ?? changed(id, { passkey: id, name });
  });
}

export function forgetPasskey(
  admin: Admin,
  person: Person,
  id: number,
): Promise<Outcome<undefined>> {
  return change(admin, { action: 'passkey.remove' }, async (transaction) => {
    const name = await removePasskey(transaction, { userId: person.userId, id });
    if (name === undefined) return refuse('id', 'is none of theirs');
    const refused = await tellOfOwn(admin, transaction, person, { kind: 'passkey_removed', name });
    return refused ?? changed(undefined, { passkey: id, name });
  });
}

/**
 * Who has signed the challenge with a passkey of theirs; undefined: nobody. Each challenge is
 * answered once, and a device that counts never counts backwards.
 */
export async function whoHasPasskey(
  admin: Admin,
  reader: Reader,
  { site, answer }: { readonly site: PasskeySite; readonly answer: PasskeyAnswer },
): Promise<SignInUser | undefined> {
  const challenge = challengeOf(answer);
  const passkey = await findPasskey(reader, { credentialId: answer.id });
  if (challenge === undefined || passkey === undefined) return undefined;
  const counter = await readPasskey(site, challenge, answer, passkey);
  const isTrue = await admin.transact(async (transaction) => {
    const nowMs = admin.clock.nowMs();
    const asked = { challenge, userId: undefined };
    if (!(await takeChallenge(transaction, { ...asked, atMs: nowMs })) || counter === undefined)
      return false;
    return usePasskey(transaction, { id: passkey.id, counter, atMs: nowMs });
  });
  return isTrue ? findSignInUser(reader, { userId: passkey.userId }) : undefined;
}
