import { expect, it } from 'vitest';
import { CHAT_TEMPLATES, makeChatNumber } from '../../../test/support/chat.ts';
import { makeChatAccount } from '../../../test/support/chat-api.ts';
import {
  packEntry,
  type ChatEntry,
  type ChatRecipient,
  type ChatRequest,
} from '../../domain/chat/request.ts';
import type { ChatDraft } from '../../domain/chat/content.ts';
import type { ChatUserId } from '../../domain/chat/user-id.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { PhoneNumber } from '../../domain/recipient/recipient.ts';
import type { ChatFacts, ChatQuestion } from '../../store/chat/windows.ts';
import { acceptChat } from './accept-chat.ts';

const PER_TURN = limit('chatEntriesPerTurn');

const mobileOf = (index: number) => `9230012${String(10_000 + index)}` as PhoneNumber;
const textTo = (recipient: ChatRecipient): ChatEntry => {
  return { ok: true, recipient, draft: { kind: 'text', body: `Hello ${recipient}` } };
};

function requestOf(entries: readonly ChatEntry[]): ChatRequest {
  const account = makeChatAccount();
  const number = makeChatNumber(61);
  const sends = { kind: 'free_form' } as const;
  return { account, number, sends, entries, dryRun: false, idempotency: undefined };
}

/** A store in which everybody has just written, except the silent ones. */
function storeOf(silent: ReadonlySet<string>, nowMs: number) {
  const asked: number[] = [];
  const findFacts = async (questions: readonly ChatQuestion[]): Promise<readonly ChatFacts[]> => {
    asked.push(questions.length);
    return questions.map(({ recipient }) => ({
      optedOut: undefined,
      inboundAtMs: silent.has(recipient) ? undefined : nowMs,
      marketingRestsUntilMs: undefined,
      known: undefined,
    }));
  };
  return { asked, findFacts };
}

const media = { take: () => Promise.reject(new Error('there is no file')) };
const OWN = 'PK.1349';
const NAMELESS = 'PK.1350';
/** The account's own users: of one the number is known, of the other it is not. */
const findUsers = async () =>
  new Map([
    [OWN, mobileOf(7)],
    [NAMELESS, '-17'],
  ]);

it('judges a very large request in turns, each entry by its own facts', async () => {
  const nowMs = Date.UTC(2026, 10, 20, 12);
  const count = 2 * PER_TURN + 1;
  const mobiles = Array.from({ length: count }, (_, index) => mobileOf(index));
  const refused: ChatEntry = {
    ok: false,
    shown: 'number 2',
    refusal: refuse('chat_mobile_not_text'),
  };
  const entries = mobiles.map((mobile, index) => (index === 1 ? refused : textTo(mobile)));
  const silent = new Set([mobileOf(0), mobileOf(PER_TURN), mobileOf(2 * PER_TURN)]);
  const { asked, findFacts } = storeOf(silent, nowMs);
  let turnsOfOthers = 0;
  let isOver = false;
  const others = (): void => {
    turnsOfOthers += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const taken = await acceptChat(requestOf(entries), { media, findFacts, findUsers, nowMs });
  isOver = true;
  expect(asked).toEqual([PER_TURN - 1, PER_TURN, 1]);
  // Others got a turn between the pieces in which files are looked up and filled in.
  expect(turnsOfOthers).toBeGreaterThanOrEqual(4);
  expect(taken).toEqual(
    entries.map((entry, index) => {
      const mobile = mobileOf(index);
      if (!entry.ok) return entry;
      if (silent.has(mobile)) {
        return { ok: false, shown: mobile, refusal: refuse('chat_window_closed') };
      }
      return { ok: true, recipient: mobile, content: JSON.stringify(entry.draft) };
    }),
  );
});

it.each([
  ['now', undefined, 1_000, true],
  ['now, too late', undefined, 999, false],
  ['later', 2_000, 2_001, true],
  ['later, too late', 2_000, 2_000, false],
])('lets an offer leave while it is open: %s', async (__, sendAtMs, expiresAtMs, isOpen) => {
  const { name, language } = CHAT_TEMPLATES.offer;
  const draft: ChatDraft = {
    kind: 'template',
    name,
    language,
    header: undefined,
    offer: { expiresAtMs },
    body: [],
    buttons: [],
  };
  const entry = packEntry({ ok: true, recipient: mobileOf(1), draft });
  const request = { ...requestOf([entry]), sendAtMs, sends: BY_OFFER };
  const { findFacts } = storeOf(new Set(), 0);
  const [taken] = await acceptChat(request, { media, findFacts, findUsers, nowMs: 999 });
  expect(taken).toMatchObject(isOpen ? { ok: true } : { refusal: { reason: 'chat_offer_over' } });
});

const BY_OFFER = { kind: 'template', template: CHAT_TEMPLATES.offer } as const;

it('asks only once per piece about a recipient who appears twice', async () => {
  const entries = [textTo(mobileOf(1)), textTo(mobileOf(2)), textTo(mobileOf(1))];
  const { asked, findFacts } = storeOf(new Set(), 0);
  const taken = await acceptChat(requestOf(entries), { media, findFacts, findUsers, nowMs: 0 });
  expect(asked).toEqual([2]);
  expect(taken.map((it) => it.ok)).toEqual([true, true, true]);
});

it.each([
  ['a template, and nobody of the account opted out', false, 'template', 'enforce', false],
  ['a template, and somebody opted out', true, 'template', 'enforce', true],
  ['free form to a number that leaves windows to the platform', false, 'free_form', 'pass', false],
  ['free form within a window', false, 'free_form', 'enforce', true],
] as const)('the store is asked where it may say no: %s', async (...given) => {
  const [, hasOptouts, kind, window, isAsked] = given;
  const { asked, findFacts } = storeOf(new Set(), 0);
  const request = requestOf([textTo(mobileOf(1))]);
  const { account, number } = request;
  const sends = kind === 'template' ? { kind, template: CHAT_TEMPLATES.order } : { kind };
  const taken = await acceptChat(
    {
      ...request,
      sends,
      account: { ...account, chat: { ...account.chat, hasOptouts } },
      number: { ...number, window },
    },
    { media, findFacts, findUsers, nowMs: 0 },
  );
  expect([asked.length > 0, taken.length]).toEqual([isAsked, 1]);
});

it.each([
  ['utility', ['accepted', 'accepted', 'chat_user_unknown', 'accepted']],
  ['authentication', ['accepted', 'chat_code_to_user', 'chat_user_unknown', 'accepted']],
] as const)('by ids only one’s own users are written to: %s', async (category, expected) => {
  const ids = [OWN, NAMELESS, 'PK.1351'] as ChatUserId[];
  const request = requestOf([...ids.map(textTo), textTo(mobileOf(1))]);
  const sends = { kind: 'template', template: { ...CHAT_TEMPLATES.order, category } } as const;
  const { findFacts } = storeOf(new Set(), 0);
  const taken = await acceptChat({ ...request, sends }, { media, findFacts, findUsers, nowMs: 0 });
  expect(taken.map((it) => (it.ok ? 'accepted' : it.refusal.reason))).toEqual(expected);
  // In answers the id, in the store what stands for it.
  expect(taken[0]).toMatchObject({ recipient: OWN, person: mobileOf(7) });
});
