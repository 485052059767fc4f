/** The SMS interface with a journey in memory: for what the interface itself decides. */
import type { Account, AccountKey } from '../../src/domain/account/account.ts';
import type { BatchId, MessageId } from '../../src/domain/ids.ts';
import type { SendRequest, TakenIn } from '../../src/domain/message/draft.ts';
import type { FileRequest, FileTakenIn, FileWork } from '../../src/domain/message/file-send.ts';
import type { Report } from '../../src/domain/message/report.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { createAuthenticate } from '../../src/api/authenticate.ts';
import { createGuardTries } from '../../src/api/check-password.ts';
import { createSmsApi } from '../../src/api/sms/sms-api.ts';
import { stepClock } from './step-clock.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import { makeAccount, makeKey, NOON_MS, rupees } from './fixtures.ts';
import { makeHttpRequest, type RequestParts } from './http-request.ts';
import { countTriesInMemory } from './try-counts.ts';

export const ACCEPTED: TakenIn & FileTakenIn = {
  kind: 'accepted',
  acceptance: {
    id: 7_001 as BatchId,
    priceMicros: micros(4_800_000n),
    parts: 1,
    remainingMicros: rupees(31),
    recipients: 1,
    listed: [{ id: 7_001 as MessageId, recipient: '923001234567' }],
    filtered: [],
  },
  replayed: false,
};

const ACCEPTED_FILE: FileTakenIn = ACCEPTED;

const report: Report = {
  id: 7_001,
  total: 1,
  counts: new Map([['sent', 1]]),
  page: 1,
  messages: [
    {
      id: 7_001,
      recipient: '923001234567',
      state: 'sent',
      network: 'Jazz',
      parts: 1,
      priceMicros: rupees(2),
      level: undefined,
      acceptedAtMs: NOON_MS,
      sentAtMs: NOON_MS,
      doneAtMs: undefined,
      reason: undefined,
      isTest: false,
    },
  ],
};

export type Door = {
  /** The sends that reached the journey. */
  readonly taken: SendRequest[];
  /** The sends from files that reached it. */
  readonly takenFiles: { readonly request: FileRequest; readonly work: FileWork }[];
  readonly errors: unknown[];
  /** The accounts whose snapshots were dropped. */
  readonly forgotten: number[];
  ask(path: string, parts: RequestParts): Promise<HttpAnswer>;
  /** The answer before the body has arrived; undefined: none. */
  admit(path: string, parts: RequestParts): Promise<HttpAnswer | undefined>;
};

export type ApiSettings = {
  /** Changes to the key `right`, which otherwise may do everything. */
  readonly key?: Partial<AccountKey>;
  readonly always200?: boolean;
  /** The account of the key `right` at each look-up; the last one stays. */
  readonly looks?: readonly (Account | undefined)[];
  readonly takeIn?: (request: SendRequest) => TakenIn;
  readonly takeInFile?: (request: FileRequest) => FileTakenIn;
  readonly readReport?: (id: number, page: number) => Report | undefined;
  readonly readBalance?: () => never;
  readonly isCurrent?: () => boolean;
};

/** Opens the interface for Roshan Store with the key `right` and Rs. 31. */
export function openInterface(settings: ApiSettings = {}): Door {
  const { looks = [makeAccount()], takeIn = () => ACCEPTED, isCurrent = () => true } = settings;
  const { readReport = () => report, readBalance = () => rupees(31) } = settings;
  const { takeInFile = () => ACCEPTED_FILE } = settings;
  const [taken, errors, forgotten]: [SendRequest[], unknown[], number[]] = [[], [], []];
  const takenFiles: Door['takenFiles'][number][] = [];
  let look = 0;
  const accounts = {
    async byKey(key: string) {
      if (key !== 'right') return undefined;
      look += 1;
      const account = looks[Math.min(look, looks.length) - 1];
      return account && { account, key: makeKey(settings.key) };
    },
    byId: () => Promise.resolve(undefined),
    forget: (id: number) => void forgotten.push(id),
  };
  const clock = stepClock();
  const door = createSmsApi({
    journey: {
      async takeIn(request) {
        taken.push(request);
        return takeIn(request);
      },
      async takeInFile(request, work) {
        takenFiles.push({ request, work });
        return takeInFile(request);
      },
      report: async (_account, id, page) => readReport(id, page),
      balance: async () => readBalance(),
    },
    accounts,
    authenticate: createAuthenticate({ accounts, clock, ownerOfHost: () => undefined }),
    guardTries: createGuardTries(clock, countTriesInMemory(clock)),
    owners: { ownerByEmail: () => Promise.resolve(undefined) },
    clock,
    always200: settings.always200 ?? false,
    isCurrent: async () => isCurrent(),
    reportError(error) {
      errors.push(error);
      return 'a1b2c3';
    },
  });
  const routeOf = (path: string) => {
    const route = door.routes.find((it) => it.path === path);
    if (route === undefined) throw new Error(`no route ${path}`);
    return route;
  };
  return {
    taken,
    takenFiles,
    errors,
    forgotten,
    ask: async (path, parts) => routeOf(path).handle(makeHttpRequest(parts)),
    admit: async (path, parts) => routeOf(path).admit?.(makeHttpRequest(parts)),
  };
}

/** Every parameter of a send, as a caller may write it. */
export const FULL_SEND = {
  api_key: 'right',
  sender: ' 8584',
  mobile: '923001234567, 03111234567',
  template_id: '501',
  message: '{"code":"4821"}',
  network: 'Jazz',
  ported: '1',
  type: 'unicode',
} as const;

/** Status and body in one line. */
export function shown(answer: HttpAnswer): string {
  return `${answer.status} ${answer.body}`;
}
