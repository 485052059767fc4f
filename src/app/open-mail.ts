/** The way of mails: the mail server of the settings, and what is counted of them. */
import type { Admin } from '../operations/admin.ts';
import { forgetOldMails, sendMails } from '../features/mails/mails.ts';
import { forgetOldRegistrations } from '../features/registration/registration.ts';
import { tellLowCredit, tellUnread } from '../features/mails/tell-owners.ts';
import type { Foundation } from '../app.ts';
import type { TellLowCredit } from '../journey/charge/watch-spending.ts';
import { isLoopback } from '@paigham/http/address-list.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createMailer } from '../kit/mail.ts';
import type { Metrics } from '../kit/metrics.ts';
import { machineRandom } from '@paigham/base/random.ts';

export type MailJobs = {
  /** Tries every mail that is due; undefined: there is no mail server, so they stay for a day. */
  readonly send: (() => Promise<void>) | undefined;
  readonly forget: () => Promise<void>;
  readonly tellLowCredit: TellLowCredit;
  /** Mails people about replies that nobody has read. */
  readonly tellUnread: () => Promise<void>;
};

export function openMail(
  { config, db, clock, seal }: Foundation,
  { secrets, admin }: { readonly secrets: Secrets; readonly admin: Admin },
  metrics: Metrics,
): MailJobs {
  const { smtpUrl: url } = secrets;
  const mails = metrics.counter({
    name: 'paigham_mails_total',
    help: 'Tries to hand a mail to the mail server, by what became of it',
    labels: ['fate'],
  });
  const old = { transact: db.transact, clock };
  const forget = async (): Promise<void> => {
    await forgetOldMails(old);
    await forgetOldRegistrations(old);
  };
  const others = {
    forget,
    tellUnread: () => tellUnread(admin),
    tellLowCredit: (...told: Parameters<TellLowCredit>) => tellLowCredit(admin, ...told),
  };
  if (url === undefined) return { send: undefined, ...others };
  // Codes must not cross a network unencrypted.
  const mayBePlain = isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, ''));
  const mailer = createMailer({ url, from: config.mailFrom, mayBePlain });
  const { publicAddress } = config;
  const deps = { transact: db.transact, clock, seal, random: machineRandom, mailer, publicAddress };
  return { send: () => sendMails({ ...deps, count: (fate) => mails([fate]) }), ...others };
}

/** Where mails go without a mail server; undefined: there is one. */
export function whereMailsGo(
  { production }: Pick<Config, 'production'>,
  { smtpUrl }: Secrets,
): 'demo' | 'none' | undefined {
  if (smtpUrl !== undefined) return undefined;
  return production ? 'none' : 'demo';
}
