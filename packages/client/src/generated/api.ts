/* Written by test/interface/client-types.test.ts: change its source, not this file. */

export type Accepted = { success: "true"; /** OK, or DRY RUN. */ status: string; /** The id to ask for a report with; none for a dry run. */ id?: string; type: string; /** Rupees with two decimals. */ totalprice: string; /** Parts that are charged. */ totalgsm: string; /** Rupees that are left. */ remaincredit: string; results: { status: string; gsm: string }[]; truncated?: "true" };

export type Refusal = { success: "false"; /** The code. */ status?: string; /** The sentence. */ error?: string; results: { status: string; error: string }[] };

export type Report = { success: "true"; status: "OK"; id: string; /** PENDING, SENT, DELIVERED, FAILED, REJECTED, EXPIRED, UNKNOWN or PARTIAL. */ delivery: string; total: string; counts: Record<string, string>; results: { status: string; id: string }[] };

export type Balance = { success: "true"; /** Rupees with two decimals. */ balance: string; currency: "PKR"; results: { balance: string }[] };

export type Templates = { /** true; false when there is none. */ success: string; results: Record<string, unknown>[] };

export type ChatResult = { /** OK, DRY RUN, or the code of what is wrong with this entry. */ status: string; /** Of the message. */ id?: string; /** What is wrong with this entry. */ error?: string; /** The number, or the user id as given; number 3, its place, when it is neither. */ mobile: string };

export type ChatAccepted = { /** true when at least one entry was accepted. */ success: string; /** DRY RUN, or the code when nothing was accepted. */ status?: string; method: ("API"); message_type: ("TEMPLATE" | "FREE_FORM"); /** Messages billed. */ total_price: string; /** Recipients processed. */ total_gsm: string; /** Rupees that are left. */ remaining_credit: string; results: ChatResult[] };

export type ChatEntryHeader = { type: ("text" | "image" | "video" | "document" | "location"); /** The value of a text header. */ text?: string; /** The address of your file. */ url?: string; /** The name on the card of a document. */ file_name?: string; /** Of a place, in degrees. */ latitude?: string; /** Of a place, in degrees. */ longitude?: string; /** Of a place. */ name?: string; /** Of a place. */ address?: string };

export type ChatEntryOffer = { /** When the offer expires. */ expires_at: string };

export type ChatEntryButton = { /** Among all buttons, from 0. */ index?: number; type: ("url" | "quick_reply" | "copy_code" | "flow" | "catalog"); /** The end of the address of a url button. */ text?: string; /** What a quick reply brings back. */ payload?: string; /** The code that is copied. */ coupon_code?: string; /** Your id of the product that a catalogue shows. */ product_retailer_id?: string; /** What the answer to a form brings back. */ flow_token?: string };

export type ChatEntryCard = { header: ChatEntryHeader; body?: { type?: ("text"); /** The value. */ text: string }[]; buttons?: ChatEntryButton[] };

export type TemplateEntry = { /** Digits with country code, or the user id of somebody who wrote to you. */ mobile: string; header?: ChatEntryHeader; offer?: ChatEntryOffer; body?: { type?: ("text"); /** The value. */ text: string }[]; buttons?: ChatEntryButton[]; cards?: ChatEntryCard[] };

export type ChatEntryMedia = { /** The address of your file. */ url: string; /** May be empty. */ caption: string; /** The name on the card of a document. */ file_name?: string };

export type FreeFormEntry = { /** Digits with country code, or the user id of somebody who wrote to you. */ mobile: string; type: ("text" | "image" | "video" | "audio" | "document" | "media" | "request_contact_info"); text?: { body: string }; image?: ChatEntryMedia; document?: ChatEntryMedia; video?: ChatEntryMedia; audio?: { url: string }; media?: ChatEntryMedia };

export type Fallback = { after_minutes: number; sender: string; template_id: string; /** The batch of its texts; null: there is none yet. */ batch_id: (string | null); /** Texts if nobody gets the chat message; null until the file is read. */ messages: (number | null); /** Of these. */ parts: (number | null); /** Of these, at acceptance: each text is priced and charged when it is sent, if it is. */ price: (string | null); /** People who have no number here, and get no text. */ without_number: (number | null); /** Others whose row makes no text. */ left_out: (number | null); /** Of which it is not decided, or whose text waits. */ open: (number | null); /** Who got the chat message in time. */ reached: (number | null); /** Texts that were accepted. */ texted: (number | null); /** Who may get no text, as they opted out: rows of its batch. */ refused: (number | null); /** Whose text could not be sent for a day, for want of credit. */ given_up: (number | null); /** Who got none because you cancelled before, or were forgotten. */ stopped: (number | null); /** The code of the failure for which texts wait now, credit_insufficient. */ waits_for: (string | null); /** When no text could follow any more. */ ended_at: (string | null) };

export type BatchFile = { /** The name from the upload or the link; null if neither gives one. */ name: (string | null); /** Its size; null until it is fetched. */ bytes: (number | null); /** Detected from its content; null until it is read. */ kind: (("text" | "xlsx" | "xls") | null) };

export type MessageCounts = { pending: number; sent: number; unknown: number; delivered: number; failed: number; rejected: number; expired: number; cancelled: number; held: number };

export type BatchClicks = { /** Recipients who opened one. */ people: number; /** How often all were opened. */ total: number };

export type Progress = { /** Rows of the file, or messages. */ step: ("reading" | "sending"); done: number; /** null: not known yet. An estimate while the file is being read. */ total: (number | null); /** Of the last minute. */ rate_per_second: number; /** At the current rate; null: unknown. */ finishes_at: (string | null) };

export type Problem = { /** A page with details, relative to this server. */ type: string; /** The kind of failure; always the same for one kind. */ title: string; /** The HTTP status. */ status: number; /** What happened, for people. */ detail: string; /** The machine-readable reason: see the errors page. New ones are added. */ code: ("request_unencrypted" | "path_unknown" | "method_not_allowed" | "request_unreadable" | "header_too_large" | "request_too_slow" | "rate_exceeded" | "connections_many" | "server_busy" | "body_too_large" | "body_unreadable" | "parameter_encoding" | "parameter_repeated" | "parameter_contradicting" | "parameter_too_large" | "parameter_too_deep" | "too_many_parameters" | "format_unknown" | "dry_run_unknown" | "idempotency_key_unusable" | "key_empty" | "key_refused" | "keys_guessed" | "address_denied" | "scope_missing" | "sender_empty" | "recipient_empty" | "too_many_recipients" | "message_empty" | "template_missing" | "template_unknown" | "template_not_approved" | "fixed_content_off" | "message_not_object" | "message_too_many_keys" | "message_too_deep" | "variable_missing" | "variable_unknown" | "variable_repeated" | "variable_not_text" | "variable_empty" | "variable_too_long" | "variable_wrong_kind" | "variable_unprintable" | "sender_not_approved" | "sender_needs_verification" | "sender_for_codes" | "network_unknown" | "ported_unknown" | "type_unknown" | "portability_unavailable" | "portability_directory" | "needs_unicode" | "text_too_long" | "no_valid_recipient" | "recipient_unroutable" | "no_route" | "no_price" | "rejected_not_own_number" | "rejected_opted_out" | "rejected_do_not_call" | "rejected_no_consent" | "rejected_too_many" | "rejected_spending" | "credit_insufficient" | "idempotency_conflict" | "idempotency_running" | "queue_full" | "store_unavailable" | "outcome_unknown" | "internal" | "report_id_missing" | "report_unknown" | "page_unknown" | "logins_guessed" | "login_refused" | "url_missing" | "duplicate_unknown" | "hidden_unknown" | "short_links_nowhere" | "column_out_of_reach" | "link_not_taken" | "link_not_public" | "link_not_fetched" | "file_is_page" | "file_saved_as_page" | "file_too_large" | "uploads_busy" | "disk_full" | "uploads_waiting" | "campaigns_exceeded" | "file_kind_unknown" | "file_encrypted" | "file_damaged" | "file_empty" | "column_missing" | "rows_unusable" | "rows_without_number" | "rows_not_carried" | "rows_rejected" | "files_waiting" | "reader_killed" | "prices_changing" | "batch_of_codes" | "chat_data_twice" | "chat_data_empty" | "chat_template_missing" | "chat_template_unknown" | "chat_template_not_approved" | "chat_template_unsupported" | "chat_data_unreadable" | "chat_data_repeated" | "chat_data_too_deep" | "chat_no_entries" | "chat_too_many_entries" | "chat_number_unknown" | "chat_number_none" | "chat_number_off" | "chat_number_elsewhere" | "chat_entry_not_object" | "chat_mobile_not_text" | "chat_form" | "chat_header_none" | "chat_header_missing" | "chat_offer_none" | "chat_offer_over" | "chat_values_count" | "chat_value_unknown" | "chat_value_empty" | "chat_value_blanks" | "chat_value_unprintable" | "chat_value_too_long" | "chat_button_unknown" | "chat_button_repeated" | "chat_button_missing" | "chat_code_differs" | "chat_cards_count" | "chat_card" | "chat_type_unknown" | "chat_caption_unshown" | "chat_field_missing" | "chat_text_empty" | "chat_text_too_long" | "chat_text_unprintable" | "chat_unpriced" | "chat_user_unknown" | "chat_user_misspelt" | "chat_code_to_user" | "chat_window_closed" | "chat_opted_out" | "chat_no_consent" | "chat_media_address" | "chat_media_refused" | "bearer_missing" | "session_missing" | "people_elsewhere" | "csrf_refused" | "role_too_low" | "texts_hidden" | "staff_only" | "staff_role_too_low" | "operation_unknown" | "agreement_needed" | "see_as_reads" | "confirmation_needed" | "account_missing" | "account_unknown" | "found_account_unknown" | "account_inactive" | "code_refused" | "registration_unavailable" | "registration_refused" | "registration_over" | "tries_exceeded" | "codes_exceeded" | "work_needed" | "invitations_exceeded" | "link_refused" | "invitation_unknown" | "passkey_refused" | "passkeys_need_name" | "session_unknown" | "passkey_unknown" | "key_in_address" | "method_not_offered" | "content_type_not_taken" | "parameters_invalid" | "key_tests_only" | "key_unknown" | "key_ended" | "sender_unknown" | "suppression_unknown" | "contact_unknown" | "consent_unknown" | "forgetting_denied" | "forgetting_unknown" | "join_form_unknown" | "join_form_unavailable" | "canned_answer_unknown" | "media_unknown" | "label_unknown" | "note_unknown" | "segment_unknown" | "user_unknown" | "document_unknown" | "document_sealed" | "documents_exceeded" | "statement_unknown" | "payments_off" | "payment_gateway_unavailable" | "bank_transfers_off" | "bank_transfer_unknown" | "bank_transfer_ended" | "bank_transfers_exceeded" | "invoice_unknown" | "invoice_files_exceeded" | "payment_unknown" | "payments_exceeded" | "batch_unknown" | "window_closed" | "batch_template_stopped" | "batch_not_waiting" | "batch_cancelled" | "batch_not_scheduled" | "batch_not_repeatable" | "batch_not_over" | "batch_none_failed" | "batch_repeated" | "batch_held" | "message_unknown" | "message_is_batch" | "message_not_waiting" | "results_busy" | "reply_file_none" | "reply_file_gone" | "reply_file_unavailable" | "streams_exceeded" | "webhooks_exceeded" | "webhook_secrets_exceeded" | "webhook_unknown" | "reply_unknown" | "conversation_unknown" | "conversation_not_chat" | "chat_template_taken" | "chat_template_plan" | "chat_template_fixed" | "chat_business_missing" | "sending_number_unknown" | "chat_number_taken" | "chat_signup_off" | "chat_signup_over" | "chat_platform_refused" | "chat_platform_unreachable" | "chat_platform_silent" | "host_taken" | "host_unproven" | "host_changes_exceeded" | "host_unknown" | "link_domain_taken" | "link_domain_unknown" | "cancelled" | "batch_paused" | "operator_throttled" | "operator_queue_full" | "operator_temporary" | "operator_fault" | "operator_refused" | "operator_refused_recipient" | "operator_refused_sender" | "operator_refused_form" | "operator_unknown_word" | "text_miscounted" | "test_misrouted" | "retries_exhausted" | "platform_throttled" | "platform_recipient_paced" | "platform_spam_limited" | "platform_templates_limited" | "platform_person_rests" | "platform_holds" | "platform_holds_paused" | "platform_template_syncing" | "platform_fault" | "platform_number_stopped" | "platform_media_unready" | "platform_unknown_word" | "platform_refused" | "platform_refused_form" | "platform_refused_recipient" | "platform_refused_media" | "platform_refused_template" | "platform_template_stopped" | "platform_unreachable" | "platform_withheld" | "platform_opted_out" | "platform_window_closed" | "platform_payment" | "content_unreadable" | "handset_failed" | "operator_expired" | "operator_rejected_later" | "receipt_never_came" | "answer_lost" | "expired_waiting" | "account_disabled" | "sender_revoked" | "number_revoked" | "window_closed_waiting" | "template_revoked" | "own_number_gone" | "offer_over_waiting" | "opted_out_waiting" | "do_not_call_waiting" | "no_consent_waiting"); errors?: { /** Which field: `/query/limit`, `/body/name`. */ pointer: string; detail: string }[]; /** What the change would do, with code agreement_needed. */ consequences?: string[] };

export type PeopleOfTheDay = ({ /** In 24 hours, over all your numbers. */ limit: number; /** Those of the last 24 hours. */ reached: number; left: number; /** How many of those whom this send begins to write to are beyond that: the platform refuses them today. */ over: number; /** That it takes with `spread`. */ days: number } | null);

export type FileCheck = { /** The cells of its heading; null: it has none. */ headings: (string[] | null); /** Their number stands in an earlier row. */ rows_repeated: number; /** Left out because the sheet hides them. */ rows_hidden: number; /** Left out because the account needs consent, and their people gave none. */ rows_without_consent: number; /** Messages that take more parts because of characters outside GSM. */ unicode: { messages: number; /** Of their further parts. */ price: string; /** The first of these characters. */ characters: string[] }; /** Messages that take more parts because they are long. */ long: { messages: number; /** Of their further parts. */ price: string }; people_today: PeopleOfTheDay };

export type Batch = { /** Decimal digits; null for a dry run. */ id: (string | null); /** waiting: the file is kept; reading; refused: see problem, nothing was charged; sending: some messages wait for an operator, or for send_at; sent: none does, final receipts may still come; paused: those that wait stay; cancelling: they are being ended as cancelled; cancelled: they have been, and nothing waits any more. */ state: ("waiting" | "reading" | "refused" | "sending" | "sent" | "paused" | "cancelling" | "cancelled" | "dry_run"); kind: ("sms" | "chat"); source: ("numbers" | "link" | "upload"); /** What you call it; null: it has the name of its file. */ name: (string | null); /** The batch to whose recipients it is sent again. */ repeats: (string | null); /** The batch by which those that it failed to reach got it again. */ failed_repeated_by: (string | null); /** The text to those whom it does not reach; null: there is none. */ fallback: (Fallback | null); /** The batch of chat messages whose texts it has. */ fallback_of: (string | null); /** null: its recipients came as numbers. */ file: (BatchFile | null); /** Of chat messages the digits of your number. */ sender: string; /** Decimal digits; null for chat messages in free form. */ template_id: (string | null); /** Whether the addresses in its texts are short ones. */ short_links: boolean; /** Rows of the file with a recipient, those left out included. */ rows: (number | null); /** Rows that nothing is sent to: see /rows. */ rows_left_out: (number | null); /** Messages; null until the file is read. */ recipients: (number | null); /** Of all messages. */ parts: (number | null); /** Of all messages, look-ups included, at acceptance. */ price: (string | null); currency: string; /** null in lists, and until there are messages. */ counts: (MessageCounts | null); /** As in counts: those that you cancelled; null with counts. */ cancelled: (number | null); /** What it costs, look-ups included: what is charged or still reserved, and did not come back; null with counts. */ spent: (string | null); /** Recipients who opted out within 72 hours of their message, by STOP, in the chat or at the platform, and still are; null with counts, and in events. */ opted_out: (number | null); /** On its short links, some seconds ago; null: it has none, in lists, and in events. */ clicks: (BatchClicks | null); /** When the messages were counted. */ counted_at: (string | null); /** null in lists, and when there is nothing to wait for. */ progress: (Progress | null); /** Why the service has paused it: the chat platform has paused its template, or people take it badly. null: it has not. */ pause_reason: (("template_paused" | "template_quality") | null); /** Why it was refused; errors lists the first rows if they are the reason. */ problem: (Problem | null); /** The first 3 texts of a dry run; otherwise null. */ examples: ({ /** Of the file. */ row: number; /** Digits with country code. */ number: string; /** As the person will read it. */ text: string; parts: number; /** Of its parts. */ price: string }[] | null); /** The first 1000 rows that a dry run leaves out; otherwise null. */ left_out: ({ /** Of the file. */ row: number; /** What is in place of the number: digits, else its beginning. */ number: string; /** The letters of the invalid column. */ column: (string | null); /** What is wrong there. */ reason: string; /** Of a dry run: as in the file, as far as an answer has room. */ cells?: string[] }[] | null); /** Of a dry run; otherwise null. */ check: (FileCheck | null); /** Of a test key: neither charged nor carried to anybody. */ test: boolean; /** UTC. */ created_at: string; /** Not before then; null: at once. */ send_at: (string | null); /** How it goes on after that; null: it does not, or the next one waits and has it now. */ recurs: ({ every: ("day" | "week" | "month"); until: (string | null) } | null); /** When it was accepted, charged and queued. */ published_at: (string | null) };

