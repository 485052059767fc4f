import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { findCodeSender } from '../../store/accounts/registrations.ts';
import { readMailHealth } from '../../store/accounts/mails.ts';
import { faultOfCodeSender } from '../people/code-sender.ts';
import { fault, fine, warning, type CheckContext, type Finding } from './finding.ts';

/** A mail server that is restarted, or asks to come back later, is no trouble yet. */
const LATE_MS = 15 * MINUTE_MS;

/** Whether the service can text codes to people who register, where they may. */
export async function checkCodes({ reader }: CheckContext): Promise<readonly Finding[]> {
  if ((await findCodeSender(reader)) === undefined) {
    const how = 'See "paigham service set".';
    return [fine('codes', `No account is named to text them: nobody can register. ${how}`)];
  }
  const wrong = await faultOfCodeSender(reader);
  return [wrong === undefined ? fine('codes', 'They can be sent.') : warning('codes', wrong)];
}

/** Whether codes, links, invitations and news leave. */
export async function checkMail(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, clock, mail } = context;
  const nowMs = clock.nowMs();
  const days = limit('mailDays');
  const health = await readMailHealth(reader, nowMs - days * DAY_MS);
  const { waiting, oldestAtMs = nowMs, givenUp, error } = health;
  const said = error === undefined ? '' : ` The mail server said: ${error}`;
  if (mail === 'none') {
    const who = 'nobody can register or set a new password, or is told anything by mail';
    return [warning('mail', `SMTP_URL is not set: ${who}.`)];
  }
  if (mail === 'demo') return [fine('mail', 'None leaves; /demo/mailbox shows them.')];
  const findings = [
    ...(nowMs - oldestAtMs > LATE_MS
      ? [fault('mail', `${waiting} wait, the oldest for ${minutes(nowMs - oldestAtMs)}.${said}`)]
      : []),
    ...(givenUp > 0
      ? [warning('mail', `${givenUp} were given up in the last ${days} days.${said}`)]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('mail', `${waiting} wait.`)];
}

function minutes(ms: number): string {
  return `${Math.round(ms / MINUTE_MS)} minutes`;
}
