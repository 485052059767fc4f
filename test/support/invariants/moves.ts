/**
 * I7: states only move forward. A trigger for tests records every move; another the texts of codes
 * that the service forgets, by which operators' copies are told apart.
 */
import type { Ask } from './evidence.ts';
import { some } from './evidence.ts';

const WATCH = `
  create table if not exists moves_seen (
    message_id bigint not null, old_state smallint not null, new_state smallint not null);
  create or replace function note_move() returns trigger language plpgsql security definer as $$
    begin
      insert into moves_seen values (new.id, old.state, new.state);
      return null;
    end $$;
  create or replace trigger note_moves after update of state on messages
    for each row when (old.state <> new.state) execute function note_move();
  create table if not exists texts_seen (message_id bigint primary key, text text not null);
  create or replace function note_text() returns trigger language plpgsql security definer as $$
    begin
      insert into texts_seen values (new.id, old.text) on conflict do nothing;
      return null;
    end $$;
  create or replace trigger note_texts after update of text on messages
    for each row when (old.text <> new.text) execute function note_text()`;

/** 1 waiting, 2 sent, 3 unknown; 4 delivered, 5 failed, 6 rejected and 7 expired are final. */
const LEGAL: ReadonlyMap<number, readonly number[]> = new Map([
  [1, [2, 3, 4, 5, 6, 7]],
  [2, [3, 4, 5, 6, 7]],
  [3, [4, 5, 6, 7]],
]);

/**
 * One device of a user may show a chat message after another failed: a message that failed (5) or
 * was rejected by the platform (6) is then delivered after all.
 */
const LEGAL_OF_CHATS: ReadonlyMap<number, readonly number[]> = new Map([
  ...LEGAL,
  [5, [4]],
  [6, [4]],
]);

/** Records every move from now on. `run` takes several statements at once. */
export async function watchMoves(run: (sql: string) => Promise<unknown>): Promise<void> {
  await run(WATCH);
}

/** An SQL expression for the text that a message `m` had when it was accepted. */
export async function textOf(ask: Ask): Promise<string> {
  const [watched] = await ask<{ readonly is: boolean }>(
    `select to_regclass('texts_seen') is not null as is`,
  );
  return watched?.is === true
    ? 'coalesce((select s.text from texts_seen s where s.message_id = m.id), m.text)'
    : 'm.text';
}

/** A sentence for every illegal move; none if nobody is watching. */
export async function findIllegalMoves(ask: Ask): Promise<readonly string[]> {
  type Move = {
    readonly message_id: number;
    readonly old_state: number;
    readonly new_state: number;
    readonly is_chat: boolean;
  };
  const [watched] = await ask<{ readonly is: boolean }>(
    `select to_regclass('moves_seen') is not null as is`,
  );
  if (watched?.is !== true) return [];
  const moves = await ask<Move>(
    `select message_id, old_state, new_state, exists (
       select from chat_messages c where c.id = message_id) as is_chat
     from moves_seen`,
  );
  const illegal = moves.filter(({ old_state: from, new_state: to, is_chat: isChat }) => {
    return (isChat ? LEGAL_OF_CHATS : LEGAL).get(from)?.includes(to) !== true;
  });
  return some(illegal, ({ message_id: id, old_state: from, new_state: to }) => {
    return `I7: message ${id} moved from ${from} to ${to}`;
  });
}
