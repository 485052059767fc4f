-- The rows of an installation of commit 4ad3969 (migrations up to 0014), for upgrade.test.ts: the demo
-- world and the traffic of one shop, made by that commit's own code. All names and numbers are invented.
-- Loaded into a database that its migrations have made, whose own first rows give way.
set session_replication_role = replica;
truncate accounts,
  api_keys,
  attempts,
  audit,
  balances,
  batches,
  caps,
  chat_businesses,
  chat_events,
  chat_messages,
  chat_tariffs,
  chat_template_changes,
  chat_templates,
  chat_users,
  link_leases,
  links,
  lookup_tariffs,
  messages,
  nodes,
  operator_prefixes,
  operators,
  promotional_hours,
  queue,
  routes,
  schema_migration,
  senders,
  settings_version,
  shared_senders,
  tariffs,
  templates,
  transfers cascade;
create table attempts_20261121 partition of attempts FOR VALUES FROM ('117413668454400') TO ('117776056320000');
create table attempts_20261122 partition of attempts FOR VALUES FROM ('117776056320000') TO ('118138444185600');
create table attempts_20261123 partition of attempts FOR VALUES FROM ('118138444185600') TO ('118500832051200');
create table attempts_20261124 partition of attempts FOR VALUES FROM ('118500832051200') TO ('118863219916800');
create table chat_messages_20261121 partition of chat_messages FOR VALUES FROM ('117413668454400') TO ('117776056320000');
create table chat_messages_20261122 partition of chat_messages FOR VALUES FROM ('117776056320000') TO ('118138444185600');
create table chat_messages_20261123 partition of chat_messages FOR VALUES FROM ('118138444185600') TO ('118500832051200');
create table chat_messages_20261124 partition of chat_messages FOR VALUES FROM ('118500832051200') TO ('118863219916800');
create table messages_20261121 partition of messages FOR VALUES FROM ('117413668454400') TO ('117776056320000');
create table messages_20261122 partition of messages FOR VALUES FROM ('117776056320000') TO ('118138444185600');
create table messages_20261123 partition of messages FOR VALUES FROM ('118138444185600') TO ('118500832051200');
create table messages_20261124 partition of messages FOR VALUES FROM ('118500832051200') TO ('118863219916800');

insert into accounts (id, name, state, verified, fixed_content, mnp_coverage, mnp_option, always_200, lookalikes, ip_list, created_at, chat_link_id, chat_collapse_blanks, chat_templates_most) overriding system value values
('1001', 'Roshan Store', 'active', 'true', 'true', 'true', 'false', 'false', 'true', '{}', '2026-11-22 13:27:04.106+00', NULL, 'true', '50'),
('1002', 'Naya Clinic', 'active', 'false', 'true', 'false', 'false', 'false', 'true', '{}', '2026-11-22 13:27:06.033+00', NULL, 'true', '50'),
('1003', 'Chaman Traders 1', 'active', 'true', 'true', 'false', 'false', 'false', 'true', '{}', '2026-11-22 13:27:17.422+00', '5', 'true', '50'),
('1004', 'Chaman Traders 2', 'active', 'true', 'true', 'false', 'false', 'false', 'true', '{}', '2026-11-22 13:27:23.02+00', NULL, 'true', '50');

insert into api_keys (account_id, id, key_hash, key_sealed, created_at, expires_at) overriding system value values
('1001', '1', E'\\x4f314b0d3af42fb140ff0b7af9d73dcb37016ddf48ddf46ed46043da74326cf7', E'\\x01ea1f04947add524322cdd07f85528ec0f255d7c8c4ac273bcff617018437f9ea8b8adb2d3b9f0201a99d0b31ea688b31a96df68a44eb99aacc6f0007b3c7659c01c406f12d0a74', '2026-11-22 13:27:04.136+00', NULL),
('1002', '2', E'\\xda3f1d0a5205a2876e95ae71fcff60c7137a10a7820192699750cedfdc67f92e', E'\\x018f02e075d25f3a15a1912737e78ea5d0347cf8d1217d60bb55793d0ee03f69b8488f13888bb76bd9c7db39577b2d27d19dd0e87a18913de5e1d0bd74faff2da2387963c8d94661', '2026-11-22 13:27:06.039+00', NULL),
('1003', '3', E'\\x0cce34b101bf6393c592c4f7439321d2fafad107ed1de04232d5d05d436ef6c7', E'\\x0160d3124dac19c8d92248fb7dded3fa79d5b64d3d6922d0448269aca06d0091f574136e1837860d774c1de92232d2b76e2757c90c093a40cd8c126a2731ad6deb96716b7bc46389', '2026-11-22 13:27:17.48+00', NULL),
('1004', '4', E'\\x654806c6506509b664ad9d58de935235d4d7bd044e7a7f7e1d768216c59097e0', E'\\x01c390d5bb82d26c51abb730a79ff0675cfb016d4693130da1fce3828f53bdaf1730756d0b46a7bafa22613547317712502fb3e07b6b9c98105b1333aefed4661acd8fb4c6a410cf', '2026-11-22 13:27:23.03+00', NULL);

insert into attempts (account_id, message_id, attempt, part, link_id, outcome, ambiguous, operator_key, status, reason, node, epoch, answered_at, receipt_state, receipt_error, receipt_level, receipt_at) overriding system value values
('1003', '117979257820375', '1', '1', '5', '1', 'false', 'wamid.OTIzMDAxMjMwMDAxAgE1S3A2SThLWUhZVW9mZ0V5MA==', NULL, NULL, '0', '1', '2026-11-22 13:27:27.776+00', NULL, NULL, NULL, NULL),
('1004', '117979241020004', '1', '1', '1', '1', 'false', '354021435001', NULL, NULL, '0', '1', '2026-11-22 13:27:24.295+00', '4', '000', '2', '2026-11-22 13:27:24.391+00'),
('1004', '117979245196630', '1', '1', '3', '1', 'false', '354021441001', NULL, NULL, '0', '1', '2026-11-22 13:27:25.565+00', NULL, NULL, NULL, NULL),
('1004', '117979245204849', '1', '1', '2', '1', 'false', '354021440001', NULL, NULL, '0', '1', '2026-11-22 13:27:24.729+00', '5', '000', '2', '2026-11-22 13:27:24.771+00'),
('1004', '117979253610067', '1', '1', '1', '1', 'false', '354021435002', NULL, NULL, '0', '1', '2026-11-22 13:27:26.57+00', '4', '000', '2', '2026-11-22 13:27:26.629+00'),
('1004', '117979253625720', '1', '1', '1', '1', 'false', '354021435003', NULL, NULL, '0', '1', '2026-11-22 13:27:26.57+00', '4', '000', '2', '2026-11-22 13:27:26.629+00');

