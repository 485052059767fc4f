/** What an account pays now, as it is charged. */
import type { ChatPrice } from '../chat/chat-tariff.ts';
import type { LookupPrices } from '../portability/directory.ts';
import type { SenderRoute } from '../sender/sender.ts';
import type { Micros } from './money.ts';

export const ROUTES = ['simple', 'branded', 'short_code'] as const satisfies readonly SenderRoute[];

type PartPrice = {
  readonly route: SenderRoute;
  readonly network: string;
  readonly priceMicros: Micros;
  /** A message that does not arrive is paid back. */
  readonly refundFailed: boolean;
};

export type AccountPrices = {
  /** For each part of a text; what has no price is missing, and not accepted. */
  readonly parts: readonly PartPrice[];
  /** For each chat message. */
  readonly chat: readonly { readonly category: ChatPrice; readonly priceMicros: Micros }[];
  /** undefined: look-ups are not sold. */
  readonly lookups: LookupPrices | undefined;
};
