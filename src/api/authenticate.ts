/**
 * Who is calling. Wrong keys are counted per address and slowed down; right keys never are,
 * whatever else comes from the same address. Every cause except the IP list has the same wording,
 * including another account's domain, so that an answer tells a guesser nothing (contract section
 * 3).
 */
import type { Account, AccountKey, Principal, Scope } from '../domain/account/account.ts';
import { type FailureReason, type Refusal, refuse } from '../domain/failure/failure.ts';
import { hostNameOf } from '../domain/host.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { testing } from '../domain/testing/test-mode.ts';
import type { Clock } from '@paigham/base/clock.ts';
import {
  type AddressList,
  createAddressList,
  neighbourhoodOf,
} from '@paigham/http/address-list.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import { createThrottle } from '../kit/throttle.ts';
import { retryWhileStale } from '../kit/retry-while-stale.ts';
import { createTurns } from '../kit/fair-turns.ts';
import type { AccountCache } from '../store/snapshots/account-cache.ts';
import type { FoundSession } from '../features/sign-in/sessions.sql.ts';
import { answerRefusal, type ResponseFormat } from './answer.ts';

export type Caller =
  | {
      readonly kind: 'known';
      readonly account: Account;
      readonly principal: Principal;
      /** Of a person; undefined: a key. */
      readonly session?: FoundSession;
    }
  /** `account` if the key was right and something else was not. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly account?: Account };

/** A rejected caller, for the audit log: never what they gave. */
export type RefusedCaller = {
  /**
   * `address`: the key was right, but not from an address on the account's IP list. `code`: of a
   * second factor.
   */
  readonly what: 'key' | 'login' | 'code' | 'address';
  /** The caller's address, or the /64 around it. */
  readonly from: string;
  /** The account of the key or login, if known. */
  readonly accountId: AccountId | undefined;
};

export type OnRefused = (refused: RefusedCaller) => void;

export type OnUsed = (account: Account, key: AccountKey) => void;

export type Authenticate = {
  /**
   * By key and the account's IP list: for sends, and `/v1`.
   * @param scope the scope the key needs; undefined while it is not known
   */
  byKeyAndAddress(apiKey: string, request: HttpRequest, scope: Scope | undefined): Promise<Caller>;
  /** By key alone: of the old interface the IP list restricts nothing but sends. */
  byKey(apiKey: string, request: HttpRequest, scope: Scope): Promise<Caller>;
  /** Whether the account is served on the request's domain: its own, or one that is nobody's. */
  servesHere(account: Account, request: HttpRequest): boolean;
};

type AuthenticateDeps = {
  readonly accounts: Pick<AccountCache, 'byKey'>;
  readonly clock: Clock;
  /**
   * The account that owns a host; undefined: the host serves every account (contract section 10).
   */
  readonly ownerOfHost: (host: string) => AccountId | undefined;
  /** Called when a right key is refused because the domain is another account's. */
  readonly noteElsewhere?: (account: Account, host: string) => void;
  readonly onRefused?: OnRefused;
  /** Called for every right key, to record its last use. */
  readonly onUsed?: OnUsed;
};

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { accounts, clock, ownerOfHost, noteElsewhere, onRefused, onUsed } = deps;
  const wrongKeys = createThrottle({
    clock,
    most: limit('wrongKeysPerMinute'),
    windowMs: 60_000,
    keys: limit('wrongKeyAddresses'),
  });
  // All that follows is the account's: somebody with 500 connections leaves the others their turn.
  const turns = createTurns(clock, limit('requestTurnMs'));

  const refuseKey = (request: HttpRequest, accountId?: AccountId): Caller => {
    const from = placeOf(request);
    wrongKeys.note(from);
    onRefused?.({ what: 'key', from, accountId });
    return refused(wrongKeys.isOver(from) ? 'keys_guessed' : 'key_refused');
  };
  const servesHere = (account: Account, request: HttpRequest): boolean => {
    const owner = ownerOfHost(hostNameOf(request.header('host')));
    return owner === undefined || owner === account.id;
  };
  const identify = async (apiKey: string, request: HttpRequest): Promise<Caller> => {
    const key = apiKey.trim();
    if (key === '') return refused('key_empty');
    const holder = await accounts.byKey(key, () => wrongKeys.isOver(placeOf(request)));
    if (holder === undefined) return refuseKey(request);
    const { account } = holder;
    await turns.wait(account.id);
    if (account.active) {
      onUsed?.(account, holder.key);
      const asSeen = holder.key.mode === 'test' ? testing(account) : account;
      if (servesHere(account, request)) {
        return { kind: 'known', account: asSeen, principal: holder.key };
      }
      noteElsewhere?.(account, hostNameOf(request.header('host')));
    }
    return { ...refuseKey(request, account.id), account };
  };
  return {
    servesHere,
    byKey: async (apiKey, request, scope) => within(scope, await identify(apiKey, request)),
    async byKeyAndAddress(apiKey, request, scope) {
      const caller = await identify(apiKey, request);
      if (caller.kind === 'refused') return caller;
      if (mayCallFrom(caller.account, request)) return within(scope, caller);
      const from = neighbourhoodOf(request.callerAddress());
      onRefused?.({ what: 'address', from, accountId: caller.account.id });
      return { ...refused('address_denied'), account: caller.account };
    },
  };
}

