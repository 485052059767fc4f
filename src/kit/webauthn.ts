/**
 * Passkeys (WebAuthn, level 3): what a browser is asked, and whether its answer is true. The person
 * is always verified by the device (a finger, a face, a PIN), so that a passkey is two factors.
 */
import type * as Server from '@simplewebauthn/server';

/** Three hundred modules: loaded for the first passkey, not at every start of a program. */
const library = (): Promise<typeof Server> => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: what devices have today, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257];

/** Where passkeys count: a host name, and the origins whose pages may ask for them. */
export type PasskeySite = { readonly host: string; readonly origins: readonly string[] };

type PasskeyKey = {
  /** In base64url. */
  readonly credentialId: string;
  /** In COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** What `navigator.credentials.create()` is given, as JSON, for somebody who is signed in. */
export async function askForNewPasskey(
  { host }: PasskeySite,
  person: {
    readonly userId: number;
    readonly email: string;
    readonly name: string;
    readonly known: readonly Pick<PasskeyKey, 'credentialId' | 'transports'>[];
  },
): Promise<{ readonly challenge: string; readonly options: object }> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Paigham',
    rpID: host,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(Buffer.from(`user ${person.userId}`)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: person.known.map(({ credentialId, transports }) => {
      return { id: credentialId, transports: [...transports] };
    }),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge: options.challenge, options };
}

/** What `navigator.credentials.get()` is given, as JSON, for whoever has a passkey. */
export async function askForPasskey({
  host,
}: PasskeySite): Promise<{ readonly challenge: string; readonly options: object }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: host,
    userVerification: 'required',
  });
  return { challenge: options.challenge, options };
}

/** A browser's answer, whatever is in it; of the right shape only if it is true. */
export type PasskeyAnswer = { readonly id: string; readonly response: object };

/** The challenge that an answer says it answers; undefined: it does not say. */
export function challengeOf({ response }: PasskeyAnswer): string | undefined {
  if (!('clientDataJSON' in response) || typeof response.clientDataJSON !== 'string') {
    return undefined;
  }
  const { clientDataJSON } = response;
  return unlessFaulty(() => {
    const json = Buffer.from(clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(json) as { readonly challenge: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  });
}

/** The new passkey; undefined: the answer is not true. */
export async function readNewPasskey(
  { host, origins }: PasskeySite,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<PasskeyKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const verified = await unlessRejected(
    verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** The counter of the device, if it has signed the challenge with this passkey. */
export async function readPasskey(
  { host, origins }: PasskeySite,
  challenge: string,
  answer: PasskeyAnswer,
  { credentialId, publicKey, counter }: PasskeyKey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await unlessRejected(
    verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
    }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/** The library throws for every answer that is not as it should be: they come from strangers. */
function unlessFaulty<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

async function unlessRejected<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
