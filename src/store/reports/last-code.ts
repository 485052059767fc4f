import { UNTAKEN } from '../../domain/message/report.ts';

/**
 * What was answered last to a message `m` that nobody took, as a column: null if nothing was, or if
 * it ended for another reason. `attempts` is where to look.
 */
export const lastCode = (attempts: string): string => `
  case when m.reason in (${UNTAKEN.map((it) => `'${it}'`).join(', ')}) then (
    select a.status from ${attempts} a
    where a.account_id = m.account_id and a.message_id = m.id and a.status <> 0
    order by a.attempt desc, a.part desc limit 1) end`;