export type BatchList = { data: Batch[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type NewFallback = { /** The text follows if the chat message has failed, or is not delivered so long after it left; what has not left so long after its time is cancelled first. */ after_minutes: number; /** An approved sender. */ sender: string; /** Of a template of texts: decimal digits. */ template_id: string; /** A value for each variable, as of a batch of texts. */ message: Record<string, string>; type?: ("unicode") };

export type ContactFilter = { /** With this tag, or all of several, separated by commas. */ tag?: string; /** With none of these. */ without_tag?: string; /** Whose language it is: ur. */ language?: string; /** With this in the name, the number or the user_id. */ search?: string; /** With this text in a field, in either case: city=Lahore. */ field?: string; /** true: who wants nothing more, or less; false: all others. */ opted_out?: boolean; /** Who consents to this now: sms:promotional, chat:transactional, … */ consent?: string; /** Who does not: has never said so, or has withdrawn. */ without_consent?: string; /** Added from then on: 2026-11-01T00:00:00+05:00. */ since?: string; /** Added before then. */ until?: string };

export type NewBatch = { /** Texts, or chat messages. */ kind?: ("sms" | "chat"); /** An approved sender; of chat messages your number, or nothing for your default. */ sender: string; /** Decimal digits. */ template_id: string; /** A value for each variable; #B# stands for column B of the row. */ message?: Record<string, string>; /** What chat messages say, as in template_data of the chat interface, with #B# in its texts. */ content?: Record<string, unknown>; /** Of chat messages only as many leave in 24 hours as the platform lets you write to. */ spread?: boolean; /** Of texts: each address in them becomes a short one of each recipient’s own, and its clicks are counted. */ short_links?: boolean; fallback?: NewFallback; /** false: each number once, first row wins. If left out: true. */ duplicate?: boolean; /** Sends to rows that the sheet hides, too. */ include_hidden?: boolean; /** The letters of the column that has the numbers; A if left out. */ number_column?: string; /** Looks ported numbers up. */ ported?: boolean; network?: ("Jazz" | "Zong" | "Ufone" | "Telenor"); type?: ("unicode"); /** What you call it, in at most 100 characters; left out: as its file is called. */ name?: string; /** Not before then, at most 90 days ahead. Up to 72 hours ahead it is read and charged at once; later it is read, judged and charged at that time, at the prices of then, and nothing is reserved until then. */ send_at?: string; /** Only inside these hours of a day of Pakistan, to not included; 24:00 is its end. */ send_window?: { from: string; to: string }; /** Only checks and prices; sends nothing. */ dry_run?: boolean; /** Answers 202 once the file is stored; the batch shows the progress. */ async?: boolean; /** A public link to the file. */ url?: string; /** To the contacts of a segment instead: {{name}} in a value stands for the name of each, {{city|your city}} for a field and what is written where it is empty. */ segment_id?: string; filter?: ContactFilter; /** Of one to contacts with send_at: sends it again each day, week or month, at the same time of the day, to whom the filter finds then and at the prices of then, until it is cancelled. */ recurs?: { every: ("day" | "week" | "month"); /** Not after then. */ until?: string } };

export type BatchRow = { /** The row in the file; otherwise the position among the accepted numbers. */ row: number; /** Digits with country code; left out: the original text. */ number: string; /** left_out: nothing is sent to this row. */ state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held" | "left_out"); /** Why it came to nothing, or waits. */ reason: (string | null); /** The letters of the invalid column. */ column: (string | null); /** The operator of the number; null for a chat message. */ network: (string | null); parts: number; /** When it was accepted. */ price: string; currency: string; /** Decimal digits; of a chat message a UUID. */ message_id: (string | null); /** When the operator accepted it. */ sent_at: (string | null); /** When it got its last word. */ done_at: (string | null); /** On the short links of its text; null: it has none. */ clicks: (number | null); /** What you call the recipient: the name of your contact. */ name: (string | null) };

export type BatchRowList = { data: BatchRow[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type TestOfBatch = { /** Texts, or chat messages. */ kind?: ("sms" | "chat"); /** An approved sender; of chat messages your number, or nothing for your default. */ sender: string; /** Decimal digits. */ template_id: string; /** A value for each variable; #B# stands for column B of the row. */ message?: Record<string, string>; /** What chat messages say, as in template_data of the chat interface, with #B# in its texts. */ content?: Record<string, unknown>; /** Of chat messages only as many leave in 24 hours as the platform lets you write to. */ spread?: boolean; /** Of texts: each address in them becomes a short one of each recipient’s own, and its clicks are counted. */ short_links?: boolean; fallback?: NewFallback; /** false: each number once, first row wins. If left out: true. */ duplicate?: boolean; /** Sends to rows that the sheet hides, too. */ include_hidden?: boolean; /** The letters of the column that has the numbers; A if left out. */ number_column?: string; /** Looks ported numbers up. */ ported?: boolean; network?: ("Jazz" | "Zong" | "Ufone" | "Telenor"); type?: ("unicode"); /** What you call it, in at most 100 characters; left out: as its file is called. */ name?: string; /** A number that a person of the account has confirmed; left out: that of the person who is signed in. */ to?: string; /** A public link to the file. */ url?: string; /** To the contacts of a segment instead: {{name}} in a value stands for the name of each, {{city|your city}} for a field and what is written where it is empty. */ segment_id?: string; filter?: ContactFilter };

export type BatchAgain = { /** all: the recipients that it had, or the contacts that its filter finds now; failed: those whose message failed or expired, once, and not those whose number does not exist or who got the text in place of a chat message. */ recipients: ("all" | "failed"); /** Of chat messages: also to those who got the text instead. */ texted?: boolean; /** Of chat messages only as many leave in 24 hours as the platform lets you write to. */ spread?: boolean; /** What you call it, in at most 100 characters; left out: as its file is called. */ name?: string; /** Not before then, at most 72 hours ahead; charged at once. */ send_at?: string; /** Only inside these hours of a day of Pakistan, to not included; 24:00 is its end. */ send_window?: { from: string; to: string }; /** Only checks and prices; sends nothing. */ dry_run?: boolean };

export type BatchPlan = { source: ("file" | "contacts"); /** Which contacts: {}: all of them; null: it is of a file. */ filter: (ContactFilter | null); /** Whom its filter finds now, opted out or not, or found when it was read; null: it is of a file. */ contacts: (number | null); /** The text of its template with what was given for its variables: {{name}} of each contact, #B# of each row; of one that was read its wording. null: the template is gone. */ text: (string | null); /** The same of the text to those whom chat messages do not reach. */ fallback_text: (string | null) };

export type FilePreview = { /** Detected from its content. */ kind: ("text" | "xlsx" | "xls"); /** Without its heading and empty rows. */ rows: number; /** As many as the widest row has. */ columns: { /** A, B … ZZ: `#B#` in a value stands for column B. */ letter: string; /** null: the first row has numbers, or nothing here. */ heading: (string | null); /** Its first 3 cells that are not empty; at most 100 characters of each. */ samples: string[] }[]; /** The first 10 below the heading; at most 100 characters of each. */ first_rows: { /** Of the file. */ row: number; /** From column A, without empty ones at the end. */ cells: string[] }[]; /** The letters of the column that looks most like mobile numbers. */ number_column: string; /** Rows that the sheet hides: a send leaves them out, unless include_hidden is set. */ rows_hidden: number; /** Of the others, rows without a mobile number in number_column: a send leaves them out. */ rows_left_out: number; /** The first 10 of them. */ left_out: { /** Of the file. */ row: number; /** What is in place of the number: digits, else its beginning. */ number: string; /** The letters of the invalid column. */ column: (string | null); /** What is wrong there. */ reason: string; /** Of a dry run: as in the file, as far as an answer has room. */ cells?: string[] }[] };

export type Receipt = { state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** The operator’s own error code, if it gives one. */ error: (string | null); at: string };

export type Attempt = { /** All its parts have the same number. */ attempt: number; part: number; /** ambiguous: the answer was lost, the operator may have accepted it. */ outcome: ("taken" | "refused" | "ambiguous"); /** Why it was refused, in one word. */ reason: (string | null); /** When it was answered; without an answer, when it was submitted. */ at: string; receipt: (Receipt | null) };

export type ReadableMessage = { /** For a text decimal digits, for a chat message a UUID. */ id: string; kind: ("sms" | "chat"); /** The batch that it belongs to; null: its request had only this message. */ batch_id: (string | null); /** Digits with country code; the user_id of a chat user who hides the number. */ recipient: string; /** Your sender; for a chat message the digits of your number. */ sender: (string | null); /** Decimal digits; null for a free-form chat message. */ template_id: (string | null); /** It only moves forward. */ state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** Why it failed, or what the chat platform holds back, in one word that has a page under /docs/errors; promotional_hours: it waits for them; scheduled: for its time; batch_paused: for you; link_down: its operator cannot be reached; answer_lost: the chat platform has not confirmed it yet. */ reason: (string | null); /** The reason as a sentence, with the operator’s or the platform’s own last code. */ detail: (string | null); /** The operator of the number; null for a chat message. */ network: (string | null); /** Who reported its final state, once known; null for a chat message. */ level: (("operator" | "handset") | null); parts: number; /** Of all parts, at acceptance; 0.00 once it came back: of one that you cancelled, and of a chat message that is not charged. */ price: string; currency: string; /** UTC. */ accepted_at: string; /** Not before then: its schedule or its hours, while it waits for them. */ send_at: (string | null); /** When the operator or the chat platform accepted it. */ sent_at: (string | null); /** When it became final: for delivered, the time of delivery. */ done_at: (string | null); /** When a chat message was read; null if not reported. */ read_at: (string | null); /** Of a test key: neither charged nor carried to anybody. */ test: boolean; /** Each attempt for each part, in order; null in lists. */ attempts: (Attempt[] | null); /** What you call the recipient: the name of your contact. */ name: (string | null); /** With texts=true, as it was sent; of a chat template its present wording with the values sent. null: there is none, it is no longer kept, or it may be a one-time code. */ text?: (string | null) };

export type MessageList = { data: ReadableMessage[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type NewMessages = { /** If left out: "sms". */ kind?: ("sms" | "chat"); recipients: (string | { recipient: string; /** A value for each variable of the template. */ values?: Record<string, string>; /** What a chat message says, as in template_data of the chat interface: header, body, buttons; without template_id as in free_form. */ content?: Record<string, unknown> })[]; /** An approved sender; of chat messages your number. */ sender?: string; /** An approved template; without one chat is in free form. */ template_id?: string; /** A value for each variable of the template. */ values?: Record<string, string>; /** What a chat message says, as in template_data of the chat interface: header, body, buttons; without template_id as in free_form. */ content?: Record<string, unknown>; /** Whether the text may leave the GSM alphabet, and cost more. If left out: false. */ unicode?: boolean; /** The operator of every number, if you know it. */ network?: ("Jazz" | "Zong" | "Ufone" | "Telenor"); /** Looks ported numbers up. */ ported?: boolean; /** Not before then, at most 72 hours ahead; charged at once. */ send_at?: string; /** Only inside these hours of a day of Pakistan, to not included; 24:00 is its end. */ send_window?: { from: string; to: string }; /** For more than 2,000 chat messages by template: only as many leave in 24 hours as the chat platform lets you write to, over at most 4 days. If left out: false. */ spread?: boolean; /** All checks and the price, no more. If left out: false. */ dry_run?: boolean };

export type SentMessages = { /** Of the message, or of the batch; null for a dry run and a few chat messages. */ id: (string | null); kind: ("sms" | "chat"); dry_run: boolean; /** That are written to. */ recipients: number; parts: number; /** Of all that are written to, look-ups included. */ price: (string | null); /** What you may still spend; null for an agent. */ remaining: (string | null); currency: string; /** The first 1,000. */ messages: { /** null in a dry run. */ id: (string | null); recipient: string }[]; /** The first 1,000 that are not written to, and why. */ refused: { /** Its digits, or which one it is. */ recipient: string; /** In one word, which has a page under /docs/errors; or `repeated`. */ reason: (string | null); detail: string }[]; people_today: PeopleOfTheDay };

export type NewPreview = { /** An approved sender. */ sender: string; /** An approved template: decimal digits. */ template_id: string; /** A value for each variable of the template. */ values?: Record<string, string>; /** Whether the text may leave the GSM alphabet, and cost more. If left out: false. */ unicode?: boolean };

export type Preview = { /** Exactly as it would go out. */ text: string; alphabet: ("gsm" | "unicode"); parts: number; /** Characters as they are counted. */ units: number; /** That fit into the last part. */ units_left: number; /** It is refused unless unicode is true. */ needs_unicode: boolean; /** Each character that makes the text Unicode. */ characters: { character: string; /** U+2019 */ code_point: string; /** Of the first one in the text, from 1. */ position: number; /** What looks like it in GSM, empty for what is not seen; null: nothing. */ replacement: (string | null) }[]; prices: { network: string; /** Of all parts, to one number. */ price: string }[]; currency: string };

export type NewLookups = { /** As people write them. */ numbers: string[]; /** The price, and no look-up. If left out: false. */ dry_run?: boolean };

export type Lookups = { dry_run: boolean; /** Of all. */ price: string; /** What you may still spend. */ remaining: string; currency: "PKR"; /** One for each number, in the order of the request. */ data: { /** As it was given. */ number: string; /** Whether it is a mobile number. */ valid: boolean; /** Why it is none. */ reason: (string | null); /** Digits with country code. */ recipient: (string | null); /** Who was given its prefix. */ prefix_network: (string | null); /** Who has it; null: the directory does not know, or it is a dry run. */ network: (string | null); /** Whether that is somebody else than its prefix says. */ ported: (boolean | null); /** When the directory said so. */ looked_up_at: (string | null); /** What this number cost; of a repeated one once. */ price: string }[] };

export type NumberFacts = { /** As it was given. */ number: string; /** Whether it is a mobile number. */ valid: boolean; /** Why it is none. */ reason: (string | null); /** Digits with country code. */ recipient: (string | null); /** Who was given its prefix. */ prefix_network: (string | null); /** When your saved look-up of it was made; null: you have none. */ saved_at: (string | null); /** What looking it up costs; null: look-ups have no price. */ price: (string | null); currency: "PKR" };

export type Reply = { /** Decimal digits. */ id: string; /** The phone: digits with country code. */ from: string; /** Your sender that the reply was sent to. */ to: string; /** null if the octets cannot be decoded. */ text: (string | null); /** The raw octets in hex, if they cannot be decoded; else null. */ octets: (string | null); /** Parts that came. */ parts: number; /** false: parts are missing, … stands for them. */ complete: boolean; /** What a keyword such as STOP asked for; it has been applied. */ wish: (("stop" | "stop_all" | "start") | null); /** Your last message to this phone from this sender, within 7 days. */ message_id: (string | null); /** UTC. */ received_at: string; /** What you call the phone: the name of your contact. */ name: (string | null) };

export type ReplyList = { data: Reply[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Assignee = { id: string; name: string };

export type ConversationLabel = { id: string; name: string; colour: ("gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "violet") };

export type Conversation = { /** Decimal digits. */ id: string; kind: ("sms" | "chat"); /** Your sender; for chat the digits of your number. */ sender: string; /** The phone, digits with country code; null: the user hides it. */ number: (string | null); /** For chat the platform’s id of a user who hides the number. */ user_id: (string | null); /** With a number of tests, which nobody has. */ test: boolean; /** Of your contact; else for chat as the user calls himself. */ name: (string | null); /** For chat the name the user has chosen there, to be shown: it may change. */ user_name: (string | null); /** Of the last reply or answer. */ last_at: string; /** us: a person of your account. */ last_by: ("them" | "us"); /** How it begins; null: it was a template, a file, or cannot be read. */ last_text: (string | null); /** Replies since it was read or answered. */ unread: number; assigned_to: (Assignee | null); /** A reply opens it again. */ state: ("open" | "closed"); /** For chat who answers instead of you: ai_agent is the platform’s own; another. null: you. What you write in free form takes it over. */ held_by: (string | null); /** What the one who answered before left for the next. */ held_note: (string | null); /** For chat: until when free form is allowed, after that only approved templates. */ window_until: (string | null); /** By their names. */ labels: ConversationLabel[] };

export type ConversationList = { data: Conversation[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type ConversationNote = { id: string; text: string; /** The name of the person who wrote it; null: a program, by a key. */ by: (string | null); created_at: string };

export type ConversationNoteList = { data: ConversationNote[] };

export type AssigneeList = { data: Assignee[] };

export type ChatReplyFile = { /** As the platform says; null: it did not, or you sent it. */ mime_type: (string | null); /** Of documents. */ file_name: (string | null); /** Where it can be fetched; of replies for 7 days. */ href: string };

export type Said = { /** Of the reply or the message; in_app: the platform’s. */ id: string; /** in: they wrote it. */ direction: ("in" | "out"); /** When we got it, or accepted it. */ at: string; /** text, template, image, video, audio, document, … */ type: string; /** The text or caption. Of a template its wording without its values; with texts=true as it was sent, one-time codes excepted. null: there is none, or it cannot be read. */ text: (string | null); file: (ChatReplyFile | null); template: ({ id: string; name: string } | null); /** What became of your message; null for theirs. */ state: (("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held") | null); /** It was said in the app on a phone, not by this service. */ in_app: boolean; /** Why your message failed or waits, as a sentence. */ detail: (string | null); /** When the user last changed it: text is what it says now. */ edited_at: (string | null); /** When the user took it back: its text and file are gone. */ revoked_at: (string | null); /** When a chat message was read; null if not reported. */ read_at: (string | null) };

export type ConversationMessages = { data: Said[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type CannedAnswer = { id: string; /** By which people find it. */ name: string; /** What it says, of at most 4,096 characters. */ text: string; created_at: string };

export type CannedAnswerList = { data: CannedAnswer[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Label = { id: string; name: string; colour: ("gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "violet"); created_at: string };

export type LabelList = { data: Label[] };

export type Message = { /** For a text decimal digits, for a chat message a UUID. */ id: string; kind: ("sms" | "chat"); /** The batch that it belongs to; null: its request had only this message. */ batch_id: (string | null); /** Digits with country code; the user_id of a chat user who hides the number. */ recipient: string; /** Your sender; for a chat message the digits of your number. */ sender: (string | null); /** Decimal digits; null for a free-form chat message. */ template_id: (string | null); /** It only moves forward. */ state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** Why it failed, or what the chat platform holds back, in one word that has a page under /docs/errors; promotional_hours: it waits for them; scheduled: for its time; batch_paused: for you; link_down: its operator cannot be reached; answer_lost: the chat platform has not confirmed it yet. */ reason: (string | null); /** The reason as a sentence, with the operator’s or the platform’s own last code. */ detail: (string | null); /** The operator of the number; null for a chat message. */ network: (string | null); /** Who reported its final state, once known; null for a chat message. */ level: (("operator" | "handset") | null); parts: number; /** Of all parts, at acceptance; 0.00 once it came back: of one that you cancelled, and of a chat message that is not charged. */ price: string; currency: string; /** UTC. */ accepted_at: string; /** Not before then: its schedule or its hours, while it waits for them. */ send_at: (string | null); /** When the operator or the chat platform accepted it. */ sent_at: (string | null); /** When it became final: for delivered, the time of delivery. */ done_at: (string | null); /** When a chat message was read; null if not reported. */ read_at: (string | null); /** Of a test key: neither charged nor carried to anybody. */ test: boolean; /** Each attempt for each part, in order; null in lists. */ attempts: (Attempt[] | null) };

export type ChatReply = { /** Decimal digits. */ id: string; /** The number that was written to: see /v1/chat/numbers. */ number_id: string; /** Digits with country code; null: the user hides the number. */ from: (string | null); /** The platform’s id of the user for your business; null: unknown. */ user_id: (string | null); /** As the user calls himself. */ profile_name: (string | null); /** The name the user has chosen there, to be shown: it may change. */ user_name: (string | null); /** The platform’s type: text, button, interactive, image, video, audio, document, sticker, location, contacts, reaction, order, call, system, edit, revoke, unsupported, and others to come. */ type: string; /** The readable content: a text, the label of a button, a caption, an emoji. */ text: (string | null); /** For a button or a choice: the payload that was sent with it. */ payload: (string | null); /** Your message that it replies to, if it names one. */ message_id: (string | null); /** The group that it was written to; null: to your number alone. */ group_id: (string | null); /** true: another agent answers it. Let no program of yours do so. */ standby: boolean; /** When the user last changed it: text is what it says now. */ edited_at: (string | null); /** When the user took it back: its text and file are gone. */ revoked_at: (string | null); file: (ChatReplyFile | null); /** The message as sent by the platform. */ content: unknown; /** What a keyword such as STOP asked for; applied to marketing. */ wish: (("stop" | "start") | null); /** By the platform’s clock, UTC. */ written_at: string; /** UTC. */ received_at: string; /** What you call the user: the name of your contact. */ name: (string | null) };

export type ChatAppMessage = { /** The platform’s, as in the conversation. */ id: string; /** Of the number: see /v1/chat/numbers. */ number_id: string; /** Digits with country code; null: the user hides the number. */ to: (string | null); /** The platform’s id of the user, where the number is not known. */ user_id: (string | null); /** The platform’s: text, image and others. */ type: string; /** The readable content. */ text: (string | null); /** When it was last changed: text is what it says now. */ edited_at: (string | null); /** When it was taken back: its text is gone. */ revoked_at: (string | null); /** By the platform’s clock, UTC. */ written_at: string };

export type Decision = { /** Of the template; the name of the sender. */ id: string; /** Why it was rejected. */ reason: (string | null) };

export type ChatTemplateDecision = { /** Of the template. */ id: string; name: string; language: string; /** Why, in the platform’s words. */ reason: (string | null) };

export type ChatTrouble = { /** Of the number; null: it is not about one of yours. */ id: (string | null); /** Digits with country code. */ number: (string | null); /** The platform’s id of the business account. */ business_id: string; /** What is wrong, often in the platform’s words. */ reason: string; /** When it is over by itself; null: not by itself. */ until: (string | null) };

export type LowCredit = { /** What is left to spend. */ balance: string; /** The one that you have set. */ threshold: string; currency: "PKR" };

export type ReachedCap = { /** Of Pakistan. */ period: ("day" | "month"); /** What may be spent. */ cap: string; /** What was. */ spent: string; currency: "PKR" };

export type StoppedWebhook = { id: string; url: string; state: string; reason: string };

export type VerificationDecision = { /** Of the document. */ kind: string; /** approved, refused. */ state: string; /** Why it was refused. */ reason: (string | null); account_verified: boolean };

export type Event = (MessageEvent | BatchEvent | ReplyEvent | ChatReplyEvent | ChatAppMessageEvent | DecisionEvent | VerificationDecisionEvent | LowCreditEvent | ReachedCapEvent | ChatTemplateDecisionEvent | ChatTroubleEvent | StoppedWebhookEvent | TestEvent);

export type EventList = { data: Event[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Account = { id: string; name: string; state: ("active" | "disabled"); /** Its documents were checked: it may use its own senders, without the demo text. */ verified: boolean; /** Set by the operator of the service. */ plan: { /** Whether it may send by its templates. */ fixed_content: boolean; /** Whether it may look up the networks of ported numbers. */ mnp_coverage: boolean; /** Whether its balance may go below zero. */ postpaid: boolean; /** Chat templates, at most. */ chat_templates_most: number }; /** Looks up the networks of ported numbers on every send; needs coverage. */ mnp_option: boolean; /** Refusals on the form interfaces have HTTP status 200, too. */ always_200: boolean; /** Replaces curly quotes and dashes with GSM characters. */ lookalikes: boolean; /** Promotional messages go only to people who have consented. */ needs_consent: boolean; /** As it stands on statements and invoices; empty: not given. */ address: string; /** Whose sales tax your invoices state; null: not given. */ province: (("punjab" | "sindh" | "khyber_pakhtunkhwa" | "balochistan" | "islamabad" | "azad_kashmir" | "gilgit_baltistan") | null); /** Your STRN, as on invoices; empty: none. */ sales_tax_number: string };

export type Key = { /** Of the key; not the key itself. */ id: string; name: string; /** The last four of the key; null for older keys. */ last_characters: (string | null); /** What it may do. */ scopes: ("send" | "read" | "templates" | "account")[]; /** test: what it sends is neither charged nor carried to anybody. */ mode: ("live" | "test"); state: ("active" | "ended"); /** key:17, a user, or staff; null for keys from before this was kept. */ created_by: (string | null); created_at: string; /** When it ends, or ended; null: when it is revoked. */ expires_at: (string | null); /** To the minute. */ last_used_at: (string | null) };

export type KeyList = { data: Key[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type NewKey = { /** Of the key; not the key itself. */ id: string; name: string; /** The last four of the key; null for older keys. */ last_characters: (string | null); /** What it may do. */ scopes: ("send" | "read" | "templates" | "account")[]; /** test: what it sends is neither charged nor carried to anybody. */ mode: ("live" | "test"); state: ("active" | "ended"); /** key:17, a user, or staff; null for keys from before this was kept. */ created_by: (string | null); created_at: string; /** When it ends, or ended; null: when it is revoked. */ expires_at: (string | null); /** To the minute. */ last_used_at: (string | null); /** The key itself. It is not shown again; null once it has ended. */ key: (string | null) };

export type Made = { keys: { id: string; name: string; scopes: ("send" | "read" | "templates" | "account")[] }[]; webhooks: { id: string; url: string }[] };

export type KeyInFull = { /** Of the key; not the key itself. */ id: string; name: string; /** The last four of the key; null for older keys. */ last_characters: (string | null); /** What it may do. */ scopes: ("send" | "read" | "templates" | "account")[]; /** test: what it sends is neither charged nor carried to anybody. */ mode: ("live" | "test"); state: ("active" | "ended"); /** key:17, a user, or staff; null for keys from before this was kept. */ created_by: (string | null); created_at: string; /** When it ends, or ended; null: when it is revoked. */ expires_at: (string | null); /** To the minute. */ last_used_at: (string | null); made: Made };

export type RevealedKey = { key: string };

export type IpList = { /** Empty: from anywhere. */ addresses: string[] };

export type LedgerLine = { id: string; /** credit, correction: by the operator of the service. trial: given to try it with. payment: paid at a checkout. payment_refund: given back of such a payment. refund_failure: credited again, as the gateway refused. reserve: for what was accepted. post: of that, for what an operator took. release: of that, what it did not. refund. lookup. */ kind: ("credit" | "trial" | "payment" | "reserve" | "post" | "release" | "refund" | "correction" | "lookup" | "payment_refund" | "refund_failure"); /** What was moved. */ amount: string; /** What it did to the balance: -4.80; 0.00 for what was reserved before. */ change: string; currency: "PKR"; /** For so many messages. */ messages: number; /** A reference, or why. */ cause: (string | null); /** The id of the line that it takes back. */ refers_to: (string | null); created_at: string };

export type Ledger = { data: LedgerLine[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type AccountBalance = { /** What is left to spend. */ balance: string; currency: "PKR"; /** Whether it may go below zero. */ postpaid: boolean; today: { /** Charged or still reserved, look-ups included, less what came back meanwhile. */ spent: string; /** What counts towards the cap: what was reserved, whatever came back. */ counted: string; /** What may be reserved; null: all that there is. */ cap: (string | null) }; this_month: { /** Charged or still reserved, look-ups included, less what came back meanwhile. */ spent: string; /** What counts towards the cap: what was reserved, whatever came back. */ counted: string; /** What may be reserved; null: all that there is. */ cap: (string | null) }; /** Given back of payments, and not taken from the balance yet: it had too little. */ owed: string; /** `credit.low` is told when the balance is below it. */ low_credit_threshold: (string | null); /** How to add credit, as the operator of the service puts it. */ how_to_pay: (string | null); /** Whether POST /v1/bank-transfers can be called. */ pay_by_bank: boolean; /** What POST /v1/payments takes at once; null: nobody can pay by it. */ pay_now: ({ /** At least this. */ least: string; /** At most this. */ most: string; /** Whether `keep_card` can be set. */ keeps_cards: boolean } | null) };

export type StatementMonth = { /** 2026-11, of Pakistan. */ month: string; since: string; until: string; /** false: the month is not over. */ complete: boolean };

export type Statement = { /** 2026-11, of Pakistan. */ month: string; since: string; until: string; /** false: the month is not over. */ complete: boolean; /** Of this statement: the account and the month. */ number: string; /** Who issues it, with address and tax number, as they put it. */ from: (string | null); to: { name: string; /** As the account has set it. */ address: (string | null); /** Approved; only for those who have the scope `account`. */ tax_number: (string | null) }; currency: "PKR"; /** The balance when it began. */ opening: string; /** What changed the balance, by day. */ lines: { /** 2026-11-26, of Pakistan. */ day: string; /** messages: what was reserved for them, less what came back. */ what: ("credit" | "trial" | "payment" | "payment_refund" | "refund_failure" | "correction" | "messages" | "lookup" | "refund"); /** What it did to the balance. */ change: string; /** What was left then. */ balance: string }[]; /** opening and every change make closing. */ kinds: { /** credit, correction: by the operator of the service. trial: given to try it with. payment: paid at a checkout. payment_refund: given back of such a payment. refund_failure: credited again, as the gateway refused. reserve: for what was accepted. post: of that, for what an operator took. release: of that, what it did not. refund. lookup. */ kind: ("credit" | "trial" | "payment" | "reserve" | "post" | "release" | "refund" | "correction" | "lookup" | "payment_refund" | "refund_failure"); /** Lines of the ledger. */ transfers: number; /** Their sum. */ amount: string; /** What they did to the balance. */ change: string }[]; /** The balance when it ended, or now. */ closing: string; /** Charged or still reserved, look-ups included, less what came back meanwhile. */ spent: string };

export type Payment = { id: string; /** What is to be paid. */ amount: string; currency: "PKR"; /** opening: not at the gateway yet. open: to be paid there. paid: it is credit now. declined, expired: not paid. failed: the gateway never took it, or was replaced before it told of a kept card. differs: another amount was paid, and the service decides. closed: it has. */ state: ("opening" | "open" | "paid" | "declined" | "expired" | "failed" | "differs" | "closed"); gateway: string; /** What the gateway calls it. */ gateway_id: (string | null); /** By a kept card: it has no checkout. */ automatic: boolean; /** Where a browser is sent to pay; null: it is not open. */ checkout_address: (string | null); /** Of the line in the ledger, when it is paid. */ ledger_id: (string | null); created_at: string; /** When it was paid, or ended unpaid. */ ended_at: (string | null); /** What of it was given back. */ refunded: string; /** What of it is being given back. */ refunding: string };

export type PaymentList = { data: Payment[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type PaymentRefund = { id: string; /** What is given back. */ amount: string; currency: "PKR"; /** asked: taken from your credit, and asked of the gateway. refunded: given back. refused: the gateway will not, and your credit has it again. */ state: ("asked" | "refunded" | "refused"); /** Why. */ reason: string; /** Why the gateway refused it, in its words. */ refused_because: (string | null); /** Not taken from your credit yet: there was too little. */ owed: string; /** The number of its credit note. */ credit_note: (string | null); /** Of the line in the ledger. */ ledger_id: (string | null); created_at: string; /** When it was given back, or refused. */ ended_at: (string | null) };

export type TopUp = { /** Whether the gateway keeps cards. */ offered: boolean; /** null: none is kept. */ card: ({ /** The last four digits; the number was never here. */ last4: string; /** The month: 2028-04. */ expires: string; kept_at: string } | null); /** Credit is added when it is below this; null: never. */ below: (string | null); /** What is added at once. */ add: (string | null); /** At most, in a month of Pakistan. */ most_a_month: (string | null); /** Of that, or being charged. */ charged_this_month: (string | null); /** declined: three times, a day apart. */ off_because: (("declined") | null) };

export type Invoice = { id: string; /** INV-2026-000123, CN-2026-000004: without gaps. */ number: string; /** invoice: of what you have paid. credit_note: takes back an invoice, or a part. */ kind: ("invoice" | "credit_note"); /** The number of the invoice that a credit note is of. */ invoice: (string | null); /** Why a credit note was issued. */ reason: (string | null); /** The whole, tax included. */ amount: string; /** The amount without tax. */ net: string; /** The sales tax within the amount. */ tax: string; /** In percent: 16.00; null: none was set for the province. */ tax_rate: (string | null); /** Of the account then. */ province: (("punjab" | "sindh" | "khyber_pakhtunkhwa" | "balochistan" | "islamabad" | "azad_kashmir" | "gilgit_baltistan") | null); /** What credit notes have taken back of it. */ credited: string; /** Of the line in the ledger; null: there was no credit left to take back. */ ledger_id: (string | null); currency: "PKR"; /** How it was paid. */ paid_by: (string | null); /** Who issued it, with address and tax numbers, as it was then. */ from: (string | null); to: { name: string; /** As it was then. */ address: (string | null); /** As approved then; only for those who have the scope `account`. */ tax_number: (string | null); /** The STRN then. */ sales_tax_number: (string | null) }; issued_at: string };

export type InvoiceList = { data: Invoice[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Prices = { currency: "PKR"; /** What is missing has no price, and is not accepted. */ sms: { /** The type of sender: as in /v1/senders. */ route: ("simple" | "branded" | "short_code"); /** The operator of a number. */ network: string; /** Of each part. */ price: string; /** Whether what does not arrive is paid back. */ refunded: boolean }[]; chat: { /** Of the template; free_form: an answer in your own words. */ category: ("marketing" | "utility" | "authentication" | "free_form"); /** Of each message. */ price: string }[]; /** Of the operator that serves a ported number; null: not sold. */ lookups: ({ /** Of a number that you have not looked up lately. */ first: string; /** Of one that you have. */ again: string } | null) };

export type NewEstimate = { /** As people would read it: with values, without the demo text. */ text: string; /** The type of sender: as in /v1/senders. */ route: ("simple" | "branded" | "short_code"); /** If left out: 1. */ recipients?: number };

export type Estimate = { /** Exactly as it would go out. */ text: string; alphabet: ("gsm" | "unicode"); /** For each recipient. */ parts: number; /** Characters as they are counted. */ units: number; /** That fit into the last part. */ units_left: number; recipients: number; /** Empty: nothing has a price. */ prices: { /** The operator of a number. */ network: string; /** For one recipient. */ each: string; /** If all of them are there. */ total: string }[]; /** The price if all are at the cheapest operator. */ least: string; /** The price if all are at the dearest. */ most: string; currency: "PKR" };

export type AuditLine = { id: string; at: string; /** key:17, key (of an old line), user:5, owner, platform, reply, service, caller from …, staff, unknown. */ actor: string; /** A noun and a verb: key.create. */ action: string; /** What it was about. */ detail: Record<string, unknown> };

export type AuditList = { data: AuditLine[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Notice = { kind: ("sender" | "template" | "chat_template" | "document" | "credit" | "webhook" | "campaign" | "verification" | "bank_transfer" | "refund" | "top_up"); /** Of the sender, template, document, ledger line, webhook, batch, audit line, or payment. */ id: string; /** Of the sender or template; the kind of the document; a webhook’s address, a batch’s id. */ name: string; /** approved, rejected, refused, paused, disabled; of credit added, of a campaign stopped or texts_given_up, of your verification withdrawn; of a top_up declined, or most: another would be above what it may add in a month. */ state: string; /** Why not. */ reason: (string | null); /** Of credit: how much was added; of a refund: given back; of a top_up: the charge, or most. */ amount: (string | null); at: string };

export type NoticeList = { data: Notice[] };

export type Webhook = { /** Decimal digits. */ id: string; url: string; /** Yours. */ description: string; /** Types of events that it gets; none: all. */ types: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test")[]; /** paused: events wait; disabled: it has answered 410. */ state: ("active" | "paused" | "disabled"); /** Why it is not active. */ state_reason: (string | null); /** Since the last success. */ failures: number; /** The first failure since the last success. */ failing_since: (string | null); /** Until then posts are signed with the secret before, too. */ old_secret_until: (string | null); /** As for keys; null: that was not kept yet. */ created_by: (string | null); created_at: string };

export type WebhookWithSecret = { /** Decimal digits. */ id: string; url: string; /** Yours. */ description: string; /** Types of events that it gets; none: all. */ types: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test")[]; /** paused: events wait; disabled: it has answered 410. */ state: ("active" | "paused" | "disabled"); /** Why it is not active. */ state_reason: (string | null); /** Since the last success. */ failures: number; /** The first failure since the last success. */ failing_since: (string | null); /** Until then posts are signed with the secret before, too. */ old_secret_until: (string | null); /** As for keys; null: that was not kept yet. */ created_by: (string | null); created_at: string; /** whsec_… It is not shown again. */ secret: string };

export type Delivery = { event_id: string; type: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test"); attempt: number; at: string; duration_ms: number; /** The HTTP status; null: nothing was answered. */ status: (number | null); /** The first octets of the answer. */ answer: (string | null); /** What went wrong; null: nothing. */ error: (string | null); /** When it is tried again; null: never. */ next_at: (string | null) };

export type DeliveryList = { data: Delivery[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Template = { /** What template_id of a send takes. */ id: string; name: string; /** Which wording it is. */ version: number; /** The wording, with #variables#. */ message: string; category: ("transactional" | "promotional"); variables: { name: string; type: ("text" | "digits" | "url" | "date"); max_length: number; /** Whether it may be left empty. */ optional: boolean }[]; /** waiting: for the operator of the service. Only what is approved can be used. */ state: ("waiting" | "approved" | "rejected"); /** Why it was rejected. */ reason: (string | null); /** The wording that waits while this one is used; null: none does. */ proposed: ({ /** Which wording it is. */ version: number; /** The wording, with #variables#. */ message: string; category: ("transactional" | "promotional"); variables: { name: string; type: ("text" | "digits" | "url" | "date"); max_length: number; /** Whether it may be left empty. */ optional: boolean }[]; created_at: string } | null); /** It goes to numbers that your own people have confirmed, and to no others. */ own_numbers_only: boolean; /** How long a message may wait; null: as its sender says. */ validity_minutes: (number | null); created_at: string; /** When it was approved or rejected. */ decided_at: (string | null) };

export type TemplateList = { data: Template[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type TemplateChange = { at: string; what: ("proposed" | "approved" | "rejected"); /** Which wording it is. */ version: number; /** The wording that was proposed. */ message: (string | null); category: (("transactional" | "promotional") | null); variables: ({ name: string; type: ("text" | "digits" | "url" | "date"); max_length: number; /** Whether it may be left empty. */ optional: boolean }[] | null); /** Why it was rejected. */ reason: (string | null); /** As actor of the audit; null: from before this was kept. */ by: (string | null) };

export type Wording = { id: string; /** Who has use for it. */ business: ("shop" | "clinic" | "school" | "all"); language: ("en" | "ur"); /** What it is for. */ name: string; /** With the name of your account, and #variables#. */ message: string; category: ("transactional" | "promotional"); variables: { name: string; type: ("text" | "digits" | "url" | "date"); max_length: number; /** Whether it may be left empty. */ optional: boolean }[]; /** Whether POST /v1/templates approves it at once, as it is. */ approved: boolean; /** Your template that says it; it is not taken twice. null: none does. */ template_id: (string | null) };

export type WordingList = { data: Wording[] };

export type Sender = { id: string; /** What sender of a send takes. */ name: string; route: ("simple" | "branded" | "short_code"); /** Every account may use it; nobody asked for it. */ shared: boolean; /** waiting: for the operator of the service. Only what is approved can be used. */ state: ("waiting" | "approved" | "rejected"); /** You can send with it now. Of your own only while your account is verified. */ usable: boolean; /** Why it was rejected. */ reason: (string | null); created_at: string; /** When it was approved or rejected. */ decided_at: (string | null) };

export type SenderList = { data: Sender[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Suppression = { /** Digits with country code; null: a chat user, by the id. */ number: (string | null); /** all: one-time codes as well; promotional: what advertises. */ scope: ("all" | "promotional"); /** reply: by a word such as STOP; platform: in the user’s app; api, staff. */ source: string; created_at: string; /** Of a chat user; what is stopped is chat. */ user_id: (string | null) };

export type SuppressionList = { data: Suppression[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type ImportedSuppressions = { added: number; /** Those that were on the list already. */ known: number; /** What is neither a mobile number nor a user_id, as given. */ invalid: string[] };

export type Contact = { id: string; /** Digits with country code; null: a chat user who hides it. */ mobile: (string | null); /** The chat platform’s id of the user. */ user_id: (string | null); /** Empty: not known. */ name: string; /** A code, such as ur. */ language: (string | null); /** In their order. */ tags: string[]; /** What else you know. */ fields: Record<string, string>; /** Wants nothing more of you, or no advertising. */ opted_out: boolean; created_at: string; updated_at: string };

export type ContactList = { data: Contact[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Consent = { id: string; /** Digits with country code; null: a chat user, or forgotten. */ number: (string | null); /** Of a chat user. */ user_id: (string | null); channel: ("sms" | "chat"); /** promotional: what advertises, marketing in chat. */ purpose: ("promotional" | "transactional"); state: ("given" | "withdrawn"); /** Nothing was said later by this person of the same. */ current: boolean; /** keyword: written to you; platform: set in the chat app. */ source: ("api" | "form" | "checkout" | "import" | "keyword" | "platform" | "staff"); /** What was agreed to, as it was shown. */ wording: string; /** How it can be shown later. */ proof: string; /** When the person said so. */ said_at: string; /** Who recorded it: key:17, user:4, form:2, reply. */ made_by: string; /** When it was recorded. */ made_at: string };

export type ConsentList = { data: Consent[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type PersonRecord = { kind: ("contact" | "name" | "opt_out" | "look_up" | "conversation" | "note" | "consent" | "reply" | "left_out" | "message"); /** When it was sent, said or changed. */ at: (string | null); /** sms or chat. */ channel: (string | null); /** in: from the person; out: to them. */ direction: (string | null); /** Your sender, or the digits of your chat number. */ sender: (string | null); /** Of a message: pending, sent, unknown, delivered, failed, rejected, expired, cancelled, held; of others their own. */ state: (string | null); /** What was said, noted, agreed to; of messages with texts=true. */ text: (string | null); /** What else is kept. */ detail: Record<string, string> };

export type PersonRecordList = { data: PersonRecord[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type ContactCount = { contacts: number; /** Those that a text can reach. */ with_mobile: number };

export type ChangedContacts = { /** How many it has changed. */ contacts: number };

export type ImportedContacts = { dry_run: boolean; /** Detected from its content. */ kind: ("text" | "xlsx" | "xls" | "vcard"); /** Without its heading and empty rows. */ rows: number; /** Of different numbers, or ids. */ people: number; /** Rows of somebody who is in the file already: they complete each other. */ repeated: number; /** Rows that are left out. */ wrong: number; /** vCards with more than one mobile number: the first is taken. */ several_numbers: number; /** The first 20 of them. */ wrong_rows: { row: number; /** How the row may be known. */ shown: string; /** The letters of the column that is wrong; null: no single one. */ column: (string | null); /** What is wrong. */ detail: string }[]; columns: { /** A, B … ZZ. */ letter: string; /** null: the first row is somebody, or nothing is here. */ heading: (string | null); /** mobile, user_id, name, language, tags, or a field; null: not taken. */ as: (string | null); samples: string[] }[]; /** New contacts; null in a dry run. */ added: (number | null); /** Contacts that it completed; null in a dry run. */ changed: (number | null); /** New consents and withdrawals. */ consents: number; /** There was no room for all: you have as many as you may. */ full: boolean };

export type Segment = { id: string; name: string; filter: ContactFilter; created_at: string; updated_at: string };

export type SegmentList = { data: Segment[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type ImportedConsents = { added: number; /** Those given more than once, in whatever form: each is recorded once. */ repeated: number; /** What is neither a mobile number nor a user_id, as given. */ invalid: string[] };

export type JoinForm = { id: string; /** In lists. */ name: string; /** Where people find it; for a QR code, too. Where the service does not know its own address (PUBLIC_ADDRESS), only the path: put the address before it. */ address: string; /** Whether it is open. */ active: boolean; /** What people agree to. */ wording: string; /** The same in Urdu; empty: it is in English. */ wording_urdu: string; /** Of the contacts of those who agree; empty: none. */ tag: string; /** Who texts the codes. */ sender: string; /** The id of the template of the codes. */ template_id: string; created_at: string };

export type JoinFormList = { data: JoinForm[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Forgetting = { id: string; /** running: some messages are on their way; they are forgotten at their end. */ state: ("running" | "done"); /** Messages that have been forgotten so far. */ messages: number; replies: number; /** user:4, key:17. */ asked_by: string; asked_at: string; /** null: it goes on. */ done_at: (string | null) };

export type PersonKept = { numbers: string[]; /** Ids of the chat platform. */ user_ids: string[]; contacts: number; /** On the suppression list. */ opt_outs: number; /** What was said of consent, for and against. */ consents: number; look_ups: number; conversations: number; /** Of colleagues, on those conversations. */ notes: number; /** With what was written in the app of a phone. */ replies: number; messages: number; /** Of the messages: nobody is forgotten while there are any. */ waiting: number; /** Of the messages: their end is not known. */ on_their_way: number; /** When the person was forgotten before. */ forgettings: Forgetting[] };

export type ForgettingList = { data: Forgetting[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Usage = { since: string; until: string; by: ("day" | "operator" | "template" | "sender" | "hour" | "batch"); currency: "PKR"; data: { /** The day or hour (of Pakistan: 2026-11-22T09), the operator, the sender, the id of the template or batch; empty: of no batch. */ key: string; kind: ("sms" | "chat"); messages: number; parts: number; /** What was reserved for them when they were accepted. */ price: string; /** What was posted of it until now. */ charged: string; /** Messages by state. */ counts: { pending: number; sent: number; unknown: number; delivered: number; failed: number; rejected: number; expired: number; cancelled: number; held: number } }[]; total: { messages: number; parts: number; /** What was reserved for them when they were accepted. */ price: string; /** What was posted of it until now. */ charged: string; /** Messages by state. */ counts: { pending: number; sent: number; unknown: number; delivered: number; failed: number; rejected: number; expired: number; cancelled: number; held: number }; /** What left your credit in this time and did not come back: charged or still reserved, look-ups included. */ spent: string } };

export type Responses = { since: string; until: string; by: ("day" | "person"); data: { /** The day of Pakistan on which they wrote; the id of who answered, or is to: empty: the app on a phone, or nobody. */ key: string; /** Of the person. */ name: (string | null); answered: number; /** Half of them waited no longer, to a twentieth of it; null: nobody was answered. */ median_seconds: (number | null); /** Nine of ten waited no longer. */ p90_seconds: (number | null); /** Who wait in open conversations, now. */ unanswered: number }[]; total: { answered: number; /** Half of them waited no longer, to a twentieth of it; null: nobody was answered. */ median_seconds: (number | null); /** Nine of ten waited no longer. */ p90_seconds: (number | null); /** Who wait in open conversations, now. */ unanswered: number } };

export type User = { id: string; email: string; name: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** What the role may do. */ scopes: ("send" | "read" | "templates" | "account")[]; second_factor: boolean; created_at: string };

export type UserList = { data: User[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type UserInFull = { id: string; email: string; name: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** What the role may do. */ scopes: ("send" | "read" | "templates" | "account")[]; second_factor: boolean; created_at: string; made: Made };

export type Invitation = { id: string; email: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** As the audit names them. */ invited_by: string; created_at: string; expires_at: string };

export type InvitationList = { data: Invitation[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type VerificationItem = { kind: ("identity_card_front" | "identity_card_back" | "face" | "agreement" | "tax"); state: ("missing" | "submitted" | "approved" | "refused"); /** Why it was refused, as a sentence. */ reason: (string | null); /** The same for programs. */ reason_code: (("unreadable" | "expired" | "name_differs" | "wrong_document" | "not_signed" | "other") | null); /** As you called it. */ file_name: (string | null); /** Of the file. */ bytes: (number | null); /** When you gave it. */ submitted_at: (string | null); /** When it was approved or refused. */ decided_at: (string | null) };

export type Verification = { /** incomplete: documents are missing; refused: one has to be given again; withdrawn: all were approved, and staff have taken it back. */ state: ("verified" | "refused" | "waiting" | "incomplete" | "withdrawn"); items: VerificationItem[] };

export type BankTransfer = { id: string; /** To be written on the transfer: ABCD-EFGH. */ reference: string; /** What is to be paid. */ amount: string; currency: "PKR"; /** Where to pay, as the operator of the service puts it; null: nowhere any more. */ bank_account: (string | null); /** waiting: for the money, and for the service to confirm it. confirmed: `received` is credit now. refused: `reason` says why. withdrawn: by you. expired: no slip was given in time; what is paid all the same is confirmed. */ state: ("waiting" | "confirmed" | "refused" | "withdrawn" | "expired"); /** What came, and became credit. */ received: (string | null); /** Why it was refused. */ reason: (string | null); /** When its slip was given. */ slip_at: (string | null); created_at: string; /** When it was confirmed, or ended otherwise. */ ended_at: (string | null) };

export type BankTransferList = { data: BankTransfer[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type ChatNumberAtPlatform = { /** How people take what it sends: green, yellow, red. */ quality: (string | null); /** How many people its business may begin to write to in 24 hours, over all its numbers; null: as many as it likes, or unknown. */ people_a_day: (number | null); /** The same in the platform’s word. */ messaging_limit: (string | null); /** standard: 80 messages a second; high: more. */ throughput: (string | null); /** It is used in the app on a phone, too: 20 messages a second. */ on_phone: (boolean | null); /** As people see it. */ name: (string | null); /** Whether that is approved. */ name_status: (string | null); /** connected, or why not. */ status: (string | null); /** UTC. */ read_at: string };

export type ChatNumber = { /** Ours: what `chatapp_id` takes. */ id: string; /** Digits with country code. */ number: string; /** The platform’s id of it. */ phone_number_id: string; /** The platform’s id of its business account. */ business_id: string; /** Used when a send names none. */ default: boolean; enabled: boolean; /** Whether the platform lets it send; null: unknown. */ state: (("up" | "trying" | "down" | "needs_attention") | null); /** Why it does not send, or not everything, with what to do; null: it is not known. */ why: (string | null); /** Free form outside the 24 hours: refused here, or left to the platform. */ window: ("enforce" | "pass"); /** Free form that the platform counted this month (UTC), billed or not. */ service_messages: number; /** How many of them a month the platform does not bill. */ service_messages_free: number; /** What the platform says of it; null: it was not asked yet. */ platform: (ChatNumberAtPlatform | null) };

export type ConnectedChatNumber = { /** Ours: what `chatapp_id` takes. */ id: string; /** Digits with country code. */ number: string; /** The platform’s id of it. */ phone_number_id: string; /** The platform’s id of its business account. */ business_id: string; /** Used when a send names none. */ default: boolean; enabled: boolean; /** Whether the platform lets it send; null: unknown. */ state: (("up" | "trying" | "down" | "needs_attention") | null); /** Why it does not send, or not everything, with what to do; null: it is not known. */ why: (string | null); /** Free form outside the 24 hours: refused here, or left to the platform. */ window: ("enforce" | "pass"); /** Free form that the platform counted this month (UTC), billed or not. */ service_messages: number; /** How many of them a month the platform does not bill. */ service_messages_free: number; /** What the platform says of it; null: it was not asked yet. */ platform: (ChatNumberAtPlatform | null); /** As the platform shows it to people. */ name: (string | null); /** How many templates were found; null: the platform did not say. */ templates: (number | null); /** as_before: as when it was connected first; by_hand: enter `report_address` at the platform; nowhere: see `report_fault`. */ reports: ("here" | "as_before" | "by_hand" | "nowhere"); /** Where the platform reports. */ report_address: (string | null); /** by_hand: what to enter at the platform beside that address. */ verify_token: (string | null); /** Why it does not report. */ report_fault: (string | null); /** What keeps its business account from sending, or from sending all. */ notices: { /** The platform’s code; 141006: there is no payment method. */ code: (string | null); /** In the platform’s words. */ text: string; /** What it says to do. */ advice: (string | null) }[] };

export type ChatSignup = { /** Of the dialogue; it leads back to the portal. */ address: string; /** UTC. */ ends_at: string };

export type SharedChatNumber = { /** The platform’s id of it. */ phone_number_id: string; /** Digits with country code. */ number: string; /** As the platform shows it to people. */ name: (string | null); /** The platform’s id of its business account. */ business_id: string; /** It stays in the app on a phone, too. */ on_phone: boolean; /** It has to be registered, with a PIN of six digits. */ needs_pin: boolean; /** It is connected for another account. */ taken: boolean };

export type SharedChatNumbers = { /** Of this dialogue. */ id: string; data: SharedChatNumber[] };

export type ChatPrice = { /** The template category, or free form. */ category: ("marketing" | "utility" | "authentication" | "free_form"); /** Of one message. */ price: string; currency: "PKR"; valid_from: string };

export type ChatTemplateText = { text: string; /** In the order of the values in a send. */ variables: string[] };

export type ChatTemplateButton = { /** Its index among all buttons. */ index: number; type: ("url" | "call" | "quick_reply" | "copy_code" | "flow" | "catalog" | "otp" | "request_contact_info" | "other"); text: string; url?: string; phone?: string; /** Whether a send can give it a value. */ takes_value: boolean };

export type ChatTemplateCard = { header: { type: ("image" | "video") }; body: ChatTemplateText; buttons: ChatTemplateButton[] };

export type ChatTemplate = { /** The value for `template_id`; it never changes. */ id: string; /** The platform’s id; it changes when a name is recreated. */ platform_id: (string | null); /** The platform’s id of the business account. */ business_id: string; name: string; language: string; category: ("marketing" | "utility" | "authentication"); /** approved, pending, rejected, paused, disabled …; the platform may add others. */ state: string; /** What the platform said about the state. */ reason: (string | null); /** As the platform judges it. */ quality: (string | null); /** Whether it can be sent now. */ sendable: boolean; /** A part that cannot be filled here: in the platform’s word. */ unsupported: (string | null); header: ({ type: "text"; text: string; variables: string[] } | { type: ("image" | "video" | "document"); /** Whether a send may omit the file. */ has_default: boolean } | { /** A place on a map, which a send names. */ type: "location" } | null); body: ChatTemplateText; /** Without variables. */ footer: (string | null); offer: ({ text: string; /** Whether a send says when it expires. */ expires: boolean } | null); buttons: ChatTemplateButton[]; /** Of a carousel; a send fills each of them. */ cards: ChatTemplateCard[]; created_at: string; /** When its state changed. */ changed_at: string };

export type SyncedChatTemplates = { /** Templates that the platform has. */ seen: number; added: number; changed: number; /** Those that it has no more. */ gone: number; /** Default files of headers that were fetched. */ samples: number; /** How many templates the platform allows, where it says so. */ platform_allows: (number | null) };

export type ChatTemplateChange = { at: string; what: ("created" | "state" | "category" | "quality" | "edited" | "wording" | "deleted"); /** What it was. */ from: (string | null); /** What it became. */ to: (string | null); /** In the platform’s words. */ reason: (string | null); /** Who or what told of it. */ by: string };

export type ChatReplyList = { data: ChatReply[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type Host = { /** Without a port: messages.example.com. */ host: string; /** pending: claimed, with no effect until it is proven. */ state: ("pending" | "proven"); /** Whether other accounts’ keys are refused there: it is proven, you are verified. */ enforced: boolean; /** staff: their word. */ proven_by: (("dns" | "file" | "staff") | null); /** In this state. */ since: string; proof: ({ /** A DNS record of the domain. */ dns: { type: "TXT"; name: string; value: string }; /** A file on it, at either address. */ file: { urls: string[]; content: string } } | null) };

export type LinkDomain = { /** Your own: `go.shop.pk`; null: you have named none. */ domain: (string | null); /** verified: it leads here, and links begin with it. */ state: ("none" | "pending" | "verified"); /** Why it does not lead here. */ reason: (("unreachable" | "elsewhere") | null); /** The same in words. */ problem: (string | null); /** What links begin with now; null: the service has no address, and there are none. */ address: (string | null); /** When it was last looked at. */ checked_at: (string | null); /** When it was last seen to lead here. */ verified_at: (string | null) };

export type ChatFile = { /** Stands wherever a chat message takes the address of a file. */ url: string; /** How the platform shows it. */ kind: ("image" | "video" | "audio" | "document"); /** By its content. */ mime: string; bytes: number };

export type MediaFile = { id: string; /** Stands wherever a chat message takes the address of a file. */ url: string; /** By which people find it; a document is sent under it. */ name: string; /** How the platform shows it. */ kind: ("image" | "video" | "audio" | "document"); /** By its content. */ mime: string; bytes: number; /** Whether there is a small picture of it. */ has_preview: boolean; /** When it leaves the library; null: never. */ keep_until: (string | null); added_at: string; /** When a request last named it, to the day. */ used_at: string };

export type MediaFileList = { data: MediaFile[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type MediaRoom = { /** Files in the library. */ files: number; /** How many it takes. */ files_most: number; /** Of all of them together. */ bytes: number; /** How many it takes. */ bytes_most: number };

export type Login = { email: string; password: string };

export type SessionStart = { /** second_factor: POST /v1/session/second-factor comes next. */ state: ("open" | "second_factor") };

export type Session = { /** second_factor: a code is still missing. */ state: ("open" | "second_factor"); /** For the header Paigham-CSRF of every change. */ csrf_token: string; person: { id: string; email: string; name: string; locale: ("en" | "ur"); /** Their mobile number, once a code has confirmed it. */ phone: (string | null); second_factor: boolean; /** Mailed about replies that nobody has read for so long; 0: never. */ reply_mail_minutes: number; staff_role: (("admin" | "approvals" | "finance" | "operations") | null) }; /** To act for, by the header Paigham-Account; by default the first. */ accounts: { id: string; name: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); scopes: ("send" | "read" | "templates" | "account")[]; /** Whether the role sees what messages say. */ sees_texts: boolean; state: ("active" | "disabled"); verified: boolean }[]; /** Until then dangerous things are allowed; null: not now. */ confirmed_until: (string | null); expires_at: string };

export type SecondFactorCode = { /** Of an authenticator, or a recovery code. */ code: string };

export type Confirmation = { password?: string; /** Of an authenticator, or a recovery code. */ code?: string };

export type ProfileChange = { name?: string; locale?: ("en" | "ur"); /** Mails you about replies that nobody has read for so long; 0: never. */ reply_mail_minutes?: number };

export type NewPassword = { /** The present one. */ old_password: string; /** At least 12 characters, and hard to guess. */ password: string };

export type NewSecondFactor = { /** In base32, to type. */ secret: string; /** otpauth://…, to show as a QR code. */ uri: string };

export type AuthenticatorCode = { code: string };

export type RecoveryCodes = { /** Each takes the place of the authenticator once. Not shown again. */ recovery_codes: string[] };

export type PersonSession = { id: string; /** The one that asks. */ current: boolean; /** Where it was last used. */ address: string; /** The browser, as it calls itself. */ user_agent: string; created_at: string; seen_at: string; expires_at: string };

export type PersonSessionList = { data: PersonSession[] };

export type OwnPhone = { phone: string };

export type PhoneCodeTexted = { /** To give back with the code. */ token: string };

export type PhoneCode = { token: string; /** The code that arrived. */ code: string };

export type ConfirmedPhone = { phone: string };

export type PasskeyOptions = Record<string, unknown>;

export type PasskeyAnswer = { id: string; response: Record<string, unknown> };

export type Passkey = { id: string; /** As its person calls the device. */ name: string; created_at: string; used_at: (string | null) };

export type PasskeyList = { data: Passkey[] };

export type NewPasskey = { /** Such as the device. */ name: string; answer: PasskeyAnswer };

export type StaffOperation = { /** A noun and a verb: route-set. */ name: string; about: string; /** It changes nothing. */ reads: boolean; /** It may answer 409 agreement_needed; repeat it with agreed=true. */ asks_first: boolean; /** POST /v1/session/confirm comes first. */ needs_confirmation: boolean; /** At least one optional field must be given. */ needs_one: boolean; /** The JSON Schema of its input. */ input: unknown; /** The properties that say which one it changes: POST …/present with them shows it as it is now. */ present_by: string[]; /** It changes something that may be there already. */ has_present: boolean };

export type StaffOperationList = { data: StaffOperation[] };

export type StaffOperationInput = Record<string, unknown>;

export type StaffOperationResult = { /** An object, or a list of them: texts, numbers, booleans, lists of texts, null. */ data: unknown; /** More structured than data. */ full?: unknown; /** To show instead of data: sentences, and tables under titles. */ sections?: (string | { title?: string; /** An object, or a list of them: texts, numbers, booleans, lists of texts, null. */ data: unknown })[]; note?: string; /** To show instead of an empty list. */ empty?: string; /** What to add to the input for the next page: before. */ next?: Record<string, unknown>; /** It was carried out, and something is wrong. */ found_fault: boolean };

export type StaffOperationNamed = Record<string, unknown>;

export type StaffOperationPresent = { /** By the properties of its input; null: there is none like it, or what says which one is missing. */ data: (Record<string, unknown> | null) };

export type Terms = { version: string; /** Paragraphs. */ text: string };

export type Registration = { email: string; /** Yours. */ name: string; /** Your company: the name of the account. */ company: string; /** A mobile number; it gets a code. */ phone: string; /** At least 12 characters, and hard to guess. */ password: string; /** Of GET /v1/terms: you accept them. */ terms_version: string; /** Of mails. If left out: "en". */ locale?: ("en" | "ur"); /** For programs that were written for an older service and read no refusal whose HTTP status is not 200; later at PATCH /v1/account. */ always_200?: boolean; /** The last that arrived for a registration, if there were too many: it is yours. */ email_code?: string; /** The last that arrived for a registration, if there were too many: it is yours. */ phone_code?: string; /** The work of GET /v1/registrations/work. */ work?: string };

export type BegunRegistration = { /** What happens next, whoever asks. */ detail: string; /** Confirms this registration; shown this once. */ token: string };

export type RegistrationWork = { /** Whether a registration has to show it now. */ needed: boolean; challenge: string; iterations: number; zero_bits: number; valid_until: string };

export type RegistrationCodes = { /** Of POST /v1/registrations. */ token: string; email_code: string; phone_code: string };

export type RegistrationResend = { /** Of POST /v1/registrations. */ token: string };

export type WhatIsNext = { /** What happens next, whoever asks. */ detail: string };

export type PasswordReset = { email: string };

export type PasswordResetLink = { token: string; /** At least 12 characters, and hard to guess. */ password: string };

export type InvitationToken = { /** Of the mailed link. */ token: string };

export type ShownInvitation = { /** Its name. */ account: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** The name of the person; null: a key, or somebody who has left. */ invited_by: (string | null); /** Who is invited. */ email: string; /** false: accepting needs a name and a password. */ has_login: boolean; expires_at: string };

export type InvitationLink = { /** Of the mailed link. */ token: string; /** Without a login. */ name?: string; /** At least 12 characters, and hard to guess. */ password?: string };

export type AcceptedInvitation = { account: { id: string; name: string }; role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** A login was made, and its session has begun. */ signed_in: boolean };

export type JoinPage = { company: string; wording: string; /** Empty: it is in English. */ wording_urdu: string };

export type JoinNumber = { phone: string; /** Of what they were shown. If left out: "en". */ language?: ("en" | "ur") };

export type JoinCodeTexted = { /** To give back with the code. */ token: string };

export type JoinCode = { token: string; /** The code that arrived. */ code: string };

export type Joined = { company: string };

export type FoundAccount = { id: string; name: string; state: ("active" | "disabled"); verified: boolean; postpaid: boolean; /** Rupees that it may still spend. */ balance: string; /** That are valid now. */ keys: number; created_at: string };

export type FoundAccountList = { data: FoundAccount[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type StaffAccount = { id: string; name: string; state: ("active" | "disabled"); verified: boolean; postpaid: boolean; /** Rupees that it may still spend. */ balance: string; /** That are valid now. */ keys: number; created_at: string; plan: { fixed_content: boolean; mnp_coverage: boolean; mnp_option: boolean; always_200: boolean; lookalikes: boolean; needs_consent: boolean }; /** Its IP list; empty: from anywhere. */ addresses: string[]; today: { /** Charged or still reserved, look-ups included, less what came back meanwhile. */ spent: string; /** What counts towards the cap: what was reserved, whatever came back. */ counted: string; /** What may be reserved; null: all that there is. */ cap: (string | null) }; this_month: { /** Charged or still reserved, look-ups included, less what came back meanwhile. */ spent: string; /** What counts towards the cap: what was reserved, whatever came back. */ counted: string; /** What may be reserved; null: all that there is. */ cap: (string | null) }; /** Its people, the newest first. */ users: User[]; /** The last 10 lines. */ ledger: LedgerLine[] };

export type ApprovalAccount = { id: string; name: string; verified: boolean; created_at: string; /** Rupees. */ balance: string; /** Its senders and templates that are approved. */ approved: number; /** Its senders, templates and documents that are refused. */ refused: number };

export type Approval = { kind: ("sender" | "template" | "document"); id: string; /** Of the sender or template; the kind of document. */ name: string; /** The route of a sender, the category of a template, the type of a document. */ sort: string; /** Of a template. */ wording: (string | null); /** Of the wording: the decision names it. */ version: (number | null); /** Sentences that whoever approves agrees to: agreed=true. */ consequences: string[]; /** Of a template: why it waits although its wording is approved in advance. */ note: (string | null); submitted_at: string; /** Who asked, as the audit names them; null: it is not known. */ submitted_by: (string | null); account: ApprovalAccount };

export type ApprovalList = { data: Approval[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type FoundMessage = { /** For a text decimal digits, for a chat message a UUID. */ id: string; kind: ("sms" | "chat"); account: { id: string; name: string }; /** null: its request had only this message. */ batch_id: (string | null); /** Digits with country code, or a chat user_id. */ recipient: string; /** Its name; of a chat message the digits of the number. */ sender: (string | null); /** The operator of the number; null for a chat message. */ network: (string | null); state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** As stored: why it ended, or why it was last put back. */ reason: (string | null); /** The reason as a sentence, once it has ended. */ detail: (string | null); parts: number; /** Rupees, of all parts; 0 of what came back, or is free. */ price: string; accepted_at: string; /** When the operator or the chat platform accepted it. */ sent_at: (string | null); /** When it became final. */ done_at: (string | null) };

export type FoundMessageList = { data: FoundMessage[]; /** For the next page; null: there is none. */ next_cursor: (string | null) };

export type MessageMoney = { /** Still held. */ reserved: string; /** For what was taken. */ charged: string; /** Given back uncharged. */ released: string; /** Given back after a charge. */ refunded: string; /** For the look-ups of its whole request. */ lookups: string };

export type StaffAttempt = { /** All its parts have the same number. */ attempt: number; part: number; link: string; /** The number of the node that submitted it. */ node: number; outcome: ("taken" | "refused" | "ambiguous"); /** At some time its answer was missing. */ answer_lost: boolean; /** The id that the operator or the platform gave it. */ operator_id: (string | null); /** Its answer: 0x00000058; for a chat message a number. */ status: (string | null); /** What SMPP calls that answer: ESME_RTHROTTLED; null: it has no name. */ status_name: (string | null); /** Why it was refused, in one word. */ reason: (string | null); /** The same as a sentence. */ detail: (string | null); /** When it was answered; without an answer, when it was submitted. */ at: string; receipt: ({ state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** The operator’s own error code. */ error: (string | null); at: string } | null) };

export type StaffReceipt = { id: string; /** Why it did not close its attempt: late, duplicate … */ kind: string; link: string; /** The id that it names. */ operator_id: (string | null); /** The state in it. */ says: (string | null); /** The code in it. */ error: (string | null); /** When it came. */ at: string };

export type StaffDelivery = { event_id: string; type: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test"); attempt: number; at: string; duration_ms: number; /** The HTTP status; null: nothing was answered. */ status: (number | null); /** The first octets of the answer. */ answer: (string | null); /** What went wrong; null: nothing. */ error: (string | null); /** When it is tried again; null: never. */ next_at: (string | null); webhook_id: string };

export type StaffEvent = { id: string; type: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test"); at: string; deliveries: StaffDelivery[] };

export type StaffMessage = { /** For a text decimal digits, for a chat message a UUID. */ id: string; kind: ("sms" | "chat"); /** Of a chat message. */ category: (string | null); account: { id: string; name: string }; /** null: its request had only this message. */ batch_id: (string | null); /** Digits with country code, or a chat user_id. */ recipient: string; /** The operator of the number; null for a chat message. */ network: (string | null); /** Its name; of a chat message the digits of the number. */ sender: (string | null); /** Of a text. */ sender_route: (string | null); template: ({ id: string; /** Now. */ name: (string | null) } | null); parts: number; state: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** One word: why it ended, waits, or was last put back. */ reason: (string | null); /** The reason as a sentence. */ detail: (string | null); /** Why it does not leave, and when it will; null: it does not wait. */ waits: (string | null); level: (("operator" | "handset") | null); test: boolean; /** Rupees, of all parts; 0 of what came back, or is free. */ price: string; money: MessageMoney; /** Lines that moved its price, together with others of the same commit. */ ledger: LedgerLine[]; accepted_at: string; expires_at: string; /** When the operator or the chat platform accepted it. */ sent_at: (string | null); /** When it became final. */ done_at: (string | null); /** When a chat message was read. */ read_at: (string | null); attempts: StaffAttempt[]; receipts: StaffReceipt[]; events: StaffEvent[] };

export type StaffLink = { name: string; /** chat: a number of the chat platform. */ kind: ("sms" | "chat"); enabled: boolean; state: (("up" | "trying" | "down" | "needs_attention" | "draining") | null); /** Since when it has been in this state. */ since: (string | null); /** Why it is not up, or not with all of its binds. */ why: (string | null); /** Parts that the operator takes now. */ per_second: number; /** Parts that the operator took, in each of the last 5 seconds. */ taken: number[]; /** The same for parts that it refused, or whose answers were lost. */ failed: number[] };

export type StaffQueue = { /** null: it was removed. */ link: (string | null); /** Messages that are due or tried again; of each priority up to 10000 are counted. */ waiting: number; /** Of those, the messages that were put back, and are tried again. */ again: number; /** Since when the oldest of them might have left. */ oldest_due_at: (string | null); /** Messages that are scheduled, or held for their hours. */ later: number };

export type Finding = { subject: string; verdict: ("fine" | "warning" | "fault"); sentence: string };

export type StaffOverview = { links: (StaffLink[] | null); queues: (StaffQueue[] | null); /** Messages whose submit has no answer; 100 stands for 100 or more. */ unconfirmed: (number | null); /** Receipts that were set aside; counted likewise. */ set_aside: (number | null); /** Decisions that wait; counted likewise. */ approvals: (number | null); /** What waits for a second person; counted likewise. */ requests: (number | null); /** In the stream also null while they are being looked for. */ findings: (Finding[] | null) };

export type MessageEvent = { /** The same however often and however it is told. */ id: string; type: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (Message | null) };

export type BatchEvent = { /** The same however often and however it is told. */ id: string; type: ("batch.done" | "batch.stopped"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (Batch | null) };

export type ReplyEvent = { /** The same however often and however it is told. */ id: string; type: ("reply.received"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (Reply | null) };

export type ChatReplyEvent = { /** The same however often and however it is told. */ id: string; type: ("chat.reply.received"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (ChatReply | null) };

export type ChatAppMessageEvent = { /** The same however often and however it is told. */ id: string; type: ("chat.app_message.sent"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (ChatAppMessage | null) };

export type DecisionEvent = { /** The same however often and however it is told. */ id: string; type: ("template.approved" | "template.rejected" | "sender.approved" | "sender.rejected"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (Decision | null) };

export type VerificationDecisionEvent = { /** The same however often and however it is told. */ id: string; type: ("verification.decided"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (VerificationDecision | null) };

export type LowCreditEvent = { /** The same however often and however it is told. */ id: string; type: ("credit.low"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (LowCredit | null) };

export type ReachedCapEvent = { /** The same however often and however it is told. */ id: string; type: ("cap.reached"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (ReachedCap | null) };

export type ChatTemplateDecisionEvent = { /** The same however often and however it is told. */ id: string; type: ("chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (ChatTemplateDecision | null) };

export type ChatTroubleEvent = { /** The same however often and however it is told. */ id: string; type: ("chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (ChatTrouble | null) };

export type StoppedWebhookEvent = { /** The same however often and however it is told. */ id: string; type: ("webhook.stopped"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; /** null: it is no longer kept. */ data: (StoppedWebhook | null) };

export type TestEvent = { /** The same however often and however it is told. */ id: string; type: ("webhook.test"); /** Of what happened. UTC. */ timestamp: string; /** Of one message a later event has a greater one; some may be left out. */ sequence: number; /** Yours. Decimal digits. */ account: string; data: null };

/** What each call of /v1 takes and gives. */
export type Calls = {
  listBatches: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** Of this source only. */ source?: ("numbers" | "link" | "upload"); /** In this state only. */ state?: ("waiting" | "reading" | "refused" | "sending" | "sent" | "paused" | "cancelling" | "cancelled"); /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: BatchList };
  makeBatch: { takes: { query?: { /** Only checks and prices; sends nothing. */ dry_run?: boolean; /** Answers 202 once the file is stored; the batch shows the progress. */ async?: boolean }; body: NewBatch; /** Goes with the body as a form. */ file?: Blob }; gives: Batch };
  showBatch: { takes: { path: { /** The id of a batch. */ id: string } }; gives: Batch };
  renameBatch: { takes: { path: { /** The id of a batch. */ id: string }; body: { name: (string | null) } }; gives: Batch };
  listBatchRows: { takes: { path: { /** The id of a batch. */ id: string }; query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** In this state only. A page may then have fewer rows without being the last. */ state?: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held" | "left_out"); /** csv: all rows as a file, whatever limit says. */ format?: ("json" | "csv") } }; gives: BatchRowList };
  pauseBatch: { takes: { path: { /** The id of a batch. */ id: string } }; gives: Batch };
  resumeBatch: { takes: { path: { /** The id of a batch. */ id: string } }; gives: Batch };
  cancelBatch: { takes: { path: { /** The id of a batch. */ id: string } }; gives: Batch };
  rescheduleBatch: { takes: { path: { /** The id of a batch. */ id: string }; body: { send_at: string } }; gives: Batch };
  testBatch: { takes: { body: TestOfBatch; /** Goes with the body as a form. */ file?: Blob }; gives: Batch };
  repeatBatch: { takes: { path: { /** The id of a batch. */ id: string }; body: BatchAgain }; gives: Batch };
  showBatchPlan: { takes: { path: { /** The id of a batch. */ id: string } }; gives: BatchPlan };
  previewBatch: { takes: { /** Goes with the body as a form. */ file?: Blob }; gives: FilePreview };
  listMessages: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** To this number, or this user_id, only. */ recipient?: string; /** To numbers with these digits, at least 3: the last four, or 0312, or +92 312. */ number_part?: string; /** In this state only. */ state?: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** kind */ kind?: ("sms" | "chat"); /** Those of test keys only, or none of them. */ test?: boolean; /** Of this batch only. */ batch_id?: string; /** Those whose short links were opened only, or those that were not. */ clicked?: boolean; /** Of this template only. */ template_id?: string; /** From this sender or chat number only. */ sender?: string; /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: MessageList };
  sendMessages: { takes: { body: NewMessages }; gives: SentMessages };
  showMessage: { takes: { path: { /** The id of a message, as its send returned it: digits or a UUID. */ id: string }; query?: { /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean } }; gives: ReadableMessage };
  cancelMessage: { takes: { path: { /** The id of a message, as its send returned it: digits or a UUID. */ id: string } }; gives: ReadableMessage };
  previewMessage: { takes: { body: NewPreview }; gives: Preview };
  lookUpNumbers: { takes: { body: NewLookups }; gives: Lookups };
  showNumber: { takes: { path: { /** The number, as people write it. */ number: string } }; gives: NumberFacts };
  listReplies: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** From this phone only. */ from?: string; /** To this sender only. */ to?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: ReplyList };
  showReply: { takes: { path: { /** The id of a reply. */ id: string } }; gives: Reply };
  listConversations: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** true: only those with unread replies. */ unread?: boolean; /** me, nobody, or the id of a user. */ assigned?: string; /** kind */ kind?: ("sms" | "chat"); /** With this phone, or this user_id, only. */ number?: string; /** In names, numbers and ids of chat users, a part is enough; with texts=true also in texts. */ search?: string; /** Search what was written, too: for people whose role is owner or manager. Each search is audited. */ texts?: boolean; /** state */ state?: ("open" | "closed"); /** With this label, by its id. */ label?: string } }; gives: ConversationList };
  takeConversation: { takes: { path: { /** The id of a conversation. */ id: string } }; gives: Conversation };
  listConversationNotes: { takes: { path: { /** The id of a conversation. */ id: string } }; gives: ConversationNoteList };
  addConversationNote: { takes: { path: { /** The id of a conversation. */ id: string }; body: { text: string } }; gives: ConversationNote };
  removeConversationNote: { takes: { path: { /** The id of a conversation. */ id: string; /** The id of a note. */ note_id: string } }; gives: undefined };
  listAssignees: { takes: {  }; gives: AssigneeList };
  showConversation: { takes: { path: { /** The id of a conversation. */ id: string } }; gives: Conversation };
  changeConversation: { takes: { path: { /** The id of a conversation. */ id: string }; body: { /** the user who answers it, or nobody */ assigned_to?: (string | null); /** whether everything in it has been read */ read?: boolean; /** open, or closed until a reply */ state?: ("open" | "closed") } }; gives: Conversation };
  listConversationMessages: { takes: { path: { /** The id of a conversation. */ id: string }; query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean } }; gives: ConversationMessages };
  listCannedAnswers: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: CannedAnswerList };
  addCannedAnswer: { takes: { body: { name: string; text: string } }; gives: CannedAnswer };
  showCannedAnswer: { takes: { path: { /** The id of a canned answer. */ id: string } }; gives: CannedAnswer };
  changeCannedAnswer: { takes: { path: { /** The id of a canned answer. */ id: string }; body: { /** by which people find it */ name?: string; /** what it says */ text?: string } }; gives: CannedAnswer };
  removeCannedAnswer: { takes: { path: { /** The id of a canned answer. */ id: string } }; gives: undefined };
  listLabels: { takes: {  }; gives: LabelList };
  addLabel: { takes: { body: { name: string; /** of the dot before its name (default: gray) */ colour?: ("gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "violet") } }; gives: Label };
  showLabel: { takes: { path: { /** The id of a label. */ id: string } }; gives: Label };
  changeLabel: { takes: { path: { /** The id of a label. */ id: string }; body: { /** by which people find it */ name?: string; /** of the dot before its name */ colour?: ("gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "violet") } }; gives: Label };
  removeLabel: { takes: { path: { /** The id of a label. */ id: string } }; gives: undefined };
  addConversationLabel: { takes: { path: { /** The id of a conversation. */ id: string; /** The id of a label. */ label_id: string } }; gives: undefined };
  removeConversationLabel: { takes: { path: { /** The id of a conversation. */ id: string; /** The id of a label. */ label_id: string } }; gives: undefined };
  listEvents: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** Of this type only. */ type?: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test"); /** About this message only. */ message_id?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: EventList };
  showAccount: { takes: {  }; gives: Account };
  changeAccount: { takes: { body: { /** looks them up on every send */ mnp_option?: boolean; /** refusals also return HTTP status 200 */ always_200?: boolean; /** replaces curly quotes and dashes with GSM characters */ lookalikes?: boolean; /** promotional messages go only to people who have consented */ needs_consent?: boolean; /** its address on statements and invoices */ address?: string; /** whose sales tax its invoices state */ province?: ("punjab" | "sindh" | "khyber_pakhtunkhwa" | "balochistan" | "islamabad" | "azad_kashmir" | "gilgit_baltistan"); /** its STRN on invoices; empty: none */ sales_tax_number?: string } }; gives: Account };
  listKeys: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: KeyList };
  createKey: { takes: { body: { name: string; /** what it may do: send, read, templates, account (default: all, or what the key may that makes it) */ scopes?: ("send" | "read" | "templates" | "account")[]; /** live, or test: what it sends is neither charged nor carried (default: live) */ mode?: ("live" | "test"); /** when it ends; null: never (default: null, or when the key ends that makes it) */ expires_at?: (string | null) } }; gives: NewKey };
  showKey: { takes: { path: { /** The id of a key. */ id: string } }; gives: KeyInFull };
  changeKey: { takes: { path: { /** The id of a key. */ id: string }; body: { /** what it is called */ name?: string; /** what it may do: send, read, templates, account */ scopes?: ("send" | "read" | "templates" | "account")[]; /** when it ends; null: never */ expires_at?: (string | null) } }; gives: Key };
  revokeKey: { takes: { path: { /** The id of a key. */ id: string }; query?: { /** Leave keys and webhooks that were made. If left out: false. */ keep?: boolean } }; gives: undefined };
  revealKey: { takes: { path: { /** The id of a key. */ id: string } }; gives: RevealedKey };
  replaceKey: { takes: { path: { /** The id of a key. */ id: string }; body?: { /** how long the old key stays valid, so that callers can switch (default: 24) */ grace_hours?: number } }; gives: NewKey };
  showIpList: { takes: {  }; gives: IpList };
  setIpList: { takes: { body: { /** Addresses and networks (CIDR) that may call; none: from anywhere. */ addresses: string[] } }; gives: IpList };
  listLedger: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** credit, correction: by the operator of the service. trial: given to try it with. payment: paid at a checkout. payment_refund: given back of such a payment. refund_failure: credited again, as the gateway refused. reserve: for what was accepted. post: of that, for what an operator took. release: of that, what it did not. refund. lookup. */ kind?: ("credit" | "trial" | "payment" | "reserve" | "post" | "release" | "refund" | "correction" | "lookup" | "payment_refund" | "refund_failure") } }; gives: Ledger };
  showBalance: { takes: {  }; gives: AccountBalance };
  setLowCredit: { takes: { body: { /** credit.low is told when the balance is below it; null: never. */ low_credit_threshold: (string | null) } }; gives: AccountBalance };
  listStatements: { takes: {  }; gives: { data: StatementMonth[] } };
  showStatement: { takes: { path: { /** A month of Pakistan: 2026-11. */ month: string } }; gives: Statement };
  listPayments: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** state */ state?: ("opening" | "open" | "paid" | "declined" | "expired" | "failed" | "differs" | "closed") } }; gives: PaymentList };
  openPayment: { takes: { body: { amount: string; /** let the gateway keep the card, to add credit by itself */ keep_card?: boolean } }; gives: Payment };
  showPayment: { takes: { path: { /** The id of a payment. */ id: string } }; gives: Payment };
  listPaymentRefunds: { takes: { path: { /** The id of a payment. */ id: string } }; gives: { data: PaymentRefund[] } };
  askPayment: { takes: { path: { /** The id of a payment. */ id: string }; body?: { /** the query with which the gateway sent the browser back */ returned?: string } }; gives: Payment };
  showTopUp: { takes: {  }; gives: TopUp };
  setTopUp: { takes: { body: { below: string; add: string; most_a_month: string } }; gives: TopUp };
  endTopUp: { takes: {  }; gives: undefined };
  forgetCard: { takes: {  }; gives: undefined };
  listInvoices: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** kind */ kind?: ("invoice" | "credit_note") } }; gives: InvoiceList };
  showInvoice: { takes: { path: { /** The id of an invoice. */ id: string } }; gives: Invoice };
  showInvoiceFile: { takes: { path: { /** The id of an invoice. */ id: string } }; gives: never };
  showPrices: { takes: {  }; gives: Prices };
  estimatePrice: { takes: { body: NewEstimate }; gives: Estimate };
  listAudit: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** key.create, or key for all of a kind. */ action?: string } }; gives: AuditList };
  listNotices: { takes: {  }; gives: NoticeList };
  listWebhooks: { takes: {  }; gives: { data: Webhook[] } };
  addWebhook: { takes: { body: { /** https://… */ url: string; /** For yourself. */ description?: string; /** None: all. */ types?: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test")[] } }; gives: WebhookWithSecret };
  showWebhook: { takes: { path: { /** The id of a webhook. */ id: string } }; gives: Webhook };
  changeWebhook: { takes: { path: { /** The id of a webhook. */ id: string }; body: { /** https://… */ url?: string; /** For yourself. */ description?: string; /** None: all. */ types?: ("message.held" | "message.sent" | "message.unknown" | "message.failed" | "message.rejected" | "message.cancelled" | "message.expired" | "message.delivered" | "message.read" | "batch.done" | "batch.stopped" | "reply.received" | "chat.reply.received" | "chat.app_message.sent" | "template.approved" | "template.rejected" | "sender.approved" | "sender.rejected" | "verification.decided" | "credit.low" | "cap.reached" | "chat.template.approved" | "chat.template.rejected" | "chat.template.paused" | "chat.template.disabled" | "chat.number.stopped" | "chat.number.marketing_paused" | "chat.number.alert" | "chat.business.alert" | "webhook.stopped" | "webhook.test")[]; /** false pauses it: its events wait. */ active?: boolean } }; gives: Webhook };
  removeWebhook: { takes: { path: { /** The id of a webhook. */ id: string } }; gives: undefined };
  rotateWebhookSecret: { takes: { path: { /** The id of a webhook. */ id: string } }; gives: WebhookWithSecret };
  listDeliveries: { takes: { path: { /** The id of a webhook. */ id: string }; query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** At this event only. */ event_id?: string; /** true: those that failed. */ failed?: boolean } }; gives: DeliveryList };
  testWebhook: { takes: { path: { /** The id of a webhook. */ id: string } }; gives: Delivery };
  redeliver: { takes: { path: { /** The id of a webhook. */ id: string }; body: { /** This one, also when the webhook does not get its type. */ event_id?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** next_cursor of the answer before. */ cursor?: string } }; gives: { /** So many will be delivered. */ events: number; /** There may be more of the time: ask again with it; null: no. */ next_cursor: (string | null) } };
  listTemplates: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** waiting: for the operator of the service. Only what is approved can be used. */ state?: ("waiting" | "approved" | "rejected") } }; gives: TemplateList };
  addTemplate: { takes: { body: { name: string; /** With #variables#. */ message: string; /** If left out: "transactional". */ category?: ("transactional" | "promotional"); /** Those that are not text of up to 160. */ variables?: { name: string; type?: ("text" | "digits" | "url" | "date"); max_length?: number; optional?: boolean }[] } }; gives: Template };
  showTemplate: { takes: { path: { /** The id of a template. */ id: string } }; gives: Template };
  editTemplate: { takes: { path: { /** The id of a template. */ id: string }; body: { /** With #variables#. */ message: string; /** Absent: as it is. */ category?: ("transactional" | "promotional"); /** Those that are not text of up to 160. */ variables?: { name: string; type?: ("text" | "digits" | "url" | "date"); max_length?: number; optional?: boolean }[] } }; gives: Template };
  removeTemplate: { takes: { path: { /** The id of a template. */ id: string } }; gives: undefined };
  listTemplateHistory: { takes: { path: { /** The id of a template. */ id: string } }; gives: { data: TemplateChange[] } };
  listWordings: { takes: { query?: { /** Who has use for it. */ business?: ("shop" | "clinic" | "school" | "all"); /** language */ language?: ("en" | "ur") } }; gives: WordingList };
  listSenders: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** waiting: for the operator of the service. Only what is approved can be used. */ state?: ("waiting" | "approved" | "rejected") } }; gives: SenderList };
  requestSender: { takes: { body: { name: string; route: ("simple" | "branded" | "short_code") } }; gives: Sender };
  showSender: { takes: { path: { /** The id of a sender. */ id: string } }; gives: Sender };
  listSuppressions: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** Only this one, or this user_id, if it is listed. */ number?: string; /** all: one-time codes as well; promotional: what advertises. */ scope?: ("all" | "promotional"); /** source */ source?: ("reply" | "platform" | "api" | "staff"); /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: SuppressionList };
  addSuppression: { takes: { body: { /** As people write it; or the user_id of a chat user. */ number?: string; /** Of a chat user, instead of the number. */ user_id?: string; /** all messages, or promotional ones only If left out: "all". */ scope?: ("all" | "promotional") } }; gives: Suppression };
  importSuppressions: { takes: { body: { numbers: string[]; /** all messages, or promotional ones only (default: all) */ scope?: ("all" | "promotional") } }; gives: ImportedSuppressions };
  showSuppression: { takes: { path: { /** The number, as people write it, or the user_id of a chat user. */ number: string } }; gives: Suppression };
  removeSuppression: { takes: { path: { /** The number, as people write it, or the user_id of a chat user. */ number: string } }; gives: undefined };
  listContacts: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** With this tag, or all of several, separated by commas. */ tag?: string; /** With none of these. */ without_tag?: string; /** Whose language it is: ur. */ language?: string; /** With this in the name, the number or the user_id. */ search?: string; /** With this text in a field, in either case: city=Lahore. */ field?: string; /** true: who wants nothing more, or less; false: all others. */ opted_out?: boolean; /** Who consents to this now: sms:promotional, chat:transactional, … */ consent?: string; /** Who does not: has never said so, or has withdrawn. */ without_consent?: string; /** Added from then on: 2026-11-01T00:00:00+05:00. */ since?: string; /** Added before then. */ until?: string } }; gives: ContactList };
  addContact: { takes: { body: { /** the mobile number; or give user-id */ mobile?: string; /** the id of a chat user */ user_id?: string; /** the name */ name?: string; /** the language: ur, en */ language?: string; /** all the tags, separated by commas */ tags?: string[]; /** What else you want to know of them, as texts: {"city": "Lahore"}. */ fields?: Record<string, string> } }; gives: Contact };
  listConsents: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** Of this number or user_id. */ person?: string; /** channel */ channel?: ("sms" | "chat"); /** purpose */ purpose?: ("promotional" | "transactional"); /** state */ state?: ("given" | "withdrawn"); /** source */ source?: ("api" | "form" | "checkout" | "import" | "keyword" | "platform" | "staff"); /** true: what counts now; false: what was said before that. */ current?: boolean; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: ConsentList };
  giveConsent: { takes: { body: { person: string; /** sms, or chat, which it is for the id of a chat user */ channel?: ("sms" | "chat"); /** what the messages are for (default: promotional) */ purpose?: ("promotional" | "transactional"); /** one of api, form, checkout, import, keyword: where it was said */ source?: ("api" | "form" | "checkout" | "import" | "keyword"); /** what was agreed to, as it was shown */ wording?: string; /** how it can be shown: an address, an IP, an order */ proof?: string; /** when it was said; absent: now */ said_at?: string } }; gives: Consent };
  listPersonRecords: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** A number as people write it, or a user_id. */ person: string; /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean } }; gives: PersonRecordList };
  countContacts: { takes: { query?: { /** With this tag, or all of several, separated by commas. */ tag?: string; /** With none of these. */ without_tag?: string; /** Whose language it is: ur. */ language?: string; /** With this in the name, the number or the user_id. */ search?: string; /** With this text in a field, in either case: city=Lahore. */ field?: string; /** true: who wants nothing more, or less; false: all others. */ opted_out?: boolean; /** Who consents to this now: sms:promotional, chat:transactional, … */ consent?: string; /** Who does not: has never said so, or has withdrawn. */ without_consent?: string; /** Added from then on: 2026-11-01T00:00:00+05:00. */ since?: string; /** Added before then. */ until?: string } }; gives: ContactCount };
  tagContacts: { takes: { body: { filter: ContactFilter; /** tags to give, separated by commas */ add?: string[]; /** tags to take */ remove?: string[]; /** how many it changes, as counted before; refused if there are others */ count: number } }; gives: ChangedContacts };
  purgeContacts: { takes: { body: { filter: ContactFilter; /** how many it changes, as counted before; refused if there are others */ count: number } }; gives: ChangedContacts };
  showContact: { takes: { path: { /** The id of a contact. */ id: string } }; gives: Contact };
  changeContact: { takes: { path: { /** The id of a contact. */ id: string }; body: { /** the mobile number; or give user-id */ mobile?: string; /** the id of a chat user */ user_id?: string; /** the name */ name?: string; /** the language: ur, en */ language?: string; /** all the tags, separated by commas */ tags?: string[]; /** What else you want to know of them, as texts: {"city": "Lahore"}. */ fields?: Record<string, string> } }; gives: Contact };
  removeContact: { takes: { path: { /** The id of a contact. */ id: string } }; gives: undefined };
  importContacts: { takes: { query?: { /** Only looks into the file. If left out: false. */ dry_run?: boolean; /** What is in which column, and taken from no other: mobile=B,name=C,city=F. Left out, it is guessed from the headings. */ columns?: string; /** What people agreed to, where columns say who did: sms_consent=E. */ consent_wording?: string; /** Tags for all of them, separated by commas. */ tags?: string }; /** Goes with the body as a form. */ file?: Blob }; gives: ImportedContacts };
  listSegments: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: SegmentList };
  addSegment: { takes: { body: { name: string; filter: ContactFilter } }; gives: Segment };
  showSegment: { takes: { path: { /** The id of a segment. */ id: string } }; gives: Segment };
  changeSegment: { takes: { path: { /** The id of a segment. */ id: string }; body: { /** its name */ name?: string; filter?: ContactFilter } }; gives: Segment };
  removeSegment: { takes: { path: { /** The id of a segment. */ id: string } }; gives: undefined };
  countSegment: { takes: { path: { /** The id of a segment. */ id: string } }; gives: ContactCount };
  withdrawConsent: { takes: { body: { person: string; /** sms, or chat, which it is for the id of a chat user */ channel?: ("sms" | "chat"); /** what the messages are for (default: promotional) */ purpose?: ("promotional" | "transactional"); /** one of api, form, checkout, import, keyword: where it was said */ source?: ("api" | "form" | "checkout" | "import" | "keyword"); /** how it can be shown: an address, an IP, an order */ proof?: string; /** when it was said; absent: now */ said_at?: string } }; gives: Consent };
  importConsents: { takes: { body: { numbers: string[]; /** what the messages are for (default: promotional) */ purpose?: ("promotional" | "transactional"); /** one of api, form, checkout, import, keyword: where it was said */ source?: ("api" | "form" | "checkout" | "import" | "keyword"); /** what was agreed to, as it was shown */ wording?: string; /** how it can be shown: an address, an IP, an order */ proof?: string; /** when it was said; absent: now */ said_at?: string } }; gives: ImportedConsents };
  showConsent: { takes: { path: { /** The id of a consent. */ id: string } }; gives: Consent };
  listJoinForms: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: JoinFormList };
  addJoinForm: { takes: { body: { /** its name in lists (needed) */ name: string; /** what people agree to, in English (needed) */ wording: string; /** the same in Urdu; empty: English */ wording_urdu?: string; /** a tag for the contacts of those who agree; empty: none */ tag?: string; /** an approved sender: who texts the codes (needed) */ sender: string; /** an approved template with one variable, for the code (needed) */ template_id: string; /** whether the form is open */ active?: boolean } }; gives: JoinForm };
  showJoinForm: { takes: { path: { /** The id of a form. */ id: string } }; gives: JoinForm };
  changeJoinForm: { takes: { path: { /** The id of a form. */ id: string }; body: { /** its name in lists */ name?: string; /** what people agree to, in English */ wording?: string; /** the same in Urdu; empty: English */ wording_urdu?: string; /** a tag for the contacts of those who agree; empty: none */ tag?: string; /** an approved sender: who texts the codes */ sender?: string; /** an approved template with one variable, for the code */ template_id?: string; /** whether the form is open */ active?: boolean } }; gives: JoinForm };
  removeJoinForm: { takes: { path: { /** The id of a form. */ id: string } }; gives: undefined };
  showPersonKept: { takes: { query?: { /** A number as people write it, or a user_id. */ person: string } }; gives: PersonKept };
  listForgettings: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: ForgettingList };
  forgetPerson: { takes: { body: { person: string } }; gives: Forgetting };
  showForgetting: { takes: { path: { /** The id of a forgetting. */ id: string } }; gives: Forgetting };
  showUsage: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** What is counted apart. If left out: "day". */ by?: ("day" | "operator" | "template" | "sender" | "hour" | "batch") } }; gives: Usage };
  showResponses: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** What is told apart. If left out: "day". */ by?: ("day" | "person"); /** kind */ kind?: ("sms" | "chat") } }; gives: Responses };
  listUsers: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: UserList };
  showUser: { takes: { path: { /** The id of a user. */ id: string } }; gives: UserInFull };
  changeUser: { takes: { path: { /** The id of a user. */ id: string }; body: { role: ("owner" | "manager" | "developer" | "viewer" | "agent"); /** leaves what they have made as it is: keys, webhooks */ keep?: boolean } }; gives: User };
  removeUser: { takes: { path: { /** The id of a user. */ id: string }; query?: { /** Leave keys and webhooks that were made. If left out: false. */ keep?: boolean } }; gives: undefined };
  listInvitations: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string } }; gives: InvitationList };
  inviteUser: { takes: { body: { email: string; role: ("owner" | "manager" | "developer" | "viewer" | "agent") } }; gives: Invitation };
  revokeInvitation: { takes: { path: { /** The id of an invitation. */ id: string } }; gives: undefined };
  showVerification: { takes: {  }; gives: Verification };
  printAgreement: { takes: {  }; gives: never };
  submitDocument: { takes: { path: { /** One of identity_card_front, identity_card_back, face, agreement, tax. */ kind: string }; /** Goes with the body as a form. */ file?: Blob }; gives: VerificationItem };
  listBankTransfers: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** state */ state?: ("waiting" | "confirmed" | "refused" | "withdrawn" | "expired") } }; gives: BankTransferList };
  openBankTransfer: { takes: { body: { amount: string } }; gives: BankTransfer };
  showBankTransfer: { takes: { path: { /** The id of a bank transfer. */ id: string } }; gives: BankTransfer };
  withdrawBankTransfer: { takes: { path: { /** The id of a bank transfer. */ id: string } }; gives: BankTransfer };
  giveBankSlip: { takes: { path: { /** The id of a bank transfer. */ id: string }; /** Goes with the body as a form. */ file?: Blob }; gives: BankTransfer };
  exportMessages: { takes: { query?: { /** To this number, or this user_id, only. */ recipient?: string; /** To numbers with these digits, at least 3: the last four, or 0312, or +92 312. */ number_part?: string; /** In this state only. */ state?: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** kind */ kind?: ("sms" | "chat"); /** Those of test keys only, or none of them. */ test?: boolean; /** Of this batch only. */ batch_id?: string; /** Those whose short links were opened only, or those that were not. */ clicked?: boolean; /** Of this template only. */ template_id?: string; /** From this sender or chat number only. */ sender?: string; /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: never };
  exportLedger: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** credit, correction: by the operator of the service. trial: given to try it with. payment: paid at a checkout. payment_refund: given back of such a payment. refund_failure: credited again, as the gateway refused. reserve: for what was accepted. post: of that, for what an operator took. release: of that, what it did not. refund. lookup. */ kind?: ("credit" | "trial" | "payment" | "reserve" | "post" | "release" | "refund" | "correction" | "lookup" | "payment_refund" | "refund_failure") } }; gives: never };
  exportInvoices: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** kind */ kind?: ("invoice" | "credit_note") } }; gives: never };
  exportReplies: { takes: { query?: { /** From this phone only. */ from?: string; /** To this sender only. */ to?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: never };
  exportSuppressions: { takes: { query?: { /** Only this one, or this user_id, if it is listed. */ number?: string; /** all: one-time codes as well; promotional: what advertises. */ scope?: ("all" | "promotional"); /** source */ source?: ("reply" | "platform" | "api" | "staff"); /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: never };
  exportContacts: { takes: { query?: { /** With this tag, or all of several, separated by commas. */ tag?: string; /** With none of these. */ without_tag?: string; /** Whose language it is: ur. */ language?: string; /** With this in the name, the number or the user_id. */ search?: string; /** With this text in a field, in either case: city=Lahore. */ field?: string; /** true: who wants nothing more, or less; false: all others. */ opted_out?: boolean; /** Who consents to this now: sms:promotional, chat:transactional, … */ consent?: string; /** Who does not: has never said so, or has withdrawn. */ without_consent?: string; /** Added from then on: 2026-11-01T00:00:00+05:00. */ since?: string; /** Added before then. */ until?: string } }; gives: never };
  exportConsents: { takes: { query?: { /** Of this number or user_id. */ person?: string; /** channel */ channel?: ("sms" | "chat"); /** purpose */ purpose?: ("promotional" | "transactional"); /** state */ state?: ("given" | "withdrawn"); /** source */ source?: ("api" | "form" | "checkout" | "import" | "keyword" | "platform" | "staff"); /** true: what counts now; false: what was said before that. */ current?: boolean; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: never };
  exportPerson: { takes: { query?: { /** A number as people write it, or a user_id. */ person: string; /** With what messages say: for people whose role is owner or manager. Each look is audited. */ texts?: boolean } }; gives: never };
  exportUsage: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** What is counted apart. If left out: "day". */ by?: ("day" | "operator" | "template" | "sender" | "hour" | "batch") } }; gives: never };
  exportResponses: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** What is told apart. If left out: "day". */ by?: ("day" | "person"); /** kind */ kind?: ("sms" | "chat") } }; gives: never };
  exportAudit: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** key.create, or key for all of a kind. */ action?: string } }; gives: never };
  listChatNumbers: { takes: {  }; gives: { data: ChatNumber[]; /** They may be connected in the platform’s dialogue. */ signup: boolean } };
  connectChatNumber: { takes: { body: { /** The platform’s id of your business account, in digits. */ business_id: string; /** The platform’s id of the number: not the number itself. */ phone_number_id: string; /** A system user’s access token, without an end, for messaging and management. */ token: string; /** Of the app that the token is for: the platform signs its reports with it. */ app_secret: string; /** Of that app; absent: the platform is asked. */ app_id?: string; /** What the platform verifies our address with; absent: a new one is made. */ verify_token?: string } }; gives: ConnectedChatNumber };
  showChatNumber: { takes: { path: { /** The id of a number. */ id: string } }; gives: ChatNumber };
  disconnectChatNumber: { takes: { path: { /** The id of a number. */ id: string } }; gives: undefined };
  makeChatNumberDefault: { takes: { path: { /** The id of a number. */ id: string } }; gives: ChatNumber };
  beginChatSignup: { takes: { body: { /** true: the number stays in the app on a phone, too. If left out: false. */ on_phone?: boolean } }; gives: ChatSignup };
  endChatSignup: { takes: { body: { /** As it came back. */ state: string; /** As it came back. */ code: string } }; gives: SharedChatNumbers };
  connectSharedChatNumber: { takes: { path: { /** The id of the dialogue. */ id: string }; body: { /** One of those that were shared. */ phone_number_id: string; /** Where it needs one: that of the number, or a new one if it has none. */ pin?: string; /** Of `primary_waac_ids`, where the dialogue tells it: kept for later. */ whatsapp_account_id?: string } }; gives: ConnectedChatNumber };
  listChatPrices: { takes: {  }; gives: { data: ChatPrice[] } };
  listChatTemplates: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** In this state only, such as approved. */ state?: string; /** With this name only, in every language. */ name?: string } }; gives: { data: ChatTemplate[]; /** For the next page; null: there is none. */ next_cursor: (string | null) } };
  addChatTemplate: { takes: { query?: { /** The platform’s id of a business account; your first one. */ business_id?: string }; body: { /** As the platform requires: lower-case letters, digits and _. */ name: string; /** As the platform writes it: en, en_US, ur. */ language: string; /** What it is for. */ category: ("marketing" | "utility" | "authentication"); header?: ({ type: "text"; /** At most 60 characters and one variable. */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] } | { type: ("image" | "video" | "document"); /** The file at this URL is fetched, stored, and used when a send brings none. */ sample_url: string } | { /** A place on a map; each send names it. */ type: "location" }); /** At most 1,024 characters. Required except in authentication templates. */ body?: { /** With its variables as {{1}}, {{2}} … */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] }; footer?: { /** At most 60 characters, no variables. */ text: string }; /** A limited-time offer, in marketing: a header of type image or video or none, at most 600 characters in the body, no footer, buttons copy_code and url. */ offer?: { /** At most 16 characters, no variables. */ text: string; /** Whether each message says when the offer expires, and counts down to it. If left out: true. */ expires?: boolean }; /** Up to 13: 2 of type url, 1 call, 10 quick_reply. The platform may allow less. */ buttons?: ({ type: "url"; /** Its label. */ text: string; /** A URL; it may end with {{1}}. */ url: string; /** The complete URL, if it ends with a variable. */ example?: string } | { type: "call"; /** Its label. */ text: string; /** Digits. */ phone: string } | { type: "quick_reply"; /** Its label. */ text: string } | { type: "copy_code"; /** A code. */ example: string } | { /** A user who hides the number shares it; the platform writes the label. */ type: "request_contact_info" } | { /** Opens a form of the business account. */ type: "flow"; /** Its label. */ text: string; /** The platform’s id of the form. */ flow_id: string; /** What opens first: a screen, or what your endpoint answers. If left out: "navigate". */ action?: ("navigate" | "data_exchange"); /** The screen that opens, by default the first. */ screen?: string } | { /** Opens the catalogue of the number. */ type: "catalog"; /** Its label. If left out: "View catalog". */ text?: string } | { type: "otp"; /** Its label. */ text: string })[]; /** A carousel, in marketing: 2 to 10 cards, beside nothing but the body. */ cards?: { header: { type: ("image" | "video"); /** The platform’s reviewers see the file at this URL. */ sample_url: string }; body?: { /** At most 160 characters. */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] }; /** At most 2. */ buttons?: ({ type: "url"; /** Its label. */ text: string; /** A URL; it may end with {{1}}. */ url: string; /** The complete URL, if it ends with a variable. */ example?: string } | { type: "call"; /** Its label. */ text: string; /** Digits. */ phone: string } | { type: "quick_reply"; /** Its label. */ text: string } | { type: "copy_code"; /** A code. */ example: string } | { /** A user who hides the number shares it; the platform writes the label. */ type: "request_contact_info" } | { /** Opens a form of the business account. */ type: "flow"; /** Its label. */ text: string; /** The platform’s id of the form. */ flow_id: string; /** What opens first: a screen, or what your endpoint answers. If left out: "navigate". */ action?: ("navigate" | "data_exchange"); /** The screen that opens, by default the first. */ screen?: string } | { /** Opens the catalogue of the number. */ type: "catalog"; /** Its label. If left out: "View catalog". */ text?: string } | { type: "otp"; /** Its label. */ text: string })[] }[]; /** For authentication templates. */ code?: { /** Adds a warning not to share the code. If left out: false. */ security_recommendation?: boolean; /** Says how long the code is valid. */ expires_minutes?: number } } }; gives: ChatTemplate };
  showChatTemplate: { takes: { path: { /** The id of a template. */ id: string } }; gives: ChatTemplate };
  editChatTemplate: { takes: { path: { /** The id of a template. */ id: string }; body: { /** What it is for. */ category: ("marketing" | "utility" | "authentication"); header?: ({ type: "text"; /** At most 60 characters and one variable. */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] } | { type: ("image" | "video" | "document"); /** The file at this URL is fetched, stored, and used when a send brings none. */ sample_url: string } | { /** A place on a map; each send names it. */ type: "location" }); /** At most 1,024 characters. Required except in authentication templates. */ body?: { /** With its variables as {{1}}, {{2}} … */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] }; footer?: { /** At most 60 characters, no variables. */ text: string }; /** A limited-time offer, in marketing: a header of type image or video or none, at most 600 characters in the body, no footer, buttons copy_code and url. */ offer?: { /** At most 16 characters, no variables. */ text: string; /** Whether each message says when the offer expires, and counts down to it. If left out: true. */ expires?: boolean }; /** Up to 13: 2 of type url, 1 call, 10 quick_reply. The platform may allow less. */ buttons?: ({ type: "url"; /** Its label. */ text: string; /** A URL; it may end with {{1}}. */ url: string; /** The complete URL, if it ends with a variable. */ example?: string } | { type: "call"; /** Its label. */ text: string; /** Digits. */ phone: string } | { type: "quick_reply"; /** Its label. */ text: string } | { type: "copy_code"; /** A code. */ example: string } | { /** A user who hides the number shares it; the platform writes the label. */ type: "request_contact_info" } | { /** Opens a form of the business account. */ type: "flow"; /** Its label. */ text: string; /** The platform’s id of the form. */ flow_id: string; /** What opens first: a screen, or what your endpoint answers. If left out: "navigate". */ action?: ("navigate" | "data_exchange"); /** The screen that opens, by default the first. */ screen?: string } | { /** Opens the catalogue of the number. */ type: "catalog"; /** Its label. If left out: "View catalog". */ text?: string } | { type: "otp"; /** Its label. */ text: string })[]; /** A carousel, in marketing: 2 to 10 cards, beside nothing but the body. */ cards?: { header: { type: ("image" | "video"); /** The platform’s reviewers see the file at this URL. */ sample_url: string }; body?: { /** At most 160 characters. */ text: string; /** One for each variable, in order; the platform’s reviewers see them. */ examples?: string[] }; /** At most 2. */ buttons?: ({ type: "url"; /** Its label. */ text: string; /** A URL; it may end with {{1}}. */ url: string; /** The complete URL, if it ends with a variable. */ example?: string } | { type: "call"; /** Its label. */ text: string; /** Digits. */ phone: string } | { type: "quick_reply"; /** Its label. */ text: string } | { type: "copy_code"; /** A code. */ example: string } | { /** A user who hides the number shares it; the platform writes the label. */ type: "request_contact_info" } | { /** Opens a form of the business account. */ type: "flow"; /** Its label. */ text: string; /** The platform’s id of the form. */ flow_id: string; /** What opens first: a screen, or what your endpoint answers. If left out: "navigate". */ action?: ("navigate" | "data_exchange"); /** The screen that opens, by default the first. */ screen?: string } | { /** Opens the catalogue of the number. */ type: "catalog"; /** Its label. If left out: "View catalog". */ text?: string } | { type: "otp"; /** Its label. */ text: string })[] }[]; /** For authentication templates. */ code?: { /** Adds a warning not to share the code. If left out: false. */ security_recommendation?: boolean; /** Says how long the code is valid. */ expires_minutes?: number } } }; gives: ChatTemplate };
  removeChatTemplate: { takes: { path: { /** The id of a template. */ id: string } }; gives: undefined };
  syncChatTemplates: { takes: { query?: { /** The platform’s id of a business account; your first one. */ business_id?: string } }; gives: SyncedChatTemplates };
  listChatTemplateHistory: { takes: { path: { /** The id of a template. */ id: string } }; gives: { data: ChatTemplateChange[] } };
  listChatReplies: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** From this phone, or this user_id, only. */ from?: string; /** number_id */ number_id?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: ChatReplyList };
  showChatReply: { takes: { path: { /** The id of a reply. */ id: string } }; gives: ChatReply };
  fetchChatReplyFile: { takes: { path: { /** The id of a reply. */ id: string } }; gives: never };
  listHosts: { takes: {  }; gives: { data: Host[] } };
  addHost: { takes: { body: { host: string } }; gives: Host };
  showHost: { takes: { path: { /** The domain. */ host: string } }; gives: Host };
  removeHost: { takes: { path: { /** The domain. */ host: string } }; gives: undefined };
  verifyHost: { takes: { path: { /** The domain. */ host: string } }; gives: Host };
  showLinkDomain: { takes: {  }; gives: LinkDomain };
  setLinkDomain: { takes: { body: { domain: string } }; gives: LinkDomain };
  removeLinkDomain: { takes: {  }; gives: LinkDomain };
  checkLinkDomain: { takes: {  }; gives: LinkDomain };
  giveChatFile: { takes: { /** Goes with the body as a form. */ file?: Blob }; gives: ChatFile };
  fetchSentFile: { takes: { path: { /** The id of a message, as its send returned it: digits or a UUID. */ id: string } }; gives: never };
  listMedia: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** Part of the name, in any case. */ search?: string; /** kind */ kind?: ("image" | "video" | "audio" | "document") } }; gives: MediaFileList };
  addMedia: { takes: { /** Goes with the body as a form. */ file?: Blob }; gives: MediaFile };
  showMediaRoom: { takes: {  }; gives: MediaRoom };
  showMedia: { takes: { path: { /** The id of a file. */ id: string } }; gives: MediaFile };
  changeMedia: { takes: { path: { /** The id of a file. */ id: string }; body: { /** by which people find it */ name?: string; /** when it leaves the library; null: never */ keep_until?: (string | null) } }; gives: MediaFile };
  removeMedia: { takes: { path: { /** The id of a file. */ id: string } }; gives: undefined };
  readMedia: { takes: { path: { /** The id of a file. */ id: string } }; gives: never };
  readMediaPreview: { takes: { path: { /** The id of a file. */ id: string } }; gives: never };
  showSession: { takes: {  }; gives: Session };
  signIn: { takes: { body: Login }; gives: SessionStart };
  signOut: { takes: {  }; gives: undefined };
  giveSecondFactor: { takes: { body: SecondFactorCode }; gives: SessionStart };
  confirmSession: { takes: { body: Confirmation }; gives: { confirmed_until: string } };
  changeMe: { takes: { body: ProfileChange }; gives: undefined };
  changePassword: { takes: { body: NewPassword }; gives: undefined };
  proposeSecondFactor: { takes: {  }; gives: NewSecondFactor };
  removeSecondFactor: { takes: {  }; gives: undefined };
  confirmSecondFactor: { takes: { body: AuthenticatorCode }; gives: RecoveryCodes };
  listSessions: { takes: {  }; gives: PersonSessionList };
  endOtherSessions: { takes: {  }; gives: undefined };
  endSession: { takes: { path: { /** The id of a session. */ id: string } }; gives: undefined };
  textPhoneCode: { takes: { body: OwnPhone }; gives: PhoneCodeTexted };
  confirmPhone: { takes: { body: PhoneCode }; gives: ConfirmedPhone };
  askForPasskey: { takes: {  }; gives: PasskeyOptions };
  signInByPasskey: { takes: { body: PasskeyAnswer }; gives: SessionStart };
  listPasskeys: { takes: {  }; gives: PasskeyList };
  addPasskey: { takes: { body: NewPasskey }; gives: { id: string } };
  removePasskey: { takes: { path: { /** The id of a passkey. */ id: string } }; gives: undefined };
  proposePasskey: { takes: {  }; gives: PasskeyOptions };
  listStaffOperations: { takes: {  }; gives: StaffOperationList };
  doStaffOperation: { takes: { path: { /** The name of an operation. */ name: string }; query?: { /** The consequences are accepted. If left out: false. */ agreed?: boolean }; body?: StaffOperationInput }; gives: StaffOperationResult };
  showPresent: { takes: { path: { /** The name of an operation. */ name: string }; body?: StaffOperationNamed }; gives: StaffOperationPresent };
  showTerms: { takes: {  }; gives: Terms };
  register: { takes: { body: Registration }; gives: BegunRegistration };
  askForWork: { takes: {  }; gives: RegistrationWork };
  confirmRegistration: { takes: { body: RegistrationCodes }; gives: SessionStart };
  resendCodes: { takes: { body: RegistrationResend }; gives: WhatIsNext };
  askForReset: { takes: { body: PasswordReset }; gives: WhatIsNext };
  resetPassword: { takes: { body: PasswordResetLink }; gives: undefined };
  showInvitation: { takes: { body: InvitationToken }; gives: ShownInvitation };
  acceptInvitation: { takes: { body: InvitationLink }; gives: AcceptedInvitation };
  showJoinPage: { takes: { path: { /** The end of the address of the form. */ code: string } }; gives: JoinPage };
  askToJoin: { takes: { path: { /** The end of the address of the form. */ code: string }; body: JoinNumber }; gives: JoinCodeTexted };
  confirmJoin: { takes: { path: { /** The end of the address of the form. */ code: string }; body: JoinCode }; gives: Joined };
  listStaffAccounts: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** search */ search?: string; /** state */ state?: ("active" | "disabled"); /** verified */ verified?: boolean } }; gives: FoundAccountList };
  showStaffAccount: { takes: { path: { /** The id of an account. */ id: string } }; gives: StaffAccount };
  listApprovals: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** kind */ kind?: ("sender" | "template" | "document"); /** The id of an account. */ account?: string } }; gives: ApprovalList };
  listStaffMessages: { takes: { query?: { /** Items on one page. If left out: 50. */ limit?: number; /** next_cursor of the previous page. */ cursor?: string; /** To this phone or chat user_id, or with account or since: to numbers with these digits. */ number?: string; /** Of the account with this id. */ account?: string; /** That a send returned: a message or a batch. */ id?: string; /** state */ state?: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** kind */ kind?: ("sms" | "chat"); /** That an operator gave it, or a part of it, however its links write ids. */ operator_id?: string; /** To numbers of the operator of this name. */ operator?: string; /** By the link of this name. */ link?: string; /** From this sender or chat number. */ sender?: string; /** As stored: operator_throttled, retries_exhausted. */ reason?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: FoundMessageList };
  exportStaffMessages: { takes: { query?: { /** To this phone or chat user_id, or with account or since: to numbers with these digits. */ number?: string; /** Of the account with this id. */ account?: string; /** That a send returned: a message or a batch. */ id?: string; /** state */ state?: ("pending" | "sent" | "unknown" | "delivered" | "failed" | "rejected" | "expired" | "cancelled" | "held"); /** kind */ kind?: ("sms" | "chat"); /** That an operator gave it, or a part of it, however its links write ids. */ operator_id?: string; /** To numbers of the operator of this name. */ operator?: string; /** By the link of this name. */ link?: string; /** From this sender or chat number. */ sender?: string; /** As stored: operator_throttled, retries_exhausted. */ reason?: string; /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string } }; gives: never };
  showStaffMessage: { takes: { path: { /** The id of a message, as its send returned it: digits or a UUID. */ id: string } }; gives: StaffMessage };
  showOverview: { takes: {  }; gives: StaffOverview };
  watchOverview: { takes: {  }; gives: undefined };
  showDocumentFile: { takes: { path: { /** The id of an account. */ account: string; /** One of identity_card_front, identity_card_back, face, agreement, tax. */ kind: string } }; gives: never };
  showBankSlip: { takes: { path: { /** The id of an account. */ account: string; /** The id of its transfer. */ id: string } }; gives: never };
  exportStaffInvoices: { takes: { query?: { /** From then on: 2026-11-22T09:00:00Z. */ since?: string; /** Before then. */ until?: string; /** Of this account only. */ account?: number; /** kind */ kind?: ("invoice" | "credit_note") } }; gives: never };
  showStaffInvoiceFile: { takes: { path: { /** The id of an account. */ account: string; /** The id of its invoice. */ id: string } }; gives: never };
};

export const CALLS = {
  listBatches: { method: 'GET', path: '/v1/batches', repeatable: true },
  makeBatch: { method: 'POST', path: '/v1/batches', repeatable: true },
  showBatch: { method: 'GET', path: '/v1/batches/{id}', repeatable: true },
  renameBatch: { method: 'PATCH', path: '/v1/batches/{id}', repeatable: true },
  listBatchRows: { method: 'GET', path: '/v1/batches/{id}/rows', repeatable: true, file: true },
  pauseBatch: { method: 'POST', path: '/v1/batches/{id}/pause', repeatable: true },
  resumeBatch: { method: 'POST', path: '/v1/batches/{id}/resume', repeatable: true },
  cancelBatch: { method: 'POST', path: '/v1/batches/{id}/cancel', repeatable: true },
  rescheduleBatch: { method: 'POST', path: '/v1/batches/{id}/reschedule', repeatable: true },
  testBatch: { method: 'POST', path: '/v1/batches/test', repeatable: true },
  repeatBatch: { method: 'POST', path: '/v1/batches/{id}/again', repeatable: true },
  showBatchPlan: { method: 'GET', path: '/v1/batches/{id}/plan', repeatable: true },
  previewBatch: { method: 'POST', path: '/v1/batches/preview' },
  listMessages: { method: 'GET', path: '/v1/messages', repeatable: true },
  sendMessages: { method: 'POST', path: '/v1/messages', repeatable: true },
  showMessage: { method: 'GET', path: '/v1/messages/{id}', repeatable: true },
  cancelMessage: { method: 'DELETE', path: '/v1/messages/{id}', repeatable: true },
  previewMessage: { method: 'POST', path: '/v1/messages/preview' },
  lookUpNumbers: { method: 'POST', path: '/v1/lookups', repeatable: true },
  showNumber: { method: 'GET', path: '/v1/lookups/{number}', repeatable: true },
  listReplies: { method: 'GET', path: '/v1/replies', repeatable: true },
  showReply: { method: 'GET', path: '/v1/replies/{id}', repeatable: true },
  listConversations: { method: 'GET', path: '/v1/conversations', repeatable: true },
  takeConversation: { method: 'POST', path: '/v1/conversations/{id}/take', repeatable: true },
  listConversationNotes: { method: 'GET', path: '/v1/conversations/{id}/notes', repeatable: true },
  addConversationNote: { method: 'POST', path: '/v1/conversations/{id}/notes', repeatable: true },
  removeConversationNote: { method: 'DELETE', path: '/v1/conversations/{id}/notes/{note_id}', repeatable: true },
  listAssignees: { method: 'GET', path: '/v1/assignees', repeatable: true },
  showConversation: { method: 'GET', path: '/v1/conversations/{id}', repeatable: true },
  changeConversation: { method: 'PATCH', path: '/v1/conversations/{id}', repeatable: true },
  listConversationMessages: { method: 'GET', path: '/v1/conversations/{id}/messages', repeatable: true },
  listCannedAnswers: { method: 'GET', path: '/v1/canned-answers', repeatable: true },
  addCannedAnswer: { method: 'POST', path: '/v1/canned-answers', repeatable: true },
  showCannedAnswer: { method: 'GET', path: '/v1/canned-answers/{id}', repeatable: true },
  changeCannedAnswer: { method: 'PATCH', path: '/v1/canned-answers/{id}', repeatable: true },
  removeCannedAnswer: { method: 'DELETE', path: '/v1/canned-answers/{id}', repeatable: true },
  listLabels: { method: 'GET', path: '/v1/labels', repeatable: true },
  addLabel: { method: 'POST', path: '/v1/labels', repeatable: true },
  showLabel: { method: 'GET', path: '/v1/labels/{id}', repeatable: true },
  changeLabel: { method: 'PATCH', path: '/v1/labels/{id}', repeatable: true },
  removeLabel: { method: 'DELETE', path: '/v1/labels/{id}', repeatable: true },
  addConversationLabel: { method: 'PUT', path: '/v1/conversations/{id}/labels/{label_id}', repeatable: true },
  removeConversationLabel: { method: 'DELETE', path: '/v1/conversations/{id}/labels/{label_id}', repeatable: true },
  listEvents: { method: 'GET', path: '/v1/events', repeatable: true },
  showAccount: { method: 'GET', path: '/v1/account', repeatable: true },
  changeAccount: { method: 'PATCH', path: '/v1/account', repeatable: true },
  listKeys: { method: 'GET', path: '/v1/keys', repeatable: true },
  createKey: { method: 'POST', path: '/v1/keys', repeatable: true },
  showKey: { method: 'GET', path: '/v1/keys/{id}', repeatable: true },
  changeKey: { method: 'PATCH', path: '/v1/keys/{id}', repeatable: true },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}', repeatable: true },
  revealKey: { method: 'POST', path: '/v1/keys/{id}/reveal' },
  replaceKey: { method: 'POST', path: '/v1/keys/{id}/replace', repeatable: true },
  showIpList: { method: 'GET', path: '/v1/ip-list', repeatable: true },
  setIpList: { method: 'PUT', path: '/v1/ip-list', repeatable: true },
  listLedger: { method: 'GET', path: '/v1/ledger', repeatable: true },
  showBalance: { method: 'GET', path: '/v1/balance', repeatable: true },
  setLowCredit: { method: 'PATCH', path: '/v1/balance', repeatable: true },
  listStatements: { method: 'GET', path: '/v1/statements', repeatable: true },
  showStatement: { method: 'GET', path: '/v1/statements/{month}', repeatable: true },
  listPayments: { method: 'GET', path: '/v1/payments', repeatable: true },
  openPayment: { method: 'POST', path: '/v1/payments', repeatable: true },
  showPayment: { method: 'GET', path: '/v1/payments/{id}', repeatable: true },
  listPaymentRefunds: { method: 'GET', path: '/v1/payments/{id}/refunds', repeatable: true },
  askPayment: { method: 'POST', path: '/v1/payments/{id}/inquiry', repeatable: true },
  showTopUp: { method: 'GET', path: '/v1/top-up', repeatable: true },
  setTopUp: { method: 'PUT', path: '/v1/top-up', repeatable: true },
  endTopUp: { method: 'DELETE', path: '/v1/top-up', repeatable: true },
  forgetCard: { method: 'DELETE', path: '/v1/top-up/card', repeatable: true },
  listInvoices: { method: 'GET', path: '/v1/invoices', repeatable: true },
  showInvoice: { method: 'GET', path: '/v1/invoices/{id}', repeatable: true },
  showInvoiceFile: { method: 'GET', path: '/v1/invoices/{id}/pdf', repeatable: true, file: true },
  showPrices: { method: 'GET', path: '/v1/prices', repeatable: true },
  estimatePrice: { method: 'POST', path: '/v1/prices/estimate' },
  listAudit: { method: 'GET', path: '/v1/audit', repeatable: true },
  listNotices: { method: 'GET', path: '/v1/notices', repeatable: true },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', repeatable: true },
  addWebhook: { method: 'POST', path: '/v1/webhooks', repeatable: true },
  showWebhook: { method: 'GET', path: '/v1/webhooks/{id}', repeatable: true },
  changeWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', repeatable: true },
  removeWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}', repeatable: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', repeatable: true },
  listDeliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', repeatable: true },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', repeatable: true },
  redeliver: { method: 'POST', path: '/v1/webhooks/{id}/redeliver', repeatable: true },
  listTemplates: { method: 'GET', path: '/v1/templates', repeatable: true },
  addTemplate: { method: 'POST', path: '/v1/templates', repeatable: true },
  showTemplate: { method: 'GET', path: '/v1/templates/{id}', repeatable: true },
  editTemplate: { method: 'PUT', path: '/v1/templates/{id}', repeatable: true },
  removeTemplate: { method: 'DELETE', path: '/v1/templates/{id}', repeatable: true },
  listTemplateHistory: { method: 'GET', path: '/v1/templates/{id}/history', repeatable: true },
  listWordings: { method: 'GET', path: '/v1/wordings', repeatable: true },
  listSenders: { method: 'GET', path: '/v1/senders', repeatable: true },
  requestSender: { method: 'POST', path: '/v1/senders', repeatable: true },
  showSender: { method: 'GET', path: '/v1/senders/{id}', repeatable: true },
  listSuppressions: { method: 'GET', path: '/v1/suppressions', repeatable: true },
  addSuppression: { method: 'POST', path: '/v1/suppressions', repeatable: true },
  importSuppressions: { method: 'POST', path: '/v1/suppressions/import', repeatable: true },
  showSuppression: { method: 'GET', path: '/v1/suppressions/{number}', repeatable: true },
  removeSuppression: { method: 'DELETE', path: '/v1/suppressions/{number}', repeatable: true },
  listContacts: { method: 'GET', path: '/v1/contacts', repeatable: true },
  addContact: { method: 'POST', path: '/v1/contacts', repeatable: true },
  listConsents: { method: 'GET', path: '/v1/consents', repeatable: true },
  giveConsent: { method: 'POST', path: '/v1/consents', repeatable: true },
  listPersonRecords: { method: 'GET', path: '/v1/person/records', repeatable: true },
  countContacts: { method: 'GET', path: '/v1/contacts/count', repeatable: true },
  tagContacts: { method: 'POST', path: '/v1/contacts/tag', repeatable: true },
  purgeContacts: { method: 'POST', path: '/v1/contacts/purge', repeatable: true },
  showContact: { method: 'GET', path: '/v1/contacts/{id}', repeatable: true },
  changeContact: { method: 'PATCH', path: '/v1/contacts/{id}', repeatable: true },
  removeContact: { method: 'DELETE', path: '/v1/contacts/{id}', repeatable: true },
  importContacts: { method: 'POST', path: '/v1/contacts/import', repeatable: true },
  listSegments: { method: 'GET', path: '/v1/segments', repeatable: true },
  addSegment: { method: 'POST', path: '/v1/segments', repeatable: true },
  showSegment: { method: 'GET', path: '/v1/segments/{id}', repeatable: true },
  changeSegment: { method: 'PATCH', path: '/v1/segments/{id}', repeatable: true },
  removeSegment: { method: 'DELETE', path: '/v1/segments/{id}', repeatable: true },
  countSegment: { method: 'GET', path: '/v1/segments/{id}/count', repeatable: true },
  withdrawConsent: { method: 'POST', path: '/v1/consents/withdraw', repeatable: true },
  importConsents: { method: 'POST', path: '/v1/consents/import', repeatable: true },
  showConsent: { method: 'GET', path: '/v1/consents/{id}', repeatable: true },
  listJoinForms: { method: 'GET', path: '/v1/join-forms', repeatable: true },
  addJoinForm: { method: 'POST', path: '/v1/join-forms', repeatable: true },
  showJoinForm: { method: 'GET', path: '/v1/join-forms/{id}', repeatable: true },
  changeJoinForm: { method: 'PATCH', path: '/v1/join-forms/{id}', repeatable: true },
  removeJoinForm: { method: 'DELETE', path: '/v1/join-forms/{id}', repeatable: true },
  showPersonKept: { method: 'GET', path: '/v1/person', repeatable: true },
  listForgettings: { method: 'GET', path: '/v1/forgettings', repeatable: true },
  forgetPerson: { method: 'POST', path: '/v1/forgettings', repeatable: true },
  showForgetting: { method: 'GET', path: '/v1/forgettings/{id}', repeatable: true },
  showUsage: { method: 'GET', path: '/v1/usage', repeatable: true },
  showResponses: { method: 'GET', path: '/v1/responses', repeatable: true },
  listUsers: { method: 'GET', path: '/v1/users', repeatable: true },
  showUser: { method: 'GET', path: '/v1/users/{id}', repeatable: true },
  changeUser: { method: 'PATCH', path: '/v1/users/{id}', repeatable: true },
  removeUser: { method: 'DELETE', path: '/v1/users/{id}', repeatable: true },
  listInvitations: { method: 'GET', path: '/v1/invitations', repeatable: true },
  inviteUser: { method: 'POST', path: '/v1/invitations', repeatable: true },
  revokeInvitation: { method: 'DELETE', path: '/v1/invitations/{id}', repeatable: true },
  showVerification: { method: 'GET', path: '/v1/verification', repeatable: true },
  printAgreement: { method: 'GET', path: '/v1/verification/agreement', repeatable: true, file: true },
  submitDocument: { method: 'PUT', path: '/v1/verification/{kind}', repeatable: true },
  listBankTransfers: { method: 'GET', path: '/v1/bank-transfers', repeatable: true },
  openBankTransfer: { method: 'POST', path: '/v1/bank-transfers', repeatable: true },
  showBankTransfer: { method: 'GET', path: '/v1/bank-transfers/{id}', repeatable: true },
  withdrawBankTransfer: { method: 'POST', path: '/v1/bank-transfers/{id}/withdrawal', repeatable: true },
  giveBankSlip: { method: 'PUT', path: '/v1/bank-transfers/{id}/slip', repeatable: true },
  exportMessages: { method: 'GET', path: '/v1/exports/messages', repeatable: true, file: true },
  exportLedger: { method: 'GET', path: '/v1/exports/ledger', repeatable: true, file: true },
  exportInvoices: { method: 'GET', path: '/v1/exports/invoices', repeatable: true, file: true },
  exportReplies: { method: 'GET', path: '/v1/exports/replies', repeatable: true, file: true },
  exportSuppressions: { method: 'GET', path: '/v1/exports/suppressions', repeatable: true, file: true },
  exportContacts: { method: 'GET', path: '/v1/exports/contacts', repeatable: true, file: true },
  exportConsents: { method: 'GET', path: '/v1/exports/consents', repeatable: true, file: true },
  exportPerson: { method: 'GET', path: '/v1/exports/person', repeatable: true, file: true },
  exportUsage: { method: 'GET', path: '/v1/exports/usage', repeatable: true, file: true },
  exportResponses: { method: 'GET', path: '/v1/exports/responses', repeatable: true, file: true },
  exportAudit: { method: 'GET', path: '/v1/exports/audit', repeatable: true, file: true },
  listChatNumbers: { method: 'GET', path: '/v1/chat/numbers', repeatable: true },
  connectChatNumber: { method: 'POST', path: '/v1/chat/numbers', repeatable: true },
  showChatNumber: { method: 'GET', path: '/v1/chat/numbers/{id}', repeatable: true },
  disconnectChatNumber: { method: 'DELETE', path: '/v1/chat/numbers/{id}', repeatable: true },
  makeChatNumberDefault: { method: 'POST', path: '/v1/chat/numbers/{id}/default', repeatable: true },
  beginChatSignup: { method: 'POST', path: '/v1/chat/signups', repeatable: true },
  endChatSignup: { method: 'POST', path: '/v1/chat/signups/code', repeatable: true },
  connectSharedChatNumber: { method: 'POST', path: '/v1/chat/signups/{id}/number', repeatable: true },
  listChatPrices: { method: 'GET', path: '/v1/chat/prices', repeatable: true },
  listChatTemplates: { method: 'GET', path: '/v1/chat/templates', repeatable: true },
  addChatTemplate: { method: 'POST', path: '/v1/chat/templates', repeatable: true },
  showChatTemplate: { method: 'GET', path: '/v1/chat/templates/{id}', repeatable: true },
  editChatTemplate: { method: 'PUT', path: '/v1/chat/templates/{id}', repeatable: true },
  removeChatTemplate: { method: 'DELETE', path: '/v1/chat/templates/{id}', repeatable: true },
  syncChatTemplates: { method: 'POST', path: '/v1/chat/templates/sync', repeatable: true },
  listChatTemplateHistory: { method: 'GET', path: '/v1/chat/templates/{id}/history', repeatable: true },
  listChatReplies: { method: 'GET', path: '/v1/chat/replies', repeatable: true },
  showChatReply: { method: 'GET', path: '/v1/chat/replies/{id}', repeatable: true },
  fetchChatReplyFile: { method: 'GET', path: '/v1/chat/replies/{id}/file', repeatable: true, file: true },
  listHosts: { method: 'GET', path: '/v1/hosts', repeatable: true },
  addHost: { method: 'POST', path: '/v1/hosts', repeatable: true },
  showHost: { method: 'GET', path: '/v1/hosts/{host}', repeatable: true },
  removeHost: { method: 'DELETE', path: '/v1/hosts/{host}', repeatable: true },
  verifyHost: { method: 'POST', path: '/v1/hosts/{host}/verify', repeatable: true },
  showLinkDomain: { method: 'GET', path: '/v1/link-domain', repeatable: true },
  setLinkDomain: { method: 'PUT', path: '/v1/link-domain', repeatable: true },
  removeLinkDomain: { method: 'DELETE', path: '/v1/link-domain', repeatable: true },
  checkLinkDomain: { method: 'POST', path: '/v1/link-domain/check', repeatable: true },
  giveChatFile: { method: 'POST', path: '/v1/chat/files' },
  fetchSentFile: { method: 'GET', path: '/v1/messages/{id}/file', repeatable: true, file: true },
  listMedia: { method: 'GET', path: '/v1/media', repeatable: true },
  addMedia: { method: 'POST', path: '/v1/media' },
  showMediaRoom: { method: 'GET', path: '/v1/media-room', repeatable: true },
  showMedia: { method: 'GET', path: '/v1/media/{id}', repeatable: true },
  changeMedia: { method: 'PATCH', path: '/v1/media/{id}', repeatable: true },
  removeMedia: { method: 'DELETE', path: '/v1/media/{id}', repeatable: true },
  readMedia: { method: 'GET', path: '/v1/media/{id}/content', repeatable: true, file: true },
  readMediaPreview: { method: 'GET', path: '/v1/media/{id}/preview', repeatable: true, file: true },
  showSession: { method: 'GET', path: '/v1/session', repeatable: true },
  signIn: { method: 'POST', path: '/v1/session' },
  signOut: { method: 'DELETE', path: '/v1/session', repeatable: true },
  giveSecondFactor: { method: 'POST', path: '/v1/session/second-factor' },
  confirmSession: { method: 'POST', path: '/v1/session/confirm' },
  changeMe: { method: 'PATCH', path: '/v1/me', repeatable: true },
  changePassword: { method: 'PUT', path: '/v1/me/password', repeatable: true },
  proposeSecondFactor: { method: 'POST', path: '/v1/me/second-factor' },
  removeSecondFactor: { method: 'DELETE', path: '/v1/me/second-factor', repeatable: true },
  confirmSecondFactor: { method: 'POST', path: '/v1/me/second-factor/confirm' },
  listSessions: { method: 'GET', path: '/v1/me/sessions', repeatable: true },
  endOtherSessions: { method: 'DELETE', path: '/v1/me/sessions', repeatable: true },
  endSession: { method: 'DELETE', path: '/v1/me/sessions/{id}', repeatable: true },
  textPhoneCode: { method: 'POST', path: '/v1/me/phone' },
  confirmPhone: { method: 'PUT', path: '/v1/me/phone', repeatable: true },
  askForPasskey: { method: 'POST', path: '/v1/session/passkey-options' },
  signInByPasskey: { method: 'POST', path: '/v1/session/passkey' },
  listPasskeys: { method: 'GET', path: '/v1/me/passkeys', repeatable: true },
  addPasskey: { method: 'POST', path: '/v1/me/passkeys' },
  removePasskey: { method: 'DELETE', path: '/v1/me/passkeys/{id}', repeatable: true },
  proposePasskey: { method: 'POST', path: '/v1/me/passkeys/options' },
  listStaffOperations: { method: 'GET', path: '/v1/staff/operations', repeatable: true },
  doStaffOperation: { method: 'POST', path: '/v1/staff/operations/{name}' },
  showPresent: { method: 'POST', path: '/v1/staff/operations/{name}/present' },
  showTerms: { method: 'GET', path: '/v1/terms', repeatable: true },
  register: { method: 'POST', path: '/v1/registrations' },
  askForWork: { method: 'GET', path: '/v1/registrations/work', repeatable: true },
  confirmRegistration: { method: 'POST', path: '/v1/registrations/confirm' },
  resendCodes: { method: 'POST', path: '/v1/registrations/resend' },
  askForReset: { method: 'POST', path: '/v1/password-resets' },
  resetPassword: { method: 'POST', path: '/v1/password-resets/confirm' },
  showInvitation: { method: 'POST', path: '/v1/invitations/show' },
  acceptInvitation: { method: 'POST', path: '/v1/invitations/accept' },
  showJoinPage: { method: 'GET', path: '/v1/join/{code}', repeatable: true },
  askToJoin: { method: 'POST', path: '/v1/join/{code}' },
  confirmJoin: { method: 'POST', path: '/v1/join/{code}/confirm' },
  listStaffAccounts: { method: 'GET', path: '/v1/staff/accounts', repeatable: true },
  showStaffAccount: { method: 'GET', path: '/v1/staff/accounts/{id}', repeatable: true },
  listApprovals: { method: 'GET', path: '/v1/staff/approvals', repeatable: true },
  listStaffMessages: { method: 'GET', path: '/v1/staff/messages', repeatable: true },
  exportStaffMessages: { method: 'GET', path: '/v1/staff/messages/export', repeatable: true, file: true },
  showStaffMessage: { method: 'GET', path: '/v1/staff/messages/{id}', repeatable: true },
  showOverview: { method: 'GET', path: '/v1/staff/overview', repeatable: true },
  watchOverview: { method: 'GET', path: '/v1/staff/stream', repeatable: true },
  showDocumentFile: { method: 'GET', path: '/v1/staff/verification/{account}/{kind}/file', repeatable: true, file: true },
  showBankSlip: { method: 'GET', path: '/v1/staff/bank-transfers/{account}/{id}/slip', repeatable: true, file: true },
  exportStaffInvoices: { method: 'GET', path: '/v1/staff/invoices/export', repeatable: true, file: true },
  showStaffInvoiceFile: { method: 'GET', path: '/v1/staff/invoices/{account}/{id}/pdf', repeatable: true, file: true },
} as const;

/** Every way in which a request can be refused. */
export const FAILURES = {
  /** Invalid request: use https: your key could be read in transit */
  request_unencrypted: { status: 403, permanent: true },
  /** Invalid path: there is no such endpoint */
  path_unknown: { status: 404, permanent: true },
  /** Invalid method: use GET or POST */
  method_not_allowed: { status: 405, permanent: true },
  /** Invalid request: {why} */
  request_unreadable: { status: 400, permanent: true },
  /** Invalid request: the header is larger than {bytes} bytes; use POST for long lists */
  header_too_large: { status: 431, permanent: true },
  /** Invalid request: it arrived too slowly */
  request_too_slow: { status: 408, permanent: false },
  /** Error: more than {requests} requests in {seconds} seconds */
  rate_exceeded: { status: 429, permanent: false },
  /** Error: more than {most} open connections from your address, use each for more */
  connections_many: { status: 429, permanent: false },
  /** Error: the service is receiving too much at the moment, try again later */
  server_busy: { status: 503, permanent: false },
  /** Invalid request: the body is larger than {bytes} bytes */
  body_too_large: { status: 413, permanent: true },
  /** Invalid request body: {why} */
  body_unreadable: { status: 400, permanent: true },
  /** Invalid {parameter}: {why} */
  parameter_encoding: { status: 400, permanent: true },
  /** Invalid request: {parameter} is given more than once */
  parameter_repeated: { status: 400, permanent: true },
  /** Invalid request: {parameter} is given twice with different values */
  parameter_contradicting: { status: 400, permanent: true },
  /** Invalid {parameter}: larger than {bytes} bytes */
  parameter_too_large: { status: 413, permanent: true },
  /** Invalid {parameter}: nested deeper than {depth} levels */
  parameter_too_deep: { status: 413, permanent: true },
  /** Invalid request: more than {parameters} parameters */
  too_many_parameters: { status: 413, permanent: true },
  /** Invalid format: use plain, json or xml */
  format_unknown: { status: 400, permanent: true },
  /** Invalid dry_run: use 1 or 0 */
  dry_run_unknown: { status: 400, permanent: true },
  /** Invalid idempotency key: 1 to {characters} printable ASCII characters */
  idempotency_key_unusable: { status: 400, permanent: true },
  /** Error: api_key is empty */
  key_empty: { status: 401, permanent: true },
  /** Invalid API key: unknown, expired, or account disabled */
  key_refused: { status: 401, permanent: true },
  /** Invalid API key: too many wrong keys from this address, try again later */
  keys_guessed: { status: 429, permanent: false },
  /** Access denied: this IP address is not on the list of the account */
  address_denied: { status: 403, permanent: true },
  /** Access denied: this API key does not have the scope "{scope}" */
  scope_missing: { status: 403, permanent: true },
  /** Error: sender is empty */
  sender_empty: { status: 400, permanent: true },
  /** Error: mobile is empty */
  recipient_empty: { status: 400, permanent: true },
  /** Invalid mobile: more than {recipients} recipients in one request */
  too_many_recipients: { status: 413, permanent: true },
  /** Error: message is empty */
  message_empty: { status: 400, permanent: true },
  /** Error: template_id is missing */
  template_missing: { status: 400, permanent: true },
  /** Invalid template_id: no such template in this account */
  template_unknown: { status: 404, permanent: true },
  /** Invalid template_id: the template is {state}, not approved */
  template_not_approved: { status: 403, permanent: true },
  /** Access denied: fixed content is not enabled on this account, ask the site admin */
  fixed_content_off: { status: 403, permanent: true },
  /** Invalid message: {why} */
  message_not_object: { status: 400, permanent: true },
  /** Invalid message: more than {keys} keys */
  message_too_many_keys: { status: 413, permanent: true },
  /** Invalid message: nested deeper than {depth} levels */
  message_too_deep: { status: 413, permanent: true },
  /** Invalid message: {variable} of the template is missing */
  variable_missing: { status: 400, permanent: true },
  /** Invalid message: {variable} is not a variable of the template */
  variable_unknown: { status: 400, permanent: true },
  /** Invalid message: {variable} is given twice */
  variable_repeated: { status: 400, permanent: true },
  /** Invalid message: {variable} must be a string or a number */
  variable_not_text: { status: 400, permanent: true },
  /** Invalid message: {variable} is empty */
  variable_empty: { status: 400, permanent: true },
  /** Invalid message: {variable} is longer than {characters} characters */
  variable_too_long: { status: 400, permanent: true },
  /** Invalid message: {variable} must be of type {kind} */
  variable_wrong_kind: { status: 400, permanent: true },
  /** Invalid message: {variable} contains a control character or half a surrogate pair */
  variable_unprintable: { status: 400, permanent: true },
  /** Access denied: this sender is not approved for the account */
  sender_not_approved: { status: 403, permanent: true },
  /** Access denied: only shared senders may be used until the account is verified */
  sender_needs_verification: { status: 403, permanent: true },
  /** Access denied: promotional templates cannot use a short code */
  sender_for_codes: { status: 403, permanent: true },
  /** Invalid network: use Jazz, Zong, Ufone or Telenor */
  network_unknown: { status: 400, permanent: true },
  /** Invalid ported: use 1 or 0 */
  ported_unknown: { status: 400, permanent: true },
  /** Invalid type: use unicode */
  type_unknown: { status: 400, permanent: true },
  /** Access denied: MNP coverage is unavailable on this account */
  portability_unavailable: { status: 403, permanent: true },
  /** Request rejected: directory error, the network could not be determined */
  portability_directory: { status: 503, permanent: false },
  /** Invalid text: {character} at position {position} needs type=unicode (unicode: true at /v1/messages) */
  needs_unicode: { status: 400, permanent: true },
  /** Invalid text: it takes {parts} parts, at most {most} are allowed */
  text_too_long: { status: 400, permanent: true },
  /** Invalid recipient: {why} */
  no_valid_recipient: { status: 400, permanent: true },
  /** Invalid recipient: its network is unknown */
  recipient_unroutable: { status: 400, permanent: true },
  /** Error: no route to {operator} at the moment */
  no_route: { status: 503, permanent: false },
  /** Error: no price is set for this message at the moment */
  no_price: { status: 503, permanent: false },
  /** SMS rejected, access denied: the template goes to your own confirmed numbers only */
  rejected_not_own_number: { status: 403, permanent: true },
  /** SMS rejected, access denied: the recipient has opted out */
  rejected_opted_out: { status: 403, permanent: true },
  /** SMS rejected, access denied: the recipient is on the do-not-call register */
  rejected_do_not_call: { status: 403, permanent: true },
  /** SMS rejected, access denied: the recipient has not opted in to such messages */
  rejected_no_consent: { status: 403, permanent: true },
  /** SMS rejected, access denied: at most {most} {what} in {minutes} */
  rejected_too_many: { status: 403, permanent: false },
  /** SMS rejected, access denied: {price} PKR needed, {left} PKR left in the spending cap of the {period} */
  rejected_spending: { status: 403, permanent: false },
  /** Insufficient credit: {price} PKR needed, {available} PKR left */
  credit_insufficient: { status: 402, permanent: true },
  /** Invalid idempotency key: it was used with another request */
  idempotency_conflict: { status: 409, permanent: true },
  /** Error: a request with this idempotency key is still running */
  idempotency_running: { status: 409, permanent: false },
  /** Error: too many messages are waiting, try again later */
  queue_full: { status: 503, permanent: false },
  /** Error: the request could not be stored, nothing was charged, try again */
  store_unavailable: { status: 503, permanent: false },
  /** Error: the database connection was lost while saving; the request may have been accepted */
  outcome_unknown: { status: 503, permanent: false },
  /** Error: internal error {request}; nothing was charged */
  internal: { status: 500, permanent: false },
  /** Error: id is empty */
  report_id_missing: { status: 400, permanent: true },
  /** Invalid id: no such message */
  report_unknown: { status: 404, permanent: true },
  /** Invalid page: {why} */
  page_unknown: { status: 400, permanent: true },
  /** Invalid login: too many wrong passwords, try again later */
  logins_guessed: { status: 429, permanent: false },
  /** Invalid login */
  login_refused: { status: 401, permanent: true },
  /** Error: url is empty */
  url_missing: { status: 400, permanent: true },
  /** Invalid duplicate: use 1 or 0 */
  duplicate_unknown: { status: 400, permanent: true },
  /** Invalid hidden: use 1 or 0 */
  hidden_unknown: { status: 400, permanent: true },
  /** Error: short links need an address: neither the account nor the service has one */
  short_links_nowhere: { status: 409, permanent: true },
  /** Invalid message: {column} cannot be referred to: columns go from A to ZZ */
  column_out_of_reach: { status: 400, permanent: true },
  /** Invalid url: use an http or https link on a standard port, without a user name or password */
  link_not_taken: { status: 400, permanent: true },
  /** Invalid url: access denied, its address is not public */
  link_not_public: { status: 400, permanent: true },
  /** Invalid url: the file could not be fetched: {why} */
  link_not_fetched: { status: 400, permanent: false },
  /** Invalid file: it is a web page; a share link must lead to the file itself and be publicly accessible */
  file_is_page: { status: 400, permanent: true },
  /** Invalid file: it was saved as a web page or as XML: save it as .xlsx */
  file_saved_as_page: { status: 400, permanent: true },
  /** Invalid file: too large, {what} */
  file_too_large: { status: 413, permanent: true },
  /** Error: too many files are being uploaded, try again later */
  uploads_busy: { status: 503, permanent: false },
  /** Error: there is no disk space for the file, nothing was charged, try again later */
  disk_full: { status: 503, permanent: false },
  /** Error: {uploads} files of this account are waiting to be read, try again later */
  uploads_waiting: { status: 429, permanent: false },
  /** Error: an account may have at most {most} campaigns that wait for their time */
  campaigns_exceeded: { status: 409, permanent: true },
  /** Invalid file: it is not a .csv, .txt, .xlsx or .xls file, or of contacts .vcf */
  file_kind_unknown: { status: 400, permanent: true },
  /** Invalid file: it is password-protected */
  file_encrypted: { status: 400, permanent: true },
  /** Invalid file: {why} */
  file_damaged: { status: 400, permanent: true },
  /** Invalid file: it has no rows */
  file_empty: { status: 400, permanent: true },
  /** Invalid message: {column} is referred to, the last one of the file is {last} */
  column_missing: { status: 400, permanent: true },
  /** Invalid file: none of its rows can be used; {rows} */
  rows_unusable: { status: 400, permanent: true },
  /** Invalid recipient: no row has a number that can be reached; {rows} */
  rows_without_number: { status: 400, permanent: true },
  /** Error: none of its rows can be accepted at the moment; {rows} */
  rows_not_carried: { status: 503, permanent: false },
  /** SMS rejected, access denied: no rows are left; {rows} */
  rows_rejected: { status: 403, permanent: true },
  /** Error: too many files are being read, try again later */
  files_waiting: { status: 503, permanent: false },
  /** Error: reading the file was interrupted, nothing was charged, try again later */
  reader_killed: { status: 503, permanent: false },
  /** Error: prices, hours, caps or credit changed while the file was read, nothing was charged, try again */
  prices_changing: { status: 503, permanent: false },
  /** Error: what may be one-time codes (a short code, a variable called code) cannot be repeated */
  batch_of_codes: { status: 409, permanent: true },
  /** Invalid request: template_data and free_form cannot be used together */
  chat_data_twice: { status: 400, permanent: true },
  /** Error: template_data and free_form are empty */
  chat_data_empty: { status: 400, permanent: true },
  /** Error: template_id is missing */
  chat_template_missing: { status: 400, permanent: true },
  /** Invalid template_id: no such template in this account */
  chat_template_unknown: { status: 404, permanent: true },
  /** Invalid template_id: the template is {state}, not approved */
  chat_template_not_approved: { status: 403, permanent: true },
  /** Invalid template_id: the template has a part that cannot be filled here: {part} */
  chat_template_unsupported: { status: 400, permanent: true },
  /** Invalid {parameter}: {why} */
  chat_data_unreadable: { status: 400, permanent: true },
  /** Invalid {parameter}: {field} is given twice in one object */
  chat_data_repeated: { status: 400, permanent: true },
  /** Invalid {parameter}: nested deeper than {depth} levels */
  chat_data_too_deep: { status: 413, permanent: true },
  /** Error: {parameter} names no recipient */
  chat_no_entries: { status: 400, permanent: true },
  /** Invalid {parameter}: more than {recipients} recipients in one request */
  chat_too_many_entries: { status: 413, permanent: true },
  /** Invalid {parameter}: no such number in this account */
  chat_number_unknown: { status: 404, permanent: true },
  /** Error: the account has no number to send from, connect one or give {parameter} */
  chat_number_none: { status: 403, permanent: true },
  /** Access denied: the number of {parameter} is disabled */
  chat_number_off: { status: 403, permanent: true },
  /** Invalid {parameter}: the template belongs to another business account */
  chat_number_elsewhere: { status: 400, permanent: true },
  /** Invalid entry: it must be a JSON object */
  chat_entry_not_object: { status: 400, permanent: true },
  /** Invalid recipient: mobile must be a string or a number */
  chat_mobile_not_text: { status: 400, permanent: true },
  /** Invalid {place}: {needed} is required */
  chat_form: { status: 400, permanent: true },
  /** Invalid header: the template has no header that takes a value */
  chat_header_none: { status: 400, permanent: true },
  /** Invalid header: the template needs one of the type {kind} */
  chat_header_missing: { status: 400, permanent: true },
  /** Invalid offer: the template has no offer that expires */
  chat_offer_none: { status: 400, permanent: true },
  /** Invalid offer: it expires before the message leaves */
  chat_offer_over: { status: 400, permanent: true },
  /** Invalid body: the template needs {needed} values, {given} given */
  chat_values_count: { status: 400, permanent: true },
  /** Invalid body: the template needs a value named {variable} */
  chat_value_unknown: { status: 400, permanent: true },
  /** Invalid {place}: it is empty */
  chat_value_empty: { status: 400, permanent: true },
  /** Invalid {place}: line breaks, tabs and more than four consecutive spaces are not allowed */
  chat_value_blanks: { status: 400, permanent: true },
  /** Invalid {place}: it holds a control character */
  chat_value_unprintable: { status: 400, permanent: true },
  /** Invalid {place}: {characters} characters, at most {most} are carried */
  chat_value_too_long: { status: 400, permanent: true },
  /** Invalid buttons: the template has no {kind} button at index {index} to fill */
  chat_button_unknown: { status: 400, permanent: true },
  /** Invalid buttons: the button at index {index} is given twice */
  chat_button_repeated: { status: 400, permanent: true },
  /** Invalid buttons: the {kind} button at index {index} needs a value */
  chat_button_missing: { status: 400, permanent: true },
  /** Invalid buttons: the button copies the code in the body, but another one was given */
  chat_code_differs: { status: 400, permanent: true },
  /** Invalid cards: the template needs {needed} cards, {given} given */
  chat_cards_count: { status: 400, permanent: true },
  /** Invalid card {card}: {why} */
  chat_card: { status: 400, permanent: true },
  /** Invalid type: use text, image, document, video, audio, media or request_contact_info */
  chat_type_unknown: { status: 400, permanent: true },
  /** Invalid {field}: audio cannot have a caption */
  chat_caption_unshown: { status: 400, permanent: true },
  /** Error: {field} is missing */
  chat_field_missing: { status: 400, permanent: true },
  /** Error: text.body is empty */
  chat_text_empty: { status: 400, permanent: true },
  /** Invalid {field}: {characters} characters, at most {most} are carried */
  chat_text_too_long: { status: 400, permanent: true },
  /** Invalid {field}: it holds a control character */
  chat_text_unprintable: { status: 400, permanent: true },
  /** Error: no price is set for such messages, ask the site admin */
  chat_unpriced: { status: 503, permanent: false },
  /** Invalid recipient: nobody with this user id has written to this account */
  chat_user_unknown: { status: 400, permanent: true },
  /** Invalid recipient: a chat user id has two capital letters, a dot, then letters and digits */
  chat_user_misspelt: { status: 400, permanent: true },
  /** Invalid recipient: one-time codes need a phone number, and this user shows none */
  chat_code_to_user: { status: 400, permanent: true },
  /** Access denied: this user has not written to the number in the last 24 hours, use a template */
  chat_window_closed: { status: 403, permanent: true },
  /** Access denied: the recipient has opted out of such messages */
  chat_opted_out: { status: 403, permanent: true },
  /** Access denied: the recipient has not opted in to marketing */
  chat_no_consent: { status: 403, permanent: true },
  /** Invalid media: its url is not an http or https address of at most {characters} characters */
  chat_media_address: { status: 400, permanent: true },
  /** Invalid media: {why} */
  chat_media_refused: { status: 400, permanent: true },
  /** Error: no API key, use the header Authorization: Bearer KEY */
  bearer_missing: { status: 401, permanent: true },
  /** Error: nobody is signed in here, or the session has ended */
  session_missing: { status: 401, permanent: true },
  /** Access denied: people sign in and work at the address of this service alone */
  people_elsewhere: { status: 421, permanent: true },
  /** Access denied: the header Paigham-CSRF is missing or wrong, or the request is not from a page at the PUBLIC_ADDRESS of this service */
  csrf_refused: { status: 403, permanent: true },
  /** Access denied: your role in the account may not do that */
  role_too_low: { status: 403, permanent: true },
  /** Access denied: only owners and managers of the account see what messages say */
  texts_hidden: { status: 403, permanent: true },
  /** Access denied: only the staff of this service may do that */
  staff_only: { status: 403, permanent: true },
  /** Access denied: your role on the staff may not do that */
  staff_role_too_low: { status: 403, permanent: true },
  /** Invalid name: no such operation */
  operation_unknown: { status: 404, permanent: true },
  /** Denied: agree to the consequences first, nothing was changed */
  agreement_needed: { status: 409, permanent: true },
  /** Access denied: staff may see an account, and change nothing in its name */
  see_as_reads: { status: 403, permanent: true },
  /** Access denied: only for a person who has just given their password or a code */
  confirmation_needed: { status: 403, permanent: true },
  /** Access denied: you belong to no account */
  account_missing: { status: 403, permanent: true },
  /** Invalid account: you belong to no account with this id */
  account_unknown: { status: 404, permanent: true },
  /** Invalid id: there is no account with it */
  found_account_unknown: { status: 404, permanent: true },
  /** Access denied: this account is disabled */
  account_inactive: { status: 403, permanent: true },
  /** Invalid code: it is wrong, or was used before */
  code_refused: { status: 400, permanent: true },
  /** Error: the service cannot write to people at the moment, try again later */
  registration_unavailable: { status: 503, permanent: false },
  /** Invalid codes: at least one of them is wrong */
  registration_refused: { status: 400, permanent: true },
  /** Invalid codes: they are too old, were tried too often, or were used already */
  registration_over: { status: 400, permanent: true },
  /** Error: too many tries, wait a while */
  tries_exceeded: { status: 429, permanent: false },
  /** Error: too many codes to this mailbox or phone lately, give the last ones, or wait */
  codes_exceeded: { status: 429, permanent: false },
  /** Access denied: many register just now, do the work of GET /v1/registrations/work */
  work_needed: { status: 403, permanent: true },
  /** Error: too many invitations of this account, or to this address, wait a while */
  invitations_exceeded: { status: 429, permanent: false },
  /** Invalid link: it was used or withdrawn, has expired, or was replaced by a newer one */
  link_refused: { status: 400, permanent: true },
  /** Invalid id: no such invitation */
  invitation_unknown: { status: 404, permanent: true },
  /** Invalid passkey: it is unknown here, or the request has expired */
  passkey_refused: { status: 401, permanent: true },
  /** Error: passkeys need a host name, and this page was opened by an address of numbers */
  passkeys_need_name: { status: 409, permanent: true },
  /** Invalid id: no such session */
  session_unknown: { status: 404, permanent: true },
  /** Invalid id: no such passkey */
  passkey_unknown: { status: 404, permanent: true },
  /** Invalid request: an API key must not be in a URL, use the Authorization header */
  key_in_address: { status: 400, permanent: true },
  /** Invalid method: this path allows {methods} */
  method_not_offered: { status: 405, permanent: true },
  /** Invalid content type: this path accepts {types} */
  content_type_not_taken: { status: 415, permanent: true },
  /** Invalid parameters: {why} */
  parameters_invalid: { status: 400, permanent: true },
  /** Denied: a test key reads and sends tests, and changes nothing */
  key_tests_only: { status: 403, permanent: true },
  /** Invalid id: no such API key */
  key_unknown: { status: 404, permanent: true },
  /** Error: the API key has ended */
  key_ended: { status: 409, permanent: true },
  /** Invalid id: no such sender */
  sender_unknown: { status: 404, permanent: true },
  /** Invalid number: it is not on the suppression list */
  suppression_unknown: { status: 404, permanent: true },
  /** Invalid id: no such contact */
  contact_unknown: { status: 404, permanent: true },
  /** Invalid id: no such record of a person */
  consent_unknown: { status: 404, permanent: true },
  /** Denied: it is for owners and managers, and for keys with every scope */
  forgetting_denied: { status: 403, permanent: true },
  /** Invalid id: nobody was forgotten */
  forgetting_unknown: { status: 404, permanent: true },
  /** Invalid address: no such form, or it is closed */
  join_form_unknown: { status: 404, permanent: true },
  /** Error: no codes go out by this form at the moment, try again later */
  join_form_unavailable: { status: 503, permanent: false },
  /** Invalid id: no such canned answer */
  canned_answer_unknown: { status: 404, permanent: true },
  /** Invalid id: no such file */
  media_unknown: { status: 404, permanent: true },
  /** Invalid id: no such label */
  label_unknown: { status: 404, permanent: true },
  /** Invalid id: no such note */
  note_unknown: { status: 404, permanent: true },
  /** Invalid id: no such segment */
  segment_unknown: { status: 404, permanent: true },
  /** Invalid id: no such user */
  user_unknown: { status: 404, permanent: true },
  /** Invalid document: the account has given none of this kind */
  document_unknown: { status: 404, permanent: true },
  /** Error: the document cannot be opened, it was sealed with another master key */
  document_sealed: { status: 409, permanent: true },
  /** Error: an account may give at most {most} documents in 24 hours */
  documents_exceeded: { status: 429, permanent: false },
  /** Invalid month: {why} */
  statement_unknown: { status: 404, permanent: true },
  /** Error: nobody can pay here, this service has no payment gateway */
  payments_off: { status: 409, permanent: true },
  /** Error: the payment gateway has not opened a checkout, try again in a minute */
  payment_gateway_unavailable: { status: 503, permanent: false },
  /** Error: nobody can pay by bank here, this service has named no bank account */
  bank_transfers_off: { status: 409, permanent: true },
  /** Invalid id: no such bank transfer */
  bank_transfer_unknown: { status: 404, permanent: true },
  /** Error: this bank transfer does not wait any more */
  bank_transfer_ended: { status: 409, permanent: true },
  /** Error: an account may have at most {most} bank transfers that wait */
  bank_transfers_exceeded: { status: 409, permanent: true },
  /** Invalid id: no such invoice */
  invoice_unknown: { status: 404, permanent: true },
  /** Error: an account may get at most {files} invoices as PDF in an hour */
  invoice_files_exceeded: { status: 429, permanent: false },
  /** Invalid id: no such payment */
  payment_unknown: { status: 404, permanent: true },
  /** Error: an account may open at most {payments} payments in an hour */
  payments_exceeded: { status: 429, permanent: false },
  /** Invalid id: no such batch */
  batch_unknown: { status: 404, permanent: true },
  /** Invalid send_window: nothing could leave inside of it within {hours} hours */
  window_closed: { status: 400, permanent: true },
  /** Error: the chat platform does not accept the template of this batch now */
  batch_template_stopped: { status: 409, permanent: true },
  /** Error: nothing of this batch waits any more */
  batch_not_waiting: { status: 409, permanent: true },
  /** Error: this batch was cancelled, it cannot go on */
  batch_cancelled: { status: 409, permanent: true },
  /** Error: this batch is not scheduled, its time has come, or it has been read already */
  batch_not_scheduled: { status: 409, permanent: true },
  /** Error: this batch has no texts that could be repeated */
  batch_not_repeatable: { status: 409, permanent: true },
  /** Error: some messages of this batch have no last word yet */
  batch_not_over: { status: 409, permanent: true },
  /** Error: nobody of this batch is left for another try */
  batch_none_failed: { status: 409, permanent: true },
  /** Error: those whom this batch failed to reach had another try already */
  batch_repeated: { status: 409, permanent: true },
  /** Error: this batch is paused, or its file is still being read */
  batch_held: { status: 409, permanent: true },
  /** Invalid id: no such message */
  message_unknown: { status: 404, permanent: true },
  /** Invalid id: this is a batch, not a message, see /v1/batches/{id} */
  message_is_batch: { status: 404, permanent: true },
  /** Error: the message has left, or has not reached the queue yet */
  message_not_waiting: { status: 409, permanent: true },
  /** Error: too many results are being written, try again later */
  results_busy: { status: 503, permanent: false },
  /** Invalid id: the reply has no file */
  reply_file_none: { status: 404, permanent: true },
  /** Error: the chat platform no longer has the file, it keeps files for 7 days */
  reply_file_gone: { status: 410, permanent: true },
  /** Error: the chat platform is not providing the file at the moment */
  reply_file_unavailable: { status: 503, permanent: false },
  /** Error: too many streams of events are open, close one first */
  streams_exceeded: { status: 429, permanent: false },
  /** Error: an account has at most {most} addresses for events */
  webhooks_exceeded: { status: 409, permanent: true },
  /** Error: the secret of this address for events was replaced too many times within a day */
  webhook_secrets_exceeded: { status: 409, permanent: true },
  /** Invalid id: no such address for events */
  webhook_unknown: { status: 404, permanent: true },
  /** Invalid id: no such reply */
  reply_unknown: { status: 404, permanent: true },
  /** Invalid id: no such conversation */
  conversation_unknown: { status: 404, permanent: true },
  /** Denied: a conversation of texts cannot be taken over, nobody else answers it */
  conversation_not_chat: { status: 409, permanent: true },
  /** Invalid name: there is already a template of this name in this language */
  chat_template_taken: { status: 409, permanent: true },
  /** Denied: the plan of the account allows no more templates */
  chat_template_plan: { status: 403, permanent: true },
  /** Denied: the template {why} */
  chat_template_fixed: { status: 409, permanent: true },
  /** Error: no business account of the chat platform is connected, or not this one */
  chat_business_missing: { status: 409, permanent: true },
  /** Error: no such chat number in this account */
  sending_number_unknown: { status: 404, permanent: true },
  /** Error: the number or its business account is connected for another account */
  chat_number_taken: { status: 409, permanent: true },
  /** Error: numbers are connected by their ids here, not in the dialogue */
  chat_signup_off: { status: 409, permanent: true },
  /** Error: it was begun by somebody else, too long ago, or has ended */
  chat_signup_over: { status: 409, permanent: true },
  /** Error: the chat platform refused it: {words} */
  chat_platform_refused: { status: 403, permanent: true },
  /** Error: the chat platform cannot be reached */
  chat_platform_unreachable: { status: 503, permanent: false },
  /** Error: the answer of the chat platform was lost, synchronise to see what it did */
  chat_platform_silent: { status: 503, permanent: false },
  /** Invalid host: you have it already, or it belongs to the service itself */
  host_taken: { status: 409, permanent: true },
  /** Error: neither proof of the domain was found */
  host_unproven: { status: 409, permanent: false },
  /** Denied: an account may change its domains {changes} times an hour */
  host_changes_exceeded: { status: 429, permanent: false },
  /** Invalid host: no such domain in this account */
  host_unknown: { status: 404, permanent: true },
  /** Invalid domain: another account has it, or it belongs to the service itself */
  link_domain_taken: { status: 409, permanent: true },
  /** Invalid domain: this account has none for its short links */
  link_domain_unknown: { status: 404, permanent: true },
  /** Denied: the account cancelled the message before it left */
  cancelled: { status: 200, permanent: true },
  /** Denied: the account has paused the batch */
  batch_paused: { status: 200, permanent: false },
  /** Error: the operator asked us to slow down */
  operator_throttled: { status: 200, permanent: false },
  /** Error: the queue at the operator is full */
  operator_queue_full: { status: 200, permanent: false },
  /** Error: the operator cannot accept the message at the moment */
  operator_temporary: { status: 200, permanent: false },
  /** Error: the operator had an internal fault */
  operator_fault: { status: 200, permanent: false },
  /** Failed: the operator refused the message */
  operator_refused: { status: 200, permanent: true },
  /** Failed: the operator refused the recipient */
  operator_refused_recipient: { status: 200, permanent: true },
  /** Failed: the operator refused the sender */
  operator_refused_sender: { status: 200, permanent: true },
  /** Failed: the operator refused the format of the message */
  operator_refused_form: { status: 200, permanent: true },
  /** Error: the operator answered with an unknown code */
  operator_unknown_word: { status: 200, permanent: false },
  /** Error: the text has a different number of parts than was charged */
  text_miscounted: { status: 200, permanent: true },
  /** Error: a test was on its way to somebody, or a real message to nobody */
  test_misrouted: { status: 200, permanent: true },
  /** Failed: the operator did not accept the message in time */
  retries_exhausted: { status: 200, permanent: true },
  /** Error: the chat platform asked us to slow down */
  platform_throttled: { status: 200, permanent: false },
  /** Error: too many messages to this recipient in a short time */
  platform_recipient_paced: { status: 200, permanent: false },
  /** Error: the chat platform is limiting the number after complaints from recipients */
  platform_spam_limited: { status: 200, permanent: false },
  /** Error: the chat platform accepts no templates of the business account for a while */
  platform_templates_limited: { status: 200, permanent: false },
  /** Error: the chat platform lets no more marketing through to this person for a day */
  platform_person_rests: { status: 200, permanent: false },
  /** Error: the chat platform holds the message back until it has judged the template */
  platform_holds: { status: 200, permanent: false },
  /** Error: the chat platform holds the message back because it has paused the template */
  platform_holds_paused: { status: 200, permanent: false },
  /** Error: the chat platform is still taking in the template */
  platform_template_syncing: { status: 200, permanent: false },
  /** Error: the chat platform had an internal fault */
  platform_fault: { status: 200, permanent: false },
  /** Error: the chat platform has blocked the number */
  platform_number_stopped: { status: 200, permanent: false },
  /** Error: the file of the message could not be uploaded to the chat platform */
  platform_media_unready: { status: 200, permanent: false },
  /** Error: the chat platform answered with an unknown code */
  platform_unknown_word: { status: 200, permanent: false },
  /** Failed: the chat platform refused the message */
  platform_refused: { status: 200, permanent: true },
  /** Failed: the chat platform refused the format of the message */
  platform_refused_form: { status: 200, permanent: true },
  /** Failed: the chat platform refused the recipient */
  platform_refused_recipient: { status: 200, permanent: true },
  /** Failed: the chat platform refused the file of the message */
  platform_refused_media: { status: 200, permanent: true },
  /** Failed: the chat platform refused the template or its values */
  platform_refused_template: { status: 200, permanent: true },
  /** Failed: the chat platform has paused or disabled the template */
  platform_template_stopped: { status: 200, permanent: true },
  /** Failed: the recipient cannot be reached on the chat platform */
  platform_unreachable: { status: 200, permanent: true },
  /** Failed: the chat platform withheld the message from this recipient */
  platform_withheld: { status: 200, permanent: true },
  /** Denied: the recipient has opted out of marketing messages from this number */
  platform_opted_out: { status: 200, permanent: true },
  /** Denied: more than 24 hours have passed since the recipient last wrote */
  platform_window_closed: { status: 200, permanent: true },
  /** Failed: the account has no payment method at the chat platform */
  platform_payment: { status: 200, permanent: true },
  /** Error: the content of the message could not be read */
  content_unreadable: { status: 200, permanent: true },
  /** Failed: the message did not reach the handset */
  handset_failed: { status: 200, permanent: true },
  /** Failed: the operator gave up when the message expired */
  operator_expired: { status: 200, permanent: true },
  /** Failed: the operator rejected the message */
  operator_rejected_later: { status: 200, permanent: true },
  /** Error: the operator has not reported on the message */
  receipt_never_came: { status: 200, permanent: true },
  /** Error: the answer of the operator was lost, nothing was charged */
  answer_lost: { status: 200, permanent: true },
  /** Failed: the message expired while it waited for an operator */
  expired_waiting: { status: 200, permanent: true },
  /** Denied: the account was disabled while the message waited */
  account_disabled: { status: 200, permanent: true },
  /** Denied: the sender was withdrawn while the message waited */
  sender_revoked: { status: 200, permanent: true },
  /** Denied: the number was withdrawn while the message waited */
  number_revoked: { status: 200, permanent: true },
  /** Denied: the 24 hours since the recipient last wrote ended while the message waited */
  window_closed_waiting: { status: 200, permanent: true },
  /** Denied: the template was withdrawn while the message waited */
  template_revoked: { status: 200, permanent: true },
  /** Denied: the person whose number it is left the account while the message waited */
  own_number_gone: { status: 200, permanent: true },
  /** Denied: the offer expired while the message waited */
  offer_over_waiting: { status: 200, permanent: true },
  /** Denied: the recipient opted out while the message waited */
  opted_out_waiting: { status: 200, permanent: true },
  /** Denied: the recipient was added to the do-not-call register while the message waited */
  do_not_call_waiting: { status: 200, permanent: true },
  /** Denied: the recipient was not opted in any more when the message was to leave */
  no_consent_waiting: { status: 200, permanent: true },
} as const;
