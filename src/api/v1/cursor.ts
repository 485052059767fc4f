import type { AskReplies } from '../../replies/replies.ts';

type Place = NonNullable<AskReplies['before']>;

/** A place in a list as callers carry it: opaque, so that its making may change. */
export function writeCursor({ receivedAtMs, id }: Place): string {
  return Buffer.from(`${receivedAtMs}.${id}`).toString('base64url');
}

/** Reads what `writeCursor` wrote, and nothing else. */
export function readCursor(cursor: string): Place | 'unreadable' {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, id] = /^(\d{1,15})\.(\d{1,16})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) return 'unreadable';
  const place = { receivedAtMs: Number(at), id: Number(id) as Place['id'] };
  return writeCursor(place) === cursor ? place : 'unreadable';
}

/** A place in a list that goes by one number. */
export function writeNumberCursor(place: number): string {
  return Buffer.from(`n.${place}`).toString('base64url');
}

/** Reads what `writeNumberCursor` wrote, and nothing else. */
export function readNumberCursor(cursor: string): number | 'unreadable' {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const written = /^n\.(\d{1,16})$/.exec(text)?.[1];
  if (written === undefined) return 'unreadable';
  const place = Number(written);
  return writeNumberCursor(place) === cursor ? place : 'unreadable';
}
