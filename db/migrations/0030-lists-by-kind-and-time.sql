-- Lists of accounts that are asked for what is rare, or for a time, among a million rows.

create index transfers_rare on transfers (account_id, kind, id)
  where kind in ('credit', 'correction', 'lookup', 'refund', 'release');

create index audit_time on audit (account_id, at);
