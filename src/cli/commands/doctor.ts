import { examine } from '../../admin/doctor/doctor.ts';
import type { Answer, Command, Line } from '../command.ts';

const MARKS = { fine: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

async function run({ patient }: Line): Promise<Answer> {
  const findings = await examine(patient);
  const lines = findings.map((it) => `${MARKS[it.verdict]}  ${it.subject}: ${it.sentence}`);
  const faults = findings.filter(({ verdict }) => verdict === 'fault').length;
  const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
  const isWell = faults + warnings === 0;
  const verdict = isWell ? 'Nothing is wrong.' : `Faults: ${faults}. Warnings: ${warnings}.`;
  return { data: findings, text: lines.join('\n'), note: verdict, isBad: faults > 0 };
}

export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    args: [],
    options: [],
    about: 'Looks at database, keys, links, prices, queue and disk, and says what is wrong.',
    run,
  },
];
