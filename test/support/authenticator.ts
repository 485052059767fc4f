/** A device that makes passkeys, in software (WebAuthn, level 3): ES256, its person verified. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Given = { readonly challenge: string };

export type Authenticator = {
  /** What `navigator.credentials.create()` returns at this origin, as JSON. */
  create(options: Given): object & { readonly id: string };
  /** What `navigator.credentials.get()` returns. */
  get(options: Given): object & { readonly id: string };
  /** The next use counts as this one; a copy of the device would. */
  counter: number;
  /** Whether it checks who uses it. */
  verifies: boolean;
};

export function makeAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const host = new URL(origin).hostname;
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (flags: number, rest: Uint8Array = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((it.counter += 1));
    const verified = it.verifies ? USER_VERIFIED : 0;
    const seen = Buffer.of(flags | USER_PRESENT | verified);
    return Buffer.concat([createHash('sha256').update(host).digest(), seen, counter, rest]);
  };
  const answer = (response: Readonly<Record<string, string>>) => ({
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
    ...{ response, clientExtensionResults: {} },
  });
  const it: Authenticator = {
    counter: 0,
    verifies: true,
    create({ challenge }) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]);
      const head = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id]);
      const authData = data(HAS_CREDENTIAL, Buffer.concat([head, isoCBOR.encode(key)]));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      });
    },
    get({ challenge }) {
      const client = clientData('webauthn.get', challenge);
      const authData = data(0);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      });
    },
  };
  return it;
}
