/** What people of an account do with a key that is there: see it again, and replace it. */
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { countLiveKeys, endKey, updateKey } from './keys.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { account, argument, id, option, whole } from '../../operations/fields.ts';
import {
  ENDED,
  findOwn,
  issueKey,
  readSecret,
  refuseGrants,
  refuseLife,
} from './keys.operations.ts';
import { operation } from '../../operations/operation.ts';

const REVEAL = { accountId: argument('ACCOUNT', account), keyId: argument('KEY', id) };

/** Nobody has shown who they are: a key never has. */
const UNCONFIRMED = refuse(
  'keyId',
  'needs whoever asks to show who they are',
  'confirmation_needed',
);

/**
 * The key itself. Only to a person who has just shown who they are, and may do all that it may: a
 * key is not a way to more rights.
 */
export const revealKey = operation({
  name: 'key reveal',
  about: 'Shows an API key again.',
  who: 'account',
  audit: 'key.reveal',
  raises: 'nothing',
  input: REVEAL,
  async work(transaction, { accountId, keyId }, admin) {
    if (admin.grants?.isConfirmed !== true) return UNCONFIRMED;
    const key = await findOwn(admin, transaction, { accountId, keyId });
    if ('ok' in key) return key;
    const refused = refuseGrants(admin, key);
    if (refused !== undefined) return refused;
    const secret = await readSecret(transaction, admin, { accountId, id: key.id });
    return secret === undefined ? ENDED : changed(secret, { keyId: key.id, name: key.name });
  },
  show: (secret) => ({ data: { api_key: secret } }),
});

const LONGEST_GRACE_HOURS = 90 * 24;

const REPLACE = {
  ...REVEAL,
  graceHours: option(
    'grace-hours',
    whole('HOURS', 0, LONGEST_GRACE_HOURS),
    'how long the old key stays valid, so that callers can switch (default: 24)',
  ),
};

/** Makes a successor that may do the same; the old key ends after the grace. */
export const replaceKey = operation({
  name: 'key replace',
  about: 'Makes a successor of an API key, and ends the old one later.',
  who: 'account',
  audit: 'key.replace',
  raises: 'account',
  input: REPLACE,
  async work(transaction, { accountId, keyId, graceHours = 24 }, admin) {
    const key = await findOwn(admin, transaction, { accountId, keyId });
    if ('ok' in key) return key;
    const refused = refuseGrants(admin, key) ?? refuseLife(admin, key);
    if (refused !== undefined) return refused;
    const nowMs = admin.clock.nowMs();
    const most = limit('accountKeys');
    if ((await countLiveKeys(transaction, { accountId, nowMs })) >= most) {
      return refuse('keyId', `cannot be replaced: an account has at most ${most} keys`);
    }
    const made = await issueKey(admin, transaction, accountId, key);
    const graceEndsAtMs = nowMs + graceHours * HOUR_MS;
    const endsAtMs = Math.min(graceEndsAtMs, key.expiresAtMs ?? graceEndsAtMs);
    if (graceHours === 0) await endKey(transaction, { id: key.id, atMs: nowMs, accountId });
    else await updateKey(transaction, { ...key, expiresAtMs: endsAtMs, accountId });
    return changed({ keyId: made.id }, { keyId: key.id, successor: made.id, graceHours });
  },
  show: ({ keyId }) => ({ data: { id: keyId } }),
});
