-- Generated from the migrations; the house test fails when it is stale.

CREATE OR REPLACE FUNCTION public.count_changed_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.usage_changes
  select account_id, (accepted_at at time zone 'Asia/Karachi')::date, alphabet = 3, operator_id, template_id,
         sender_id, state, sum(sign), sum(sign * parts), sum(sign * price_micros), sum(sign * posted_micros)
  from (select 1 as sign, * from made union all select -1, * from gone) as m
  where tariff_id <> 0
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(sign) <> 0 or sum(sign * parts) <> 0 or sum(sign * price_micros) <> 0 or sum(sign * posted_micros) <> 0;
  if exists (select from made where state = 6 and reason = 'cancelled') then
    insert into public.cancel_changes
    select account_id, (accepted_at at time zone 'Asia/Karachi')::date, alphabet = 3, operator_id, template_id,
           sender_id, t.state, sum(sign * t.times), sum(sign * t.times * parts), sum(sign * t.times * price_micros),
           sum(sign * t.times * posted_micros)
    from (select 1 as sign, * from made union all select -1, * from gone) as m
    cross join (values (6::smallint, -1), (9::smallint, 1)) as t (state, times)
    where tariff_id <> 0 and m.state = 6 and m.reason = 'cancelled'
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(sign) <> 0 or sum(sign * posted_micros) <> 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_messages_of(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create or replace trigger count_new after insert on public.%I referencing new table as made
                  for each statement execute function public.count_new_messages()', name);
  execute format('create or replace trigger count_changed after update on public.%I
                  referencing new table as made old table as gone
                  for each statement execute function public.count_changed_messages()', name);
end
$function$;

CREATE OR REPLACE FUNCTION public.count_new_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.usage_changes
  select account_id, day, is_chat, operator_id, template_id, sender_id, state, messages, parts, price_micros,
         posted_micros, case when batch_id is not null then
           (select b.id from public.batches b where b.account_id = s.account_id and b.id = s.batch_id and b.state <> 2)
         end, try_id
  from (
    select account_id, (accepted_at at time zone 'Asia/Karachi')::date as day, alphabet = 3 as is_chat, operator_id,
           template_id, sender_id, state, count(*) as messages, sum(parts) as parts,
           sum(price_micros) as price_micros, sum(posted_micros) as posted_micros, batch_id,
           case when batch_id is not null then reserve_id end as try_id
    from made where tariff_id <> 0
    group by 1, 2, 3, 4, 5, 6, 7, batch_id, try_id
  ) as s;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.ledger_changes
  select account_id, (created_at at time zone 'Asia/Karachi')::date, kind, count(*), sum(amount_micros),
         sum(case when credit = 'available' then amount_micros
                  when debit = 'available' then -amount_micros else 0 end)
  from made
  group by 1, 2, 3;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_day(name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'on'
 SET work_mem TO '64MB'
AS $function$
declare
  messages_of text := 'messages_' || name;
  attempts_of text := 'attempts_' || name;
  chats_of text := 'chat_messages_' || name;
  held text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  if to_date(name, 'YYYYMMDD') > current_date - 7 then
    raise exception 'a day is kept for a week';
  end if;
  perform set_config('lock_timeout', '1s', true);
  -- Nothing of it may change while it is looked through.
  execute format('lock table only %I, %I, %I in share row exclusive mode',
                 messages_of, attempts_of, chats_of);
  execute format(
    'select case
       when exists (select from %1$I where state = 1) then ''it has messages that wait''
       when exists (select from queue q join %1$I m on m.account_id = q.account_id
                    and m.id = q.message_id) then ''it has messages in the queue''
       when exists (select from %2$I where money = 1) then ''money is reserved for its chat messages''
     end', messages_of, chats_of)
    into held;
  if held is not null then
    return held;
  end if;
  execute format('drop table %I, %I, %I', messages_of, attempts_of, chats_of);
  return null;
exception
  when lock_not_available then
    return 'it is being read';
  when undefined_table then
    return 'another node has dropped it';
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_deliveries(name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  if to_date(name, 'YYYYMMDD') > current_date - 2 then
    return 'by the clock of the server it is too young';
  end if;
  perform set_config('lock_timeout', '1s', true);
  execute format('drop table %I', 'webhook_deliveries_' || name);
  return null;
exception
  when lock_not_available then
    return 'it is being read';
  when undefined_table then
    return 'another node has dropped it';
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'buyer_tax_number' = to_jsonb(old) - 'buyer_tax_number'
    and (new.buyer_tax_number is null) = (old.buyer_tax_number is null) then
    return new;
  end if;
  raise exception 'invoice % cannot be changed', old.number;
end $function$;

CREATE OR REPLACE FUNCTION public.make_day(name text, from_id bigint, until_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  parent text;
begin
  if name !~ '^\d{8}$' then
    raise exception 'a day is named by eight digits';
  end if;
  foreach parent in array array['messages', 'attempts', 'chat_messages', 'webhook_deliveries'] loop
    continue when to_regclass(parent || '_' || name) is not null;
    -- What webhooks answered is never updated.
    execute format(
      'create table if not exists public.%I partition of public.%I for values from (%s) to (%s) with (
         fillfactor = %s, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
         autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
         autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1)',
      parent || '_' || name, parent, from_id, until_id,
      case when parent = 'webhook_deliveries' then 100 else 45 end);
    if parent = 'messages' then
      perform public.count_messages_of('messages_' || name);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_all(done bigint, wanted bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if done <> wanted then
    raise exception 'not all of a group could be done' using errcode = 'PA001';
  end if;
end
$function$;

CREATE TABLE account_hosts (
  host text NOT NULL,
  account_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  proof text NOT NULL,
  CONSTRAINT account_hosts_pkey PRIMARY KEY (host),
  CONSTRAINT account_hosts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT account_hosts_proof_check CHECK ((proof = ANY (ARRAY['dns'::text, 'file'::text, 'staff'::text])))
);
CREATE INDEX account_hosts_account ON public.account_hosts USING btree (account_id);
COMMENT ON TABLE account_hosts IS 'Domains of accounts: a request on one with the key of another account is refused';
COMMENT ON COLUMN account_hosts.created_at IS 'When it was proven';
COMMENT ON COLUMN account_hosts.proof IS 'What showed that the domain is the account''s: a record in the DNS, a file on it, or the word of staff';

CREATE TABLE account_users (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  role text NOT NULL,
  replies_told_until timestamp with time zone,
  CONSTRAINT account_users_pkey PRIMARY KEY (account_id, user_id),
  CONSTRAINT account_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT account_users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text, 'viewer'::text, 'agent'::text]))),
  CONSTRAINT account_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
COMMENT ON COLUMN account_users.replies_told_until IS 'Replies up to then were mailed to them, if they were unread';

CREATE TABLE accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'active'::text,
  verified boolean NOT NULL DEFAULT false,
  fixed_content boolean NOT NULL DEFAULT false,
  mnp_coverage boolean NOT NULL DEFAULT false,
  mnp_option boolean NOT NULL DEFAULT false,
  always_200 boolean NOT NULL DEFAULT false,
  lookalikes boolean NOT NULL DEFAULT true,
  ip_list text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  chat_link_id integer,
  chat_collapse_blanks boolean NOT NULL DEFAULT true,
  chat_templates_most integer NOT NULL DEFAULT 50,
  address text NOT NULL DEFAULT ''::text,
  province text,
  sales_tax_number text NOT NULL DEFAULT ''::text,
  needs_consent boolean NOT NULL DEFAULT false,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_address_check CHECK ((length(address) <= 300)),
  CONSTRAINT accounts_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES links(id),
  CONSTRAINT accounts_chat_templates_most_check CHECK ((chat_templates_most >= 0)),
  CONSTRAINT accounts_state_check CHECK ((state = ANY (ARRAY['active'::text, 'disabled'::text])))
);
COMMENT ON COLUMN accounts.chat_link_id IS 'The chat number of requests that name none';
COMMENT ON COLUMN accounts.chat_collapse_blanks IS 'Blank space that the platform refuses in values becomes one blank; false: such a value is refused';
COMMENT ON COLUMN accounts.chat_templates_most IS 'Chat templates that the package plan allows';
COMMENT ON COLUMN accounts.address IS 'As it stands on statements; empty: not given';
COMMENT ON COLUMN accounts.province IS 'Whose sales tax its invoices state; null: it has not said';
COMMENT ON COLUMN accounts.sales_tax_number IS 'Its STRN, as it has given it; empty: none';
COMMENT ON COLUMN accounts.needs_consent IS 'Its promotional messages go only to people whose newest record in consents gives consent';

CREATE TABLE api_keys (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key_hash bytea NOT NULL,
  key_sealed bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  name text NOT NULL DEFAULT 'API key'::text,
  scopes text[] NOT NULL DEFAULT '{send,read,templates,account}'::text[],
  mode text NOT NULL DEFAULT 'live'::text,
  created_by text,
  last_used_at timestamp with time zone,
  last_characters text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_last_characters_check CHECK ((length(last_characters) = 4)),
  CONSTRAINT api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['send'::text, 'read'::text, 'templates'::text, 'account'::text])))
);
COMMENT ON COLUMN api_keys.key_sealed IS 'The key itself, encrypted, for its owner to see; null once it has ended';
COMMENT ON COLUMN api_keys.created_by IS 'Who made it, as the audit names them; null for keys from before this was kept';
COMMENT ON COLUMN api_keys.last_used_at IS 'To the minute: written apart from what the key is used for';
COMMENT ON COLUMN api_keys.last_characters IS 'Of the key, to tell it by; 39 others stay unknown. Null: made before this was kept';

