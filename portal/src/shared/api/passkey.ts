/** Passkeys in the browser: its package is loaded when somebody uses one. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer, PasskeyOptions } from './types.ts';

// `/v1` passes on what WebAuthn writes in JSON, and does not describe it once more.

/** Makes a key on this device. Throws in the browser's words when the person gives up. */
export async function creationOf(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const answer = await startRegistration({ optionsJSON });
  return { ...answer, response: { ...answer.response } };
}

/** Signs by a key of this device. */
export async function signatureOf(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON });
  return { ...answer, response: { ...answer.response } };
}
