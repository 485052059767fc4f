/**
 * Mails to people: an outbox. A mail is stored in the commit of what it is about, and handed to the
 * mail server by a job, at least once.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { backoffMs } from '../../kit/backoff.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Mailer } from '../../kit/mail.ts';
import type { Database, Reader, Transaction } from '../../kit/postgres/pool.ts';
import type { Random } from '@paigham/base/random.ts';
import { SEAL_PURPOSES, type Seal } from '../../kit/seal.ts';
import { forgetLinks } from '../invitations/invitations.sql.ts';
import {
  delayMail,
  endMail,
  forgetMails,
  insertMail,
  listWaitingMails,
  takeMails,
  type TakenMail,
} from './mails.sql.ts';
import { refuse, type Admin, type Refused } from '../../operations/admin.ts';
import { writeMail, type Locale, type MailContent, type WrittenMail } from './mail-texts.ts';
import type { Person } from '../sign-in/second-factor.ts';
import type { SecurityChange } from '../sign-in/security-texts.ts';
import { createTryCounts } from '../sign-in/try-counts.ts';

type MailTo = {
  readonly to: string;
  readonly locale: Locale;
  readonly content: MailContent;
};

/** Somebody waits for them: they leave before all others, however many of those wait. */
const URGENT: ReadonlySet<MailContent['kind']> = new Set([
  'registration',
  'registration_known',
  'password_reset',
]);

/** Writes a mail; it leaves once the transaction has committed. */
export async function postMail(
  { clock, ids, seal }: Pick<Admin, 'clock' | 'ids' | 'seal'>,
  transaction: Transaction,
  { to, locale, content }: MailTo,
): Promise<void> {
  const id = ids.next();
  const written = JSON.stringify(writeMail(content, locale));
  const sealed = seal.seal(written, SEAL_PURPOSES.mail(id));
  const { kind } = content;
  const isUrgent = URGENT.has(kind);
  await insertMail(transaction, { id, kind, recipient: to, sealed, isUrgent, atMs: clock.nowMs() });
}

/** Writes a mail to a person whose way to sign in was changed. */
export async function tellPerson(
  admin: Pick<Admin, 'clock' | 'ids' | 'seal'>,
  transaction: Transaction,
  { email: to, locale, from }: Pick<Person, 'email' | 'locale' | 'from'>,
  change: SecurityChange,
): Promise<void> {
  const content = { ...change, atMs: admin.clock.nowMs(), from };
  await postMail(admin, transaction, { to, locale, content });
}

/**
 * The same for what they change themselves; the refusal of more than so many in an hour, each of
 * which is a mail in our name.
 */
export async function tellOfOwn(
  admin: Pick<Admin, 'clock' | 'ids' | 'seal'>,
  transaction: Transaction,
  person: Parameters<typeof tellPerson>[2],
  change: SecurityChange,
): Promise<Refused | undefined> {
  const counts = createTryCounts({ seal: admin.seal, transact: (work) => work(transaction) });
  const key = `notices to ${person.email}`;
  const most = limit('noticesPerPerson');
  const [leftMs] = (await counts.count([{ key, most, windowMs: HOUR_MS }])).values();
  if (leftMs !== undefined) {
    const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1_000));
    const tooMany = refuse('changes', 'are too many: wait an hour');
    return { ...tooMany, failure: 'tries_exceeded', retryAfterSeconds };
  }
  await tellPerson(admin, transaction, person, change);
  return undefined;
}

/** What became of a try, for counting. */
type MailFate = 'taken' | 'failed' | 'given_up';

type SendMailsDeps = Pick<Database, 'transact'> & {
  readonly clock: Clock;
  readonly random: Random;
  readonly seal: Seal;
  readonly mailer: Mailer;
  /** Where this service is found; '' if nobody has said. */
  readonly publicAddress: string;
  readonly count: (fate: MailFate) => void;
};

