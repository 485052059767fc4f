import type { LinkId, MessageId } from '../../domain/ids.ts';
import { ATTEMPT_OUTCOMES, MESSAGE_STATES } from '../../domain/message/message.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const LINKS_TO_ASK = `
  select distinct link_id from queue
  where lost_until is not null and node is null and due_at <= to_timestamp($1::float8 / 1000)`;

/** Links that have lost answers to be asked for at `atMs`. */
export async function listLinksToAsk(reader: Reader, atMs: number): Promise<readonly LinkId[]> {
  type Row = { readonly link_id: number };
  const rows = await reader.read<Row>('links-to-ask', LINKS_TO_ASK, [atMs]);
  return rows.map((row) => row.link_id as LinkId);
}

/** What is known by now of a part whose answer was lost. */
export type LostAnswer = {
  readonly messageId: MessageId;
  readonly part: number;
  readonly outcome: 'taken' | 'refused' | 'lost';
  /** The operator's id, where the answer came late. */
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
};

const READ_LOST = `
  select a.message_id, a.part, a.outcome, a.operator_key, a.status, a.reason
  from unnest($1::bigint[], $2::bigint[], $3::smallint[]) as t (account_id, message_id, attempt)
  join attempts a on a.account_id = t.account_id and a.message_id = t.message_id
    and a.attempt = t.attempt and a.outcome <> ${ATTEMPT_OUTCOMES.taken}
  order by a.message_id, a.part`;

/**
 * The parts of attempts that were not plainly taken: lost ones, with what late answers have said of
 * them, and refused ones. A refusal that came before the loss was stored never was ambiguous.
 */
export async function readLost(
  reader: Reader,
  attempts: readonly (MessageKey & { readonly attempt: number })[],
): Promise<readonly LostAnswer[]> {
  type Row = {
    readonly message_id: number;
    readonly part: number;
    readonly outcome: number;
    readonly operator_key: string | null;
    readonly status: number | null;
    readonly reason: string | null;
  };
  const rows = await reader.read<Row>('read-lost', READ_LOST, [
    attempts.map((it) => it.accountId),
    attempts.map((it) => it.messageId),
    attempts.map((it) => it.attempt),
  ]);
  return rows.map((row) => ({
    messageId: row.message_id as MessageId,
    part: row.part,
    outcome: outcomeOf(row.outcome, row.operator_key),
    operatorKey: row.operator_key ?? undefined,
    status: row.status ?? undefined,
    reason: row.reason ?? undefined,
  }));
}

function outcomeOf(outcome: number, operatorKey: string | null): LostAnswer['outcome'] {
  if (outcome === ATTEMPT_OUTCOMES.refused) return 'refused';
  return operatorKey === null ? 'lost' : 'taken';
}

/** A part that an operator took, and of which it has said nothing final. */
export type SilentPart = MessageKey & {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly sender: string;
};

const LIST_SILENT = `
  select m.account_id as "accountId", m.id as "messageId", a.link_id as "linkId",
         a.operator_key as "operatorKey", s.name as sender
  from messages m
  join attempts a on a.account_id = m.account_id and a.message_id = m.id
  join senders s on s.account_id = m.account_id and s.id = m.sender_id
  where m.state = ${MESSAGE_STATES.sent} and m.id between $1 and $2
    and m.sent_at >= to_timestamp($3::float8 / 1000) and m.sent_at < to_timestamp($4::float8 / 1000)
    and a.link_id = $5 and a.outcome = ${ATTEMPT_OUTCOMES.taken}
    and a.receipt_state is null and a.operator_key is not null
  order by m.sent_at
  limit $6`;

/** Parts sent in a span of time by a link, and not reported on. */
export async function listSilent(
  reader: Reader,
  ask: {
    readonly linkId: LinkId;
    readonly ids: readonly [from: number, to: number];
    readonly sentSinceMs: number;
    readonly sentBeforeMs: number;
    readonly most: number;
  },
): Promise<readonly SilentPart[]> {
  const { linkId, ids, sentSinceMs, sentBeforeMs, most } = ask;
  const values = [...ids, sentSinceMs, sentBeforeMs, linkId, most];
  return reader.read<SilentPart>('list-silent', LIST_SILENT, values);
}
