import { readAddress, type AddressList } from './address-list.ts';

/** `203.0.113.7:5021` and `[2001:db8::1]:443`: some proxies write the port too. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i;

/**
 * Who really calls. The peer's own address, unless the peer is a proxy that is trusted: then the
 * right-most address of `X-Forwarded-For` that is not itself a trusted proxy. What stands further
 * left was written by the caller and proves nothing; an entry that is no address ends the search at
 * the last one that could be read.
 */
export function findCaller(peer: string, forwardedFor: string, trusted: AddressList): string {
  let caller = readAddress(peer) ?? peer;
  if (forwardedFor === '') return caller;
  const entries = forwardedFor.split(',');
  while (trusted.includes(caller)) {
    const entry = entries.pop()?.trim() ?? '';
    const match = WITH_PORT.exec(entry);
    const before = readAddress(match?.[1] ?? match?.[2] ?? entry);
    if (before === undefined) return caller;
    caller = before;
  }
  return caller;
}
