/** Graph versions and the days they end on. */

/** The day after which a version is refused; undefined: no end is known. */
const ends: Readonly<Record<string, string | undefined>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
  'v26.0': undefined,
};

const newest = 'v26.0';

/** `good`, `expired`, or `unknown` on that day of the platform's clock. */
export function judgeVersion(version: string, nowMs: number): 'good' | 'expired' | 'unknown' {
  if (!(version in ends)) {
    const isOld = Number.parseInt(version.slice(1), 10) < 20;
    return isOld ? 'expired' : 'unknown';
  }
  const end = ends[version];
  return end === undefined || nowMs < Date.parse(end) ? 'good' : 'expired';
}

export const newestVersion = (): string => newest;
