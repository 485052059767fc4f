-- People come a million at a time. To ask for each whether the account is there was a quarter of what
-- writing a contact costs the server, and accounts are never removed.
alter table contacts drop constraint contacts_account_id_fkey;
alter table consents drop constraint consents_account_id_fkey;
alter table optouts drop constraint optouts_account_id_fkey;