insert into audit (id, at, actor, account_id, action, detail) overriding system value values
('1', '2026-11-22 13:27:01.931+00', 'test', NULL, 'operator.add', '{"name": "Jazz"}'),
('10', '2026-11-22 13:27:02.321+00', 'test', NULL, 'prefix.set', '{"operator": "SCO", "prefixes": ["92355"]}'),
('11', '2026-11-22 13:27:02.437+00', 'test', NULL, 'tariff.set', '{"senderRoute": "simple", "validFromMs": 1795354022388, "refundFailed": false, "partPriceMicros": "1500000"}'),
('12', '2026-11-22 13:27:02.512+00', 'test', NULL, 'tariff.set', '{"senderRoute": "branded", "validFromMs": 1795354022484, "refundFailed": false, "partPriceMicros": "2400000"}'),
('13', '2026-11-22 13:27:02.654+00', 'test', NULL, 'tariff.set', '{"senderRoute": "short_code", "validFromMs": 1795354022538, "refundFailed": false, "partPriceMicros": "4800000"}'),
('14', '2026-11-22 13:27:02.897+00', 'test', NULL, 'tariff.set', '{"operator": "SCO", "operatorId": 5, "senderRoute": "branded", "validFromMs": 1795354022770, "refundFailed": false, "partPriceMicros": "3100000"}'),
('15', '2026-11-22 13:27:02.948+00', 'test', NULL, 'link.add', '{"name": "jazz", "config": {"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 34807, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}}'),
('16', '2026-11-22 13:27:02.986+00', 'test', NULL, 'route.set', '{"link": "jazz", "weight": 1, "enabled": true, "operator": "Jazz", "priority": 100, "costMicros": "0"}'),
('17', '2026-11-22 13:27:03.123+00', 'test', NULL, 'route.set', '{"link": "jazz", "weight": 1, "enabled": true, "operator": "SCO", "priority": 100, "costMicros": "0"}'),
('18', '2026-11-22 13:27:03.198+00', 'test', NULL, 'link.add', '{"name": "zong", "config": {"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 43285, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}}'),
('19', '2026-11-22 13:27:03.218+00', 'test', NULL, 'route.set', '{"link": "zong", "weight": 1, "enabled": true, "operator": "Zong", "priority": 100, "costMicros": "0"}'),
('2', '2026-11-22 13:27:02+00', 'test', NULL, 'prefix.set', '{"operator": "Jazz", "prefixes": ["92300", "92301", "92302", "92303", "92304", "92305", "92306", "92307", "92308", "92309", "92320", "92321", "92322", "92323", "92324", "92325", "92326", "92327", "92328", "92329"]}'),
('20', '2026-11-22 13:27:03.315+00', 'test', NULL, 'link.add', '{"name": "ufone", "config": {"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 45279, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}}'),
('21', '2026-11-22 13:27:03.834+00', 'test', NULL, 'route.set', '{"link": "ufone", "weight": 1, "enabled": true, "operator": "Ufone", "priority": 100, "costMicros": "0"}'),
('22', '2026-11-22 13:27:03.872+00', 'test', NULL, 'link.add', '{"name": "telenor", "config": {"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 40335, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}}'),
('23', '2026-11-22 13:27:03.886+00', 'test', NULL, 'route.set', '{"link": "telenor", "weight": 1, "enabled": true, "operator": "Telenor", "priority": 100, "costMicros": "0"}'),
('24', '2026-11-22 13:27:03.93+00', 'test', NULL, 'sender.share', '{"name": "InfoSMS"}'),
('25', '2026-11-22 13:27:03.949+00', 'test', NULL, 'sender.share', '{"name": "SMS Alert"}'),
('26', '2026-11-22 13:27:04.026+00', 'test', NULL, 'sender.share', '{"name": "Notice"}'),
('27', '2026-11-22 13:27:04.16+00', 'test', '1001', 'account.create', '{"name": "Roshan Store"}'),
('28', '2026-11-22 13:27:04.462+00', 'test', '1001', 'credit.add', '{"cause": "opening credit", "transferId": 117979165489241, "amountMicros": "10000000000"}'),
('29', '2026-11-22 13:27:04.623+00', 'test', '1001', 'account.set', '{"verified": true, "mnpCoverage": true, "fixedContent": true}'),
('3', '2026-11-22 13:27:02.059+00', 'test', NULL, 'operator.add', '{"name": "Zong"}'),
('30', '2026-11-22 13:27:04.737+00', 'test', '1001', 'sender.add', '{"name": "InfoSMS", "route": "simple", "state": "approved"}'),
('31', '2026-11-22 13:27:04.785+00', 'test', '1001', 'sender.add', '{"name": "RoshanStore", "route": "branded", "state": "waiting"}'),
('32', '2026-11-22 13:27:04.832+00', 'test', '1001', 'sender.add', '{"name": "8584", "route": "short_code", "state": "waiting"}'),
('33', '2026-11-22 13:27:04.931+00', 'test', '1001', 'sender.approve', '{"name": "RoshanStore", "state": "approved"}'),
('34', '2026-11-22 13:27:05.044+00', 'test', '1001', 'sender.approve', '{"name": "8584", "state": "approved"}'),
('35', '2026-11-22 13:27:05.1+00', 'test', '1001', 'cap.set', '{"id": 3, "scope": "number", "accountId": 1001}'),
('36', '2026-11-22 13:27:05.197+00', 'test', '1001', 'cap.set', '{"id": 4, "scope": "block", "accountId": 1001}'),
('37', '2026-11-22 13:27:05.342+00', 'test', '1001', 'template.add', '{"name": "One-time code", "category": "transactional", "templateId": 501}'),
('38', '2026-11-22 13:27:05.413+00', 'test', '1001', 'template.approve', '{"id": 501, "state": "approved"}'),
('39', '2026-11-22 13:27:05.445+00', 'test', '1001', 'template.add', '{"name": "Order update", "category": "transactional", "templateId": 502}'),
('4', '2026-11-22 13:27:02.157+00', 'test', NULL, 'prefix.set', '{"operator": "Zong", "prefixes": ["92310", "92311", "92312", "92313", "92314", "92315", "92316", "92317", "92318", "92319", "92370", "92371"]}'),
('40', '2026-11-22 13:27:05.648+00', 'test', '1001', 'template.approve', '{"id": 502, "state": "approved"}'),
('41', '2026-11-22 13:27:05.736+00', 'test', '1001', 'template.add', '{"name": "Order update (Urdu)", "category": "transactional", "templateId": 503}'),
('42', '2026-11-22 13:27:05.84+00', 'test', '1001', 'template.approve', '{"id": 503, "state": "approved"}'),
('43', '2026-11-22 13:27:05.903+00', 'test', '1001', 'template.add', '{"name": "Season sale", "category": "promotional", "templateId": 504}'),
('44', '2026-11-22 13:27:05.911+00', 'test', '1001', 'template.approve', '{"id": 504, "state": "approved"}'),
('45', '2026-11-22 13:27:05.926+00', 'test', '1001', 'template.add', '{"name": "Appointment", "category": "transactional", "templateId": 505}'),
('46', '2026-11-22 13:27:05.943+00', 'test', '1001', 'template.add', '{"name": "New branch", "category": "promotional", "templateId": 506}'),
('47', '2026-11-22 13:27:05.955+00', 'test', '1001', 'template.add', '{"name": "Account notice", "category": "transactional", "templateId": 507}'),
('48', '2026-11-22 13:27:05.985+00', 'test', '1001', 'template.reject', '{"id": 507, "state": "rejected", "reason": "Asking people for a PIN is not allowed."}'),
('49', '2026-11-22 13:27:05.992+00', 'test', '1001', 'template.add', '{"name": "Prize draw", "category": "promotional", "templateId": 508}'),
('5', '2026-11-22 13:27:02.178+00', 'test', NULL, 'operator.add', '{"name": "Ufone"}'),
('50', '2026-11-22 13:27:06.011+00', 'test', '1001', 'template.reject', '{"id": 508, "state": "rejected", "reason": "Name the sender and the conditions of the draw."}'),
('51', '2026-11-22 13:27:06.058+00', 'test', '1002', 'account.create', '{"name": "Naya Clinic"}'),
('52', '2026-11-22 13:27:06.426+00', 'test', '1002', 'credit.add', '{"cause": "opening credit", "transferId": 117979173877013, "amountMicros": "20000000"}'),
('53', '2026-11-22 13:27:06.807+00', 'test', '1002', 'account.set', '{"fixedContent": true}'),
('54', '2026-11-22 13:27:07.065+00', 'test', '1002', 'sender.add', '{"name": "InfoSMS", "route": "simple", "state": "approved"}'),
('55', '2026-11-22 13:27:10.734+00', 'test', '1002', 'template.add', '{"name": "One-time code", "category": "transactional", "templateId": 509}'),
('56', '2026-11-22 13:27:10.811+00', 'test', '1002', 'template.approve', '{"id": 509, "state": "approved"}'),
('57', '2026-11-22 13:27:10.939+00', 'test', NULL, 'hours.set', '{"days": [0, 1, 2, 3, 4, 5, 6], "hours": {"opens": 0, "closes": 1440}}'),
('58', '2026-11-22 13:27:17.543+00', 'test', '1003', 'account.create', '{"name": "Chaman Traders 1"}'),
('59', '2026-11-22 13:27:17.818+00', 'test', '1003', 'account.set', '{"verified": true, "fixedContent": true}'),
('6', '2026-11-22 13:27:02.224+00', 'test', NULL, 'prefix.set', '{"operator": "Ufone", "prefixes": ["92330", "92331", "92332", "92333", "92334", "92335", "92336", "92337", "92339"]}'),
('60', '2026-11-22 13:27:17.946+00', 'test', '1003', 'credit.add', '{"transferId": 117979220013168, "amountMicros": "1000000000"}'),
('61', '2026-11-22 13:27:18.162+00', 'test', '1003', 'cap.set', '{"id": 5, "scope": "number", "accountId": 1003}'),
('62', '2026-11-22 13:27:18.271+00', 'test', '1003', 'cap.set', '{"id": 6, "scope": "block", "accountId": 1003}'),
('63', '2026-11-22 13:27:18.423+00', 'test', '1003', 'sender.add', '{"name": "InfoSMS", "route": "simple", "state": "approved"}'),
('64', '2026-11-22 13:27:18.457+00', 'test', '1003', 'sender.add', '{"name": "Chaman", "route": "branded", "state": "waiting"}'),
('65', '2026-11-22 13:27:18.619+00', 'test', '1003', 'sender.add', '{"name": "8584", "route": "short_code", "state": "waiting"}'),
('66', '2026-11-22 13:27:19.272+00', 'test', '1003', 'sender.approve', '{"name": "Chaman", "state": "approved"}'),
('67', '2026-11-22 13:27:19.337+00', 'test', '1003', 'sender.approve', '{"name": "8584", "state": "approved"}'),
('68', '2026-11-22 13:27:19.395+00', 'test', '1003', 'template.add', '{"name": "Any text, transactional", "category": "transactional", "templateId": 510}'),
('69', '2026-11-22 13:27:19.485+00', 'test', '1003', 'template.approve', '{"id": 510, "state": "approved"}'),
('7', '2026-11-22 13:27:02.291+00', 'test', NULL, 'operator.add', '{"name": "Telenor"}'),
('70', '2026-11-22 13:27:19.686+00', 'test', '1003', 'template.add', '{"name": "Any text, promotional", "category": "promotional", "templateId": 511}'),
('71', '2026-11-22 13:27:19.835+00', 'test', '1003', 'template.approve', '{"id": 511, "state": "approved"}'),
('72', '2026-11-22 13:27:19.956+00', 'test', NULL, 'chat.tariff', '{"category": "marketing", "priceMicros": "7000000", "validFromMs": 1795354039866}'),
('73', '2026-11-22 13:27:20.201+00', 'test', NULL, 'chat.tariff', '{"category": "utility", "priceMicros": "3000000", "validFromMs": 1795354040055}'),
('74', '2026-11-22 13:27:20.474+00', 'test', NULL, 'chat.tariff', '{"category": "authentication", "priceMicros": "2000000", "validFromMs": 1795354040278}'),
('75', '2026-11-22 13:27:20.662+00', 'test', NULL, 'chat.tariff', '{"category": "free_form", "priceMicros": "1000000", "validFromMs": 1795354040489}'),
('76', '2026-11-22 13:27:21.67+00', 'test', '1003', 'chat.connect', '{"digits": "923000000001", "linkId": 5, "business": "200000000000001", "isDefault": true, "phoneNumberId": "300000000000001"}'),
('77', '2026-11-22 13:27:22.912+00', 'test', '1003', 'chat.sync', '{"gone": 0, "added": 4, "changed": 0, "business": "200000000000001"}'),
('78', '2026-11-22 13:27:23.056+00', 'test', '1004', 'account.create', '{"name": "Chaman Traders 2"}'),
('79', '2026-11-22 13:27:23.102+00', 'test', '1004', 'account.set', '{"verified": true, "fixedContent": true}'),
('8', '2026-11-22 13:27:02.301+00', 'test', NULL, 'prefix.set', '{"operator": "Telenor", "prefixes": ["92340", "92341", "92342", "92343", "92344", "92345", "92346", "92347", "92348", "92349"]}'),
('80', '2026-11-22 13:27:23.183+00', 'test', '1004', 'credit.add', '{"transferId": 117979245119024, "amountMicros": "1000000000"}'),
('81', '2026-11-22 13:27:23.233+00', 'test', '1004', 'cap.set', '{"id": 7, "scope": "number", "accountId": 1004}'),
('82', '2026-11-22 13:27:23.285+00', 'test', '1004', 'cap.set', '{"id": 8, "scope": "block", "accountId": 1004}'),
('83', '2026-11-22 13:27:23.319+00', 'test', '1004', 'sender.add', '{"name": "InfoSMS", "route": "simple", "state": "approved"}'),
('84', '2026-11-22 13:27:23.343+00', 'test', '1004', 'sender.add', '{"name": "Chaman", "route": "branded", "state": "waiting"}'),
('85', '2026-11-22 13:27:23.374+00', 'test', '1004', 'sender.add', '{"name": "8584", "route": "short_code", "state": "waiting"}'),
('86', '2026-11-22 13:27:23.425+00', 'test', '1004', 'sender.approve', '{"name": "Chaman", "state": "approved"}'),
('87', '2026-11-22 13:27:23.466+00', 'test', '1004', 'sender.approve', '{"name": "8584", "state": "approved"}'),
('88', '2026-11-22 13:27:23.552+00', 'test', '1004', 'template.add', '{"name": "Any text, transactional", "category": "transactional", "templateId": 512}'),
('89', '2026-11-22 13:27:23.587+00', 'test', '1004', 'template.approve', '{"id": 512, "state": "approved"}'),
('9', '2026-11-22 13:27:02.306+00', 'test', NULL, 'operator.add', '{"name": "SCO"}'),
('90', '2026-11-22 13:27:23.67+00', 'test', '1004', 'template.add', '{"name": "Any text, promotional", "category": "promotional", "templateId": 513}'),
('91', '2026-11-22 13:27:23.709+00', 'test', '1004', 'template.approve', '{"id": 513, "state": "approved"}');

