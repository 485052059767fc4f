import type { LinkId } from '../../domain/ids.ts';
import type { GivenLinkConfig, SmppLinkConfig } from '../../domain/routing/link-config.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A link to an operator. */
export type LinkRecord = {
  readonly id: LinkId;
  readonly name: string;
  readonly enabled: boolean;
  /** As it was stored: an older program may not have known every field. */
  readonly config: GivenLinkConfig;
  readonly secretSealed: Buffer | null;
};

export type NewLink = {
  readonly name: string;
  readonly config: SmppLinkConfig;
  readonly secretSealed: Buffer;
  readonly enabled: boolean;
};

const INSERT_LINK = `
  insert into links (name, carrier, config, secret_sealed, enabled)
  values ($1, 'smpp', $2, $3, $4)
  on conflict (name) do nothing
  returning id`;

/** Gives the new link's id; undefined when the name is taken. */
export async function insertLink(
  transaction: Transaction,
  link: NewLink,
): Promise<LinkId | undefined> {
  const { name, config, secretSealed, enabled } = link;
  const values = [name, JSON.stringify(config), secretSealed, enabled];
  const rows = await transaction.run<{ readonly id: LinkId }>('insert-link', INSERT_LINK, values);
  return rows[0]?.id;
}

const UPDATE_LINK = `
  update links set
    config = coalesce($2, config),
    secret_sealed = coalesce($3, secret_sealed),
    enabled = coalesce($4, enabled)
  where id = $1`;

/** Changes what is given of a link and leaves the rest. */
export async function updateLink(
  transaction: Transaction,
  id: LinkId,
  change: Partial<Omit<NewLink, 'name'>>,
): Promise<void> {
  const { config, secretSealed, enabled } = change;
  await transaction.run('update-link', UPDATE_LINK, [
    id,
    config === undefined ? null : JSON.stringify(config),
    secretSealed ?? null,
    enabled ?? null,
  ]);
}

const COLUMNS = `
  select id, name, enabled, config, secret_sealed as "secretSealed" from links
  where carrier = 'smpp'`;

const FIND_LINK = `${COLUMNS} and name = $1`;

/** A link to an operator; a number of the chat platform is none. */
export async function findLink(reader: Reader, name: string): Promise<LinkRecord | undefined> {
  const rows = await reader.read<LinkRecord>('find-link', FIND_LINK, [name]);
  return rows[0];
}

const LIST_LINKS = `${COLUMNS} order by id`;

export async function listLinks(reader: Reader): Promise<readonly LinkRecord[]> {
  return reader.read<LinkRecord>('list-links', LIST_LINKS, []);
}

const USES_OF_LINK = `
  select (select count(*) from routes where link_id = $1) as routes,
    exists (select from queue where link_id = $1) as "hasQueued"`;

export type UsesOfLink = { readonly routes: number; readonly hasQueued: boolean };

/** What still needs a link. */
export async function findUsesOfLink(reader: Reader, id: LinkId): Promise<UsesOfLink> {
  const [uses] = await reader.read<UsesOfLink>('uses-of-link', USES_OF_LINK, [id]);
  if (uses === undefined) throw new Error('a select without a from gives a row');
  return uses;
}

const DELETE_LEASE = `delete from link_leases where link_id = $1`;
const DELETE_LINK = `delete from links where id = $1`;

/** Removes a link and who held it last. */
export async function deleteLink(transaction: Transaction, id: LinkId): Promise<void> {
  await transaction.run('delete-link-lease', DELETE_LEASE, [id]);
  await transaction.run('delete-link', DELETE_LINK, [id]);
}
