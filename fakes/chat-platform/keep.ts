/**
 * What the platform remembers when it starts again: templates, files, who wrote when, and where
 * webhooks go. In a folder: one file that says it all, and the content of each file of a message
 * beside it.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Media } from './media.ts';
import type { AccountSeed, TokenSeed } from './options.ts';
import type { ChatPlatform } from './platform.ts';
import type { Template } from './templates/template.ts';

type KeptTemplate = Omit<Template, 'account'> & { readonly account: string };

type Kept = {
  /** Ids go on behind it: none is given twice. */
  readonly lastId: number;
  readonly templates: readonly KeptTemplate[];
  readonly media: readonly Omit<Media, 'bytes'>[];
  readonly handles: readonly (readonly [handle: string, mediaId: string])[];
  /** Whoever has written, so that free form is still allowed. */
  readonly people?: readonly (readonly [number: string, wroteAtMs: readonly [string, number][]])[];
  /** What the dialogue has made. */
  readonly made?: {
    readonly accounts: readonly AccountSeed[];
    readonly tokens: readonly TokenSeed[];
  };
  readonly subscribers: Readonly<Record<string, readonly (readonly [string, string])[]>>;
};

/** So many files and people at most: the newest. */
const mostFiles = 1_000;
const mostPeople = 1_000;

const placeOf = (folder: string): string => join(folder, 'kept.json');
const fileOf = (folder: string, id: string): string => join(folder, `${id}.media`);

/** Takes back what was kept; false: nothing was, and the platform begins with its seeds. */
export function takeBack(platform: ChatPlatform, folder: string): boolean {
  if (!existsSync(placeOf(folder))) return false;
  const kept = JSON.parse(readFileSync(placeOf(folder), 'utf8')) as Kept;
  const { accounts, ids, media, people, shelf } = platform;
  ids.goOnFrom(kept.lastId);
  const { accounts: made = [], tokens = [] } = kept.made ?? {};
  for (const seed of made) platform.grants.accounts.push(accounts.addAccount(seed));
  for (const seed of tokens) {
    accounts.addToken(seed);
    platform.grants.tokens.push(seed);
  }
  for (const [number, wroteAtMs] of kept.people ?? []) {
    const person = people.meet(number);
    for (const [own, atMs] of wroteAtMs) person.wroteAtMs.set(own, atMs);
  }
  for (const { account, ...template } of kept.templates) {
    const own = accounts.accounts.get(account);
    if (own !== undefined) shelf.takeBack({ ...template, account: own });
  }
  for (const it of kept.media) {
    const file = fileOf(folder, it.id);
    media.takeBack({ ...it, bytes: existsSync(file) ? readFileSync(file) : undefined });
  }
  media.takeBackHandles(kept.handles);
  for (const [id, targets] of Object.entries(kept.subscribers)) {
    const own = accounts.accounts.get(id);
    for (const [app, url] of targets) own?.subscribers.set(app, url);
  }
  return true;
}

/** Keeps everything: what is not there any more is forgotten here as well. */
export function keep(platform: ChatPlatform, folder: string): void {
  const { accounts, ids, media, people, shelf } = platform;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = media.last(mostFiles);
  const kept: Kept = {
    lastId: ids.last,
    templates: shelf
      .all()
      .toReversed()
      .map((it) => ({ ...it, account: it.account.id })),
    media: files.map(({ bytes: _bytes, ...it }) => it),
    handles: media.handlesOf(new Set(files.map(({ id }) => id))),
    people: people
      .all()
      .filter(({ wroteAtMs }) => wroteAtMs.size > 0)
      .slice(-mostPeople)
      .map(({ number, wroteAtMs }) => [number, [...wroteAtMs]]),
    made: platform.grants.kept(),
    subscribers: Object.fromEntries(
      [...accounts.accounts.values()].map(({ id, subscribers }) => [id, [...subscribers]]),
    ),
  };
  for (const { id, bytes } of files) {
    const file = fileOf(folder, id);
    if (bytes === undefined) rmSync(file, { force: true });
    else if (!existsSync(file)) writeFileSync(file, bytes);
  }
  writeFileSync(`${placeOf(folder)}.new`, JSON.stringify(kept));
  renameSync(`${placeOf(folder)}.new`, placeOf(folder));
}
