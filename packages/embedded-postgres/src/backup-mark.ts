/**
 * `backup.json`, written last: says that a folder is a whole backup, when it was made, and what is
 * in it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import { parseJson } from '@paigham/base/json.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { eachPiece, type Content, type Copied } from './copy-files.ts';

const MARK = 'backup.json';

type Mark = {
  readonly form: 1;
  readonly at: string;
  /** By name. The first backups had none. */
  readonly files?: Readonly<Record<string, Copied>>;
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCopied(value: unknown): boolean {
  return (
    isObject(value) && typeof value['bytes'] === 'number' && typeof value['sha256'] === 'string'
  );
}

function isMark(value: unknown): value is Mark {
  if (!isObject(value) || value['form'] !== 1 || typeof value['at'] !== 'string') return false;
  const { files } = value;
  return files === undefined || (isObject(files) && Object.values(files).every(isCopied));
}

/** What any backup has. */
const ALWAYS = ['postgres/PG_VERSION', 'postgres/global/pg_control', 'postgres/backup_label'];

export function writeMark(folder: string, atMs: number, content: Content): void {
  const files = Object.fromEntries(content);
  const mark: Mark = { form: 1, at: new Date(atMs).toISOString(), files };
  writePrivateFile(join(folder, MARK), `${JSON.stringify(mark)}\n`);
}

/** What the backup must have; undefined: it does not say. @throws Refusal if it is none. */
export function readMark(folder: string): Content | undefined {
  const file = join(folder, MARK);
  if (!existsSync(file)) {
    throw new Refusal(`${folder} is not a backup: it has no ${MARK}.`);
  }
  const mark = parseJson(readFileSync(file, 'utf8'));
  if (!isMark(mark)) throw damaged(`${MARK} cannot be read`);
  return mark.files && new Map(Object.entries(mark.files));
}

/** @throws Refusal unless the backup has what it says. */
export async function mustBeWhole(
  folder: string,
  wanted: Content | undefined,
  signal: AbortSignal,
): Promise<void> {
  for (const name of wanted?.keys() ?? ALWAYS) {
    signal.throwIfAborted();
    const file = join(folder, name);
    if (!existsSync(file)) throw damaged(`${name} is missing`);
    const noted = wanted?.get(name);
    if (noted === undefined || name.endsWith('/')) continue;
    const { size } = statSync(file);
    if (size !== noted.bytes) throw damaged(`${name} has ${size} bytes, not ${noted.bytes}`);
    if ((await digestOf(file)) !== noted.sha256) throw damaged(`${name} has changed`);
  }
}

async function digestOf(name: string): Promise<string> {
  const digest = createHash('sha256');
  const file = await open(name);
  try {
    await eachPiece(file, (piece) => digest.update(piece));
  } finally {
    await file.close();
  }
  return digest.digest('hex');
}

export function damaged(how: string): Refusal {
  return new Refusal(`This backup is damaged: ${how}. Restore another one.`);
}
