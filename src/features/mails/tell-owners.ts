/** Mails to people of an account about what happened to it. */
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  formatRupees,
  groupThousands,
  micros,
  writeRupees,
  ZERO,
  type Micros,
} from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { sumOwed } from '../payments/refunds.sql.ts';
import { listOwners } from '../users/users.sql.ts';
import { takeUnread } from './unread.sql.ts';
import type { LowCredit } from '../../store/ledger/balances.ts';
import type { Admin } from '../../operations/admin.ts';
import { postMail } from './mails.ts';
import type { OwnerNews } from './owner-texts.ts';
import { portalOf } from '../sign-in/password-reset.ts';
import { createTryCounts } from '../sign-in/try-counts.ts';

const PAGES: Readonly<Record<OwnerNews['kind'], string>> = {
  sender_decided: 'senders',
  template_decided: 'templates',
  account_verified: 'verification',
  account_unverified: 'verification',
  document_refused: 'verification',
  credit_low: 'credit',
  credit_added: 'credit',
  top_up_declined: 'credit',
  top_up_most: 'credit',
  transfer_refused: 'credit',
  replies_unread: 'replies?unread=true',
};

type Telling = Pick<Admin, 'clock' | 'ids' | 'seal' | 'publicAddress'>;

/** Writes a mail to each owner of the account, in the transaction that makes the news true. */
export async function tellOwners(
  admin: Telling,
  transaction: Transaction,
  accountId: AccountId,
  news: OwnerNews,
): Promise<void> {
  const link = `${portalOf(admin)}/${PAGES[news.kind]}`;
  const left = 'availableMicros' in news ? news.availableMicros : undefined;
  const spendable =
    left === undefined
      ? {}
      : { availableMicros: await spendableOf(transaction, { accountId, availableMicros: left }) };
  for (const { email: to, locale, account } of await listOwners(transaction, { accountId })) {
    const content = { ...news, ...spendable, account, link };
    await postMail(admin, transaction, { to, locale, content });
  }
}

/** What is left to spend once what is owed is taken: a job does that a moment after credit came. */
async function spendableOf(
  transaction: Transaction,
  { accountId, availableMicros }: Pick<LowCredit, 'accountId' | 'availableMicros'>,
): Promise<Micros> {
  const { owedMicros } = await sumOwed(transaction, { accountId });
  if (availableMicros <= 0n) return availableMicros;
  return availableMicros > owedMicros ? micros(availableMicros - owedMicros) : ZERO;
}

/** The same of accounts whose credit has become low; not for each time that they raise the bar. */
export async function tellLowCredit(
  admin: Telling,
  transaction: Transaction,
  low: readonly LowCredit[],
): Promise<void> {
  const counts = createTryCounts({ seal: admin.seal, transact: (work) => work(transaction) });
  for (const { accountId, lowMicros, ...of } of low) {
    const key = `mails of low credit of ${accountId}`;
    const counted = { key, most: limit('lowCreditMails'), windowMs: DAY_MS };
    if ((await counts.count([counted])).size > 0) continue;
    const spendable = await spendableOf(transaction, { ...of, accountId });
    const balance = groupThousands(formatRupees(spendable));
    const threshold = writeRupees(lowMicros);
    await tellOwners(admin, transaction, accountId, { kind: 'credit_low', balance, threshold });
  }
}

/** Mails whoever wants it about replies that nobody has read for as long as they have chosen. */
export async function tellUnread(admin: Telling & Pick<Admin, 'transact'>): Promise<void> {
  const atMs = admin.clock.nowMs();
  const againMs = atMs - limit('replyMailMinutes') * MINUTE_MS;
  await admin.transact(async (transaction) => {
    for (const told of await takeUnread(transaction, { atMs, againMs })) {
      const { email: to, locale, account, conversations } = told;
      const news = { kind: 'replies_unread', conversations, account } as const;
      const content = { ...news, link: `${portalOf(admin)}/${PAGES.replies_unread}` };
      await postMail(admin, transaction, { to, locale, content });
    }
  });
}