CREATE TABLE approved_wordings (
  id text NOT NULL,
  message text NOT NULL,
  approved_at timestamp with time zone NOT NULL,
  approved_by text NOT NULL,
  CONSTRAINT approved_wordings_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE approved_wordings IS 'Wordings of the service that accounts may use without asking, as long as they read as approved';

CREATE TABLE attempts (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  attempt smallint NOT NULL,
  part smallint NOT NULL,
  link_id integer NOT NULL,
  outcome smallint NOT NULL,
  ambiguous boolean NOT NULL DEFAULT false,
  operator_key text,
  status integer,
  reason text,
  node smallint NOT NULL,
  epoch integer NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  receipt_state smallint,
  receipt_error text,
  receipt_level smallint,
  receipt_at timestamp with time zone,
  CONSTRAINT attempts_pkey PRIMARY KEY (account_id, message_id, attempt, part)
) PARTITION BY RANGE (message_id);
CREATE INDEX attempts_operator_key ON ONLY public.attempts USING btree (link_id, operator_key) WHERE (operator_key IS NOT NULL);
COMMENT ON COLUMN attempts.ambiguous IS 'The answer was lost at some time: the operator may have taken the part even if a later attempt was made';
COMMENT ON COLUMN attempts.operator_key IS 'The operator''s id of the part, made comparable by the link''s rule; receipts are matched within one link by it';

CREATE TABLE audit (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  account_id bigint,
  action text NOT NULL,
  detail jsonb NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (id),
  CONSTRAINT audit_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX audit_account ON public.audit USING btree (account_id, id);
CREATE INDEX audit_logins ON public.audit USING btree (lower((detail ->> 'email'::text))) WHERE (action = ANY (ARRAY['user.create'::text, 'user.staff'::text, 'user.reset_factor'::text]));
CREATE INDEX audit_time ON public.audit USING btree (account_id, at);

CREATE TABLE balances (
  account_id bigint NOT NULL,
  available_micros bigint NOT NULL DEFAULT 0,
  postpaid boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  spend_day integer NOT NULL DEFAULT 0,
  spend_month integer NOT NULL DEFAULT 0,
  spent_day_micros bigint NOT NULL DEFAULT 0,
  spent_month_micros bigint NOT NULL DEFAULT 0,
  day_cap_micros bigint,
  month_cap_micros bigint,
  spend_alarm_percent smallint NOT NULL DEFAULT 80,
  alarmed_day integer NOT NULL DEFAULT 0,
  alarmed_month integer NOT NULL DEFAULT 0,
  low_micros bigint,
  is_low boolean NOT NULL DEFAULT false,
  capped_day integer NOT NULL DEFAULT 0,
  capped_month integer NOT NULL DEFAULT 0,
  CONSTRAINT balances_pkey PRIMARY KEY (account_id),
  CONSTRAINT balance_never_negative CHECK (((available_micros >= 0) OR postpaid)),
  CONSTRAINT balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT balances_day_cap_micros_check CHECK ((day_cap_micros >= 0)),
  CONSTRAINT balances_low_micros_check CHECK ((low_micros >= 0)),
  CONSTRAINT balances_month_cap_micros_check CHECK ((month_cap_micros >= 0)),
  CONSTRAINT balances_spend_alarm_percent_check CHECK (((spend_alarm_percent >= 1) AND (spend_alarm_percent <= 100)))
) WITH (fillfactor=20);
CREATE INDEX balances_capped ON public.balances USING btree (account_id) WHERE ((day_cap_micros IS NOT NULL) OR (month_cap_micros IS NOT NULL));
CREATE INDEX balances_low ON public.balances USING btree (account_id) WHERE (low_micros IS NOT NULL);
COMMENT ON COLUMN balances.version IS 'Raised by every change to the account, its keys, senders, templates and opt-outs; read where credit is judged';
COMMENT ON COLUMN balances.spend_day IS 'The day in Asia/Karachi, counted from 1970, that spent_day_micros belongs to; it never goes back';
COMMENT ON COLUMN balances.spent_day_micros IS 'Reserved on that day, whatever was released since';
COMMENT ON COLUMN balances.low_micros IS 'The account is told when its balance is below this; null: never';
COMMENT ON COLUMN balances.is_low IS 'It was, and was told; false again when the balance is not below it any more';
COMMENT ON COLUMN balances.capped_day IS 'The last day (and capped_month: month) of whose cap the account was told that it is reached';

CREATE TABLE bank_transfers (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  reference text NOT NULL,
  amount_micros bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  slip bytea,
  slip_mime text,
  slip_bytes integer,
  slip_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  received_micros bigint,
  words text,
  CONSTRAINT bank_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT bank_transfers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT bank_transfers_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT bank_transfers_check CHECK (((state = 'confirmed'::text) = (received_micros IS NOT NULL))),
  CONSTRAINT bank_transfers_check1 CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  CONSTRAINT bank_transfers_check2 CHECK (((slip IS NULL) = (slip_at IS NULL))),
  CONSTRAINT bank_transfers_received_micros_check CHECK ((received_micros > 0)),
  CONSTRAINT bank_transfers_reference_key UNIQUE (reference),
  CONSTRAINT bank_transfers_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE INDEX bank_transfers_of_account ON public.bank_transfers USING btree (account_id, id);
CREATE INDEX bank_transfers_that_wait ON public.bank_transfers USING btree (created_at) WHERE (state = 'waiting'::text);
COMMENT ON TABLE bank_transfers IS 'What accounts are to pay at a bank; money moves in the transaction that confirms one';
COMMENT ON COLUMN bank_transfers.reference IS 'What the account writes on its transfer, as ABCD-EFGH';
COMMENT ON COLUMN bank_transfers.slip IS 'Sealed: the slip of the bank, a PDF, JPEG or PNG';
COMMENT ON COLUMN bank_transfers.received_micros IS 'What came, and became credit';
COMMENT ON COLUMN bank_transfers.words IS 'Why it was refused, for the account to read';

CREATE TABLE batch_ends (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  look_at timestamp with time zone NOT NULL,
  settled_position integer NOT NULL DEFAULT 0,
  CONSTRAINT batch_ends_pkey PRIMARY KEY (account_id, batch_id)
);
CREATE INDEX batch_ends_look ON public.batch_ends USING btree (look_at);
COMMENT ON TABLE batch_ends IS 'Published batches of accounts that record their events, until all of their messages have ended';
COMMENT ON COLUMN batch_ends.look_at IS 'When its messages are looked at again';
COMMENT ON COLUMN batch_ends.settled_position IS 'Its messages up to there have ended';

CREATE TABLE batch_rows (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  row_number integer NOT NULL,
  code smallint NOT NULL,
  column_letters text,
  shown text NOT NULL,
  reason text NOT NULL,
  rule text NOT NULL,
  CONSTRAINT batch_rows_pkey PRIMARY KEY (account_id, batch_id, row_number),
  CONSTRAINT batch_rows_code_check CHECK ((code = ANY (ARRAY[7, 9, 12])))
);
COMMENT ON TABLE batch_rows IS 'Rows of files that nothing is sent to: what stood in column A, the column that is wrong, and the rule it breaks';

CREATE TABLE batches (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  state smallint NOT NULL,
  recipients integer NOT NULL,
  parts integer NOT NULL,
  price_micros bigint NOT NULL,
  reserve_id bigint NOT NULL,
  idempotency_key text,
  node smallint NOT NULL,
  epoch integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  source text NOT NULL DEFAULT 'numbers'::text,
  file_kind text,
  file_rows integer,
  left_out integer NOT NULL DEFAULT 0,
  last_position integer,
  first_message bigint,
  last_message bigint,
  published_at timestamp with time zone,
  file_name text,
  file_bytes bigint,
  hold text,
  held_at timestamp with time zone,
  send_at timestamp with time zone,
  stop_reason text,
  name text,
  contacts jsonb,
  repeats bigint,
  failed_repeated_by bigint,
  short_links boolean NOT NULL DEFAULT false,
  CONSTRAINT batches_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT batches_file_kind_check CHECK ((file_kind = ANY (ARRAY['text'::text, 'xlsx'::text, 'xls'::text]))),
  CONSTRAINT batches_hold_check CHECK ((hold = ANY (ARRAY['pausing'::text, 'paused'::text, 'resuming'::text, 'cancelling'::text, 'cancelled'::text]))),
  CONSTRAINT batches_source_check CHECK ((source = ANY (ARRAY['numbers'::text, 'link'::text, 'upload'::text]))),
  CONSTRAINT batches_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['template_paused'::text, 'template_quality'::text])))
);
CREATE INDEX batches_held ON public.batches USING btree (held_at) WHERE ((hold IS NOT NULL) AND (hold <> 'cancelled'::text));
CREATE INDEX batches_hidden ON public.batches USING btree (created_at) WHERE (state <> 2);
COMMENT ON TABLE batches IS 'Accepted requests with more than one recipient, and all from files; state 1 = being written (invisible), 2 = published, 3 = being removed (invisible)';
COMMENT ON COLUMN batches.file_rows IS 'Rows of the file that are somebody''s: without the header and empty ones';
COMMENT ON COLUMN batches.left_out IS 'Rows of the file that nothing is sent to; each is in batch_rows';
COMMENT ON COLUMN batches.last_position IS 'Of its messages, when that is not their number: in a batch from a file the position is the row in the sheet';
COMMENT ON COLUMN batches.first_message IS 'With last_message: between which ids its messages are; null in those of the version before, whose messages were made with their batch';
COMMENT ON COLUMN batches.file_name IS 'What the caller calls the file, or the last part of its link; null where nobody says, and where uploads has it';
COMMENT ON COLUMN batches.file_bytes IS 'Its size, unpacked if it was fetched; null in those of the version before';
COMMENT ON COLUMN batches.hold IS 'Null: it is sent. pausing, resuming, cancelling: a job is at its messages in the queue. Whoever takes one to send looks here';
COMMENT ON COLUMN batches.held_at IS 'When hold was last asked for';
COMMENT ON COLUMN batches.send_at IS 'Not before then, as its request says';
COMMENT ON COLUMN batches.stop_reason IS 'Why the service paused it, while it is paused and if it was cancelled then; null: its account did';
COMMENT ON COLUMN batches.name IS 'What its account calls it; null: as its file is called';
COMMENT ON COLUMN batches.contacts IS 'Of one to contacts: their filter, the columns of its file, and the values as they were given';
COMMENT ON COLUMN batches.repeats IS 'The batch to whose recipients it was sent again';
COMMENT ON COLUMN batches.failed_repeated_by IS 'The batch by which those of its recipients that it failed to reach got it again: once';
COMMENT ON COLUMN batches.short_links IS 'The addresses in its texts are those of short_links';

CREATE TABLE beginnings (
  token_hash bytea NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  company text NOT NULL,
  phone text NOT NULL,
  locale text NOT NULL,
  password_hash text NOT NULL,
  terms_version text NOT NULL,
  address text NOT NULL,
  email_code_hash text NOT NULL,
  phone_code_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  resends smallint NOT NULL DEFAULT 0,
  begun_at timestamp with time zone NOT NULL,
  codes_at timestamp with time zone NOT NULL,
  always_200 boolean NOT NULL DEFAULT false,
  CONSTRAINT beginnings_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX beginnings_begun ON public.beginnings USING btree (begun_at);
CREATE INDEX beginnings_email ON public.beginnings USING btree (email);
CREATE INDEX beginnings_phone ON public.beginnings USING btree (phone);
COMMENT ON TABLE beginnings IS 'Registrations that are not confirmed, each until a day is over';
COMMENT ON COLUMN beginnings.token_hash IS 'The keyed hash of what whoever began it was given';
COMMENT ON COLUMN beginnings.email IS 'In lower case';
COMMENT ON COLUMN beginnings.email_code_hash IS 'The keyed hash of the mailed code; of a code that nobody was told when the address has a login already';
COMMENT ON COLUMN beginnings.tries IS 'Wrong codes since the last ones were made';
COMMENT ON COLUMN beginnings.always_200 IS 'Asked for at registration: programs written for older services read no refusal with another HTTP status';

CREATE TABLE cancel_changes (
  account_id bigint NOT NULL,
  day date NOT NULL,
  is_chat boolean NOT NULL,
  operator_id smallint NOT NULL,
  template_id bigint NOT NULL,
  sender_id integer NOT NULL,
  state smallint NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  price_micros bigint NOT NULL,
  posted_micros bigint NOT NULL,
  batch_id bigint,
  reserve_id bigint
) WITH (autovacuum_vacuum_threshold=5000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0);
COMMENT ON TABLE cancel_changes IS 'What is to be added to cancel_sums';

CREATE TABLE cancel_sums (
  account_id bigint NOT NULL,
  day date NOT NULL,
  is_chat boolean NOT NULL,
  operator_id smallint NOT NULL,
  template_id bigint NOT NULL,
  sender_id integer NOT NULL,
  state smallint NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  price_micros bigint NOT NULL,
  posted_micros bigint NOT NULL,
  CONSTRAINT cancel_sums_pkey PRIMARY KEY (account_id, day, is_chat, operator_id, template_id, sender_id, state)
);
CREATE INDEX cancel_sums_day_idx ON public.cancel_sums USING btree (day) WHERE (state = 2);
COMMENT ON TABLE cancel_sums IS 'Like usage_sums, and to be added to it: what was cancelled less under rejected (6) and more under cancelled (9)';

CREATE TABLE canned_answers (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT canned_answers_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT canned_answers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX canned_answers_name ON public.canned_answers USING btree (account_id, lower(name));
COMMENT ON TABLE canned_answers IS 'Texts that people of an account answer with, again and again';

CREATE TABLE cap_counts (
  cap_id integer NOT NULL,
  account_id bigint NOT NULL,
  key bigint NOT NULL,
  node smallint NOT NULL,
  epoch integer NOT NULL,
  counted integer NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT cap_counts_pkey PRIMARY KEY (cap_id, account_id, key, node, epoch)
);
CREATE INDEX cap_counts_changed ON public.cap_counts USING btree (changed_at);
COMMENT ON TABLE cap_counts IS 'What nodes have counted of keys that are on their way to a cap, so that the others and the next start know';

CREATE TABLE caps (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  scope text NOT NULL,
  sender_route text,
  most integer,
  minutes integer,
  CONSTRAINT caps_pkey PRIMARY KEY (id),
  CONSTRAINT caps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT caps_account_id_scope_sender_route_minutes_key UNIQUE NULLS NOT DISTINCT (account_id, scope, sender_route, minutes),
  CONSTRAINT caps_check CHECK (((most IS NULL) = (minutes IS NULL))),
  CONSTRAINT caps_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440))),
  CONSTRAINT caps_most_check CHECK ((most > 0)),
  CONSTRAINT caps_scope_check CHECK ((scope = ANY (ARRAY['number'::text, 'block'::text, 'template'::text, 'account'::text]))),
  CONSTRAINT caps_sender_route_check CHECK ((sender_route = ANY (ARRAY['simple'::text, 'branded'::text, 'short_code'::text])))
);
COMMENT ON TABLE caps IS 'At most so many messages in so many minutes. An account with rows of its own for a scope is judged by those alone; one without a number lifts the cap';

CREATE TABLE chat_app_messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  link_id integer NOT NULL,
  operator_key text NOT NULL,
  user_key text NOT NULL,
  is_ours boolean NOT NULL,
  kind text NOT NULL,
  text text,
  written_at timestamp with time zone NOT NULL,
  edited_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT chat_app_messages_pkey PRIMARY KEY (account_id, link_id, operator_key),
  CONSTRAINT chat_app_messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_app_messages_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id)
);
CREATE INDEX chat_app_messages_thread ON public.chat_app_messages USING btree (account_id, user_key, link_id, id);
COMMENT ON TABLE chat_app_messages IS 'Said in the app on a phone: what the shop writes there, and both sides before it came here';
COMMENT ON COLUMN chat_app_messages.id IS 'Its place in the conversation: an id of the second in which it was written, not of its own';
COMMENT ON COLUMN chat_app_messages.is_ours IS 'The shop wrote it; else the user did, in the past';

CREATE TABLE chat_businesses (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  platform_id text NOT NULL,
  app_id text,
  token_sealed bytea NOT NULL,
  app_secrets_sealed bytea[] NOT NULL,
  verify_token_sealed bytea NOT NULL,
  template_limit integer,
  synced_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sync_begun_at timestamp with time zone,
  numbers_read_at timestamp with time zone,
  numbers_begun_at timestamp with time zone,
  released_at timestamp with time zone,
  blocked_words text,
  CONSTRAINT chat_businesses_pkey PRIMARY KEY (id),
  CONSTRAINT chat_businesses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_businesses_account_id_id_key UNIQUE (account_id, id),
  CONSTRAINT chat_businesses_app_id_check CHECK ((app_id ~ '^[0-9]{1,25}$'::text)),
  CONSTRAINT chat_businesses_app_secrets_sealed_check CHECK (((cardinality(app_secrets_sealed) >= 1) AND (cardinality(app_secrets_sealed) <= 2))),
  CONSTRAINT chat_businesses_platform_id_check CHECK ((platform_id ~ '^[0-9]{1,25}$'::text))
);
CREATE INDEX chat_businesses_account ON public.chat_businesses USING btree (account_id, platform_id);
CREATE UNIQUE INDEX chat_businesses_platform ON public.chat_businesses USING btree (platform_id) WHERE (released_at IS NULL);
COMMENT ON TABLE chat_businesses IS 'Business accounts on the chat platform. A token, secrets and templates belong to one; numbers are links';
COMMENT ON COLUMN chat_businesses.app_secrets_sealed IS 'What webhooks are signed with, the newest first: two while one replaces the other';
COMMENT ON COLUMN chat_businesses.template_limit IS 'How many templates the platform allows, as it said at the last sync';
COMMENT ON COLUMN chat_businesses.sync_begun_at IS 'When a comparison of its templates last began, whoever began it. The regular one keeps its distance';
COMMENT ON COLUMN chat_businesses.numbers_read_at IS 'When its numbers were read; null: never, or the platform has reported a change since';
COMMENT ON COLUMN chat_businesses.released_at IS 'Another account has connected it since this one had disconnected all its numbers';
COMMENT ON COLUMN chat_businesses.blocked_words IS 'What keeps it from sending, as the platform said when it was last asked; null: nothing';

CREATE TABLE chat_contacts (
  account_id bigint NOT NULL,
  link_id integer NOT NULL,
  user_key text NOT NULL,
  name text NOT NULL,
  CONSTRAINT chat_contacts_pkey PRIMARY KEY (account_id, link_id, user_key),
  CONSTRAINT chat_contacts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_contacts_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id)
);
COMMENT ON TABLE chat_contacts IS 'What the address book of a number''s phone calls users';

