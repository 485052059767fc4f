/** The result of fetching a link, and what its sender is told. */

/** Why nothing was fetched: for the log and the counters. */
export type FetchReason =
  /** Not an http or https address, or too long. */
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
  /** It arrives too slowly. */
  | 'too_slow'
  /** Neither success nor a redirect. */
  | 'status'
  /** Too many redirects, one without a target, or one from https back to http. */
  | 'redirect'
  /** A compression that we did not ask for. */
  | 'encoding'
  /** The response broke off, or is not what it claims to be. */
  | 'broken'
  | 'web_page'
  | 'too_large';

export type FetchOutcome =
  | {
      readonly kind: 'fetched';
      /** The caller's to remove. */
      readonly file: string;
      /** As stored in the file, unpacked. */
      readonly bytes: number;
    }
  | FetchRefused;

export type FetchRefused = {
  readonly kind: 'refused';
  readonly reason: FetchReason;
  /** The server's status, for the reason `status`. */
  readonly status?: number;
};

/** What a sender may be told. */
type FetchTold = 'link_not_taken' | 'not_public' | 'cannot_be_fetched' | 'web_page' | 'too_large';

/**
 * All addresses that are not public get one word, whatever the port or the server there:
 * nothing was requested, so nobody learns through us what is inside. For a public one a sender may
 * be told why, since anybody can find out.
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

/** Aborts a fetch. It is never thrown outside this folder. */
export class FetchStop extends Error {
  readonly reason: FetchReason;
  readonly status: number | undefined;

  constructor(reason: FetchReason, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}
