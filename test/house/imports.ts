/** Holds every import against the table of rooms. */
import type { Room } from './rooms.ts';
import { mainFiles, ofKit, roomOf, unitOf, writersOfKit } from './rooms.ts';
import type { Import, Source } from './sources.ts';
import { isTest } from './sources.ts';

function isAllowedSibling(room: Room, from: string, to: string): boolean {
  if (room.siblings === 'all' || unitOf(from) === unitOf(to)) return true;
  return room.siblings === 'frame' && unitOf(to) === '';
}

function mayImport({ name, mayImport: named }: Room, other: Room): boolean {
  if (named.includes(other.name)) return true;
  const usesKit = name === 'kit' || name === 'app' || named.includes('kit');
  return usesKit && ofKit.includes(other.name);
}

function judgeOurs(path: string, room: Room, { target, names }: Import): string | undefined {
  const other = roomOf(target);
  if (other === undefined) return `${path} imports ${target}, which is in no room.`;
  if (other.name === room.name) {
    if (isAllowedSibling(room, path, target)) return undefined;
    return `${path} may not import its sibling ${target}: ${room.because}.`;
  }
  if (!mayImport(room, other)) {
    return `${path} (${room.name}) may not import ${target} (${other.name}): ${room.because}.`;
  }
  if (room.name !== 'app' && (other.name === 'journey' || other.name === 'chat')) {
    if (!mainFiles.includes(target)) {
      return `${path} may not import ${target}: other rooms call ${mainFiles.join(', ')}.`;
    }
  }
  return room.name === 'api' || room.name === 'cli' ? judgeWriters(path, target, names) : undefined;
}

/** What the API and the CLI may import of the kit. */
function judgeWriters(path: string, target: string, names: readonly string[]): string | undefined {
  const writer = names.find((name) => writersOfKit.includes(name));
  const isDatabase = /^(src\/kit\/postgres|packages\/embedded-postgres)\//.test(target);
  if (!isDatabase || writer === undefined) return undefined;
  return `${path} may not import ${writer}: the API and the CLI only get a Reader.`;
}

function judgeTechnology(path: string, room: Room, { target }: Import): string | undefined {
  const { technology } = room;
  if (technology === true) return undefined;
  if (technology !== false && technology.includes(target)) return undefined;
  return `${path} (${room.name}) may not import ${target}: technology is used through src/kit.`;
}

/** A sentence for each import that the table does not allow. Tests may import anything. */
export function findForbiddenImports(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports }) => {
      const room = roomOf(path);
      if (room === undefined) {
        return path.includes('/') ? [`${path} lies in no room of the house.`] : [];
      }
      return imports
        .map((it) => (it.isOurs ? judgeOurs(path, room, it) : judgeTechnology(path, room, it)))
        .filter((sentence) => sentence !== undefined);
    });
}

/** A sentence for each circle of imports. What is imported for its type alone makes none. */
export function findCircles(sources: readonly Source[]): string[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ isOurs, isType }) => isOurs && !isType).map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push(`Circle: ${[...trail.slice(start), path].join(' → ')}.`);
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return circles;
}
