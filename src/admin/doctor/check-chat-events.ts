import { readEventBacklog } from '../../store/chat-events/read-events.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

const LATE_WARNING_MS = 30_000;
const LATE_FAULT_MS = 300_000;

/** How far the posts of the chat platform's webhook are worked off. */
export async function checkChatEvents({
  reader,
  clock,
}: CheckContext): Promise<readonly Finding[]> {
  const { waiting, oldestAtMs, failed } = await readEventBacklog(reader);
  const lateMs = oldestAtMs === null ? 0 : clock.nowMs() - oldestAtMs;
  const late = `${waiting} posts wait, the oldest for ${Math.round(lateMs / 1_000)} s`;
  const words = failed === 0 ? '' : ` ${failed} could not be worked off: see chat_events.error.`;
  const subject = 'chat webhook';
  if (lateMs >= LATE_FAULT_MS) return [fault(subject, `${late}: is there a worker?${words}`)];
  if (lateMs >= LATE_WARNING_MS) return [warning(subject, `${late}.${words}`)];
  return [failed === 0 ? fine(subject, 'All is worked off.') : warning(subject, words.trim())];
}