/** The caller, unless the scope is missing. */
function within(scope: Scope | undefined, caller: Caller): Caller {
  if (caller.kind === 'refused' || scope === undefined) return caller;
  const { account, principal } = caller;
  if (principal.scopes.includes(scope)) return caller;
  return { kind: 'refused', refusal: refuse('scope_missing', { scope }), account };
}

function placeOf(request: HttpRequest): string {
  return neighbourhoodOf(request.callerAddress());
}

export function refused(reason: FailureReason): Caller & { readonly kind: 'refused' } {
  return { kind: 'refused', refusal: refuse(reason) };
}

/** An account's list is parsed once per snapshot of the account. */
const addressLists = new WeakMap<readonly string[], AddressList>();

function mayCallFrom({ ipList }: Account, request: HttpRequest): boolean {
  if (ipList.length === 0) return true;
  const list = addressLists.get(ipList) ?? createAddressList(ipList);
  addressLists.set(ipList, list);
  return list.includes(request.callerAddress());
}

/** Whose requests are counted: an account's, those of its test keys apart. */
export type Paced = Pick<Account, 'id' | 'isTest'>;

/** Counts the requests of each account on this node. */
export type Pace = {
  /** Requests in a window. */
  readonly most: number;
  readonly windowMs: number;
  /** Counts a request, or so many of what is counted; false: it is over the limit. */
  note(account: Paced, events?: number): boolean;
  /** What is left in the window. */
  left(account: Paced): { readonly requests: number; readonly seconds: number };
};

/** Allows `most` requests per account within `windowMs`. */
export function createPace(clock: Clock, most: number, windowMs: number): Pace {
  const throttle = createThrottle({ clock, most, windowMs, keys: limit('pacedAccounts') });
  return {
    most,
    windowMs,
    note(account, events = 1) {
      const key = keyOf(account);
      throttle.note(key, events);
      return !throttle.isOver(key);
    },
    left(account) {
      const { events, windowMs: leftMs } = throttle.left(keyOf(account));
      return { requests: events, seconds: Math.ceil(leftMs / 1000) };
    },
  };
}

const keyOf = ({ id, isTest }: Paced): string => (isTest ? `${id} tests` : String(id));

export function refusalOf({ most, windowMs }: Pace): Refusal {
  const details = { requests: String(most), seconds: String(windowMs / 1000) };
  return refuse('rate_exceeded', details);
}

/**
 * Does `act` for the account that `identify` finds, or answers why there is none.
 *
 * Accounts are snapshots in memory. When one turns out to be older than the store, everything is
 * done again from the start, including authentication: a key revoked a moment ago neither sends nor
 * reads, and nobody is refused a template approved a moment ago.
 */
export type ActAs = (
  identify: () => Promise<Caller>,
  responseFormat: ResponseFormat,
  act: (account: Account, responseFormat: ResponseFormat, principal: Principal) => Promise<Acted>,
) => Promise<HttpAnswer>;

export type Acted =
  | {
      readonly answer: HttpAnswer;
      /** Whether the store was asked and confirmed the snapshot. */
      readonly isProven: boolean;
    }
  /** The store was asked, and the snapshot is old. */
  | 'stale';

/** Whether the store still has the account at this snapshot's version. */
export type IsCurrent = (account: Account) => Promise<boolean>;

type ActAsDeps = {
  readonly accounts: Pick<AccountCache, 'forget'>;
  readonly isCurrent: IsCurrent;
  /** The account's rate limit; absent: none. */
  readonly pace?: Pace;
};

export function createActAs({ accounts, isCurrent, pace }: ActAsDeps): ActAs {
  return async (identify, responseFormat, act) => {
    const answer = await retryWhileStale(limit('accountReloads'), async (tries) => {
      const caller = await identify();
      const { account } = caller;
      const inFormat =
        account?.always200 === true ? { ...responseFormat, always200: true } : responseFormat;
      const isTooQuick =
        caller.kind === 'known' && tries === 0 && pace?.note(caller.account) === false;
      if (isTooQuick) return refuseQuick(pace, caller.account, inFormat);
      const acted =
        caller.kind === 'known'
          ? await act(caller.account, inFormat, caller.principal)
          : unproven(answerRefusal(caller.refusal, inFormat));
      if (acted !== 'stale') {
        const { answer: given, isProven } = acted;
        if (account === undefined || isProven || (await isCurrent(account))) return given;
      }
      if (account !== undefined) accounts.forget(account.id);
      return 'stale';
    });
    return answer ?? answerRefusal(refuse('store_unavailable'), responseFormat);
  };
}

function refuseQuick(pace: Pace, account: Paced, responseFormat: ResponseFormat): HttpAnswer {
  const answer = answerRefusal(refusalOf(pace), responseFormat);
  const headers = { ...answer.headers, 'Retry-After': String(pace.left(account).seconds) };
  return { ...answer, headers };
}

/** An answer that relies on the snapshot alone. */
export function unproven(answer: HttpAnswer): Acted {
  return { answer, isProven: false };
}

/**
 * A refusal that relies on the snapshot alone. But something that may have been done is never
 * repeated or reported as not done, even if the store cannot be asked.
 */
export function refusedBySnapshot(refusal: Refusal, responseFormat: ResponseFormat): Acted {
  const answer = answerRefusal(refusal, responseFormat);
  return refusal.reason === 'outcome_unknown' ? proven(answer) : unproven(answer);
}

/** An answer for which the store confirmed the snapshot's version. */
export function proven(answer: HttpAnswer): Acted {
  return { answer, isProven: true };
}