CREATE TABLE chat_costs (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  category text NOT NULL,
  country text,
  cost_micros bigint NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT chat_costs_pkey PRIMARY KEY (id),
  CONSTRAINT chat_costs_cost_micros_check CHECK ((cost_micros >= 0))
);
COMMENT ON TABLE chat_costs IS 'What the platform bills for a chat message, in rupees. The row in force: the country''s before that of all others, then the latest valid_from';
COMMENT ON COLUMN chat_costs.category IS 'The platform''s word in its bills, as in chat_messages.pricing';
COMMENT ON COLUMN chat_costs.country IS 'What numbers there begin with: 92; null: every country without a row of its own';

CREATE TABLE chat_events (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  business_id integer NOT NULL,
  hash bytea NOT NULL,
  raw bytea NOT NULL,
  received_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  tries smallint NOT NULL DEFAULT 0,
  error text,
  CONSTRAINT chat_events_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_events_account_id_business_id_hash_key UNIQUE (account_id, business_id, hash)
);
CREATE INDEX chat_events_age ON public.chat_events USING btree (received_at);
CREATE INDEX chat_events_due ON public.chat_events USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX chat_events_failed ON public.chat_events USING btree (id) WHERE (error IS NOT NULL);
COMMENT ON TABLE chat_events IS 'Posts of the platform''s webhook as they came, each once. Worked off when due_at is null';
COMMENT ON COLUMN chat_events.error IS 'Why it could not be worked off; with due_at null: it will not be tried again';

CREATE TABLE chat_media (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  sha256 bytea NOT NULL,
  kind text NOT NULL,
  mime text NOT NULL,
  extension text NOT NULL,
  bytes integer NOT NULL,
  kept_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone NOT NULL,
  name text,
  ends_at timestamp with time zone,
  preview bytea,
  CONSTRAINT chat_media_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_media_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_media_account_id_sha256_kind_key UNIQUE (account_id, sha256, kind),
  CONSTRAINT chat_media_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT chat_media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text]))),
  CONSTRAINT chat_media_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX chat_media_age ON public.chat_media USING btree (used_at) WHERE ((name IS NULL) OR (ends_at IS NOT NULL));
CREATE INDEX chat_media_library ON public.chat_media USING btree (account_id, id) WHERE (name IS NOT NULL);
COMMENT ON TABLE chat_media IS 'Files that chat messages and templates name: each content once for an account and what it is shown as';
COMMENT ON COLUMN chat_media.mime IS 'By its content, never by its name or what a server said';
COMMENT ON COLUMN chat_media.used_at IS 'When a request last named it, to the day. Long after it the file is forgotten, unless a template needs it';
COMMENT ON COLUMN chat_media.name IS 'In the library, or until it left it; null: it is kept as long as messages name it';
COMMENT ON COLUMN chat_media.ends_at IS 'When it leaves the library, or left it; null: never';
COMMENT ON COLUMN chat_media.preview IS 'A small JPEG of it, for lists';

CREATE TABLE chat_media_pieces (
  account_id bigint NOT NULL,
  media_id bigint NOT NULL,
  piece integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT chat_media_pieces_pkey PRIMARY KEY (account_id, media_id, piece),
  CONSTRAINT chat_media_pieces_account_id_media_id_fkey FOREIGN KEY (account_id, media_id) REFERENCES chat_media(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE chat_media_pieces IS 'The content of a file in pieces of one size, from 0';

CREATE TABLE chat_messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  link_id integer NOT NULL,
  category text NOT NULL,
  money smallint NOT NULL DEFAULT 1,
  wait_until timestamp with time zone,
  lost_at timestamp with time zone,
  heard_at timestamp with time zone,
  heard_key text,
  failed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  billable boolean,
  pricing jsonb,
  error_code integer,
  CONSTRAINT chat_messages_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_messages_category_check CHECK ((category = ANY (ARRAY['marketing'::text, 'utility'::text, 'authentication'::text, 'free_form'::text]))),
  CONSTRAINT chat_messages_money_check CHECK (((money >= 1) AND (money <= 4)))
) PARTITION BY RANGE (id);
CREATE INDEX chat_messages_waiting ON ONLY public.chat_messages USING btree (wait_until) WHERE (wait_until IS NOT NULL);
COMMENT ON TABLE chat_messages IS 'Beside each row of messages whose alphabet is chat. The only word on what may still move of its money';
COMMENT ON COLUMN chat_messages.money IS '1 reserved, 2 posted, 3 released, 4 posted and refunded. Only ever rises; whoever raises it writes the transfer';
COMMENT ON COLUMN chat_messages.wait_until IS 'Until then a word of the platform is waited for; null: the last one is known';
COMMENT ON COLUMN chat_messages.lost_at IS 'The answer to its attempt was lost. It has left the line for good: nobody submits it again';
COMMENT ON COLUMN chat_messages.heard_at IS 'When the platform first said anything of it';
COMMENT ON COLUMN chat_messages.heard_key IS 'How the platform called it then: where the answer to its attempt is lost, nothing else tells';
COMMENT ON COLUMN chat_messages.billable IS 'What the first status with a price said; null: none has';

CREATE TABLE chat_number_facts (
  account_id bigint NOT NULL,
  link_id integer NOT NULL,
  read_at timestamp with time zone NOT NULL,
  quality text,
  messaging_limit text,
  throughput text,
  name text,
  name_status text,
  status text,
  is_on_phone boolean,
  CONSTRAINT chat_number_facts_pkey PRIMARY KEY (account_id, link_id),
  CONSTRAINT chat_number_facts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_number_facts_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id)
);
COMMENT ON TABLE chat_number_facts IS 'Sending numbers as the platform described them last';
COMMENT ON COLUMN chat_number_facts.messaging_limit IS 'The platform''s word: how many people its business may begin to write to in 24 hours';
COMMENT ON COLUMN chat_number_facts.is_on_phone IS 'It is used in the app on a phone, too, which makes it slower';

CREATE TABLE chat_optouts (
  account_id bigint NOT NULL,
  recipient text NOT NULL,
  category text NOT NULL,
  source text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT chat_optouts_pkey PRIMARY KEY (account_id, recipient),
  CONSTRAINT chat_optouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_optouts_category_check CHECK ((category = ANY (ARRAY['marketing'::text, 'all'::text])))
);
CREATE INDEX chat_optouts_time ON public.chat_optouts USING btree (account_id, created_at) WHERE (source = ANY (ARRAY['reply'::text, 'platform'::text]));
COMMENT ON TABLE chat_optouts IS 'People who want no chat messages of a category from an account; recipient: digits, or the platform''s id of a user who hides the number';

CREATE TABLE chat_people (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  CONSTRAINT chat_people_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX chat_people_user ON public.chat_people USING btree (account_id, user_id);
COMMENT ON TABLE chat_people IS 'People whom an account writes to without knowing their number';
COMMENT ON COLUMN chat_people.id IS 'Where a recipient has a number: below 0, and never shown';
COMMENT ON COLUMN chat_people.user_id IS 'The platform''s id of the person now';

CREATE TABLE chat_replies (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  link_id integer NOT NULL,
  operator_key text NOT NULL,
  user_key text NOT NULL,
  phone text,
  user_id text,
  profile_name text,
  kind text NOT NULL,
  text text,
  payload text,
  message_id bigint,
  context_key text,
  media_id text,
  media_mime text,
  media_name text,
  content json NOT NULL,
  wish text,
  written_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  group_id text,
  is_standby boolean NOT NULL DEFAULT false,
  edited_at timestamp with time zone,
  revoked_at timestamp with time zone,
  user_name text,
  CONSTRAINT chat_replies_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_replies_account_id_link_id_operator_key_key UNIQUE (account_id, link_id, operator_key),
  CONSTRAINT chat_replies_wish_check CHECK ((wish = ANY (ARRAY['stop'::text, 'start'::text])))
);
CREATE INDEX chat_replies_changes ON public.chat_replies USING btree (account_id, link_id, context_key) WHERE (kind = ANY (ARRAY['edit'::text, 'revoke'::text]));
CREATE INDEX chat_replies_from ON public.chat_replies USING btree (account_id, user_key, received_at, id);
CREATE INDEX chat_replies_newest ON public.chat_replies USING btree (account_id, received_at, id);
CREATE INDEX chat_replies_thread ON public.chat_replies USING btree (account_id, user_key, link_id, id);
COMMENT ON TABLE chat_replies IS 'What users wrote to numbers of accounts on the chat platform, of every type';
COMMENT ON COLUMN chat_replies.user_key IS 'The user''s number where it is known, else the platform''s id of the user';
COMMENT ON COLUMN chat_replies.message_id IS 'The message of ours that it answers, where it names one';
COMMENT ON COLUMN chat_replies.context_key IS 'The platform''s id of the message that it answers, or, of kind edit or revoke, that it changes';
COMMENT ON COLUMN chat_replies.content IS 'The message as the platform wrote it';
COMMENT ON COLUMN chat_replies.group_id IS 'It was written to this group; null: to the number alone';
COMMENT ON COLUMN chat_replies.is_standby IS 'Another agent held the conversation, and was to answer';
COMMENT ON COLUMN chat_replies.edited_at IS 'When the user last changed it: text is what it says now';
COMMENT ON COLUMN chat_replies.revoked_at IS 'When the user took it back: its text is gone';
COMMENT ON COLUMN chat_replies.user_name IS 'The name the user has chosen on the platform; it may change';

CREATE TABLE chat_service_counts (
  account_id bigint NOT NULL,
  link_id integer NOT NULL,
  month date NOT NULL,
  messages integer NOT NULL,
  CONSTRAINT chat_service_counts_pkey PRIMARY KEY (account_id, link_id, month),
  CONSTRAINT chat_service_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_service_counts_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id)
);
COMMENT ON TABLE chat_service_counts IS 'Messages of a chat number that the platform priced as service, by the month (UTC) of the word that said so';

CREATE TABLE chat_signups (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  actor text NOT NULL,
  state_hash text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  token_sealed bytea,
  businesses text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT chat_signups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_signups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_signups_state_hash_key UNIQUE (state_hash)
);
CREATE INDEX chat_signups_age ON public.chat_signups USING btree (begun_at);
COMMENT ON TABLE chat_signups IS 'Dialogues in which people share a business account with the service''s app; for an hour each';
COMMENT ON COLUMN chat_signups.state_hash IS 'What its browser must bring back, hashed';
COMMENT ON COLUMN chat_signups.used_at IS 'When it was brought back: once';
COMMENT ON COLUMN chat_signups.token_sealed IS 'What was granted, until a number is connected';
COMMENT ON COLUMN chat_signups.businesses IS 'The platform''s ids of what was shared';

CREATE TABLE chat_statuses (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  link_id integer NOT NULL,
  operator_key text NOT NULL,
  status text NOT NULL,
  kind text NOT NULL,
  message_id bigint,
  at timestamp with time zone NOT NULL,
  word jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_statuses_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_statuses_account_id_link_id_operator_key_status_key UNIQUE (account_id, link_id, operator_key, status),
  CONSTRAINT chat_statuses_kind_check CHECK ((kind = ANY (ARRAY['orphan'::text, 'contradiction'::text, 'unknown_word'::text])))
);
CREATE INDEX chat_statuses_age ON public.chat_statuses USING btree (received_at);
CREATE INDEX chat_statuses_orphans ON public.chat_statuses USING btree (link_id, operator_key) WHERE (kind = 'orphan'::text);
COMMENT ON TABLE chat_statuses IS 'Statuses that did not simply move their message: of messages that are not known, contradicting, of unknown words';

CREATE TABLE chat_tariffs (
  id integer NOT NULL DEFAULT nextval('tariffs_id_seq'::regclass),
  account_id bigint,
  category text NOT NULL,
  price_micros bigint NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT chat_tariffs_pkey PRIMARY KEY (id),
  CONSTRAINT chat_tariffs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_tariffs_category_check CHECK ((category = ANY (ARRAY['marketing'::text, 'utility'::text, 'authentication'::text, 'free_form'::text]))),
  CONSTRAINT chat_tariffs_price_micros_check CHECK ((price_micros >= 0))
);
COMMENT ON TABLE chat_tariffs IS 'Price per chat message. The row in force: own account before all, then the latest valid_from. Ids are shared with tariffs';

CREATE TABLE chat_template_changes (
  account_id bigint NOT NULL,
  template_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  what text NOT NULL,
  from_value text,
  to_value text,
  reason text,
  actor text NOT NULL,
  CONSTRAINT chat_template_changes_pkey PRIMARY KEY (account_id, template_id, id),
  CONSTRAINT chat_template_changes_account_id_template_id_fkey FOREIGN KEY (account_id, template_id) REFERENCES chat_templates(account_id, id),
  CONSTRAINT chat_template_changes_what_check CHECK ((what = ANY (ARRAY['created'::text, 'state'::text, 'category'::text, 'quality'::text, 'edited'::text, 'wording'::text, 'deleted'::text])))
);
COMMENT ON TABLE chat_template_changes IS 'What became of a template: when, from, to, why, and by whom';

CREATE TABLE chat_templates (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  business_id integer NOT NULL,
  name text NOT NULL,
  language text NOT NULL,
  platform_id text,
  category text NOT NULL,
  state text NOT NULL,
  reason text,
  quality text,
  source text,
  components jsonb NOT NULL,
  sample_id bigint,
  edits_ms bigint[] NOT NULL DEFAULT '{}'::bigint[],
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_templates_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT chat_templates_account_id_business_id_fkey FOREIGN KEY (account_id, business_id) REFERENCES chat_businesses(account_id, id),
  CONSTRAINT chat_templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT chat_templates_business_id_name_language_key UNIQUE (business_id, name, language),
  CONSTRAINT chat_templates_id_key UNIQUE (id)
);
CREATE INDEX chat_templates_platform ON public.chat_templates USING btree (business_id, platform_id);
COMMENT ON TABLE chat_templates IS 'A row for each name and language of a business account, for good: its id outlives deletion at the platform';
COMMENT ON COLUMN chat_templates.platform_id IS 'Changes when a name is deleted and made again';
COMMENT ON COLUMN chat_templates.state IS 'The platform''s word in lower case; words that are not known here are kept as they come';
COMMENT ON COLUMN chat_templates.components IS 'As the platform writes them';
COMMENT ON COLUMN chat_templates.sample_id IS 'The file that we keep as the default of a media header';
COMMENT ON COLUMN chat_templates.edits_ms IS 'Not used any more; goes with the next version';