insert into balances (account_id, available_micros, postpaid, version, spend_day, spend_month, spent_day_micros, spent_month_micros, day_cap_micros, month_cap_micros, spend_alarm_percent, alarmed_day, alarmed_month) overriding system value values
('1001', '10000000000', 'false', '21', '20779', '682', '0', '0', NULL, NULL, '80', '0', '0'),
('1002', '20000000', 'false', '5', '20779', '682', '0', '0', NULL, NULL, '80', '0', '0'),
('1003', '997000000', 'false', '13', '20779', '682', '3000000', '3000000', NULL, NULL, '80', '0', '0'),
('1004', '971200000', 'false', '11', '20779', '682', '28800000', '28800000', NULL, NULL, '80', '0', '0');

insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id, idempotency_key, node, epoch, created_at, source, file_kind, file_rows, left_out, last_position, first_message, last_message, published_at, file_name, file_bytes) overriding system value values
('1004', '117979253572905', '2', '2', '2', '9600000', '117979253576156', NULL, '0', '1', '2026-11-22 13:27:26.198+00', 'numbers', NULL, NULL, '0', NULL, '117979253610067', '117979253625720', NULL, NULL, NULL);

insert into caps (id, account_id, scope, sender_route, most, minutes) overriding system value values
('1', NULL, 'number', 'short_code', '8', '10'),
('2', NULL, 'block', 'short_code', '200', '10'),
('3', '1001', 'number', NULL, NULL, NULL),
('4', '1001', 'block', NULL, NULL, NULL),
('5', '1003', 'number', NULL, NULL, NULL),
('6', '1003', 'block', NULL, NULL, NULL),
('7', '1004', 'number', NULL, NULL, NULL),
('8', '1004', 'block', NULL, NULL, NULL);

