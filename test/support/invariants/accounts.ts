/** I5: whatever belongs to an account refers only to that account's things. */
import { some, type Evidence } from './evidence.ts';

const ACROSS = `
  select m.id, m.account_id as account from messages m
  where (m.alphabet <> 3 and not exists (
       select from senders s where s.account_id = m.account_id and s.id = m.sender_id))
     or (m.alphabet <> 3 and not exists (
       select from templates t where t.account_id = m.account_id and t.id = m.template_id))
     or (m.alphabet = 3 and not exists (
       select from links l where l.account_id = m.account_id and l.id = m.sender_id))
     or (m.alphabet = 3 and m.template_id <> 0 and not exists (
       select from chat_templates t where t.account_id = m.account_id and t.id = m.template_id))
     or (m.alphabet = 3 and not exists (
       select from chat_messages c where c.account_id = m.account_id and c.id = m.id
         and c.link_id = case when m.tariff_id = 0 then -2 else m.sender_id end))
     or exists (
       select from chat_tariffs t where t.id = m.tariff_id and t.account_id <> m.account_id)
     or (m.tariff_id <> 0 and not exists (
       select from transfers t where t.account_id = m.account_id and t.id = m.reserve_id)
       and not exists (
         select from batches b where b.account_id = m.account_id and b.id = m.batch_id
           and b.state <> 2))
     or (m.batch_id is not null and not exists (
       select from batches b where b.account_id = m.account_id and b.id = m.batch_id))
     or exists (
       select from tariffs t where t.id = m.tariff_id and t.account_id <> m.account_id)`;

const STRAY_ATTEMPTS = `
  select a.message_id as id, a.account_id as account from attempts a
  where not exists (
    select from messages m where m.account_id = a.account_id and m.id = a.message_id)`;

/** What was acknowledged is stored: a receipt with its attempt, everything else as what it is. */
const STORED_RECEIPTS = `
  select (select count(*) from attempts where receipt_state is not null)
       + (select count(*) from receipts)
       + (select coalesce(sum(times), 0) from reply_parts) as stored`;

/** A sentence for everything that crosses accounts, or was acknowledged and is missing. */
export async function findStrays({ ask, acknowledged }: Evidence): Promise<readonly string[]> {
  type Row = { readonly id: number; readonly account: number };
  const across = [...(await ask<Row>(ACROSS)), ...(await ask<Row>(STRAY_ATTEMPTS))];
  const [receipts] = await ask<{ readonly stored: number }>(STORED_RECEIPTS);
  const stored = receipts?.stored ?? 0;
  return [
    ...some(across, ({ id, account }) => `I5: message ${id} of ${account} crosses accounts`),
    ...(stored < acknowledged
      ? [`${acknowledged} words were acknowledged, ${stored} are stored`]
      : []),
  ];
}