CREATE TABLE chat_tiers (
  account_id bigint NOT NULL,
  business_id integer NOT NULL,
  effective_month text NOT NULL,
  category text NOT NULL,
  region text NOT NULL,
  tier text NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT chat_tiers_pkey PRIMARY KEY (account_id, business_id, effective_month, category, region, tier),
  CONSTRAINT chat_tiers_account_id_business_id_fkey FOREIGN KEY (account_id, business_id) REFERENCES chat_businesses(account_id, id)
);
COMMENT ON TABLE chat_tiers IS 'Price tiers by volume that the platform said business accounts have reached, in its words';
COMMENT ON COLUMN chat_tiers.tier IS 'From how many messages of the month to how many, such as 100001:200000';
COMMENT ON COLUMN chat_tiers.since IS 'The earliest that the platform named for it: it may tell one several times';

CREATE TABLE chat_unread_fields (
  field text NOT NULL,
  seen bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  payload text NOT NULL,
  CONSTRAINT chat_unread_fields_pkey PRIMARY KEY (field)
);
COMMENT ON TABLE chat_unread_fields IS 'Fields of the platform''s webhook that this program does not follow, each with the beginning of the first that came';

CREATE TABLE chat_uploads (
  account_id bigint NOT NULL,
  media_id bigint NOT NULL,
  link_id integer NOT NULL,
  upload_id text NOT NULL,
  refresh_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_uploads_pkey PRIMARY KEY (account_id, media_id, link_id),
  CONSTRAINT chat_uploads_account_id_media_id_fkey FOREIGN KEY (account_id, media_id) REFERENCES chat_media(account_id, id) ON DELETE CASCADE,
  CONSTRAINT chat_uploads_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id)
);
COMMENT ON TABLE chat_uploads IS 'Under which id the platform has a file for a number; from refresh_at on it is uploaded anew';

CREATE TABLE chat_users (
  account_id bigint NOT NULL,
  user_key text NOT NULL,
  recipient bigint NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT chat_users_pkey PRIMARY KEY (account_id, user_key)
);
CREATE INDEX chat_users_recipient ON public.chat_users USING btree (account_id, recipient);
COMMENT ON TABLE chat_users IS 'Other names of our recipients on the platform, learnt from what it tells: its id of a user who hides the number, a number that it writes otherwise';
COMMENT ON COLUMN chat_users.recipient IS 'The number; below 0: it is not known, see chat_people';

CREATE TABLE chat_windows (
  account_id bigint NOT NULL,
  link_id integer NOT NULL,
  user_key text NOT NULL,
  inbound_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  marketing_rests_until timestamp with time zone,
  CONSTRAINT chat_windows_pkey PRIMARY KEY (account_id, link_id, user_key)
);
COMMENT ON TABLE chat_windows IS 'When a user last wrote to a number, by the platform''s clock; a row for each name of the user: digits, the platform''s id';
COMMENT ON COLUMN chat_windows.closed_at IS 'The platform said that it is closed; a later inbound message opens it again';
COMMENT ON COLUMN chat_windows.marketing_rests_until IS 'The platform withheld marketing from the user (131049): until then the number''s marketing to them waits in line';

CREATE TABLE code_sender (
  account_id bigint NOT NULL,
  sender text NOT NULL,
  template_id bigint NOT NULL,
  one boolean NOT NULL DEFAULT true,
  CONSTRAINT code_sender_pkey PRIMARY KEY (one),
  CONSTRAINT code_sender_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT code_sender_one_check CHECK (one)
);
COMMENT ON TABLE code_sender IS 'Who writes the codes that the service itself sends; no row: it sends none';

CREATE TABLE consents (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  person text NOT NULL,
  channel text NOT NULL,
  purpose text NOT NULL,
  state text NOT NULL,
  source text NOT NULL,
  wording text NOT NULL DEFAULT ''::text,
  proof text NOT NULL DEFAULT ''::text,
  said_at timestamp with time zone NOT NULL,
  made_by text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT consents_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT consents_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'chat'::text]))),
  CONSTRAINT consents_purpose_check CHECK ((purpose = ANY (ARRAY['promotional'::text, 'transactional'::text]))),
  CONSTRAINT consents_source_check CHECK ((source = ANY (ARRAY['form'::text, 'keyword'::text, 'platform'::text, 'import'::text, 'checkout'::text, 'api'::text, 'staff'::text]))),
  CONSTRAINT consents_state_check CHECK ((state = ANY (ARRAY['given'::text, 'withdrawn'::text])))
);
CREATE INDEX consents_of_person ON public.consents USING btree (account_id, person, channel, purpose, said_at DESC, id DESC);
COMMENT ON TABLE consents IS 'What people said, one row each time; of a person, channel and purpose the newest row counts';
COMMENT ON COLUMN consents.person IS 'A number''s digits, or the chat platform''s id of a user';
COMMENT ON COLUMN consents.wording IS 'What the person agreed to, as it was shown';
COMMENT ON COLUMN consents.proof IS 'How it can be shown later: an address, an IP, an order';

CREATE TABLE contacts (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  mobile bigint,
  user_id text,
  name text NOT NULL DEFAULT ''::text,
  language text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT contacts_mobile_key UNIQUE (account_id, mobile),
  CONSTRAINT contacts_reachable_check CHECK (((mobile IS NOT NULL) OR (user_id IS NOT NULL))),
  CONSTRAINT contacts_user_key UNIQUE (account_id, user_id)
);
CREATE INDEX contacts_tags ON public.contacts USING gin (tags);
COMMENT ON TABLE contacts IS 'People whom an account knows; a removed one is gone at once';
COMMENT ON COLUMN contacts.user_id IS 'The chat platform''s id of a user';
COMMENT ON COLUMN contacts.fields IS 'A flat object of texts: what the account wants to know of a person';

CREATE TABLE conversation_labels (
  account_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  label_id bigint NOT NULL,
  CONSTRAINT conversation_labels_pkey PRIMARY KEY (account_id, conversation_id, label_id),
  CONSTRAINT conversation_labels_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE,
  CONSTRAINT conversation_labels_account_id_label_id_fkey FOREIGN KEY (account_id, label_id) REFERENCES labels(account_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_labels_label ON public.conversation_labels USING btree (account_id, label_id);
COMMENT ON TABLE conversation_labels IS 'Which conversations have which labels';

CREATE TABLE conversation_notes (
  account_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  text text NOT NULL,
  actor text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT conversation_notes_pkey PRIMARY KEY (account_id, conversation_id, id),
  CONSTRAINT conversation_notes_account_id_conversation_id_fkey FOREIGN KEY (account_id, conversation_id) REFERENCES conversations(account_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE conversation_notes IS 'What people of an account tell each other; the other side never sees it';
COMMENT ON COLUMN conversation_notes.actor IS 'Who wrote it, as the audit log names them';

CREATE TABLE conversations (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL,
  own text NOT NULL,
  other text NOT NULL,
  name text,
  last_at timestamp with time zone NOT NULL,
  last_by text NOT NULL,
  last_text text,
  unread integer NOT NULL DEFAULT 0,
  assigned_user bigint,
  state text NOT NULL DEFAULT 'open'::text,
  held_by text,
  held_at timestamp with time zone,
  held_note text,
  user_name text,
  waits_since timestamp with time zone,
  CONSTRAINT conversations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT conversations_account_id_kind_own_other_key UNIQUE (account_id, kind, own, other),
  CONSTRAINT conversations_kind_check CHECK ((kind = ANY (ARRAY['sms'::text, 'chat'::text]))),
  CONSTRAINT conversations_last_by_check CHECK ((last_by = ANY (ARRAY['them'::text, 'us'::text]))),
  CONSTRAINT conversations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX conversations_assigned ON public.conversations USING btree (account_id, COALESCE(assigned_user, (0)::bigint), kind, state, ((unread > 0)), last_at, id);
CREATE INDEX conversations_newest ON public.conversations USING btree (account_id, kind, state, ((unread > 0)), last_at, id);
CREATE INDEX conversations_other ON public.conversations USING btree (account_id, other, last_at, id);
CREATE INDEX conversations_waiting ON public.conversations USING btree (account_id, waits_since) WHERE (waits_since IS NOT NULL);
COMMENT ON TABLE conversations IS 'One person and one sender or number of an account; kept by what takes replies in';
COMMENT ON COLUMN conversations.id IS 'The id of the first reply in it';
COMMENT ON COLUMN conversations.own IS 'The name of a sender; for chat the link of the number';
COMMENT ON COLUMN conversations.other IS 'The phone; for chat as user_key of chat_replies';
COMMENT ON COLUMN conversations.last_text IS 'The beginning of the last reply, or of an answer in free form';
COMMENT ON COLUMN conversations.unread IS 'Replies since somebody read it or answered';
COMMENT ON COLUMN conversations.held_by IS 'Who answers on the chat platform: ai_agent, or another; null: the account';
COMMENT ON COLUMN conversations.held_at IS 'When the platform last said who, by its clock';
COMMENT ON COLUMN conversations.held_note IS 'What the one before left for the next';
COMMENT ON COLUMN conversations.user_name IS 'For chat the name the user has chosen on the platform, as last heard';
COMMENT ON COLUMN conversations.waits_since IS 'When the first reply came that nobody has answered since; null: nobody waits';

CREATE TABLE credit_requests (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  amount_micros bigint NOT NULL,
  reference text,
  requested_at timestamp with time zone NOT NULL,
  requested_by text NOT NULL,
  confirmed_at timestamp with time zone,
  confirmed_by text,
  transfer_id bigint,
  CONSTRAINT credit_requests_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT credit_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT credit_requests_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT credit_requests_confirmed_check CHECK (((confirmed_at IS NULL) = (transfer_id IS NULL))),
  CONSTRAINT credit_requests_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'correction'::text]))),
  CONSTRAINT credit_requests_two_check CHECK ((confirmed_by <> requested_by))
);
CREATE INDEX credit_requests_waiting ON public.credit_requests USING btree (requested_at) WHERE (confirmed_at IS NULL);
COMMENT ON TABLE credit_requests IS 'Credit that waits, or waited, for a second person';

CREATE TABLE do_not_call (
  recipient bigint NOT NULL,
  source text NOT NULL,
  listed_at timestamp with time zone NOT NULL,
  CONSTRAINT do_not_call_pkey PRIMARY KEY (recipient, source)
);
COMMENT ON TABLE do_not_call IS 'Numbers that want no promotional messages from anybody. A number may be on the lists of several sources';

CREATE TABLE documents (
  account_id bigint NOT NULL,
  kind text NOT NULL,
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  state text NOT NULL DEFAULT 'submitted'::text,
  file_name text NOT NULL,
  mime text NOT NULL,
  bytes integer NOT NULL,
  sha256 bytea NOT NULL,
  content bytea,
  tax_number bytea,
  submitted_at timestamp with time zone NOT NULL,
  submitted_by text NOT NULL,
  reason text,
  words text,
  decided_at timestamp with time zone,
  decided_by text,
  CONSTRAINT documents_pkey PRIMARY KEY (account_id, kind, id),
  CONSTRAINT documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT documents_decided_check CHECK (((state = 'submitted'::text) = (decided_at IS NULL))),
  CONSTRAINT documents_kind_check CHECK ((kind = ANY (ARRAY['identity_card_front'::text, 'identity_card_back'::text, 'face'::text, 'agreement'::text, 'tax'::text]))),
  CONSTRAINT documents_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'approved'::text, 'refused'::text])))
);
CREATE INDEX documents_waiting ON public.documents USING btree (submitted_at) WHERE ((state = 'submitted'::text) AND (content IS NOT NULL));
COMMENT ON TABLE documents IS 'Everything that was submitted for verifications; of each kind the one with the greatest id counts';
COMMENT ON COLUMN documents.content IS 'Sealed for this account, kind and id. Null: it was never approved, and a later one has taken its place';
COMMENT ON COLUMN documents.tax_number IS 'Sealed, too';
COMMENT ON COLUMN documents.words IS 'For the account to read, besides the reason';

CREATE TABLE event_logs (
  account_id bigint NOT NULL,
  next_number bigint NOT NULL DEFAULT 1,
  recorded_until timestamp with time zone NOT NULL,
  node smallint,
  epoch integer,
  CONSTRAINT event_logs_pkey PRIMARY KEY (account_id)
);
COMMENT ON TABLE event_logs IS 'Accounts whose events are recorded, and the node that numbers and delivers them: a lease by slot and epoch';
COMMENT ON COLUMN event_logs.recorded_until IS 'infinity while the account has a webhook; else some days after it last asked for its events';

CREATE TABLE event_outbox (
  account_id bigint NOT NULL,
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  ids bigint[] NOT NULL,
  states smallint[],
  reasons text[],
  facts jsonb,
  CONSTRAINT event_outbox_pkey PRIMARY KEY (account_id, "position")
);
COMMENT ON TABLE event_outbox IS 'Facts of one commit, all of one account and kind, that have no number yet. Later facts of one message have a higher position';
COMMENT ON COLUMN event_outbox.kind IS 'message: the type follows from each state; else the type of all of them';

CREATE TABLE events (
  account_id bigint NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  ids bigint[] NOT NULL,
  states smallint[],
  reasons text[],
  facts jsonb,
  CONSTRAINT events_pkey PRIMARY KEY (account_id, first_number)
);
CREATE INDEX events_age ON public.events USING btree (account_id, at);
COMMENT ON TABLE events IS 'The same with numbers, from 1 without a gap for each account, in the order in which they were committed';

CREATE TABLE fallback_rows (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  position integer NOT NULL,
  said jsonb NOT NULL,
  look_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  is_late boolean NOT NULL DEFAULT false,
  CONSTRAINT fallback_rows_pkey PRIMARY KEY (account_id, message_id)
);
CREATE INDEX fallback_rows_due ON public.fallback_rows USING btree (account_id, batch_id, look_at);
COMMENT ON TABLE fallback_rows IS 'Chat messages that may still be followed by a text: the commit of the text deletes the row';
COMMENT ON COLUMN fallback_rows.said IS 'The values of the text';
COMMENT ON COLUMN fallback_rows.due_at IS 'Since when a text is due; null: the chat message may still be in time';
COMMENT ON COLUMN fallback_rows.is_late IS 'It has not left in time, so it is to be cancelled before';

