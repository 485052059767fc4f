/** Why the platform's dialogue led to nothing, in words for the shop, with what to do next. */
import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import { refuse, type Refused } from '../../operations/admin.ts';
import { refuseBy, type ChatRefused } from './chat-admin.ts';

type Failed = Exclude<PlatformOutcome<unknown>, { readonly kind: 'done' }>;

const BAD_PARAMETER = 100;
/** By the subcodes of a code that the platform does not take. */
const CODES: Readonly<Record<number, string>> = {
  36007: 'must be used within minutes: begin again',
  36008: 'must lead back here: tell the operator of the service that the redirect address differs',
  36009: 'must be used once, and was used before: begin again',
};
/** It does not know our app, or its secret is another one. */
const OUR_FAULT: readonly number[] = [1, 101, 190];

/** undefined: the platform's own words have to do. */
export function faultOfCode(failed: Failed): Refused | undefined {
  if (failed.kind !== 'refused') return undefined;
  const { code, subcode = 0 } = failed.refusal;
  if (OUR_FAULT.includes(code)) {
    return refuse(
      'code',
      'must be for the app of this service: tell its operator that SIGNUP_APP_SECRET is refused',
    );
  }
  const rule = code === BAD_PARAMETER ? CODES[subcode] : undefined;
  return rule === undefined ? undefined : refuse('code', rule);
}

type Said = readonly [field: 'pin' | 'phoneNumberId', rule: string];

const REGISTRATION: Readonly<Record<number, Said>> = {
  133000: [
    'phoneNumberId',
    'must be let go by its provider first: ask them to deregister it, then connect it again',
  ],
  133005: [
    'pin',
    'must be the one that was set for this number; WhatsApp Manager can turn it off under ' +
      '“Two-step verification”',
  ],
  133006: [
    'phoneNumberId',
    'must be verified anew: have WhatsApp Manager send it a code, then connect it again',
  ],
  133008: ['pin', 'must rest: too many were tried; try again in some hours'],
  133009: ['pin', 'must rest: they were tried too fast; try again in some minutes'],
  133015: [
    'phoneNumberId',
    'must rest: it was removed elsewhere just now; try again in some minutes',
  ],
  133016: ['phoneNumberId', 'must rest: it was registered too often; try again in three days'],
  136024: [
    'phoneNumberId',
    'must be verified anew: have WhatsApp Manager send it a code, then connect it again',
  ],
};

export function faultOfRegistration(failed: Failed): ChatRefused {
  const said = failed.kind === 'refused' ? REGISTRATION[failed.refusal.code] : undefined;
  return said === undefined ? refuseBy(failed, 'phoneNumberId') : refuse(...said);
}
