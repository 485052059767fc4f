/** Where a request was sent to, and whether that is a place for it. */
import { isLoopback } from '@paigham/http/address-list.ts';
import { isForwarded, type HttpRequest } from '@paigham/http/request.ts';

type Asked = Pick<HttpRequest, 'header'>;

/** The name or address in the Host header, without its port; '' when there is none. */
export function hostOf(request: Asked): string {
  const host = request.header('host').trim().toLowerCase();
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/.exec(host) ?? [];
  return name.replace(/\.$/, '');
}

/** Whether a host is this machine, as its own browsers call it. */
function isOwnName(host: string): boolean {
  return isLoopback(host.replaceAll(/[[\]]/g, ''));
}

/**
 * Whether somebody on this machine asks, by its own name: pages of other sites, whose names lead
 * here, must not read the answer through a browser.
 */
export function isOfThisMachine(request: Pick<HttpRequest, 'header' | 'callerAddress'>): boolean {
  const from = request.callerAddress().replace(/^::ffff:/, '');
  return isLoopback(from) && isOwnName(hostOf(request)) && !isForwarded(request);
}

/** Whether people sign in and work where the request was sent to. */
export type IsForPeople = (request: Asked) => boolean;

/**
 * At the host of `publicAddress` alone, whatever else leads here: a domain of an account, which may
 * lead elsewhere tomorrow, is given no cookie and no passkey. While it is tried out, this machine's
 * own names count too; without a public address every host but those of accounts.
 */
export function createIsForPeople(deps: {
  readonly publicAddress: string;
  readonly production: boolean;
  readonly isOfAccount: (host: string) => boolean;
}): IsForPeople {
  const { publicAddress, production, isOfAccount } = deps;
  const own = URL.canParse(publicAddress) ? new URL(publicAddress).hostname : undefined;
  return (request) => {
    const host = hostOf(request);
    if (own === undefined) return !isOfAccount(host);
    return host === own || (!production && isOwnName(host));
  };
}