CREATE TABLE fallbacks (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  text_batch_id bigint,
  after_minutes smallint NOT NULL,
  sender text NOT NULL,
  template_id bigint NOT NULL,
  unicode boolean NOT NULL,
  is_test boolean NOT NULL,
  messages integer NOT NULL,
  parts integer NOT NULL,
  price_micros bigint NOT NULL,
  without_number integer NOT NULL,
  left_out integer NOT NULL,
  reached integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  given_up integer NOT NULL DEFAULT 0,
  stopped integer NOT NULL DEFAULT 0,
  waits_for text,
  starts_at timestamp with time zone,
  look_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT fallbacks_pkey PRIMARY KEY (account_id, batch_id),
  CONSTRAINT fallbacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT fallbacks_after_minutes_check CHECK ((after_minutes > 0))
);
CREATE INDEX fallbacks_due ON public.fallbacks USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE UNIQUE INDEX fallbacks_texts ON public.fallbacks USING btree (account_id, text_batch_id) WHERE (text_batch_id IS NOT NULL);
COMMENT ON TABLE fallbacks IS 'Published batches of chat messages that fall back to a text, and what became of that';
COMMENT ON COLUMN fallbacks.text_batch_id IS 'The batch that its texts are in; null: there are none yet';
COMMENT ON COLUMN fallbacks.messages IS 'With parts and price_micros: the texts that there would be at most, as priced when it was accepted';
COMMENT ON COLUMN fallbacks.left_out IS 'Rows with a number whose values make no text';
COMMENT ON COLUMN fallbacks.reached IS 'Got the chat message in time';
COMMENT ON COLUMN fallbacks.refused IS 'Get no text: they opted out, or no operator carries it; each is a row of batch_rows of the texts';
COMMENT ON COLUMN fallbacks.given_up IS 'The same after a day, most of them for want of credit';
COMMENT ON COLUMN fallbacks.stopped IS 'Cancelled or forgotten before';
COMMENT ON COLUMN fallbacks.waits_for IS 'Why the last texts could not leave, by the failure catalogue; null: they can';
COMMENT ON COLUMN fallbacks.starts_at IS 'It was paused until then: what never left is waited for from then on; null: it never was';
COMMENT ON COLUMN fallbacks.look_at IS 'When its rows are looked at again; null: it is over';

CREATE TABLE feeds (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  next_position integer NOT NULL,
  last_position integer NOT NULL,
  due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone,
  held_ms bigint NOT NULL DEFAULT 0,
  link_id integer,
  turn bigint,
  chat_due_at timestamp with time zone,
  hours integer,
  is_spread boolean NOT NULL DEFAULT false,
  CONSTRAINT feeds_pkey PRIMARY KEY (account_id, batch_id),
  CONSTRAINT feeds_of_chat_check CHECK ((num_nulls(link_id, turn, chat_due_at) =
CASE
    WHEN (due_at IS NULL) THEN 0
    ELSE 3
END))
);
COMMENT ON TABLE feeds IS 'Large batches enter the queue a piece at a time; a row is what is still to come';
COMMENT ON COLUMN feeds.due_at IS 'A promotional batch stays here until its hours begin';
COMMENT ON COLUMN feeds.held_ms IS 'How long it was held back since its messages got their validity';
COMMENT ON COLUMN feeds.link_id IS 'Of chat messages: the number that they leave by';
COMMENT ON COLUMN feeds.turn IS 'Of chat messages: that of each is this and its position; whatever was accepted later has a higher one';
COMMENT ON COLUMN feeds.chat_due_at IS 'Of chat messages, in place of due_at: nodes of the version before would let them into the queue as texts';
COMMENT ON COLUMN feeds.hours IS 'The same for the rest of a batch';
COMMENT ON COLUMN feeds.is_spread IS 'Only as much of it enters the queue as the platform''s limit of the day leaves';

CREATE TABLE forgettings (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  names text[] NOT NULL,
  digests text[] NOT NULL,
  below_id bigint NOT NULL,
  after_batch bigint NOT NULL DEFAULT 0,
  after_row integer NOT NULL DEFAULT 0,
  after_audit bigint NOT NULL DEFAULT 0,
  messages bigint NOT NULL DEFAULT 0,
  replies bigint NOT NULL DEFAULT 0,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  look_at timestamp with time zone,
  done_at timestamp with time zone,
  CONSTRAINT forgettings_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT forgettings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX forgettings_open ON public.forgettings USING btree (look_at) WHERE (done_at IS NULL);
COMMENT ON TABLE forgettings IS 'People whom an account has forgotten, or is about to';
COMMENT ON COLUMN forgettings.names IS 'While it lasts, all names of the person: digits, ids of the chat platform, our own numbers; then none';
COMMENT ON COLUMN forgettings.digests IS 'A keyed digest of each name, the one that was asked for first';
COMMENT ON COLUMN forgettings.below_id IS 'Messages and replies from before it are meant';
COMMENT ON COLUMN forgettings.after_batch IS 'With after_row and after_audit: how far was looked';
COMMENT ON COLUMN forgettings.messages IS 'How many have been forgotten, as of replies';
COMMENT ON COLUMN forgettings.look_at IS 'When it goes on: messages on their way are waited for';

CREATE TABLE forgotten_texts (
  day text NOT NULL,
  CONSTRAINT forgotten_texts_pkey PRIMARY KEY (day)
);
COMMENT ON TABLE forgotten_texts IS 'Days, as partitions are called, of which no text is left';

CREATE TABLE host_claims (
  account_id bigint NOT NULL,
  host text NOT NULL,
  token text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT host_claims_pkey PRIMARY KEY (account_id, host),
  CONSTRAINT host_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE host_claims IS 'Domains that accounts say are theirs, not proven yet: they change nothing. token: what is to be published';

CREATE TABLE idempotency_keys (
  account_id bigint NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
COMMENT ON COLUMN idempotency_keys.answer IS 'Null while the first request is still being written';

CREATE TABLE invitations (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text, 'viewer'::text, 'agent'::text]))),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (account_id, lower(email));
CREATE INDEX invitations_expired ON public.invitations USING btree (expires_at);
COMMENT ON COLUMN invitations.invited_by IS 'As the audit names them';

CREATE TABLE invoice_counters (
  kind text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_counters_pkey PRIMARY KEY (kind, year),
  CONSTRAINT invoice_counters_last_check CHECK ((last > 0))
);
COMMENT ON TABLE invoice_counters IS 'The last number of each series; its row is locked until the invoice is committed: no gaps';

CREATE TABLE invoices (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  transfer_id bigint,
  number text NOT NULL,
  kind text NOT NULL,
  of_id bigint,
  reason text,
  amount_micros bigint NOT NULL,
  tax_micros bigint NOT NULL,
  province text,
  basis_points integer,
  cause text,
  seller text,
  buyer_name text NOT NULL,
  buyer_address text NOT NULL,
  buyer_tax_number bytea,
  buyer_sales_tax_number text NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  issued_by text NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT invoices_account_id_of_id_fkey FOREIGN KEY (account_id, of_id) REFERENCES invoices(account_id, id),
  CONSTRAINT invoices_account_id_transfer_id_key UNIQUE (account_id, transfer_id),
  CONSTRAINT invoices_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT invoices_check CHECK (((tax_micros >= 0) AND (tax_micros <= amount_micros))),
  CONSTRAINT invoices_check1 CHECK (((kind = 'credit_note'::text) = (of_id IS NOT NULL))),
  CONSTRAINT invoices_check2 CHECK (((kind = 'credit_note'::text) = (reason IS NOT NULL))),
  CONSTRAINT invoices_check3 CHECK (((tax_micros = 0) OR (basis_points IS NOT NULL))),
  CONSTRAINT invoices_id_key UNIQUE (id),
  CONSTRAINT invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT invoices_number_key UNIQUE (number)
);
CREATE INDEX invoices_of_invoice ON public.invoices USING btree (account_id, of_id) WHERE (of_id IS NOT NULL);
CREATE TRIGGER keep_invoice BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice();
COMMENT ON TABLE invoices IS 'What accounts have paid, and what was credited of it: never changed';
COMMENT ON COLUMN invoices.transfer_id IS 'What it is about in the ledger: one has one';
COMMENT ON COLUMN invoices.amount_micros IS 'The whole, tax included';
COMMENT ON COLUMN invoices.basis_points IS 'The rate, in hundredths of a percent; null: none was set';
COMMENT ON COLUMN invoices.cause IS 'How it was paid';
COMMENT ON COLUMN invoices.seller IS 'STATEMENT_FROM as it was then';
COMMENT ON COLUMN invoices.buyer_tax_number IS 'Sealed: of its approved tax document, as it was then';

CREATE TABLE join_forms (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  name text NOT NULL,
  wording text NOT NULL,
  wording_urdu text NOT NULL DEFAULT ''::text,
  tag text NOT NULL DEFAULT ''::text,
  sender text NOT NULL,
  template_id bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT join_forms_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT join_forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT join_forms_code_key UNIQUE (code)
);
COMMENT ON TABLE join_forms IS 'Public pages where people agree to an account''s promotional texts';
COMMENT ON COLUMN join_forms.code IS 'The end of its address';
COMMENT ON COLUMN join_forms.tag IS 'Given to the contacts of those who agree; empty: none';
COMMENT ON COLUMN join_forms.sender IS 'By which, with the template, its codes are texted';

CREATE TABLE labels (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  colour text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT labels_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT labels_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX labels_name ON public.labels USING btree (account_id, lower(name));
COMMENT ON TABLE labels IS 'Words by which an account sorts its conversations';
COMMENT ON COLUMN labels.colour IS 'Of the dot before the name: src/features/labels/labels.ts';

CREATE TABLE ledger_changes (
  account_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  transfers bigint NOT NULL,
  amount_micros bigint NOT NULL,
  change_micros bigint NOT NULL
) WITH (autovacuum_vacuum_threshold=5000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0);
COMMENT ON TABLE ledger_changes IS 'What is to be added to ledger_sums';

CREATE TABLE ledger_sums (
  account_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  transfers bigint NOT NULL,
  amount_micros bigint NOT NULL,
  change_micros bigint NOT NULL,
  CONSTRAINT ledger_sums_pkey PRIMARY KEY (account_id, day, kind)
);
COMMENT ON TABLE ledger_sums IS 'Transfers of each day of Pakistan by their kind, and what they did to the credit that is left; with ledger_changes';

CREATE TABLE link_domains (
  account_id bigint NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  problem text,
  claimed_at timestamp with time zone NOT NULL,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  check_at timestamp with time zone,
  CONSTRAINT link_domains_pkey PRIMARY KEY (account_id),
  CONSTRAINT link_domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT link_domains_domain_key UNIQUE (domain),
  CONSTRAINT link_domains_problem_check CHECK ((problem = ANY (ARRAY['unreachable'::text, 'elsewhere'::text]))),
  CONSTRAINT link_domains_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text])))
);
CREATE INDEX link_domains_due ON public.link_domains USING btree (check_at);
COMMENT ON TABLE link_domains IS 'Where the short links of an account are: a domain of its own';
COMMENT ON COLUMN link_domains.token IS 'Served at a path of the domain while it leads here';
COMMENT ON COLUMN link_domains.state IS 'Links begin with it while it is verified';
COMMENT ON COLUMN link_domains.problem IS 'What the last look found instead of us; null: nothing';
COMMENT ON COLUMN link_domains.verified_at IS 'When it was last seen to lead here; null: never';
COMMENT ON COLUMN link_domains.check_at IS 'When it is looked at again; null: by a person alone';

CREATE TABLE link_leases (
  link_id integer NOT NULL,
  node smallint NOT NULL,
  epoch integer NOT NULL,
  state text NOT NULL DEFAULT 'down'::text,
  words text,
  since timestamp with time zone NOT NULL DEFAULT now(),
  traffic jsonb,
  traffic_at timestamp with time zone,
  usual_taken double precision NOT NULL DEFAULT 0,
  usual_reported double precision NOT NULL DEFAULT 0,
  usual_delivered double precision NOT NULL DEFAULT 0,
  CONSTRAINT link_leases_pkey PRIMARY KEY (link_id),
  CONSTRAINT link_leases_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT link_leases_state_check CHECK ((state = ANY (ARRAY['up'::text, 'trying'::text, 'down'::text, 'needs_attention'::text])))
);
COMMENT ON COLUMN link_leases.state IS 'As its holder judges it, written on change. Without a living holder the link is down, whatever stands here';
COMMENT ON COLUMN link_leases.traffic IS 'Of each of the last periods up to traffic_at, how many parts the operator took and how many failed';
COMMENT ON COLUMN link_leases.usual_taken IS 'Parts taken, final receipts, and those of them that say delivered, as of traffic_at; what is a week old counts half';

CREATE TABLE link_oddities (
  link_id integer NOT NULL,
  kind text NOT NULL,
  what text NOT NULL,
  times bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT link_oddities_pkey PRIMARY KEY (link_id, kind, what),
  CONSTRAINT link_oddities_kind_check CHECK ((kind = ANY (ARRAY['pdu'::text, 'word'::text]))),
  CONSTRAINT link_oddities_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE
);
COMMENT ON TABLE link_oddities IS 'Faulty PDUs by their fault, and receipts by their unknown word. A day without one ends the count';

CREATE TABLE links (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  carrier text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  config jsonb NOT NULL,
  secret_sealed bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  account_id bigint,
  business_id integer,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  stopped_at timestamp with time zone,
  stop_words text,
  marketing_rests_until timestamp with time zone,
  draining_until timestamp with time zone,
  templates_rest_until timestamp with time zone,
  waac_id text,
  CONSTRAINT links_pkey PRIMARY KEY (id),
  CONSTRAINT links_account_id_business_id_fkey FOREIGN KEY (account_id, business_id) REFERENCES chat_businesses(account_id, id),
  CONSTRAINT links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT links_carrier_check CHECK ((carrier = ANY (ARRAY['smpp'::text, 'whatsapp'::text]))),
  CONSTRAINT links_chat_check CHECK (((carrier = 'whatsapp'::text) = ((account_id IS NOT NULL) AND (business_id IS NOT NULL)))),
  CONSTRAINT links_name_key UNIQUE (name),
  CONSTRAINT links_stop_check CHECK (((stopped_at IS NULL) = (stop_words IS NULL)))
);
CREATE INDEX links_account ON public.links USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX links_phone_number ON public.links USING btree (((config ->> 'phoneNumberId'::text))) WHERE ((carrier = 'whatsapp'::text) AND enabled);
COMMENT ON COLUMN links.account_id IS 'Whose sending number it is; links to operators are everybody''s';
COMMENT ON COLUMN links.started_at IS 'When staff last started it. What the platform said of a chat number before that stops it no more';
COMMENT ON COLUMN links.stopped_at IS 'The platform failed a message of the chat number for a reason of the whole number. Nothing leaves until staff start it';
COMMENT ON COLUMN links.marketing_rests_until IS 'The platform holds the chat number back after complaints (131048): until then its marketing templates wait in line';
COMMENT ON COLUMN links.draining_until IS 'Of a disabled link: until then it stays bound for receipts, and nothing is submitted';
COMMENT ON COLUMN links.templates_rest_until IS 'The platform limits the business account after misclassified templates (131064): until then the templates of the chat number wait in line, then some ask again';
COMMENT ON COLUMN links.waac_id IS 'The platform''s id of the WhatsApp account that has the number, where it told one: nothing uses it before its paths do';

