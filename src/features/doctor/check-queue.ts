import { DAY_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { timeOfId } from '../../kit/ids.ts';
import {
  type PartitionRange,
  type QueueHealth,
  readPartitions,
  readQueueHealth,
} from '../../store/nodes/health.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

const LATE_WARNING_MS = 60_000;
const LATE_FAULT_MS = 600_000;

/** How many messages are waiting, and how long they have waited. */
export async function checkQueue({ reader }: CheckContext): Promise<readonly Finding[]> {
  const queues = await readQueueHealth(reader);
  if (queues.length === 0) return [fine('queue', 'Nothing waits.')];
  return queues.map(checkQueueOf);
}

function checkQueueOf({ link, waiting, oldestDueMs, held, orphaned }: QueueHealth): Finding {
  const subject = `queue of ${link}`;
  const lateMs = oldestDueMs ?? 0;
  const late = oldestDueMs === undefined ? '' : `, the oldest for ${Math.round(lateMs / 1000)} s`;
  const orphans = orphaned === 0 ? '' : `, ${orphaned} held by a node that is gone`;
  const sentence = `${waiting} wait${late}, ${held} are being sent${orphans}.`;
  if (lateMs >= LATE_FAULT_MS) return fault(subject, sentence);
  return lateMs >= LATE_WARNING_MS || orphaned > 0
    ? warning(subject, sentence)
    : fine(subject, sentence);
}

/** Whether there are partitions for the coming days. */
export async function checkPartitions({
  reader,
  clock,
}: CheckContext): Promise<readonly Finding[]> {
  const ranges = await readPartitions(reader);
  const nowMs = clock.nowMs();
  return ['messages', 'attempts', 'chat_messages', 'webhook_deliveries'].map((table) => {
    const range = ranges.find((it) => it.table === table);
    if (range === undefined) return fault(`days of ${table}`, 'There is no partition at all.');
    return checkRange(range, nowMs);
  });
}

function checkRange(
  { table, partitions, fromId, untilId }: PartitionRange,
  nowMs: number,
): Finding {
  const subject = `days of ${table}`;
  const daysAhead = (timeOfId(untilId) - nowMs) / DAY_MS;
  const daysKept = Math.max(0, (nowMs - timeOfId(fromId)) / DAY_MS);
  const sentence =
    `${partitions} partitions: ${daysKept.toFixed(1)} days kept, ` +
    `room for ${Math.max(0, daysAhead).toFixed(1)} more`;
  if (daysAhead <= 0)
    return fault(subject, `${sentence}: nothing more can be stored. Run a worker.`);
  const isShort = daysAhead < limit('partitionDaysAhead') / 2;
  return isShort
    ? warning(subject, `${sentence}: no worker has created partitions recently.`)
    : fine(subject, `${sentence}.`);
}
