/** The limits page, from the table that the program itself uses. */
import { LIMITS } from '../domain/limits.ts';
import { writeTable } from './table.ts';

const limits = Object.entries(LIMITS);
const withCommas = new Intl.NumberFormat('en-GB');

/** The unit of a bound whose name ends with it: `headerBytes` counts bytes. */
function unitOf(name: string): string {
  return /(Ms|Hours|Days|Bytes|Characters)$/.exec(name)?.[0].toLowerCase() ?? '';
}

function limitRow([name, { value, why }]: (typeof limits)[number]): readonly string[] {
  return [`\`${name}\``, `${withCommas.format(value)} ${unitOf(name)}`.trim(), why];
}

/** Markdown. */
export function writeLimitsPage(): string {
  return `# Limits

Every bound of the service and its reason. They are in \`src/domain/limits.ts\` and
\`src/domain/limits/\`, not settings: what is refused is part of the interface.

${writeTable(['name', 'bound', 'why'], limits.map(limitRow))}
`;
}