CREATE TABLE lookup_charges (
  account_id bigint NOT NULL,
  request_id bigint NOT NULL,
  transfer_id bigint NOT NULL,
  first_lookups integer NOT NULL,
  again_lookups integer NOT NULL,
  amount_micros bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT lookup_charges_pkey PRIMARY KEY (account_id, request_id)
);
COMMENT ON TABLE lookup_charges IS 'The look-ups that a request was charged for; request_id is what the send was answered with';

CREATE TABLE lookup_tariffs (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  first_micros bigint NOT NULL,
  again_micros bigint NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT lookup_tariffs_pkey PRIMARY KEY (id),
  CONSTRAINT lookup_tariffs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT lookup_tariffs_again_micros_check CHECK ((again_micros >= 0)),
  CONSTRAINT lookup_tariffs_first_micros_check CHECK ((first_micros >= 0))
);
COMMENT ON TABLE lookup_tariffs IS 'Price of finding a number''s operator: the first time, and again while the account''s saved look-up is young. The row in force: own account before all, then the latest valid_from';

CREATE TABLE lookups (
  account_id bigint NOT NULL,
  recipient bigint NOT NULL,
  operator_id smallint NOT NULL,
  looked_up_at timestamp with time zone NOT NULL,
  CONSTRAINT lookups_pkey PRIMARY KEY (account_id, recipient)
);
CREATE INDEX lookups_age ON public.lookups USING btree (looked_up_at);
COMMENT ON TABLE lookups IS 'What the number directory said, kept for each account that has paid for it. Written in the commit that charges';

CREATE TABLE lost_answers (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  attempt smallint NOT NULL,
  part smallint NOT NULL,
  link_id integer NOT NULL,
  recipient bigint NOT NULL,
  reference integer NOT NULL,
  lost_at timestamp with time zone NOT NULL,
  CONSTRAINT lost_answers_pkey PRIMARY KEY (account_id, message_id, attempt, part)
);
CREATE INDEX lost_answers_age ON public.lost_answers USING btree (lost_at);
CREATE INDEX lost_answers_recipient ON public.lost_answers USING btree (link_id, recipient);
COMMENT ON TABLE lost_answers IS 'What receipts of unknown ids are compared with; a row goes when its attempt is explained, or too old';

CREATE TABLE mails (
  id bigint NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  tries smallint NOT NULL DEFAULT 0,
  ended_at timestamp with time zone,
  end_state text,
  error text,
  is_urgent boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_end_state_check CHECK ((end_state = ANY (ARRAY['taken'::text, 'given_up'::text])))
);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mails_ended ON public.mails USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX mails_in_turn ON public.mails USING btree (is_urgent DESC, due_at) WHERE (due_at IS NOT NULL);
COMMENT ON TABLE mails IS 'Mails of the service; those that have ended are kept for some days';
COMMENT ON COLUMN mails.sealed IS 'Subject and text, sealed for the mail of this id; empty once it has ended';
COMMENT ON COLUMN mails.due_at IS 'When it is tried next; null: it has ended';
COMMENT ON COLUMN mails.error IS 'What the mail server said last; no text of the mail';
COMMENT ON COLUMN mails.is_urgent IS 'Somebody waits for it: a code, or a link to a new password';

CREATE TABLE messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  batch_id bigint,
  position integer NOT NULL,
  recipient bigint NOT NULL,
  template_id bigint NOT NULL,
  sender_id integer NOT NULL,
  tariff_id integer NOT NULL,
  operator_id smallint NOT NULL,
  alphabet smallint NOT NULL,
  parts smallint NOT NULL,
  parts_taken smallint NOT NULL DEFAULT 0,
  state smallint NOT NULL DEFAULT 1,
  price_micros bigint NOT NULL,
  posted_micros bigint NOT NULL DEFAULT 0,
  reserve_id bigint NOT NULL,
  settle_id bigint,
  accepted_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  done_at timestamp with time zone,
  reason text,
  text text NOT NULL,
  answerable boolean NOT NULL DEFAULT false,
  CONSTRAINT messages_pkey PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX messages_batch ON ONLY public.messages USING btree (account_id, batch_id, "position") WHERE (batch_id IS NOT NULL);
CREATE INDEX messages_recipient ON ONLY public.messages USING btree (recipient, id);
CREATE TRIGGER count_changed AFTER UPDATE ON public.messages REFERENCING OLD TABLE AS gone NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_changed_messages();
CREATE TRIGGER count_new AFTER INSERT ON public.messages REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_new_messages();
COMMENT ON TABLE messages IS 'One text to one recipient. The id carries its second, so a partition is a day. batch_id is null for a batch of one';
COMMENT ON COLUMN messages.recipient IS 'Digits; below 0: see chat_people; below 1000: forgotten, what is left is the country';
COMMENT ON COLUMN messages.answerable IS 'The sender is a number, so the phone can reply: replies are matched to these alone';

CREATE TABLE nodes (
  slot smallint NOT NULL,
  epoch integer NOT NULL,
  holder text NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  recovered boolean NOT NULL,
  history text,
  links_until timestamp with time zone,
  witnessed boolean NOT NULL DEFAULT false,
  steady_since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT nodes_pkey PRIMARY KEY (slot),
  CONSTRAINT nodes_slot_check CHECK (((slot >= 0) AND (slot <= 63)))
);
COMMENT ON TABLE nodes IS 'A row leased to (slot, epoch) is held while that epoch is current here and lease_until has not passed';
COMMENT ON COLUMN nodes.recovered IS 'Whether somebody has dealt with what was held when the lease ended; a slot is not given again before';
COMMENT ON COLUMN nodes.history IS 'The history of the data that this node worked on: the server''s own number, and the timeline of its log. Null: a node of an older version';
COMMENT ON COLUMN nodes.links_until IS 'Until when it keeps its links. Null, for a node of an older version: as long as its lease';
COMMENT ON COLUMN nodes.witnessed IS 'Whether a session of its own holds the advisory lock of its slot: once that is free, the program has ended';
COMMENT ON COLUMN nodes.steady_since IS 'Since when it renews in time and has that session: whoever was cut off itself cannot tell who is gone';

CREATE TABLE operator_prefixes (
  prefix text NOT NULL,
  operator_id smallint NOT NULL,
  CONSTRAINT operator_prefixes_pkey PRIMARY KEY (prefix),
  CONSTRAINT operator_prefixes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT operator_prefixes_prefix_check CHECK ((prefix ~ '^[0-9]{3,12}$'::text))
);

CREATE TABLE operators (
  id smallint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  carried_by smallint,
  enabled boolean NOT NULL DEFAULT true,
  removed boolean NOT NULL DEFAULT false,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_carried_by_fkey FOREIGN KEY (carried_by) REFERENCES operators(id),
  CONSTRAINT operators_check CHECK ((carried_by <> id)),
  CONSTRAINT operators_name_key UNIQUE (name)
);
COMMENT ON COLUMN operators.carried_by IS 'Its messages travel by the routes of that operator, and keep their own word in reports';
COMMENT ON COLUMN operators.enabled IS 'False: there is no contract with it. Its numbers are refused as without a route, and the doctor says nothing of it';
COMMENT ON COLUMN operators.removed IS 'It is in no list and cannot be named; reports of messages to it still have its name';

CREATE TABLE optouts (
  account_id bigint NOT NULL,
  recipient bigint NOT NULL,
  scope text NOT NULL,
  source text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT optouts_pkey PRIMARY KEY (account_id, recipient),
  CONSTRAINT optouts_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'promotional'::text])))
);
CREATE INDEX optouts_time ON public.optouts USING btree (account_id, created_at) WHERE (source = 'reply'::text);

CREATE TABLE passkey_challenges (
  challenge text NOT NULL,
  user_id bigint,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON TABLE passkey_challenges IS 'What a browser has been asked to sign; each is taken once';
COMMENT ON COLUMN passkey_challenges.user_id IS 'Who adds a passkey; null: somebody signs in';

CREATE TABLE passkeys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE TABLE password_resets (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_expired ON public.password_resets USING btree (expires_at);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);
COMMENT ON TABLE password_resets IS 'Links to new passwords, each for one use';

CREATE TABLE payment_reports (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_id bigint,
  gateway text NOT NULL,
  heard_at timestamp with time zone NOT NULL,
  way text NOT NULL,
  verdict text NOT NULL,
  detail text,
  CONSTRAINT payment_reports_pkey PRIMARY KEY (id),
  CONSTRAINT payment_reports_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT payment_reports_way_check CHECK ((way = ANY (ARRAY['notification'::text, 'inquiry'::text, 'return'::text])))
);
CREATE INDEX payment_reports_of_none ON public.payment_reports USING btree (heard_at) WHERE (payment_id IS NULL);
CREATE INDEX payment_reports_of_payment ON public.payment_reports USING btree (payment_id, id) WHERE (payment_id IS NOT NULL);
COMMENT ON TABLE payment_reports IS 'What gateways, and those who pose as them, have said of payments; of none: for 30 days';

CREATE TABLE payments (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  gateway text NOT NULL,
  reference text NOT NULL,
  their_id text,
  amount_micros bigint NOT NULL,
  state text NOT NULL,
  checkout_address text,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  ask_at timestamp with time zone,
  asked_at timestamp with time zone,
  ended_at timestamp with time zone,
  transfer_id bigint,
  told text,
  note text,
  keeps text,
  automatic boolean NOT NULL DEFAULT false,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payments_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT payments_check CHECK (((state = 'paid'::text) = (transfer_id IS NOT NULL))),
  CONSTRAINT payments_gateway_their_id_key UNIQUE (gateway, their_id),
  CONSTRAINT payments_keeps_check CHECK ((keeps = ANY (ARRAY['wanted'::text, 'kept'::text, 'none'::text]))),
  CONSTRAINT payments_reference_key UNIQUE (reference),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'paid'::text, 'declined'::text, 'expired'::text, 'failed'::text, 'differs'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX payments_automatic ON public.payments USING btree (account_id) WHERE (automatic AND (state = ANY (ARRAY['opening'::text, 'open'::text])));
CREATE INDEX payments_of_account ON public.payments USING btree (account_id, id);
CREATE INDEX payments_that_differ ON public.payments USING btree (id) WHERE (state = 'differs'::text);
CREATE INDEX payments_to_ask ON public.payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX payments_to_keep ON public.payments USING btree (id) WHERE ((keeps = 'wanted'::text) AND (state = 'paid'::text));
CREATE UNIQUE INDEX payments_transfer ON public.payments USING btree (account_id, transfer_id) WHERE (transfer_id IS NOT NULL);
COMMENT ON TABLE payments IS 'What accounts were to pay, or have paid, at the checkout of a gateway';
COMMENT ON COLUMN payments.reference IS 'Ours at the gateway: the id and a random part';
COMMENT ON COLUMN payments.their_id IS 'The gateway''s; null: it has not taken the payment yet';
COMMENT ON COLUMN payments.ask_at IS 'When the gateway is asked about it next; null: never';
COMMENT ON COLUMN payments.told IS 'What the gateway said was paid, where that is not what was asked';
COMMENT ON COLUMN payments.note IS 'Why finance has closed what differed';
COMMENT ON COLUMN payments.keeps IS 'Whether its card is to be kept for top-ups, and was';
COMMENT ON COLUMN payments.automatic IS 'Nobody pays it at a checkout: a kept card is charged';

CREATE TABLE promotional_hours (
  account_id bigint,
  week jsonb NOT NULL,
  CONSTRAINT promotional_hours_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT promotional_hours_account_id_key UNIQUE NULLS NOT DISTINCT (account_id),
  CONSTRAINT promotional_hours_week_check CHECK ((jsonb_array_length(week) = 7))
);
COMMENT ON TABLE promotional_hours IS 'Everybody''s (account_id null), or an account''s own instead. Seven days from Monday: [opens, closes] in minutes after midnight in Asia/Karachi, or null';

CREATE TABLE queue (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  link_id integer NOT NULL,
  priority smallint NOT NULL,
  attempt smallint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  node smallint,
  epoch integer,
  lost_until timestamp with time zone,
  turn bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  recipient bigint,
  behind boolean NOT NULL DEFAULT false,
  hours integer,
  since timestamp with time zone,
  CONSTRAINT queue_pkey PRIMARY KEY (account_id, message_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=1000000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX queue_due ON public.queue USING btree (link_id, priority DESC, due_at, turn) WHERE (node IS NULL);
CREATE INDEX queue_lane ON public.queue USING btree (account_id, link_id, recipient, priority, turn) WHERE (recipient IS NOT NULL);
CREATE INDEX queue_lost ON public.queue USING btree (link_id, due_at) WHERE ((lost_until IS NOT NULL) AND (node IS NULL));
CREATE INDEX queue_since ON public.queue USING btree (link_id, priority, since) WHERE ((since IS NOT NULL) AND (node IS NULL) AND (lost_until IS NULL));
COMMENT ON TABLE queue IS 'Messages that have not been taken by an operator yet. With node and epoch: attempt number `attempt` may be on the wire';
COMMENT ON COLUMN queue.lost_until IS 'Set: the answer to attempt number `attempt` is lost and the link reconciles. Until then a word may explain it, after it the operator is asked. Such a row is nobody''s to submit or to move to another link; null: anybody''s';
COMMENT ON COLUMN queue.turn IS 'The order in which messages were put in line: ids tell only the second';
COMMENT ON COLUMN queue.recipient IS 'Of chat messages: with account, link and priority it is a lane, in which one leaves when the one before is answered';
COMMENT ON COLUMN queue.behind IS 'Was due while an earlier one of its lane had no answer: whoever hears that answer makes it due; at due_at it is looked at in any case';
COMMENT ON COLUMN queue.hours IS 'Null: at any time. Else ten thousand times the minute of the day from which it may leave, and the minute up to which';
COMMENT ON COLUMN queue.since IS 'When it might first have left, if it has been put back since: what is tried again does not become younger';

CREATE TABLE receipts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  link_id integer NOT NULL,
  operator_key text,
  kind text NOT NULL,
  state smallint,
  error text,
  level smallint,
  account_id bigint,
  message_id bigint,
  received_at timestamp with time zone NOT NULL,
  raw bytea NOT NULL,
  recipient bigint,
  reference integer,
  submitted_at timestamp with time zone,
  CONSTRAINT receipts_pkey PRIMARY KEY (id),
  CONSTRAINT receipts_kind_check CHECK ((kind = ANY (ARRAY['early'::text, 'late'::text, 'duplicate'::text, 'contradiction'::text, 'intermediate'::text, 'unreadable'::text, 'damaged'::text, 'reply'::text])))
);
CREATE INDEX receipts_early ON public.receipts USING btree (link_id, operator_key) WHERE (kind = 'early'::text);
CREATE INDEX receipts_message ON public.receipts USING btree (account_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX receipts_recipient ON public.receipts USING btree (link_id, recipient) WHERE ((kind = 'early'::text) AND (recipient IS NOT NULL));
COMMENT ON TABLE receipts IS 'Every inbound PDU that did not simply close its attempt: parked, repeated, contradicting, unreadable, replies';
COMMENT ON COLUMN receipts.recipient IS 'What a parked receipt says of its message besides the id; with reference and submitted_at (the operator''s clock)';

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
COMMENT ON TABLE recovery_codes IS 'Each takes the place of an authenticator once';

CREATE TABLE refunds (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  payment_id bigint NOT NULL,
  reference text,
  their_id text,
  amount_micros bigint NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  words text,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  ask_at timestamp with time zone,
  ended_at timestamp with time zone,
  transfer_id bigint,
  owed_micros bigint NOT NULL DEFAULT 0,
  credit_note text,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT refunds_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT refunds_check CHECK (((state = 'asked'::text) = (ask_at IS NOT NULL))),
  CONSTRAINT refunds_check1 CHECK (((state = 'asked'::text) = (ended_at IS NULL))),
  CONSTRAINT refunds_owed_micros_check CHECK ((owed_micros >= 0)),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_payment_id_their_id_key UNIQUE (payment_id, their_id),
  CONSTRAINT refunds_reference_key UNIQUE (reference),
  CONSTRAINT refunds_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'refunded'::text, 'refused'::text])))
);
CREATE INDEX refunds_of_payment ON public.refunds USING btree (payment_id, state);
CREATE INDEX refunds_owed ON public.refunds USING btree (account_id, id) WHERE (owed_micros > 0);
CREATE INDEX refunds_to_ask ON public.refunds USING btree (ask_at) WHERE (ask_at IS NOT NULL);
COMMENT ON TABLE refunds IS 'What of payments is given back, or was';
COMMENT ON COLUMN refunds.reference IS 'Ours at the gateway; null: given back there, or by hand, without our asking';
COMMENT ON COLUMN refunds.words IS 'Why the gateway refused it, in its words';
COMMENT ON COLUMN refunds.ask_at IS 'When the gateway is asked for it, or about it, next';
COMMENT ON COLUMN refunds.transfer_id IS 'By which credit first fell for it; null: there was none to take';
COMMENT ON COLUMN refunds.owed_micros IS 'Given back at the gateway, and not taken from credit yet: there was too little';