insert into chat_businesses (id, account_id, platform_id, app_id, token_sealed, app_secrets_sealed, verify_token_sealed, template_limit, synced_at, created_at, sync_begun_at) overriding system value values
('1', '1003', '200000000000001', '100000000000001', E'\\x01d5d7450af2c7f5b4b6173939c402730dd8eec14fa0875b182ccad1002eca0a1a18eced2525ed2d18193347', E'{"\\\\x0103291a6acfa1dd36f85a7270dbc70ffc92e70ab4c0c9237cf665039934a187dff874042919998c3b10dfc0ec5496c0ae"}', E'\\x01b4924fdf3dbc39ffded6bd4c3def2794decd693d368384a4460d3597567c370af4f79dc2283bae6493e6634bd3110d1361ab336fb20e9f733030acea', '250', '2026-11-22 13:27:22.542+00', '2026-11-22 13:27:21.302852+00', '2026-11-22 13:27:22.542+00');

insert into chat_events (account_id, id, business_id, hash, raw, received_at, due_at, tries, error) overriding system value values
('1003', '1', '1', E'\\x05f6c9af4ce2957a8056c0afa2a754413764b5f8a3cb87e0163dfdac0d76bcad', E'\\x7b226f626a656374223a2277686174736170705f627573696e6573735f6163636f756e74222c22656e747279223a5b7b226964223a22323030303030303030303030303031222c226368616e676573223a5b7b2276616c7565223a7b226d6573736167696e675f70726f64756374223a227768617473617070222c226d65746164617461223a7b22646973706c61795f70686f6e655f6e756d626572223a22393233303030303030303031222c2270686f6e655f6e756d6265725f6964223a22333030303030303030303030303031227d2c227374617475736573223a5b7b226964223a2277616d69642e4f54497a4d4441784d6a4d774d44417841674531533341325354684c5755685a5657396d5a3056354d413d3d222c22737461747573223a2273656e74222c2274696d657374616d70223a2231373935333534303437222c22726563697069656e745f6964223a22393233303031323330303031222c22726563697069656e745f757365725f6964223a22504b2e3133323636323439303339363439383132343839222c2270726963696e67223a7b2262696c6c61626c65223a747275652c2270726963696e675f6d6f64656c223a22504d50222c2274797065223a22726567756c6172222c2263617465676f7279223a227574696c697479227d2c2262697a5f6f70617175655f63616c6c6261636b5f64617461223a2230316132303337302d623437632d373165662d626164642d3635343038656236306166342e31227d5d7d2c226669656c64223a226d65737361676573227d5d7d5d7d', '2026-11-22 13:27:27.946+00', NULL, '0', NULL),
('1003', '2', '1', E'\\x1b358bea7c3a8d3d72f55161b23d4c30e2068217576dfa7857dfe840781fb5ab', E'\\x7b226f626a656374223a2277686174736170705f627573696e6573735f6163636f756e74222c22656e747279223a5b7b226964223a22323030303030303030303030303031222c226368616e676573223a5b7b2276616c7565223a7b226d6573736167696e675f70726f64756374223a227768617473617070222c226d65746164617461223a7b22646973706c61795f70686f6e655f6e756d626572223a22393233303030303030303031222c2270686f6e655f6e756d6265725f6964223a22333030303030303030303030303031227d2c227374617475736573223a5b7b226964223a2277616d69642e4f54497a4d4441784d6a4d774d44417841674531533341325354684c5755685a5657396d5a3056354d413d3d222c22737461747573223a2264656c697665726564222c2274696d657374616d70223a2231373935333534303437222c22726563697069656e745f6964223a22393233303031323330303031222c22726563697069656e745f757365725f6964223a22504b2e3133323636323439303339363439383132343839222c2270726963696e67223a7b2262696c6c61626c65223a747275652c2270726963696e675f6d6f64656c223a22504d50222c2274797065223a22726567756c6172222c2263617465676f7279223a227574696c697479227d2c2262697a5f6f70617175655f63616c6c6261636b5f64617461223a2230316132303337302d623437632d373165662d626164642d3635343038656236306166342e31227d5d7d2c226669656c64223a226d65737361676573227d5d7d5d7d', '2026-11-22 13:27:28.068+00', NULL, '0', NULL);

