import { Refusal } from './refusal.ts';

/** @throws Refusal: why a file that somebody named cannot be used. */
export function refuseFile(file: string, error: unknown, deed: 'read' | 'written'): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' && deed === 'read';
  throw new Refusal(
    isMissing ? `${file}: there is no such file.` : `${file} cannot be ${deed}: ${code}.`,
  );
}
