/**
 * Compares the bill of materials with known vulnerabilities, without asking anybody:
 *
 *     npm run -s sbom | node test/support/advisories.ts FILE_OR_FOLDER
 *
 * Advisories are records of the OSV schema: a file with one or with a list, or a folder of such
 * files. Exit code 0: none concerns a package of ours; 1: some do, with names, ranges and what
 * mends them; 2: there are no advisories for npm in it.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

type Event = {
  readonly introduced?: string;
  readonly fixed?: string;
  readonly last_affected?: string;
};
type Affected = {
  readonly package?: { readonly ecosystem?: string; readonly name?: string };
  readonly ranges?: readonly { readonly type?: string; readonly events?: readonly Event[] }[];
  readonly versions?: readonly string[];
};
export type Advisory = {
  readonly id: string;
  readonly summary?: string;
  readonly withdrawn?: string;
  readonly affected?: readonly Affected[];
};

export type Component = { readonly name: string; readonly version: string };

/** A sentence for each advisory that concerns a component. */
export function concerned(
  components: readonly Component[],
  advisories: readonly Advisory[],
): readonly string[] {
  const byName = Map.groupBy(components, ({ name }) => name);
  return advisories.flatMap(({ id, summary = 'no summary', withdrawn, affected = [] }) => {
    if (withdrawn !== undefined) return [];
    return affected
      .filter(isOfNpm)
      .flatMap((it) =>
        (byName.get(it.package?.name ?? '') ?? [])
          .filter(({ version }) => isAffected(version, it))
          .map(({ name, version }) => `${name} ${version}: ${id}, ${summary} (${rangesOf(it)})`),
      );
  });
}

const isOfNpm = (it: Affected): boolean => it.package?.ecosystem === 'npm';

function isAffected(version: string, { ranges = [], versions = [] }: Affected): boolean {
  return versions.includes(version) || ranges.some(({ events = [] }) => isWithin(version, events));
}

/** Events in the order of their versions: each says what holds from there on. */
function isWithin(version: string, events: readonly Event[]): boolean {
  const from = ({ introduced, fixed, last_affected: last }: Event): string =>
    introduced ?? fixed ?? last ?? '0';
  let isIn = false;
  for (const event of events.toSorted((a, b) => compare(from(a), from(b)))) {
    const order = compare(version, from(event));
    if (event.introduced !== undefined && order >= 0) isIn = true;
    if (event.fixed !== undefined && order >= 0) isIn = false;
    if (event.last_affected !== undefined && order > 0) isIn = false;
  }
  return isIn;
}

function rangesOf({ ranges = [], versions = [] }: Affected): string {
  const said = ranges.flatMap(({ events = [] }) =>
    events.map(({ introduced, fixed, last_affected: last }) => {
      if (introduced !== undefined) return `from ${introduced}`;
      return fixed === undefined ? `up to ${last}` : `fixed in ${fixed}`;
    }),
  );
  return said.length > 0 ? said.join(', ') : `versions ${versions.join(', ')}`;
}

/** By Semantic Versioning 2.0.0, section 11; a missing number is 0, and builds are the same. */
export function compare(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let place = 0; place < 3; place += 1) {
    const by = (a.numbers[place] ?? 0) - (b.numbers[place] ?? 0);
    if (by !== 0) return by;
  }
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length;
  for (let place = 0; place < Math.max(a.before.length, b.before.length); place += 1) {
    const [left, right] = [a.before[place], b.before[place]];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [isNumber, isOther] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber && isOther) return Number(left) - Number(right);
    if (isNumber !== isOther) return isNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

function partsOf(version: string) {
  const [, numbers = '', before = ''] =
    /^v?([\d.]*)(?:-([^+]*))?(?:\+.*)?$/.exec(version.trim()) ?? [];
  return {
    numbers: numbers.split('.').map(Number),
    before: before === '' ? [] : before.split('.'),
  };
}

/** The packages in a bill of materials of CycloneDX. */
export function componentsIn(bill: string): readonly Component[] {
  const { components = [] } = JSON.parse(bill) as { components?: readonly Partial<Component>[] };
  return components.flatMap(({ name, version }) =>
    name === undefined || version === undefined ? [] : [{ name, version }],
  );
}

/** Of a file, or of all files of a folder; those that concern npm. */
export function readAdvisories(place: string): readonly Advisory[] {
  const files = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(place, name))
    : [place];
  return files
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Advisory | readonly Advisory[])
    .filter(({ affected = [] }) => affected.some(isOfNpm));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , place = ''] = process.argv;
  const components = componentsIn(await text(process.stdin));
  const advisories = readAdvisories(place);
  const found = concerned(components, advisories);
  const looked = `${components.length} packages against ${advisories.length} advisories`;
  console.log([...found, `${looked}: ${found.length} found`].join('\n'));
  const isEmpty = advisories.length === 0 || components.length === 0;
  if (isEmpty) process.exitCode = 2;
  else if (found.length > 0) process.exitCode = 1;
}
