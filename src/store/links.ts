/** Links to operators. The sending numbers of the chat platform are in chat-numbers.ts. */
import type { LinkId } from '../domain/ids.ts';
import type { GivenLinkConfig, SmppLinkConfig } from '../domain/routing/link-config.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { only, statement } from '../kit/postgres/statement.ts';

/** A link to an operator. */
export type LinkRecord = {
  readonly id: LinkId;
  readonly name: string;
  readonly enabled: boolean;
  /** As it was stored: an older program may not have known every field. */
  readonly config: GivenLinkConfig;
  readonly secretSealed: Buffer | undefined;
};

export type NewLink = {
  readonly name: string;
  readonly config: SmppLinkConfig;
  readonly secretSealed: Buffer;
  readonly enabled: boolean;
};

const INSERT = statement<{ readonly id: LinkId }>(
  'insert-link',
  `insert into links (name, carrier, config, secret_sealed, enabled)
  values (:name, 'smpp', :config::jsonb, :secretSealed, :enabled)
  on conflict (name) do nothing
  returning id`,
);

/** Gives the new link's id; undefined when the name is taken. */
export async function insertLink(
  transaction: Transaction,
  link: NewLink,
): Promise<LinkId | undefined> {
  return (await transaction.run(INSERT, link))[0]?.id;
}

const UPDATE = statement(
  'update-link',
  `update links set
    config = coalesce(:config::jsonb, config),
    secret_sealed = coalesce(:secretSealed, secret_sealed),
    enabled = coalesce(:enabled, enabled)
  where id = :id`,
);

/** Changes what is given of a link and leaves the rest. */
export async function updateLink(
  transaction: Transaction,
  id: LinkId,
  change: Partial<Omit<NewLink, 'name'>>,
): Promise<void> {
  await transaction.run(UPDATE, { ...change, id });
}

const COLUMNS = `select id, name, enabled, config, secret_sealed from links where carrier = 'smpp'`;

const FIND = statement<LinkRecord>('find-link', `${COLUMNS} and name = :name`);

/** A link to an operator; a number of the chat platform is none. */
export async function findLink(reader: Reader, name: string): Promise<LinkRecord | undefined> {
  return (await reader.read(FIND, { name }))[0];
}

const LIST = statement<LinkRecord>('list-links', `${COLUMNS} order by id`);

export async function listLinks(reader: Reader): Promise<readonly LinkRecord[]> {
  return reader.read(LIST);
}

export type UsesOfLink = { readonly routes: number; readonly hasQueued: boolean };

const USES = statement<UsesOfLink>(
  'uses-of-link',
  `select (select count(*) from routes where link_id = :id) as routes,
    exists (select from queue where link_id = :id) as has_queued`,
);

/** What still needs a link. */
export async function findUsesOfLink(reader: Reader, id: LinkId): Promise<UsesOfLink> {
  return only(await reader.read(USES, { id }));
}

const DELETE_LEASE = statement('delete-link-lease', `delete from link_leases where link_id = :id`);
const DELETE = statement('delete-link', `delete from links where id = :id`);

/** Removes a link and who held it last. */
export async function deleteLink(transaction: Transaction, id: LinkId): Promise<void> {
  await transaction.run(DELETE_LEASE, { id });
  await transaction.run(DELETE, { id });
}
