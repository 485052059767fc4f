/** What the doctor finds, for monitoring. */
import { examineQuietly, type Examined } from '../features/doctor/doctor.ts';
import { type CheckContext, fault } from '../features/doctor/finding.ts';
import { MINUTE_MS } from '../domain/durations.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';

const SILENT: Examined = {
  check: 'database',
  findings: [fault('database', 'It does not answer.')],
};

/**
 * Counts findings by check and verdict. It looks again once a minute, only while somebody asks, and
 * the answer is that of the look before: a scrape waits for nothing.
 */
export function showFindings(metrics: Metrics, check: CheckContext, log: Log): void {
  const { clock } = check;
  let known: readonly Examined[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    lookedAtMs = clock.monotonicMs();
    try {
      known = await examineQuietly(check);
    } catch (error) {
      log.warn({ error }, 'the doctor could not look');
      known = [SILENT];
    }
    isLooking = false;
  };
  metrics.gauges(
    {
      name: 'paigham_doctor_findings',
      help: 'What bin/paigham doctor finds, by the check and its verdict; once a minute',
      labels: ['check', 'verdict'],
    },
    () => {
      const isOld = clock.monotonicMs() - lookedAtMs >= MINUTE_MS;
      if (isOld && isLooking) return countOf(SILENT);
      if (isOld) void look();
      return known.flatMap(countOf);
    },
  );
}

function countOf({ check, findings }: Examined) {
  return (['warning', 'fault'] as const).map((verdict) => ({
    labels: [check, verdict],
    value: findings.filter((it) => it.verdict === verdict).length,
  }));
}
