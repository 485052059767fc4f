/**
 * A person's own mobile number, once a code that was texted to it has shown that it is theirs. What
 * waits for the code is in the token alone, sealed for the person: nothing of it is stored.
 */
import { MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { typedCode, type PhoneNumber } from '../../domain/recipient/recipient.ts';
import { isSameSecret } from '../../kit/digest.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../../operations/admin.ts';
import { raiseAccountVersion } from '../../store/nodes/versions.ts';
import {
  makeCode,
  maskPhone,
  type CodeAsked,
  type TextCode,
} from '../registration/registration.ts';
import { confirmUser } from './users.sql.ts';

type Waiting = {
  readonly phone: PhoneNumber;
  readonly codeHash: string;
  readonly untilMs: number;
};

/** Texts a code to the number that a person says is theirs. */
export async function textOwnCode(
  admin: Pick<Admin, 'random' | 'seal' | 'clock'>,
  textCode: TextCode,
  { userId, phone }: { readonly userId: number; readonly phone: PhoneNumber },
): Promise<CodeAsked> {
  const code = makeCode(admin);
  const texted = await textCode(phone, code);
  if (texted.kind !== 'taken') return texted;
  const waiting: Waiting = {
    phone,
    codeHash: hashOf(admin, phone, code),
    untilMs: admin.clock.nowMs() + limit('codeMinutes') * MINUTE_MS,
  };
  const sealed = admin.seal.seal(JSON.stringify(waiting), SEAL_PURPOSES.ownPhone(userId));
  return { kind: 'taken', token: sealed.toString('base64url') };
}

function hashOf({ seal }: Pick<Admin, 'seal'>, phone: string, code: string): string {
  return seal.hash(`own phone ${phone}: ${typedCode(code)}`);
}

const WRONG = refuse('code', 'must be the last one that arrived there, within its ten minutes');

/**
 * Makes the number theirs. Their accounts know it at once: what may only go to people of the
 * account may go there.
 */
export function confirmOwnPhone(
  admin: Admin,
  person: { readonly userId: number; readonly accountIds: readonly AccountId[] },
  given: { readonly token: string; readonly code: string },
): Promise<Outcome<{ readonly phone: PhoneNumber }>> {
  return change(admin, { action: 'user.phone' }, async (transaction) => {
    const { userId, accountIds } = person;
    const octets = Buffer.from(given.token, 'base64url');
    const opened = admin.seal.open(octets, SEAL_PURPOSES.ownPhone(userId));
    const waiting = opened === undefined ? undefined : (JSON.parse(opened) as Waiting);
    const nowMs = admin.clock.nowMs();
    if (waiting === undefined || waiting.untilMs < nowMs) return WRONG;
    const { phone, codeHash } = waiting;
    if (!isSameSecret(hashOf(admin, phone, given.code), codeHash)) return WRONG;
    for (const accountId of accountIds.toSorted((one, other) => one - other)) {
      await raiseAccountVersion(transaction, { accountId });
    }
    await confirmUser(transaction, {
      phone: Number(phone),
      locale: undefined,
      userId,
      atMs: nowMs,
    });
    return changed({ phone }, { userId, phone: maskPhone(phone) });
  });
}