CREATE TABLE registrations (
  email text NOT NULL,
  name text NOT NULL,
  company text NOT NULL,
  phone text NOT NULL,
  locale text NOT NULL,
  password_hash text NOT NULL,
  terms_version text NOT NULL,
  address text NOT NULL,
  email_code_hash text NOT NULL,
  phone_code_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  resends smallint NOT NULL DEFAULT 0,
  begun_at timestamp with time zone NOT NULL,
  codes_at timestamp with time zone NOT NULL,
  CONSTRAINT registrations_pkey PRIMARY KEY (email)
);
CREATE INDEX registrations_begun ON public.registrations USING btree (begun_at);
COMMENT ON TABLE registrations IS 'Registrations that are not confirmed, each until a day is over';
COMMENT ON COLUMN registrations.email IS 'In lower case';
COMMENT ON COLUMN registrations.email_code_hash IS 'The keyed hash of the mailed code; of a code that nobody was told when the address has a login already';
COMMENT ON COLUMN registrations.tries IS 'Wrong codes since the last ones were made';

CREATE TABLE replies (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  link_id integer NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  alphabet smallint NOT NULL,
  octets bytea NOT NULL,
  text text,
  parts smallint NOT NULL,
  parts_expected smallint NOT NULL,
  message_id bigint,
  wish text,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT replies_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT replies_wish_check CHECK ((wish = ANY (ARRAY['stop'::text, 'stop_all'::text, 'start'::text])))
);
CREATE INDEX replies_from ON public.replies USING btree (account_id, from_address, received_at, id);
CREATE INDEX replies_newest ON public.replies USING btree (account_id, received_at, id);
CREATE INDEX replies_thread ON public.replies USING btree (account_id, from_address, to_address, id);
CREATE INDEX replies_to ON public.replies USING btree (account_id, to_address, received_at, id);
COMMENT ON TABLE replies IS 'What phones wrote to our senders. account_id 0: nobody''s, kept for staff. text is null when octets cannot be read';
COMMENT ON COLUMN replies.message_id IS 'The last message that the account had sent to this phone from this sender';

CREATE TABLE reply_parts (
  link_id integer NOT NULL,
  fingerprint bytea NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  reference integer,
  part_count smallint NOT NULL,
  part smallint NOT NULL,
  alphabet smallint NOT NULL,
  octets bytea NOT NULL,
  received_at timestamp with time zone NOT NULL,
  times integer NOT NULL,
  reply_id bigint,
  CONSTRAINT reply_parts_pkey PRIMARY KEY (link_id, fingerprint)
);
CREATE INDEX reply_parts_age ON public.reply_parts USING btree (received_at);
CREATE INDEX reply_parts_waiting ON public.reply_parts USING btree (link_id, from_address, to_address, reference) WHERE (reply_id IS NULL);
COMMENT ON TABLE reply_parts IS 'What operators handed over some minutes ago, so that a repetition is known as one; without reply_id: waits for the rest';
COMMENT ON COLUMN reply_parts.times IS 'How often the operator handed it over';

CREATE TABLE requests (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  operation text NOT NULL,
  input jsonb NOT NULL,
  about text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  asked_by text NOT NULL,
  decided_at timestamp with time zone,
  decided_by text,
  decision text,
  CONSTRAINT requests_pkey PRIMARY KEY (id),
  CONSTRAINT requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT requests_decided_check CHECK ((((decided_at IS NULL) = (decision IS NULL)) AND ((decided_by IS NULL) = (decision IS NULL)))),
  CONSTRAINT requests_decision_check CHECK ((decision = ANY (ARRAY['confirmed'::text, 'refused'::text]))),
  CONSTRAINT requests_two_check CHECK (((decision <> 'confirmed'::text) OR (decided_by <> asked_by)))
);
CREATE INDEX requests_waiting ON public.requests USING btree (asked_at) WHERE (decided_at IS NULL);
COMMENT ON TABLE requests IS 'Operations that wait, or waited, for a second person';
COMMENT ON COLUMN requests.account_id IS 'null: it is about every account';
COMMENT ON COLUMN requests.input IS 'Of the operation; an amount of money is {"micros": "1000000"}';
COMMENT ON COLUMN requests.about IS 'What it would do, in a sentence';

CREATE TABLE responses (
  account_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  user_id bigint NOT NULL,
  step smallint NOT NULL,
  answers integer NOT NULL,
  CONSTRAINT responses_pkey PRIMARY KEY (account_id, day, kind, user_id, step),
  CONSTRAINT responses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT responses_kind_check CHECK ((kind = ANY (ARRAY['sms'::text, 'chat'::text])))
);
COMMENT ON TABLE responses IS 'How many people waited how long for the first answer: counted as they are answered';
COMMENT ON COLUMN responses.day IS 'Of Pakistan, on which they wrote';
COMMENT ON COLUMN responses.user_id IS 'Who answered; 0: the app on a phone';
COMMENT ON COLUMN responses.step IS 'Of waiting times: src/features/responses/count.sql.ts';

CREATE TABLE routes (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  operator_id smallint,
  sender_route text,
  link_id integer NOT NULL,
  priority smallint NOT NULL DEFAULT 100,
  enabled boolean NOT NULL DEFAULT true,
  category text,
  account_id bigint,
  cost_micros bigint NOT NULL DEFAULT 0,
  weight smallint NOT NULL DEFAULT 1,
  overflow_seconds integer,
  CONSTRAINT routes_pkey PRIMARY KEY (id),
  CONSTRAINT routes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT routes_category_check CHECK ((category = ANY (ARRAY['transactional'::text, 'promotional'::text]))),
  CONSTRAINT routes_cost_micros_check CHECK ((cost_micros >= 0)),
  CONSTRAINT routes_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT routes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT routes_overflow_seconds_check CHECK ((overflow_seconds > 0)),
  CONSTRAINT routes_sender_route_check CHECK ((sender_route = ANY (ARRAY['simple'::text, 'branded'::text, 'short_code'::text]))),
  CONSTRAINT routes_weight_check CHECK ((weight > 0))
);
COMMENT ON TABLE routes IS 'Rules. Of those that match: the lowest priority, the more specific, the cheapest, a share by weight';
COMMENT ON COLUMN routes.cost_micros IS 'What we pay the operator for a part';
COMMENT ON COLUMN routes.overflow_seconds IS 'It also carries while every better link that is up has more seconds of traffic waiting; null: only when they are down';

CREATE TABLE schema_migration (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migration_pkey PRIMARY KEY (number)
);

CREATE TABLE secrets (
  hashing_key bytea NOT NULL,
  one boolean NOT NULL DEFAULT true,
  CONSTRAINT secrets_pkey PRIMARY KEY (one),
  CONSTRAINT secrets_one_check CHECK (one)
);
COMMENT ON COLUMN secrets.hashing_key IS 'What API keys, sessions and codes are hashed with, sealed under the master key; kept by the first start that finds none';

CREATE TABLE segments (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  filter jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT segments_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT segments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX segments_name ON public.segments USING btree (account_id, lower(name));
COMMENT ON TABLE segments IS 'Selections of contacts that have a name; who is in one is found when it is used';
COMMENT ON COLUMN segments.filter IS 'As GET /v1/contacts takes it';

CREATE TABLE senders (
  account_id bigint NOT NULL,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  route text NOT NULL,
  state text NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_at timestamp with time zone,
  CONSTRAINT senders_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT senders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT senders_account_id_name_key UNIQUE (account_id, name),
  CONSTRAINT senders_route_check CHECK ((route = ANY (ARRAY['simple'::text, 'branded'::text, 'short_code'::text]))),
  CONSTRAINT senders_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text])))
);
CREATE INDEX senders_name ON public.senders USING btree (name);

CREATE TABLE sessions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  state text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  confirmed_until timestamp with time zone,
  address text NOT NULL,
  user_agent text NOT NULL,
  host text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_state_check CHECK ((state = ANY (ARRAY['second_factor'::text, 'open'::text]))),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expired ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
COMMENT ON TABLE sessions IS 'Who is signed in, in which browser';
COMMENT ON COLUMN sessions.token_hash IS 'The keyed hash of what the cookie holds';
COMMENT ON COLUMN sessions.state IS 'second_factor: the password was right, and a second factor is still missing';
COMMENT ON COLUMN sessions.confirmed_until IS 'Until then, dangerous things are allowed without asking again who they are';
COMMENT ON COLUMN sessions.host IS 'Where it began, and where alone it counts; null: it began before this was kept';

CREATE TABLE settings_version (
  one boolean NOT NULL DEFAULT true,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT settings_version_pkey PRIMARY KEY (one),
  CONSTRAINT settings_version_one_check CHECK (one)
);
COMMENT ON TABLE settings_version IS 'Raised by every change to operators, prefixes, tariffs, links and routes; caches compare it';

CREATE TABLE shared_senders (
  name text NOT NULL,
  route text NOT NULL DEFAULT 'simple'::text,
  CONSTRAINT shared_senders_pkey PRIMARY KEY (name),
  CONSTRAINT shared_senders_route_check CHECK ((route = ANY (ARRAY['simple'::text, 'short_code'::text])))
);
COMMENT ON TABLE shared_senders IS 'Sender IDs of every account; senders has a row of each for each';

CREATE TABLE short_links (
  code text NOT NULL,
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  message_id bigint NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  first_click_at timestamp with time zone,
  last_click_at timestamp with time zone,
  target text NOT NULL,
  CONSTRAINT short_links_pkey PRIMARY KEY (code)
);
CREATE INDEX short_links_of_message ON public.short_links USING btree (account_id, message_id);
COMMENT ON TABLE short_links IS 'Addresses in texts of campaigns, each of one recipient';
COMMENT ON COLUMN short_links.code IS 'The end of its address';
COMMENT ON COLUMN short_links.clicks IS 'Counted up to a bound, without what only looks';
COMMENT ON COLUMN short_links.target IS 'Where it leads; empty: nowhere, as its text is forgotten';

CREATE TABLE silent_looks (
  one boolean NOT NULL DEFAULT true,
  held_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  looked_until bigint NOT NULL DEFAULT 0,
  late_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT silent_looks_pkey PRIMARY KEY (one),
  CONSTRAINT silent_looks_one_check CHECK (one)
);
COMMENT ON TABLE silent_looks IS 'One row: who looks for texts that no operator reported on, and how far that has come';
COMMENT ON COLUMN silent_looks.held_until IS 'A worker is at it until then, unless it says so again';
COMMENT ON COLUMN silent_looks.looked_until IS 'The id up to which all texts were looked at when their time was over';
COMMENT ON COLUMN silent_looks.late_at IS 'When those below it that left late, held for their hours, were last looked at';

