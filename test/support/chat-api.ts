/** The chat interface with a journey in memory: for what the interface itself decides. */
import type { Account, AccountKey } from '../../src/domain/account/account.ts';
import type { ChatRequest, ChatResult, ChatTakenIn } from '../../src/domain/chat/request.ts';
import type { AccountId, MessageId } from '../../src/domain/ids.ts';
import { createAuthenticate } from '../../src/api/authenticate.ts';
import { createChatApi } from '../../src/api/chat/chat-api.ts';
import { stepClock } from './step-clock.ts';
import type { HttpAnswer, HttpFault } from '@paigham/http/answer.ts';
import { makeAccountChat } from './chat.ts';
import { makeAccount, makeKey, rupees } from './fixtures.ts';
import { makeHttpRequest, type RequestParts } from './http-request.ts';

export const SEND = '/api/send.php';

export type ChatApiSettings = {
  /** Changes to the key `right`, which otherwise may do everything. */
  readonly key?: Partial<AccountKey>;
  readonly always200?: boolean;
  /** The account of the key `right` at each look-up; the last one stays. */
  readonly looks?: readonly (Account | undefined)[];
  readonly takeIn?: (request: ChatRequest) => ChatTakenIn;
  readonly isCurrent?: () => boolean;
  /** Accounts by their own domains. */
  readonly hosts?: ReadonlyMap<string, AccountId>;
};

export type OpenChatApi = {
  /** The sends that reached the journey. */
  readonly taken: ChatRequest[];
  readonly forgotten: number[];
  readonly errors: unknown[];
  ask(parts: RequestParts): Promise<HttpAnswer>;
  fault(fault: HttpFault): HttpAnswer;
};

/** Roshan Store with all its chat data. */
export function makeChatAccount(changes: Partial<Account> = {}): Account {
  return makeAccount({ chat: makeAccountChat(), ...changes });
}

/** Accepts every entry that passed, with message ids from 117378331489242 on. */
export function acceptAll({ entries, dryRun }: ChatRequest): ChatTakenIn {
  const results = entries.map((entry, index): ChatResult => {
    if (!entry.ok) return entry;
    const id = dryRun ? undefined : ((117_378_331_489_242 + index) as MessageId);
    return { ok: true, id, recipient: entry.recipient };
  });
  const acceptance = { results, remainingMicros: rupees(31) };
  return { kind: 'accepted', acceptance, replayed: false };
}

/** Opens the interface for Roshan Store with the key `right` and Rs. 31. */
export function openChatApi(settings: ChatApiSettings = {}): OpenChatApi {
  const { looks = [makeChatAccount()], takeIn = acceptAll, isCurrent = () => true } = settings;
  const [taken, forgotten, errors]: [ChatRequest[], number[], unknown[]] = [[], [], []];
  let look = 0;
  const accounts = {
    async byKey(key: string) {
      if (key !== 'right') return undefined;
      look += 1;
      const account = looks[Math.min(look, looks.length) - 1];
      return account && { account, key: makeKey(settings.key) };
    },
    forget: (id: number) => void forgotten.push(id),
  };
  const clock = stepClock();
  const door = createChatApi({
    journey: {
      async takeInChat(request) {
        taken.push(request);
        return takeIn(request);
      },
    },
    accounts,
    clock,
    authenticate: createAuthenticate({
      accounts,
      clock,
      ownerOfHost: (host) => settings.hosts?.get(host),
    }),
    always200: settings.always200 ?? false,
    isCurrent: async () => isCurrent(),
    reportError(error) {
      errors.push(error);
      return 'a1b2c3';
    },
  });
  const [route] = door.routes;
  if (route === undefined) throw new Error('the door has no route');
  return {
    taken,
    forgotten,
    errors,
    ask: async (parts) => route.handle(makeHttpRequest(parts)),
    fault: (fault) => door.answerFault(fault, { path: SEND, query: '' }),
  };
}

/** The parameters for sending the template `order` to one recipient, with `changes`. */
export function orderSend(
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const entry = {
    mobile: '923001234567',
    body: [
      { type: 'text', text: 'Ali' },
      { type: 'text', text: '17' },
    ],
  };
  const all: Record<string, string | undefined> = {
    api_key: 'right',
    template_id: '72',
    template_data: JSON.stringify([entry]),
    ...changes,
  };
  const given = Object.entries(all).filter((it): it is [string, string] => it[1] !== undefined);
  return Object.fromEntries(given);
}

/** The parameters for sending a free-form text to one recipient. */
export function textSend(body = 'Hello'): Record<string, string> {
  const entry = { mobile: '923001234567', type: 'text', text: { body } };
  return { api_key: 'right', free_form: JSON.stringify([entry]) };
}
