import type { Clock } from '@paigham/base/clock.ts';
import type { Database, Reader } from '../../kit/postgres/pool.ts';
import type { Seal } from '../../kit/seal.ts';

/** What the doctor says about one thing, in a sentence for the people who run the service. */
export type Finding = {
  readonly subject: string;
  /** `fault`: messages are lost, late or refused because of it. `warning`: they may be. */
  readonly verdict: 'fine' | 'warning' | 'fault';
  readonly sentence: string;
};

export type CheckContext = Pick<Database, 'transact'> & {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly seal: Seal;
  /** The folder of the embedded database; undefined: it is elsewhere. */
  readonly dataDir: string | undefined;
  /** Whether the master key is in that folder too; absent: it is not. */
  readonly isKeyBeside?: boolean;
  /** Where mails go without a mail server: the demo's mailbox, or nowhere; absent: there is one. */
  readonly mail?: 'demo' | 'none' | undefined;
  /** Who issues invoices; undefined: nobody has said. */
  readonly statementFrom?: string | undefined;
  /** Whether money comes that finance has to look after; absent: none does. */
  readonly takesMoney?: boolean;
  /** Names of the migrations that this program knows, in order. */
  readonly migrations: readonly string[];
  /** Of the chat platform's API; absent: not checked. */
  readonly graphVersion?: string;
  /** Whether the processes that read strangers' files have no network here; absent: not checked. */
  readonly isReaderAlone?: () => Promise<boolean>;
};

export const fine = (subject: string, sentence: string): Finding => ({
  subject,
  verdict: 'fine',
  sentence,
});

export const warning = (subject: string, sentence: string): Finding => ({
  subject,
  verdict: 'warning',
  sentence,
});

export const fault = (subject: string, sentence: string): Finding => ({
  subject,
  verdict: 'fault',
  sentence,
});