insert into chat_messages (account_id, id, link_id, category, money, wait_until, lost_at, heard_at, heard_key, failed_at, delivered_at, read_at, billable, pricing, error_code) overriding system value values
('1003', '117979257820375', '5', 'utility', '2', NULL, NULL, '2026-11-22 13:27:28.024+00', 'wamid.OTIzMDAxMjMwMDAxAgE1S3A2SThLWUhZVW9mZ0V5MA==', NULL, '2026-11-22 13:27:27+00', NULL, 'true', '{"type": "regular", "model": "PMP", "billable": true, "category": "utility"}', NULL);

insert into chat_tariffs (id, account_id, category, price_micros, valid_from, created_at) overriding system value values
('5', NULL, 'marketing', '7000000', '2026-11-22 13:27:19.866+00', '2026-11-22 13:27:19.866688+00'),
('6', NULL, 'utility', '3000000', '2026-11-22 13:27:20.055+00', '2026-11-22 13:27:20.056769+00'),
('7', NULL, 'authentication', '2000000', '2026-11-22 13:27:20.278+00', '2026-11-22 13:27:20.289428+00'),
('8', NULL, 'free_form', '1000000', '2026-11-22 13:27:20.489+00', '2026-11-22 13:27:20.507175+00');

insert into chat_template_changes (account_id, template_id, id, at, what, from_value, to_value, reason, actor) overriding system value values
('1003', '1', '1', '2026-11-22 13:27:22.542+00', 'created', NULL, 'approved', NULL, 'sync by test'),
('1003', '2', '2', '2026-11-22 13:27:22.542+00', 'created', NULL, 'approved', NULL, 'sync by test'),
('1003', '3', '3', '2026-11-22 13:27:22.542+00', 'created', NULL, 'approved', NULL, 'sync by test'),
('1003', '4', '4', '2026-11-22 13:27:22.542+00', 'created', NULL, 'approved', NULL, 'sync by test');

insert into chat_templates (account_id, id, business_id, name, language, platform_id, category, state, reason, quality, source, components, sample_id, edits_ms, created_at, changed_at) overriding system value values
('1003', '1', '1', 'plain_news', 'en', '110457220000004', 'marketing', 'approved', NULL, NULL, NULL, '[{"text": "Our shop has moved.", "type": "BODY"}]', NULL, '{}', '2026-11-22 13:27:22.542+00', '2026-11-22 13:27:22.542+00'),
('1003', '2', '1', 'login_code', 'en', '121403720000003', 'authentication', 'approved', NULL, NULL, NULL, '[{"text": "{{1}} is your code.", "type": "BODY", "example": {"body_text": [["123456"]]}}, {"type": "BUTTONS", "buttons": [{"url": "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}", "text": "Copy code", "type": "URL"}]}]', NULL, '{}', '2026-11-22 13:27:22.542+00', '2026-11-22 13:27:22.542+00'),
('1003', '3', '1', 'summer_sale', 'en', '174944140000002', 'marketing', 'approved', NULL, NULL, NULL, '[{"text": "The sale has begun, {{1}}.", "type": "BODY", "example": {"body_text": [["Ali"]]}}, {"type": "BUTTONS", "buttons": [{"text": "Stop", "type": "QUICK_REPLY"}]}]', NULL, '{}', '2026-11-22 13:27:22.542+00', '2026-11-22 13:27:22.542+00'),
('1003', '4', '1', 'order_ready', 'en', '160599260000001', 'utility', 'approved', NULL, NULL, NULL, '[{"text": "Salaam {{1}}, order {{2}} is ready.", "type": "BODY", "example": {"body_text": [["Ali", "991"]]}}]', NULL, '{}', '2026-11-22 13:27:22.542+00', '2026-11-22 13:27:22.542+00');

insert into chat_users (account_id, user_key, recipient, seen_at) overriding system value values
('1003', 'PK.13266249039649812489', '923001230001', '2026-11-22 13:27:28.024+00');

insert into link_leases (link_id, node, epoch, state, words, since) overriding system value values
('1', '0', '1', 'up', NULL, '2026-11-22 13:27:16.525+00'),
('2', '0', '1', 'up', NULL, '2026-11-22 13:27:17.102+00'),
('3', '0', '1', 'up', NULL, '2026-11-22 13:27:17.102+00'),
('4', '0', '1', 'up', NULL, '2026-11-22 13:27:17.102+00'),
('5', '0', '1', 'up', NULL, '2026-11-22 13:27:22.545+00');