/** A node that died with mails in its hands leaves them to others after this time. */
const HELD_MS = 5 * MINUTE_MS;
const AGAIN = { firstMs: MINUTE_MS, lastMs: HOUR_MS } as const;

/** Tries every mail that is due. One that fails is tried again later, for a day. */
export async function sendMails(deps: SendMailsDeps): Promise<void> {
  const most = limit('mailsAtOnce');
  for (let taken = most; taken === most;) {
    const atMs = deps.clock.nowMs();
    const mails = await deps.transact((transaction) =>
      takeMails(transaction, { atMs, againAtMs: atMs + HELD_MS, most }),
    );
    taken = mails.length;
    await Promise.all(mails.map((mail) => sendOne(deps, mail)));
  }
}

async function sendOne(deps: SendMailsDeps, mail: TakenMail): Promise<void> {
  const { clock, random, mailer, transact, count } = deps;
  const { id, recipient: to, tries } = mail;
  const written = openMail(deps.seal, mail);
  const outcome =
    written === undefined
      ? ({ kind: 'refused', words: 'MASTER_KEY does not decrypt this mail' } as const)
      : await mailer.send({ id: String(id), to, ...withAddress(written, deps.publicAddress) });
  const nowMs = clock.nowMs();
  const isLate = nowMs - mail.createdAtMs > limit('mailHours') * HOUR_MS;
  if (outcome.kind === 'failed' && !isLate) {
    count('failed');
    const chance = random.randomInt(0, 1_000) / 1_000;
    const dueAtMs = nowMs + backoffMs(tries, chance, AGAIN);
    await transact((transaction) => delayMail(transaction, { id, error: outcome.words, dueAtMs }));
    return;
  }
  const state = outcome.kind === 'taken' ? 'taken' : 'given_up';
  const error = outcome.kind === 'taken' ? undefined : outcome.words;
  count(state);
  await transact((transaction) => endMail(transaction, { id, state, error, atMs: nowMs }));
}

/** With whole links: whoever writes a mail on the command line may not know the address. */
function withAddress({ subject, text, html }: WrittenMail, address: string): WrittenMail {
  const from = /(?<=^|[\s">])\/portal\//g;
  const whole = (words: string): string => words.replaceAll(from, `${address}/portal/`);
  return { subject, text: whole(text), html: whole(html) };
}

function openMail(
  seal: Seal,
  { id, sealed }: Pick<TakenMail, 'id' | 'sealed'>,
): WrittenMail | undefined {
  const opened = seal.open(sealed, SEAL_PURPOSES.mail(id));
  return opened === undefined ? undefined : (JSON.parse(opened) as WrittenMail);
}

/**
 * Forgets mails that ended some days ago, and links that expired as long ago. A mail that is tried
 * is never long overdue; one that nobody tries, because there is no mail server, is old news.
 */
export function forgetOldMails({ transact, clock }: Pick<SendMailsDeps, 'transact' | 'clock'>) {
  const nowMs = clock.nowMs();
  const beforeMs = nowMs - limit('mailDays') * DAY_MS;
  const dueMs = nowMs - limit('mailHours') * HOUR_MS;
  return transact(async (transaction) => {
    await forgetMails(transaction, { endedMs: beforeMs, dueMs });
    await forgetLinks(transaction, { beforeMs });
  });
}

/** A mail that no server has taken, as it would arrive. */
export type ShownMail = WrittenMail & {
  readonly id: number;
  readonly kind: string;
  readonly to: string;
  readonly atMs: number;
};

/** What the demo's mailbox holds, the newest first. */
export async function readWaitingMails(reader: Reader, seal: Seal): Promise<readonly ShownMail[]> {
  const mails = await listWaitingMails(reader, { most: limit('mailsShown') });
  return mails.flatMap((mail) => {
    const { id, kind, recipient: to, createdAtMs: atMs } = mail;
    const written = openMail(seal, mail);
    return written === undefined ? [] : [{ id, kind, to, atMs, ...written }];
  });
}
