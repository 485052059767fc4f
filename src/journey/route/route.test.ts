import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeAccount,
  makeOutgoing,
  NOON_MS,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import type { DueMessage } from '../../store/queue/take-due.ts';
import { route } from './route.ts';

const { sender: _, ...outgoing } = makeOutgoing({ expiresAtMs: NOON_MS + 1 });
const due: DueMessage = {
  ...outgoing,
  linkId: LINKS.jazz,
  senderId: SENDERS.brand.id,
  templateId: TEMPLATES.code.id,
  lostUntilMs: undefined,
};

/** What may be wrong by the time a message is sent, in the order in which it is found. */
type Change = {
  readonly due?: Partial<DueMessage>;
  readonly account?: Partial<Account>;
  readonly optedOut?: boolean;
};

const CHANGES: readonly (readonly [string, string, Change])[] = [
  ['expired', 'expired_waiting', { due: { expiresAtMs: NOON_MS } }],
  ['rejected', 'account_disabled', { account: { active: false } }],
  ['rejected', 'sender_revoked', { due: { senderId: SENDERS.rejected.id } }],
  ['rejected', 'template_revoked', { due: { templateId: TEMPLATES.rejected.id } }],
  ['rejected', 'opted_out_waiting', { optedOut: true }],
];

function routing(...changes: readonly Change[]) {
  const message = Object.assign({}, due, ...changes.map((it) => it.due));
  const account = makeAccount(Object.assign({}, ...changes.map((it) => it.account)));
  const optedOut = changes.some((it) => it.optedOut === true);
  return route(message, account, { atMs: NOON_MS, optedOut });
}

describe('a message that has waited', () => {
  it('goes by its sender of now, in the millisecond before it expires', () => {
    const sender = { name: 'RoshanStore', route: 'branded' };
    expect(routing()).toEqual({ kind: 'go', message: { ...due, sender } });
  });

  it.each(CHANGES)('is %s for %s', (state, reason, change) => {
    expect(routing(change)).toEqual({ kind: 'withdrawn', state, reason });
  });

  it('is withdrawn for the first cause of several', () => {
    CHANGES.forEach(([state, reason], at) => {
      const all = CHANGES.slice(at).map(([, , change]) => change);
      expect(routing(...all)).toEqual({ kind: 'withdrawn', state, reason });
    });
  });

  it.each([
    ['account_disabled', undefined],
    ['sender_revoked', makeAccount({ sendersById: new Map() })],
    ['template_revoked', makeAccount({ templates: new Map() })],
  ])('is withdrawn for %s when what it needs is gone', (reason, account) => {
    expect(route(due, account, { atMs: NOON_MS, optedOut: false })).toMatchObject({ reason });
  });

  it('is withdrawn when its sender or template waits for approval again', () => {
    const waiting = { due: { senderId: SENDERS.waiting.id } };
    expect(routing(waiting)).toMatchObject({ reason: 'sender_revoked' });
    const template = { due: { templateId: TEMPLATES.waiting.id } };
    expect(routing(template)).toMatchObject({ reason: 'template_revoked' });
  });
});