insert into links (id, name, carrier, enabled, config, secret_sealed, created_at, account_id, business_id, started_at, stopped_at, stop_words, marketing_rests_until) overriding system value values
('1', 'jazz', 'smpp', 'true', '{"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 34807, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}', E'\\x01c28423f7728647bf52a13fbeca1703cbee787fb62211d28d19fa48b9a32b7ea5', '2026-11-22 13:27:02.943088+00', NULL, NULL, '2026-11-22 13:27:02.943088+00', NULL, NULL, NULL),
('2', 'zong', 'smpp', 'true', '{"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 43285, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}', E'\\x018a287d589de1f29154f64028191c07f319504a2647f8084bccacde1ff0ffcdf4', '2026-11-22 13:27:03.194821+00', NULL, NULL, '2026-11-22 13:27:03.194821+00', NULL, NULL, NULL),
('3', 'ufone', 'smpp', 'true', '{"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 45279, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}', E'\\x018ea2dccc8b377e4a134d17a373cf036109614855e9fa8a335f5a2d0ca345e3bd', '2026-11-22 13:27:03.28368+00', NULL, NULL, '2026-11-22 13:27:03.28368+00', NULL, NULL, NULL),
('4', 'telenor', 'smpp', 'true', '{"tls": "off", "bind": "transceiver", "host": "127.0.0.1", "port": 40335, "binds": 1, "querySm": "never", "systemId": "paigham", "validity": "none", "ambiguous": "resubmit", "longTexts": "udh", "addressNpi": 0, "addressTon": 0, "references": "any", "systemType": "", "receiptsPer": "part", "serviceType": "", "addressRange": "", "answerIdForm": "text", "receiptLevel": "handset", "tlsAuthority": "", "ratePerSecond": 100000, "receiptIdForm": "text", "statusReasons": "", "tlsServerName": "", "windowSubmits": 500, "destinationNpi": 1, "destinationTon": 1, "receiptsByText": "no", "answerTimeoutMs": 30000, "defaultAlphabet": "gsm7", "ambiguousAfterMs": 5000, "interfaceVersion": "3.4", "messageReference": "off", "numericSenderNpi": 0, "numericSenderTon": 3, "enquireIntervalMs": 30000, "reconcileWithinMs": 600000, "clockOffsetMinutes": 0, "alphanumericSenderNpi": 0, "alphanumericSenderTon": 5, "serverUtcOffsetMinutes": 300}', E'\\x014bd3cf2234baa8cb87ad85bcbfde43b7534e1b6eec6f53b698e6fba25e1dffeb', '2026-11-22 13:27:03.869703+00', NULL, NULL, '2026-11-22 13:27:03.869703+00', NULL, NULL, NULL),
('5', 'chat-1003-923000000001', 'whatsapp', 'true', '{"digits": "923000000001", "pairMs": 0, "window": "enforce", "phoneNumberId": "300000000000001", "ratePerSecond": 70, "windowSubmits": 100, "answerTimeoutMs": 30000, "reconcileWithinMs": 3600000}', NULL, '2026-11-22 13:27:21.302852+00', '1003', '1', '2026-11-22 13:27:21.618+00', NULL, NULL, NULL);

insert into lookup_tariffs (id, account_id, first_micros, again_micros, valid_from, created_at) overriding system value values
('1', NULL, '1000000', '250000', '2000-01-01 00:00:00+00', '2026-11-22 13:25:57.833213+00');

insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id, tariff_id, operator_id, alphabet, parts, parts_taken, state, price_micros, posted_micros, reserve_id, settle_id, accepted_at, expires_at, sent_at, done_at, reason, text, answerable) overriding system value values
('1003', '117979257820375', NULL, '1', '923001230001', '4', '5', '6', '0', '3', '1', '1', '4', '3000000', '3000000', '117979257806938', '117979261986850', '2026-11-22 13:27:27.206+00', '2026-11-23 13:27:27.206+00', '2026-11-22 13:27:27.776+00', '2026-11-22 13:27:27.776+00', NULL, '{"kind":"template","name":"order_ready","language":"en","body":[{"text":"Ali"},{"text":"991"}],"buttons":[]}', 'false'),
('1004', '117979241020004', NULL, '1', '923001000001', '512', '10', '3', '1', '1', '1', '1', '4', '4800000', '4800000', '117979241006301', '117979245224893', '2026-11-22 13:27:23.893+00', '2026-11-23 13:27:23.893+00', '2026-11-22 13:27:24.295+00', '2026-11-22 13:27:24.391+00', NULL, 'Your parcel is here', 'true'),
('1004', '117979245196630', NULL, '1', '923331000001', '512', '10', '3', '3', '1', '1', '1', '2', '4800000', '4800000', '117979245241074', '117979249414693', '2026-11-22 13:27:24.88+00', '2026-11-23 13:27:24.88+00', '2026-11-22 13:27:25.565+00', NULL, NULL, 'Your parcel is on its way', 'true'),
('1004', '117979245204849', NULL, '1', '923111000001', '512', '10', '3', '2', '1', '1', '1', '5', '4800000', '4800000', '117979245208801', '117979245215588', '2026-11-22 13:27:24.633+00', '2026-11-23 13:27:24.633+00', '2026-11-22 13:27:24.729+00', '2026-11-22 13:27:24.771+00', 'handset_failed', 'Your parcel is late', 'true'),
('1004', '117979253610067', '117979253572905', '1', '923001000002', '513', '10', '3', '1', '1', '1', '1', '4', '4800000', '4800000', '117979253576156', '117979253598759', '2026-11-22 13:27:26.198+00', '2026-11-23 13:27:26.198+00', '2026-11-22 13:27:26.57+00', '2026-11-22 13:27:26.629+00', NULL, 'Our shop opens at nine', 'true'),
('1004', '117979253625720', '117979253572905', '2', '923001000003', '513', '10', '3', '1', '1', '1', '1', '4', '4800000', '4800000', '117979253576156', '117979253598759', '2026-11-22 13:27:26.198+00', '2026-11-23 13:27:26.198+00', '2026-11-22 13:27:26.57+00', '2026-11-22 13:27:26.629+00', NULL, 'Our shop opens at nine', 'true'),
('1004', '117979266200650', NULL, '1', '923451000001', '512', '10', '3', '4', '1', '1', '0', '1', '4800000', '0', '117979266158302', NULL, '2026-11-22 13:27:29.111+00', '2026-11-23 13:27:29.111+00', NULL, NULL, NULL, 'Your parcel waits', 'true');

insert into nodes (slot, epoch, holder, lease_until, recovered) overriding system value values
('0', '1', 'vm 26696', '2026-11-22 13:27:29.177198+00', 'false');

insert into operator_prefixes (prefix, operator_id) overriding system value values
('92300', '1'),
('92301', '1'),
('92302', '1'),
('92303', '1'),
('92304', '1'),
('92305', '1'),
('92306', '1'),
('92307', '1'),
('92308', '1'),
('92309', '1'),
('92310', '2'),
('92311', '2'),
('92312', '2'),
('92313', '2'),
('92314', '2'),
('92315', '2'),
('92316', '2'),
('92317', '2'),
('92318', '2'),
('92319', '2'),
('92320', '1'),
('92321', '1'),
('92322', '1'),
('92323', '1'),
('92324', '1'),
('92325', '1'),
('92326', '1'),
('92327', '1'),
('92328', '1'),
('92329', '1'),
('92330', '3'),
('92331', '3'),
('92332', '3'),
('92333', '3'),
('92334', '3'),
('92335', '3'),
('92336', '3'),
('92337', '3'),
('92339', '3'),
('92340', '4'),
('92341', '4'),
('92342', '4'),
('92343', '4'),
('92344', '4'),
('92345', '4'),
('92346', '4'),
('92347', '4'),
('92348', '4'),
('92349', '4'),
('92355', '5'),
('92370', '2'),
('92371', '2');

insert into operators (id, name, carried_by) overriding system value values
('1', 'Jazz', NULL),
('2', 'Zong', NULL),
('3', 'Ufone', NULL),
('4', 'Telenor', NULL),
('5', 'SCO', NULL);

