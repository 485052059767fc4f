import type { LinkId } from '../../domain/ids.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const FIND_OVERTAKEN = `
  select distinct r.link_id, r.operator_key
  from receipts r
  join attempts a on a.link_id = r.link_id and a.operator_key = r.operator_key
  where r.kind = 'early' and r.state is not null
    and r.received_at > to_timestamp($1::float8 / 1000) and a.message_id >= $2
  limit $3`;

/**
 * The operators' ids under which receipts are parked although their attempts are stored by now:
 * another node stored the attempt than parked the receipt. Looks at receipts that came since
 * `parkedSinceMs` and at messages accepted since `acceptedSinceMs`.
 */
export async function findOvertaken(
  reader: Reader,
  ask: {
    readonly parkedSinceMs: number;
    readonly acceptedSinceMs: number;
    readonly most: number;
  },
): Promise<readonly { readonly linkId: LinkId; readonly operatorKey: string }[]> {
  type Row = { readonly link_id: number; readonly operator_key: string };
  const values = [ask.parkedSinceMs, firstIdAt(ask.acceptedSinceMs), ask.most];
  const rows = await reader.read<Row>('find-overtaken', FIND_OVERTAKEN, values);
  return rows.map((row) => ({ linkId: row.link_id as LinkId, operatorKey: row.operator_key }));
}
