import { limit } from '../../domain/limits.ts';
import { readOutbox } from '../events/events.sql.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

const LATE_WARNING_MS = 30_000;
const LATE_FAULT_MS = 300_000;

/** Whether accounts are told in time what happened. */
export async function checkEvents({ reader, clock }: CheckContext): Promise<readonly Finding[]> {
  const most = limit('staffQueueCounted');
  const { waiting, oldestAtMs } = await readOutbox(reader, { most });
  const lateMs = oldestAtMs === undefined ? 0 : clock.nowMs() - oldestAtMs;
  const count = waiting === most ? `${most} or more` : String(waiting);
  const late = `${count} groups of events wait for their numbers`;
  const sentence = `${late}, one for ${Math.round(lateMs / 1_000)} s: is there a worker?`;
  if (lateMs >= LATE_FAULT_MS) return [fault('events', sentence)];
  if (lateMs >= LATE_WARNING_MS) return [warning('events', sentence)];
  return [fine('events', 'Webhooks and streams are told at once.')];
}
