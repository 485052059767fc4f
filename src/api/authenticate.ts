/**
 * Who calls. Wrong keys are counted per address and slowed; right keys never are, whatever else
 * comes from the same address. Every cause but the IP list has one wording, the domain of another
 * account among them, so that an answer tells a guesser nothing (contract section 3).
 */
import type { Account } from '../domain/account/account.ts';
import { refuse, type FailureReason, type Refusal } from '../domain/failure/failure.ts';
import { hostNameOf } from '../domain/host-name.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import { createAddressList, neighbourhoodOf, type AddressList } from '../kit/http/address-list.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import { createThrottle } from '../kit/throttle.ts';
import type { KnownAccounts } from '../store/known-accounts.ts';

export type Caller =
  | { readonly kind: 'known'; readonly account: Account }
  /** `account` when the key was right and something else was not. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly account?: Account };

/** Somebody who was not let in, for the audit: never what he gave. */
export type RefusedCaller = {
  /** `address`: the key was right, and not from where the account's IP list allows it. */
  readonly what: 'key' | 'login' | 'address';
  /** His address, or the /64 around it. */
  readonly from: string;
  /** Whose key or login it was, where that is known. */
  readonly accountId: AccountId | undefined;
};

export type OnRefused = (refused: RefusedCaller) => void;

export type Authenticate = {
  /** By key, and by the account's IP list: for sends, delivery reports and the balance. */
  byKeyAndAddress(apiKey: string, request: HttpRequest): Promise<Caller>;
  /** By key alone: the IP list does not apply to the templates endpoint. */
  byKey(apiKey: string, request: HttpRequest): Promise<Caller>;
  /** Whether the account is served on the domain of the request: its own, or nobody's. */
  servesHere(account: Account, request: HttpRequest): boolean;
};

export type AuthenticateDeps = {
  readonly accounts: Pick<KnownAccounts, 'byKey'>;
  readonly clock: Clock;
  /** Whose own domain a host is; undefined: it serves every account (contract section 10). */
  readonly ownerOfHost: (host: string) => AccountId | undefined;
  /** Called when a right key is refused because the domain is another account's. */
  readonly noteElsewhere?: (account: Account, host: string) => void;
  readonly onRefused?: OnRefused;
};

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { accounts, clock, ownerOfHost, noteElsewhere, onRefused } = deps;
  const wrongKeys = createThrottle({
    clock,
    most: limit('wrongKeysPerMinute'),
    windowMs: 60_000,
    keys: limit('wrongKeyAddresses'),
  });

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
  const byKey = async (apiKey: string, request: HttpRequest): Promise<Caller> => {
    const key = apiKey.trim();
    if (key === '') return refused('key_empty');
    const account = await accounts.byKey(key, () => wrongKeys.isOver(placeOf(request)));
    if (account === undefined) return refuseKey(request);
    if (account.active) {
      if (servesHere(account, request)) return { kind: 'known', account };
      noteElsewhere?.(account, hostNameOf(request.header('host')));
    }
    return { ...refuseKey(request, account.id), account };
  };
  return {
    byKey,
    servesHere,
    async byKeyAndAddress(apiKey, request) {
      const caller = await byKey(apiKey, request);
      if (caller.kind === 'refused' || mayCallFrom(caller.account, request)) return caller;
      const from = neighbourhoodOf(request.callerAddress());
      onRefused?.({ what: 'address', from, accountId: caller.account.id });
      return { ...refused('address_denied'), account: caller.account };
    },
  };
}

function placeOf(request: HttpRequest): string {
  return neighbourhoodOf(request.callerAddress());
}

function refused(reason: FailureReason): Caller & { readonly kind: 'refused' } {
  return { kind: 'refused', refusal: refuse(reason) };
}

/** An account's list is read once per snapshot of the account. */
const addressLists = new WeakMap<readonly string[], AddressList>();

function mayCallFrom({ ipList }: Account, request: HttpRequest): boolean {
  if (ipList.length === 0) return true;
  const list = addressLists.get(ipList) ?? createAddressList(ipList);
  addressLists.set(ipList, list);
  return list.includes(request.callerAddress());
}
