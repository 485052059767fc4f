-- A link that is switched off stays bound until its receipts have come; an operator without a contract is switched off.

alter table links add column draining_until timestamptz;
comment on column links.draining_until is
  'Of a disabled link: until then it stays bound for receipts, and nothing is submitted';

alter table operators add column enabled boolean not null default true;
comment on column operators.enabled is
  'False: there is no contract with it. Its numbers are refused as without a route, and the doctor says nothing of it';