CREATE TABLE tariffs (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  sender_route text NOT NULL,
  operator_id smallint,
  part_price_micros bigint NOT NULL,
  refund_failed boolean NOT NULL DEFAULT false,
  valid_from timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tariffs_pkey PRIMARY KEY (id),
  CONSTRAINT tariffs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT tariffs_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  CONSTRAINT tariffs_part_price_micros_check CHECK ((part_price_micros >= 0)),
  CONSTRAINT tariffs_sender_route_check CHECK ((sender_route = ANY (ARRAY['simple'::text, 'branded'::text, 'short_code'::text])))
);
COMMENT ON TABLE tariffs IS 'Price per part. The row in force: own account before all, own operator before any, then the latest valid_from';

CREATE TABLE tax_rates (
  province text NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  basis_points integer NOT NULL,
  CONSTRAINT tax_rates_pkey PRIMARY KEY (province, valid_from),
  CONSTRAINT tax_rates_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 9999)))
);
COMMENT ON TABLE tax_rates IS 'Sales tax on services by province, in hundredths of a percent; in force: the latest valid_from';

CREATE TABLE template_changes (
  account_id bigint NOT NULL,
  template_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  what text NOT NULL,
  version integer NOT NULL,
  message text,
  category text,
  variables jsonb,
  reason text,
  actor text,
  CONSTRAINT template_changes_pkey PRIMARY KEY (account_id, template_id, id),
  CONSTRAINT template_changes_account_id_template_id_fkey FOREIGN KEY (account_id, template_id) REFERENCES templates(account_id, id) ON DELETE CASCADE,
  CONSTRAINT template_changes_what_check CHECK ((what = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text])))
);
COMMENT ON TABLE template_changes IS 'What became of a template of texts: its wordings and the decisions on them. actor is null in what is older than the table';

CREATE TABLE templates (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  message text NOT NULL,
  variables jsonb NOT NULL,
  category text NOT NULL,
  state text NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_at timestamp with time zone,
  validity_minutes integer,
  version integer NOT NULL DEFAULT 1,
  last_version integer NOT NULL DEFAULT 1,
  proposed jsonb,
  proposed_at timestamp with time zone,
  own_numbers_only boolean NOT NULL DEFAULT false,
  CONSTRAINT templates_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT templates_category_check CHECK ((category = ANY (ARRAY['transactional'::text, 'promotional'::text]))),
  CONSTRAINT templates_id_key UNIQUE (id),
  CONSTRAINT templates_proposed_check CHECK (((proposed IS NULL) = (proposed_at IS NULL))),
  CONSTRAINT templates_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text]))),
  CONSTRAINT templates_validity_minutes_check CHECK (((validity_minutes >= 1) AND (validity_minutes <= 1440)))
);
COMMENT ON COLUMN templates.variables IS 'In order of first use: [{"name","type","maxLength","optional"}]; not optional when absent';
COMMENT ON COLUMN templates.version IS 'Of the wording in the row';
COMMENT ON COLUMN templates.last_version IS 'Of the newest proposal, whatever became of it: no number is given twice';
COMMENT ON COLUMN templates.proposed IS 'The wording that waits while the one in the row is approved: {"version","message","category","variables"}';
COMMENT ON COLUMN templates.own_numbers_only IS 'It goes to numbers that people of the account have confirmed, and to nobody else';

CREATE TABLE terms_acceptances (
  user_id bigint NOT NULL,
  version text NOT NULL,
  account_id bigint NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  CONSTRAINT terms_acceptances_pkey PRIMARY KEY (user_id, version)
);
COMMENT ON TABLE terms_acceptances IS 'Who accepted which terms, for which account, when and from where; kept when the login is removed';

CREATE TABLE top_ups (
  account_id bigint NOT NULL,
  gateway text NOT NULL,
  card bytea NOT NULL,
  last4 text NOT NULL,
  expires text NOT NULL,
  kept_at timestamp with time zone NOT NULL,
  below_micros bigint,
  add_micros bigint,
  most_micros bigint,
  failures smallint NOT NULL DEFAULT 0,
  try_at timestamp with time zone,
  off_because text,
  CONSTRAINT top_ups_pkey PRIMARY KEY (account_id),
  CONSTRAINT top_ups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT top_ups_add_micros_check CHECK ((add_micros > 0)),
  CONSTRAINT top_ups_below_micros_check CHECK ((below_micros > 0)),
  CONSTRAINT top_ups_check CHECK ((most_micros >= add_micros)),
  CONSTRAINT top_ups_check1 CHECK (((below_micros IS NULL) = (add_micros IS NULL))),
  CONSTRAINT top_ups_check2 CHECK (((below_micros IS NULL) = (most_micros IS NULL))),
  CONSTRAINT top_ups_off_because_check CHECK ((off_because = 'declined'::text))
);
COMMENT ON TABLE top_ups IS 'Cards that gateways keep, and when accounts want them charged';
COMMENT ON COLUMN top_ups.card IS 'Sealed: the gateway''s reference; the number was never here';
COMMENT ON COLUMN top_ups.expires IS 'The month, as 2028-04';
COMMENT ON COLUMN top_ups.below_micros IS 'Charged when credit is below it; null: never';
COMMENT ON COLUMN top_ups.most_micros IS 'What is charged at most in a month of Pakistan';
COMMENT ON COLUMN top_ups.try_at IS 'Not before then: the card was declined';

CREATE TABLE transfers (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount_micros bigint NOT NULL,
  messages integer NOT NULL,
  cause text,
  refers_to bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT transfers_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT transfers_amount_micros_check CHECK ((amount_micros > 0)),
  CONSTRAINT transfers_check CHECK ((debit <> credit)),
  CONSTRAINT transfers_credit_check CHECK ((credit = ANY (ARRAY['funding'::text, 'available'::text, 'reserved'::text, 'revenue'::text]))),
  CONSTRAINT transfers_debit_check CHECK ((debit = ANY (ARRAY['funding'::text, 'available'::text, 'reserved'::text, 'revenue'::text]))),
  CONSTRAINT transfers_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'trial'::text, 'payment'::text, 'reserve'::text, 'post'::text, 'release'::text, 'refund'::text, 'correction'::text, 'lookup'::text, 'payment_refund'::text, 'refund_failure'::text]))) NOT VALID
);
CREATE INDEX transfers_rare ON public.transfers USING btree (account_id, kind, id) WHERE (kind = ANY (ARRAY['credit'::text, 'correction'::text, 'lookup'::text, 'refund'::text, 'release'::text]));
CREATE UNIQUE INDEX transfers_reference ON public.transfers USING btree (account_id, kind, cause) WHERE (kind = ANY (ARRAY['credit'::text, 'correction'::text]));
CREATE TRIGGER count_new AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_transfers();
COMMENT ON TABLE transfers IS 'Double entry: every row takes from one ledger account what it gives to another. Aggregated per account and commit';

CREATE TABLE trial_phones (
  phone bigint NOT NULL,
  account_id bigint NOT NULL,
  given_at timestamp with time zone NOT NULL,
  CONSTRAINT trial_phones_pkey PRIMARY KEY (phone),
  CONSTRAINT trial_phones_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE trial_phones IS 'Confirmed numbers whose person got an account with credit to try it with: none gets it twice';

CREATE TABLE try_counts (
  key_hash bytea NOT NULL,
  tries integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT try_counts_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX try_counts_ended ON public.try_counts USING btree (ends_at);
COMMENT ON TABLE try_counts IS 'How often people have guessed, or asked for codes: by name, by address. Where somebody gave their password, too';
COMMENT ON COLUMN try_counts.key_hash IS 'The keyed hash of what is counted: names may be passwords that were typed into the wrong field';
COMMENT ON COLUMN try_counts.ends_at IS 'From then on it counts no more. By the database''s clock';

CREATE TABLE upload_chunks (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  chunk integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT upload_chunks_pkey PRIMARY KEY (account_id, batch_id, chunk),
  CONSTRAINT upload_chunks_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES uploads(account_id, batch_id) ON DELETE CASCADE
);
COMMENT ON TABLE upload_chunks IS 'The uploaded file, on the disk of the database before the caller is answered; removed when its upload has ended';

CREATE TABLE uploads (
  account_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  state text NOT NULL,
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  request jsonb NOT NULL,
  node smallint,
  epoch integer,
  tries smallint NOT NULL DEFAULT 0,
  rows_done integer NOT NULL DEFAULT 0,
  rows_total integer,
  refusal jsonb,
  received_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  hold text,
  name text,
  read_at timestamp with time zone,
  CONSTRAINT uploads_pkey PRIMARY KEY (account_id, batch_id),
  CONSTRAINT uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT uploads_hold_check CHECK ((hold = ANY (ARRAY['paused'::text, 'cancelled'::text]))),
  CONSTRAINT uploads_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'waiting'::text, 'reading'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX uploads_open ON public.uploads USING btree (received_at) WHERE (state = ANY (ARRAY['waiting'::text, 'reading'::text]));
CREATE INDEX uploads_scheduled ON public.uploads USING btree (read_at) WHERE (state = 'scheduled'::text);
COMMENT ON TABLE uploads IS 'Files that were taken with 202 and are worked on behind it. batch_id is what the caller was told; the batch itself is there once the file is read';
COMMENT ON COLUMN uploads.node IS 'With epoch: whose work it is, while the state is reading';
COMMENT ON COLUMN uploads.rows_total IS 'An estimate until the file is read to its end';
COMMENT ON COLUMN uploads.refusal IS 'Reason and details of the failure catalogue, and the first rows that were left out';
COMMENT ON COLUMN uploads.hold IS 'What its batch is to be once it is published; cancelled (state refused): it never is';
COMMENT ON COLUMN uploads.name IS 'As of its batch, which has it from here once it is published';
COMMENT ON COLUMN uploads.read_at IS 'Of one that is scheduled: nothing is read, judged or charged before';

CREATE TABLE usage_changes (
  account_id bigint NOT NULL,
  day date NOT NULL,
  is_chat boolean NOT NULL,
  operator_id smallint NOT NULL,
  template_id bigint NOT NULL,
  sender_id integer NOT NULL,
  state smallint NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  price_micros bigint NOT NULL,
  posted_micros bigint NOT NULL,
  batch_id bigint,
  reserve_id bigint
) WITH (autovacuum_vacuum_threshold=5000, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_cost_delay=0);
COMMENT ON TABLE usage_changes IS 'What is to be added to usage_sums';
COMMENT ON COLUMN usage_changes.batch_id IS 'A batch that was not published: it counts from then on';
COMMENT ON COLUMN usage_changes.reserve_id IS 'The try at that batch: an upload that is read again has the same id';

CREATE TABLE usage_sums (
  account_id bigint NOT NULL,
  day date NOT NULL,
  is_chat boolean NOT NULL,
  operator_id smallint NOT NULL,
  template_id bigint NOT NULL,
  sender_id integer NOT NULL,
  state smallint NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  price_micros bigint NOT NULL,
  posted_micros bigint NOT NULL,
  CONSTRAINT usage_sums_pkey PRIMARY KEY (account_id, day, is_chat, operator_id, template_id, sender_id, state)
);
CREATE INDEX usage_sums_sent ON public.usage_sums USING btree (day) WHERE (state = 2);
COMMENT ON TABLE usage_sums IS 'What was accepted on each day of Pakistan, without tests, and the states it is in; with usage_changes. Outlives the messages';

CREATE TABLE users (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  staff boolean NOT NULL DEFAULT false,
  second_factor boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  staff_role text,
  phone bigint,
  confirmed_at timestamp with time zone,
  locale text NOT NULL DEFAULT 'en'::text,
  totp_sealed bytea,
  totp_step bigint,
  reply_mail_minutes smallint NOT NULL DEFAULT 0,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'ur'::text]))),
  CONSTRAINT users_reply_mail_minutes_check CHECK (((reply_mail_minutes >= 0) AND (reply_mail_minutes <= 1440))),
  CONSTRAINT users_staff_role_check CHECK ((staff_role = ANY (ARRAY['admin'::text, 'approvals'::text, 'finance'::text, 'operations'::text])))
);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
COMMENT ON COLUMN users.phone IS 'Confirmed by a code';
COMMENT ON COLUMN users.totp_sealed IS 'The secret of their authenticator; in use once second_factor is true';
COMMENT ON COLUMN users.totp_step IS 'The time step of the last code that was taken: none is taken twice';
COMMENT ON COLUMN users.reply_mail_minutes IS 'Mailed about replies that stay unread for so long; 0: never';

CREATE TABLE webhook_deliveries (
  account_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  id bigint NOT NULL,
  number bigint NOT NULL,
  type text NOT NULL,
  attempt smallint NOT NULL,
  at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status smallint,
  answer text,
  error text,
  next_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (account_id, webhook_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX webhook_deliveries_event ON ONLY public.webhook_deliveries USING btree (account_id, number);
COMMENT ON TABLE webhook_deliveries IS 'Every attempt at a webhook. The id carries the second of `at`, so a partition is a day. Of type webhook.test: an id in place of the number of an event';

CREATE TABLE webhook_retries (
  account_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  number bigint NOT NULL,
  subject_id bigint,
  attempts smallint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_retries_pkey PRIMARY KEY (account_id, webhook_id, number)
);
COMMENT ON COLUMN webhook_retries.subject_id IS 'The message whose later events wait for this one; null: nothing waits, as it is delivered again';

CREATE TABLE webhooks (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  types text[] NOT NULL,
  state text NOT NULL DEFAULT 'active'::text,
  state_reason text,
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  delivered_number bigint NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  created_by text,
  older_secrets bytea[] NOT NULL DEFAULT '{}'::bytea[],
  older_until timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  pointed_by text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
);
COMMENT ON COLUMN webhooks.types IS 'Types of events that it gets; none: all';
COMMENT ON COLUMN webhooks.secret IS 'Sealed, for the webhook of this id';
COMMENT ON COLUMN webhooks.delivered_number IS 'Every event up to this number was delivered, or is not for it, or is in webhook_retries';
COMMENT ON COLUMN webhooks.failing_since IS 'The first failure since the last success';
COMMENT ON COLUMN webhooks.created_by IS 'As the audit names them; null: it was made before this was kept';
COMMENT ON COLUMN webhooks.older_secrets IS 'Those before old_secret, each of which signs until its time in older_until';
COMMENT ON COLUMN webhooks.pointed_by IS 'Who changed its address last, as the audit names them; null: it is as its maker set it';
