import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeAccount,
  makeOutgoing,
  NOON_MS,
  NUMBERS,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import { ALWAYS, DAYS } from '../../domain/policy/hours.ts';
import type { Forbidden } from '../../features/suppressions/forbidden.sql.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { judgeText } from './judge.ts';

const { sender: _, ...outgoing } = makeOutgoing({ expiresAtMs: NOON_MS + 1 });
const due: DueMessage = {
  ...outgoing,
  linkId: LINKS.jazz,
  senderId: SENDERS.brand.id,
  templateId: TEMPLATES.code.id,
  lostUntilMs: undefined,
};

const ALL_DAY = DAYS.map(() => ALWAYS);

/** It goes to somebody else's number alone. */
const FOR_OTHERS = new Map([[TEMPLATES.code.id, { ...TEMPLATES.code, onlyTo: [NUMBERS.zong] }]]);

/** What may have gone wrong by the time a message is sent, in the order of the checks. */
type Change = {
  readonly due?: Partial<DueMessage>;
  readonly account?: Partial<Account>;
  readonly forbidden?: Forbidden;
};

const CHANGES: readonly (readonly [string, string, Change])[] = [
  ['unknown', 'answer_lost', { due: { expiresAtMs: NOON_MS, isUnexplained: true } }],
  ['expired', 'expired_waiting', { due: { expiresAtMs: NOON_MS } }],
  ['rejected', 'account_disabled', { account: { active: false } }],
  ['rejected', 'sender_revoked', { due: { senderId: SENDERS.rejected.id } }],
  ['rejected', 'sender_revoked', { account: { verified: false } }],
  ['rejected', 'template_revoked', { due: { templateId: TEMPLATES.rejected.id } }],
  ['rejected', 'own_number_gone', { account: { templates: FOR_OTHERS } }],
  ['rejected', 'opted_out_waiting', { forbidden: 'opted_out' }],
  ['rejected', 'do_not_call_waiting', { forbidden: 'do_not_call' }],
];

function routing(...changes: readonly Change[]) {
  const message = Object.assign({}, due, ...changes.map((it) => it.due));
  const account = makeAccount(Object.assign({}, ...changes.map((it) => it.account)));
  const forbidden = changes.find((it) => it.forbidden !== undefined)?.forbidden;
  return judgeText(message, account, { atMs: NOON_MS, week: ALL_DAY, forbidden });
}

describe('a message that has waited', () => {
  it('goes by its current sender, up to the millisecond before it expires', () => {
    const sender = { name: 'RoshanStore', route: 'branded' };
    expect(routing()).toEqual({
      kind: 'go',
      message: { ...due, sender, category: 'transactional' },
    });
  });

  it.each(CHANGES)('is %s for %s', (state, reason, change) => {
    expect(routing(change)).toEqual({ kind: 'withdrawn', state, reason });
  });

  it('is withdrawn for the first of several causes', () => {
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
    expect(
      judgeText(due, account, { atMs: NOON_MS, week: ALL_DAY, forbidden: undefined }),
    ).toMatchObject({ reason });
  });

  it('is withdrawn when its sender or template waits for approval again', () => {
    const waiting = { due: { senderId: SENDERS.waiting.id } };
    expect(routing(waiting)).toMatchObject({ reason: 'sender_revoked' });
    const template = { due: { templateId: TEMPLATES.waiting.id } };
    expect(routing(template)).toMatchObject({ reason: 'template_revoked' });
  });
});

describe('promotional hours', () => {
  const week = DAYS.map(() => ({ opens: 540, closes: 1_260 }));
  const nineMs = Date.parse('2026-11-21T21:00:00+05:00');
  const late = { ...due, expiresAtMs: nineMs + 86_400_000 };
  const sale = { ...late, templateId: TEMPLATES.sale.id };
  const routed = (message: DueMessage, atMs: number) =>
    judgeText(message, makeAccount(), { atMs, week, forbidden: undefined });

  it('end with the last millisecond before nine, and hold until the morning', () => {
    expect(routed(sale, nineMs - 1).kind).toBe('go');
    const untilMs = Date.parse('2026-11-22T09:00:00+05:00');
    expect(routed(sale, nineMs)).toEqual({ kind: 'held', untilMs });
    expect(routed(sale, untilMs - 1)).toEqual({ kind: 'held', untilMs });
    expect(routed({ ...sale, expiresAtMs: untilMs + 1 }, untilMs).kind).toBe('go');
  });

  it('do not hold transactional texts, nor any by a short code', () => {
    expect(routed(late, nineMs).kind).toBe('go');
    expect(routed({ ...sale, senderId: SENDERS.shortCode.id }, nineMs).kind).toBe('go');
  });

  it('let a text go on when the operator already has parts of it', () => {
    expect(routed({ ...sale, parts: 2, partsTaken: [1] }, nineMs).kind).toBe('go');
  });

  it('do not hold what may not go at all', () => {
    const forbidden = 'do_not_call';
    const now = { atMs: nineMs, week, forbidden } as const;
    expect(judgeText(sale, makeAccount(), now)).toMatchObject({ kind: 'withdrawn' });
  });
});
