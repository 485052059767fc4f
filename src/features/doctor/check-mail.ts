import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { findCodeSender } from '../registration/registrations.sql.ts';
import { readMailHealth } from '../mails/mails.sql.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { faultOfCodeSender } from '../sign-in/code-sender.operations.ts';
import { ALL_CODES, createTryCounts } from '../sign-in/try-counts.ts';
import { fault, fine, warning, type CheckContext, type Finding } from './finding.ts';

/** A mail server that is restarted, or asks to come back later, is no trouble yet. */
const LATE_MS = 15 * MINUTE_MS;

/** Whether the service can text codes to people who register, where they may. */
export async function checkCodes(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, clock } = context;
  const sender = await findCodeSender(reader);
  if (sender === undefined) {
    const how = 'See "paigham service set".';
    return [fine('codes', `No account is named to text them: nobody can register. ${how}`)];
  }
  const wrong = await faultOfCodeSender(reader);
  const half = limit('codesOfStrangers') / 2;
  const areMany = (await createTryCounts(context).look([{ ...ALL_CODES, most: half }])).size > 0;
  const { accountId } = sender;
  const spending = (await readBalance(reader, accountId, clock.nowMs()))?.spending;
  const isCapped = spending?.day.capMicros !== undefined || spending?.month.capMicros !== undefined;
  const warnings = [
    ...(wrong === undefined ? [] : [wrong]),
    ...(areMany
      ? [
          `${half} or more of the ${limit('codesOfStrangers')} that strangers may have sent in ` +
            'an hour were sent: somebody may be pumping texts.',
        ]
      : []),
    ...(isCapped
      ? []
      : [
          `Account ${accountId}, which pays for them, has no spending cap: strangers spend its ` +
            'credit. See "paigham account cap --help".',
        ]),
  ];
  if (warnings.length === 0) return [fine('codes', 'They can be sent.')];
  return warnings.map((it) => warning('codes', it));
}

/** Whether codes, links, invitations and news leave. */
export async function checkMail(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, clock, mail } = context;
  const nowMs = clock.nowMs();
  const days = limit('mailDays');
  const health = await readMailHealth(reader, { sinceMs: nowMs - days * DAY_MS });
  const { waiting, oldestAtMs = nowMs, givenUp, error } = health;
  const said = error === undefined ? '' : ` The mail server said: ${error}`;
  if (mail === 'none') {
    const who = 'nobody can register or set a new password, or is told anything by mail';
    return [warning('mail', `SMTP_URL is not set: ${who}.`)];
  }
  if (mail === 'demo') return [fine('mail', 'None leaves; /demo/mailbox shows them.')];
  const findings = [
    ...(nowMs - oldestAtMs > LATE_MS
      ? [
          fault(
            'mail',
            `Waiting: ${waiting}, the oldest for ${minutes(nowMs - oldestAtMs)}.${said}`,
          ),
        ]
      : []),
    ...(givenUp > 0
      ? [warning('mail', `Given up in the last ${days} days: ${givenUp}.${said}`)]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('mail', `Waiting: ${waiting}.`)];
}

function minutes(ms: number): string {
  return `${Math.round(ms / MINUTE_MS)} min`;
}