insert into promotional_hours (account_id, week) overriding system value values
(NULL, '[[0, 1440], [0, 1440], [0, 1440], [0, 1440], [0, 1440], [0, 1440], [0, 1440]]');

insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at, node, epoch, lost_until) overriding system value values
('1004', '117979266200650', '4', '1', '0', '2026-11-22 13:27:29.111+00', '2026-11-23 13:27:29.111+00', NULL, NULL, NULL);

insert into routes (id, operator_id, sender_route, link_id, priority, enabled, category, account_id, cost_micros, weight) overriding system value values
('1', '1', NULL, '1', '100', 'true', NULL, NULL, '0', '1'),
('2', '5', NULL, '1', '100', 'true', NULL, NULL, '0', '1'),
('3', '2', NULL, '2', '100', 'true', NULL, NULL, '0', '1'),
('4', '3', NULL, '3', '100', 'true', NULL, NULL, '0', '1'),
('5', '4', NULL, '4', '100', 'true', NULL, NULL, '0', '1');

insert into schema_migration (number, name, checksum, applied_at) overriding system value values
('1', 'house', '97bcc3ee6fee7382b5b91e8949701761f9b4805fcaf60946c5c7918c3c24077c', '2026-11-22 13:25:57.293573+00'),
('10', 'chat-messages', '0e95d85419379fde4d4863754919bcc7e3e0bc10ed45c07f6caee52cb2da66a7', '2026-11-22 13:25:58.557609+00'),
('11', 'chat-stops', '4e7f43a74dac131cd5c69ce0e2f05ab01de051bb360b690c432952fb87209caa', '2026-11-22 13:25:59.029197+00'),
('12', 'chat-sync', '1f8164388dbc6b4b585a5d8533425c8a7a9f2f10b5855d4082810186f5a0157c', '2026-11-22 13:25:59.1108+00'),
('13', 'chat-marketing-rest', '78fc4ccdd09173be84c42ad6689409b6fc411fae2b7c0aa098fd5bee2b82861f', '2026-11-22 13:25:59.268672+00'),
('14', 'names-of-files', 'ed877ff20caaf58736636ac87ea3fcc6c5e98a7b9da1a67a7eaabb1979ceecfe', '2026-11-22 13:25:59.357925+00'),
('2', 'replies', '331f121b63d6eba61ac200402368adf3c50773301acf1a2000d727bca8c81e5a', '2026-11-22 13:25:57.630816+00'),
('3', 'number-portability', '7c79fa251abc069012aabb6e0a1433759faef79848a85b4309baa11703f993ce', '2026-11-22 13:25:57.833213+00'),
('4', 'routes-as-rules-and-link-health', '129a5cc5c2c01632a893555d8a29f4eb52ac09001ddd1b1b879d9da04581f53c', '2026-11-22 13:25:57.958785+00'),
('5', 'policy', '2c9437cd1ea1d8a3adea5997775650e0063a2f754bfdadc702612ee9712e219c', '2026-11-22 13:25:58.038709+00'),
('6', 'lost-answers', 'fecaec1203a19a535e1ede1b9ccbff728bf5e0bd3350c97e1d059b84c93d8ba8', '2026-11-22 13:25:58.172597+00'),
('7', 'files', '9c0863a595768ce26f980ab1cd5daa74ee51d69c9106110bb75f667d0c214035', '2026-11-22 13:25:58.277844+00'),
('8', 'chat', '716e663f44822397b29c0913f967c29179f1ba1ea8831d1d68935ef97c721f28', '2026-11-22 13:25:58.372805+00'),
('9', 'chat-media', 'b142ab570b26df521bb4a5ae3d3c2ea541f38885a35ab96d59f90ea4b7bf839a', '2026-11-22 13:25:58.525854+00');

insert into senders (account_id, id, name, route, state, reason, created_at, decided_at) overriding system value values
('1001', '1', 'InfoSMS', 'simple', 'approved', NULL, '2026-11-22 13:27:04.722+00', '2026-11-22 13:27:04.722+00'),
('1001', '2', 'RoshanStore', 'branded', 'approved', NULL, '2026-11-22 13:27:04.777+00', '2026-11-22 13:27:04.918+00'),
('1001', '3', '8584', 'short_code', 'approved', NULL, '2026-11-22 13:27:04.828+00', '2026-11-22 13:27:05.031+00'),
('1002', '4', 'InfoSMS', 'simple', 'approved', NULL, '2026-11-22 13:27:07.056+00', '2026-11-22 13:27:07.056+00'),
('1003', '5', 'InfoSMS', 'simple', 'approved', NULL, '2026-11-22 13:27:18.418+00', '2026-11-22 13:27:18.418+00'),
('1003', '6', 'Chaman', 'branded', 'approved', NULL, '2026-11-22 13:27:18.444+00', '2026-11-22 13:27:19.27+00'),
('1003', '7', '8584', 'short_code', 'approved', NULL, '2026-11-22 13:27:18.575+00', '2026-11-22 13:27:19.318+00'),
('1004', '10', '8584', 'short_code', 'approved', NULL, '2026-11-22 13:27:23.373+00', '2026-11-22 13:27:23.457+00'),
('1004', '8', 'InfoSMS', 'simple', 'approved', NULL, '2026-11-22 13:27:23.309+00', '2026-11-22 13:27:23.309+00'),
('1004', '9', 'Chaman', 'branded', 'approved', NULL, '2026-11-22 13:27:23.338+00', '2026-11-22 13:27:23.403+00');

insert into settings_version (one, version) overriding system value values
('true', '38');

insert into shared_senders (name) overriding system value values
('InfoSMS'),
('Notice'),
('SMS Alert');

insert into tariffs (id, account_id, sender_route, operator_id, part_price_micros, refund_failed, valid_from, created_at) overriding system value values
('1', NULL, 'simple', NULL, '1500000', 'false', '2026-11-22 13:27:02.388+00', '2026-11-22 13:27:02.409072+00'),
('2', NULL, 'branded', NULL, '2400000', 'false', '2026-11-22 13:27:02.484+00', '2026-11-22 13:27:02.484884+00'),
('3', NULL, 'short_code', NULL, '4800000', 'false', '2026-11-22 13:27:02.538+00', '2026-11-22 13:27:02.540158+00'),
('4', NULL, 'branded', '5', '3100000', 'false', '2026-11-22 13:27:02.77+00', '2026-11-22 13:27:02.770542+00');

