/** Why the platform's dialogue led to nothing, in words for the shop, with what to do next. */
import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import { refuse, type Refused } from '../../operations/admin.ts';
import { refuseBy, type ChatRefused } from './chat-admin.ts';

type Failed = Exclude<PlatformOutcome<unknown>, { readonly kind: 'done' }>;

const BAD_PARAMETER = 100;
/** By the subcodes of a code that the platform does not take. */
const CODES: Readonly<Record<number, string>> = {
  36007: 'The code has expired: begin again',
  36008: 'The redirect address is not one of the app: tell the operator of the service',
  36009: 'The code was used before: begin again',
};
/** It does not know our app, or its secret is another one. */
const OUR_FAULT: readonly number[] = [1, 101, 190];

/** undefined: the platform's own words have to do. */
export function faultOfCode(failed: Failed): Refused | undefined {
  if (failed.kind !== 'refused') return undefined;
  const { code, subcode = 0 } = failed.refusal;
  if (OUR_FAULT.includes(code)) {
    return refuse('code', 'The platform refuses the app of this service: tell its operator');
  }
  const rule = code === BAD_PARAMETER ? CODES[subcode] : undefined;
  return rule === undefined ? undefined : refuse('code', rule);
}

type Said = readonly [field: 'pin' | 'phoneNumberId', rule: string];

const REGISTRATION: Readonly<Record<number, Said>> = {
  133000: [
    'phoneNumberId',
    'Its last provider has not let the number go: ask them to deregister it, then try again',
  ],
  133005: [
    'pin',
    'It is not the PIN of this number: turn it off in WhatsApp Manager if it is lost, then go on',
  ],
  133006: [
    'phoneNumberId',
    'The number must be verified: have WhatsApp Manager send it a code, then try again',
  ],
  133008: ['pin', 'Too many wrong PINs were tried: try again in some hours'],
  133009: ['pin', 'PINs were tried too fast: try again in some minutes'],
  133015: ['phoneNumberId', 'The number was removed elsewhere just now: try again in some minutes'],
  133016: ['phoneNumberId', 'The number was registered too often: try again in three days'],
  136024: [
    'phoneNumberId',
    'The number must be verified: have WhatsApp Manager send it a code, then try again',
  ],
};

export function faultOfRegistration(failed: Failed): ChatRefused {
  const said = failed.kind === 'refused' ? REGISTRATION[failed.refusal.code] : undefined;
  return said === undefined ? refuseBy(failed, 'phoneNumberId') : refuse(...said);
}
