/** What becomes of a link that is fetched, and what its sender is told of it. */

/** Why nothing was fetched: for the log and the counters. */
export type FetchReason =
  /** No http or https address, or too long. */
  | 'not_a_link'
  /** A name or password in the link. */
  | 'credentials'
  | 'port'
  /** At least one of its addresses is not public, or is ours. */
  | 'not_public'
  | 'no_address'
  | 'not_connected'
  /** A certificate that does not fit, or no TLS at all. */
  | 'tls'
  | 'timed_out'
  /** It comes in drips. */
  | 'too_slow'
  /** Neither success nor a redirect. */
  | 'status'
  /** Too many redirects, one without a target, or one from https back to http. */
  | 'redirect'
  /** A compression that we did not ask for. */
  | 'encoding'
  /** The answer broke off, or is not what it says it is. */
  | 'broken'
  | 'web_page'
  | 'too_large';

export type FetchOutcome =
  | {
      readonly kind: 'fetched';
      /** The caller's to remove. */
      readonly file: string;
      /** As it lies in the file, unpacked. */
      readonly bytes: number;
    }
  | FetchRefused;

export type FetchRefused = {
  readonly kind: 'refused';
  readonly reason: FetchReason;
  /** What the server answered, of the reason `status`. */
  readonly status?: number;
};

/** What a sender may know. */
export type FetchTold =
  | 'link_not_taken'
  | 'not_public'
  | 'cannot_be_fetched'
  | 'web_page'
  | 'too_large';

/**
 * An address that is not public is one word, whatever its port and whoever would answer there:
 * nothing was asked, so nobody learns through us what there is inside. Of a public one a sender may
 * know why, since anybody can find it out.
 */
const told: Readonly<Record<FetchReason, FetchTold>> = {
  not_a_link: 'link_not_taken',
  credentials: 'link_not_taken',
  port: 'link_not_taken',
  not_public: 'not_public',
  no_address: 'cannot_be_fetched',
  not_connected: 'cannot_be_fetched',
  tls: 'cannot_be_fetched',
  timed_out: 'cannot_be_fetched',
  too_slow: 'cannot_be_fetched',
  status: 'cannot_be_fetched',
  redirect: 'cannot_be_fetched',
  encoding: 'cannot_be_fetched',
  broken: 'cannot_be_fetched',
  web_page: 'web_page',
  too_large: 'too_large',
};

export function toldOf(reason: FetchReason): FetchTold {
  return told[reason];
}

/** Unwinds a fetch. It never leaves this folder. */
export class FetchStop extends Error {
  readonly reason: FetchReason;
  readonly status: number | undefined;

  constructor(reason: FetchReason, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}
