import type { AccountId, ChatBusinessId, LinkId } from '../../domain/ids.ts';
import type { ChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/check-fields.ts';
import type { LinkState } from '../../domain/routing/link-health.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A sending number as it is stored: a link that belongs to an account. */
export type NumberRecord = {
  readonly id: LinkId;
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly businessPlatformId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  /** As it was stored: an older program may not have known every field. */
  readonly config: GivenLinkConfig;
  /** As its holder says, or what has stopped it; null: no living node holds it. */
  readonly state: LinkState | null;
  readonly words: string | null;
  /** Until when its marketing waits, or has waited; null: it never did since it was started. */
  readonly marketingRestsUntilMs: number | null;
};

export type NewNumber = {
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly name: string;
  readonly config: ChatLinkConfig;
};

const INSERT_NUMBER = `
  insert into links (name, carrier, config, enabled, account_id, business_id)
  values ($1, 'whatsapp', $2, true, $3, $4)
  returning id`;

export async function insertNumber(transaction: Transaction, number: NewNumber): Promise<LinkId> {
  const { accountId, businessId, name, config } = number;
  const values = [name, JSON.stringify(config), accountId, businessId];
  const rows = await transaction.run<{ readonly id: LinkId }>(
    'insert-chat-number',
    INSERT_NUMBER,
    values,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new chat number has got no id');
  return id;
}

const UPDATE_NUMBER = `
  update links set
    config = coalesce($3, config), enabled = coalesce($4, enabled),
    business_id = coalesce($5, business_id)
  where account_id = $1 and id = $2`;

/** Changes what is given and leaves the rest. */
export async function updateNumber(
  transaction: Transaction,
  accountId: AccountId,
  change: Partial<Pick<NewNumber, 'config' | 'businessId'>> & {
    readonly id: LinkId;
    readonly enabled?: boolean;
  },
): Promise<void> {
  const { id, config, enabled, businessId } = change;
  const json = config === undefined ? null : JSON.stringify(config);
  const values = [accountId, id, json, enabled ?? null, businessId ?? null];
  await transaction.run('update-chat-number', UPDATE_NUMBER, values);
}

const START_NUMBERS = `
  update links set started_at = to_timestamp($3::float8 / 1000), stopped_at = null,
    stop_words = null, marketing_rests_until = null
  where account_id = $1 and (id = $2 or business_id = $4)`;

/** Starts a number, or all of a business account: what stopped it before that is over. */
export async function startNumbers(
  transaction: Transaction,
  accountId: AccountId,
  start: { readonly atMs: number } & (
    | { readonly id: LinkId }
    | { readonly businessId: ChatBusinessId }
  ),
): Promise<void> {
  const id = 'id' in start ? start.id : null;
  const businessId = 'businessId' in start ? start.businessId : null;
  const values = [accountId, id, start.atMs, businessId];
  await transaction.run('start-chat-numbers', START_NUMBERS, values);
}

const SET_DEFAULT = `update accounts set chat_link_id = $2 where id = $1`;

/** Which number requests go by that name none; undefined: none. */
export async function setDefaultNumber(
  transaction: Transaction,
  accountId: AccountId,
  linkId: LinkId | undefined,
): Promise<void> {
  await transaction.run('set-default-number', SET_DEFAULT, [accountId, linkId ?? null]);
}

const COLUMNS = `
  select l.id, l.account_id as "accountId", l.business_id as "businessId", l.name, l.enabled,
    l.config, b.platform_id as "businessPlatformId", a.chat_link_id is not distinct from l.id
    as "isDefault", n.slot is not null as held, h.state, h.words, l.stop_words as stop,
    l.marketing_rests_until as "marketingRestsUntilMs"
  from links l
  join chat_businesses b on b.id = l.business_id
  join accounts a on a.id = l.account_id
  left join link_leases h on h.link_id = l.id
  left join nodes n on n.slot = h.node and n.epoch = h.epoch and n.lease_until > now()
  where l.carrier = 'whatsapp'`;

type Row = NumberRecord & { readonly held: boolean; readonly stop: string | null };

const LIST_NUMBERS = `${COLUMNS} and ($1::bigint is null or l.account_id = $1) order by l.id`;

/** Of an account; undefined: of all. */
export async function listNumbers(
  reader: Reader,
  accountId: AccountId | undefined,
): Promise<readonly NumberRecord[]> {
  const rows = await reader.read<Row>('list-chat-numbers', LIST_NUMBERS, [accountId ?? null]);
  return rows.map(recordOf);
}

const FIND_ENABLED = `
  ${COLUMNS} and l.enabled and l.config ->> 'phoneNumberId' = $1`;

/** Who sends by a number of the platform now; at most one does. */
export async function findEnabledNumber(
  reader: Reader,
  phoneNumberId: string,
): Promise<NumberRecord | undefined> {
  const [row] = await reader.read<Row>('find-enabled-number', FIND_ENABLED, [phoneNumberId]);
  return row && recordOf(row);
}

function recordOf({ held, state, words, stop, ...rest }: Row): NumberRecord {
  // Whoever holds it: nobody lets anything leave.
  if (stop !== null) return { ...rest, state: 'needs_attention', words: stop };
  return { ...rest, state: held ? state : null, words: held ? words : null };
}
