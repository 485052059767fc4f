import type { AccountId } from '../domain/ids.ts';
import type { SendRequest, TakenIn } from '../domain/message/draft.ts';
import type { Report } from '../domain/message/report.ts';
import type { Micros } from '../domain/pricing/money.ts';

/** What doors may ask of the journey. */
export type Journey = {
  /** Accept, charge, enqueue. Settles when the request is durable, or refused. Never rejects for outside causes. */
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** undefined when no batch or message of this account has the id. Page 1 is the first; 1,000 messages each. */
  report(accountId: AccountId, id: number, page: number): Promise<Report | undefined>;
  balance(accountId: AccountId): Promise<Micros>;
};