insert into templates (account_id, id, name, message, variables, category, state, reason, created_at, decided_at) overriding system value values
('1001', '501', 'One-time code', 'Your verification code is #code#. Do not share it with anyone.', '[{"name": "code", "type": "text", "maxLength": 12}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:05.333+00', '2026-11-22 13:27:05.406+00'),
('1001', '502', 'Order update', 'Dear #name#, your order #order_no# will reach you on #date#.', '[{"name": "name", "type": "text", "maxLength": 160}, {"name": "order_no", "type": "text", "maxLength": 20}, {"name": "date", "type": "text", "maxLength": 160}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:05.439+00', '2026-11-22 13:27:05.629+00'),
('1001', '503', 'Order update (Urdu)', 'محترم #name#، آپ کا آرڈر #order_no# روانہ کر دیا گیا ہے۔', '[{"name": "name", "type": "text", "maxLength": 160}, {"name": "order_no", "type": "text", "maxLength": 20}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:05.735+00', '2026-11-22 13:27:05.812+00'),
('1001', '504', 'Season sale', 'Season sale at Roshan Store: #discount#% off until #date#. To opt out: #link#', '[{"name": "discount", "type": "digits", "maxLength": 2}, {"name": "date", "type": "text", "maxLength": 160}, {"name": "link", "type": "url", "maxLength": 160}]', 'promotional', 'approved', NULL, '2026-11-22 13:27:05.902+00', '2026-11-22 13:27:05.911+00'),
('1001', '505', 'Appointment', 'Dear #name#, your appointment is on #date# at #time#.', '[{"name": "name", "type": "text", "maxLength": 160}, {"name": "date", "type": "text", "maxLength": 160}, {"name": "time", "type": "text", "maxLength": 160}]', 'transactional', 'waiting', NULL, '2026-11-22 13:27:05.925+00', NULL),
('1001', '506', 'New branch', 'Roshan Store opens in #city# on #date#. Come and see us.', '[{"name": "city", "type": "text", "maxLength": 160}, {"name": "date", "type": "text", "maxLength": 160}]', 'promotional', 'waiting', NULL, '2026-11-22 13:27:05.937+00', NULL),
('1001', '507', 'Account notice', 'Your account will be closed. Confirm your PIN at #link#', '[{"name": "link", "type": "text", "maxLength": 160}]', 'transactional', 'rejected', 'Asking people for a PIN is not allowed.', '2026-11-22 13:27:05.955+00', '2026-11-22 13:27:05.985+00'),
('1001', '508', 'Prize draw', 'You have won a prize! Call #phone# now.', '[{"name": "phone", "type": "text", "maxLength": 160}]', 'promotional', 'rejected', 'Name the sender and the conditions of the draw.', '2026-11-22 13:27:05.992+00', '2026-11-22 13:27:06.011+00'),
('1002', '509', 'One-time code', 'Your verification code is #code#. Do not share it with anyone.', '[{"name": "code", "type": "text", "maxLength": 12}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:10.731+00', '2026-11-22 13:27:10.791+00'),
('1003', '510', 'Any text, transactional', '#text#', '[{"name": "text", "type": "text", "maxLength": 1530}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:19.376+00', '2026-11-22 13:27:19.459+00'),
('1003', '511', 'Any text, promotional', '#text#', '[{"name": "text", "type": "text", "maxLength": 1530}]', 'promotional', 'approved', NULL, '2026-11-22 13:27:19.672+00', '2026-11-22 13:27:19.806+00'),
('1004', '512', 'Any text, transactional', '#text#', '[{"name": "text", "type": "text", "maxLength": 1530}]', 'transactional', 'approved', NULL, '2026-11-22 13:27:23.541+00', '2026-11-22 13:27:23.586+00'),
('1004', '513', 'Any text, promotional', '#text#', '[{"name": "text", "type": "text", "maxLength": 1530}]', 'promotional', 'approved', NULL, '2026-11-22 13:27:23.638+00', '2026-11-22 13:27:23.703+00');

insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, cause, refers_to, created_at) overriding system value values
('1001', '117979165489241', 'credit', 'funding', 'available', '10000000000', '0', 'opening credit', NULL, '2026-11-22 13:27:04.454+00'),
('1002', '117979173877013', 'credit', 'funding', 'available', '20000000', '0', 'opening credit', NULL, '2026-11-22 13:27:06.411+00'),
('1003', '117979220013168', 'credit', 'funding', 'available', '1000000000', '0', NULL, NULL, '2026-11-22 13:27:17.926+00'),
('1003', '117979257806938', 'reserve', 'available', 'reserved', '3000000', '1', NULL, NULL, '2026-11-22 13:27:27.206+00'),
('1003', '117979261986850', 'post', 'reserved', 'revenue', '3000000', '1', NULL, NULL, '2026-11-22 13:27:28.024+00'),
('1004', '117979241006301', 'reserve', 'available', 'reserved', '4800000', '1', NULL, NULL, '2026-11-22 13:27:23.893+00'),
('1004', '117979245119024', 'credit', 'funding', 'available', '1000000000', '0', NULL, NULL, '2026-11-22 13:27:23.137+00'),
('1004', '117979245208801', 'reserve', 'available', 'reserved', '4800000', '1', NULL, NULL, '2026-11-22 13:27:24.633+00'),
('1004', '117979245215588', 'post', 'reserved', 'revenue', '4800000', '1', NULL, NULL, '2026-11-22 13:27:24.729+00'),
('1004', '117979245224893', 'post', 'reserved', 'revenue', '4800000', '1', NULL, NULL, '2026-11-22 13:27:24.295+00'),
('1004', '117979245241074', 'reserve', 'available', 'reserved', '4800000', '1', NULL, NULL, '2026-11-22 13:27:24.88+00'),
('1004', '117979249414693', 'post', 'reserved', 'revenue', '4800000', '1', NULL, NULL, '2026-11-22 13:27:25.565+00'),
('1004', '117979253576156', 'reserve', 'available', 'reserved', '9600000', '2', NULL, NULL, '2026-11-22 13:27:26.198+00'),
('1004', '117979253598759', 'post', 'reserved', 'revenue', '9600000', '2', NULL, NULL, '2026-11-22 13:27:26.57+00'),
('1004', '117979266158302', 'reserve', 'available', 'reserved', '4800000', '1', NULL, NULL, '2026-11-22 13:27:29.111+00');

select setval('accounts_id_seq', 1004);
select setval('api_keys_id_seq', 4);
select setval('audit_id_seq', 91);
select setval('caps_id_seq', 8);
select setval('chat_businesses_id_seq', 1);
select setval('chat_events_id_seq', 2);
select setval('chat_template_changes_id_seq', 4);
select setval('chat_templates_id_seq', 4);
select setval('links_id_seq', 5);
select setval('lookup_tariffs_id_seq', 1);
select setval('operators_id_seq', 5);
select setval('routes_id_seq', 5);
select setval('senders_id_seq', 10);
select setval('tariffs_id_seq', 8);
select setval('templates_id_seq', 513);
set session_replication_role = default;
