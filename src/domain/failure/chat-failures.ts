import { define } from './define.ts';

/**
 * Refusals of chat messages, for the whole request or one entry, in the order of the checks
 * (contract section 10). Refusals by the platform itself are in message-failures.ts.
 */
export const CHAT_FAILURES = define({
  // The request.
  chat_data_twice: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid request: template_data and free_form cannot be used together',
  },
  chat_data_empty: {
    code: '6',
    httpStatus: 400,
    sentence: 'Error: template_data and free_form are empty',
  },
  chat_template_missing: {
    code: '20',
    httpStatus: 400,
    sentence: 'Error: template_id is missing',
  },
  chat_template_unknown: {
    code: '20',
    httpStatus: 404,
    sentence: 'Invalid template_id: no such template in this account',
  },
  chat_template_not_approved: {
    code: '21',
    httpStatus: 403,
    sentence: 'Invalid template_id: the template is {state}, not approved',
  },
  chat_template_unsupported: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid template_id: the template has a part that cannot be filled here: {part}',
  },
  chat_data_unreadable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {parameter}: {why}',
  },
  chat_data_repeated: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {parameter}: {field} is given twice in one object',
  },
  chat_data_too_deep: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid {parameter}: nested deeper than {depth} levels',
  },
  chat_no_entries: {
    code: '5',
    httpStatus: 400,
    sentence: 'Error: {parameter} names no recipient',
  },
  chat_too_many_entries: {
    code: '12',
    httpStatus: 413,
    sentence: 'Invalid {parameter}: more than {recipients} recipients in one request',
  },
  chat_number_unknown: {
    code: '26',
    httpStatus: 404,
    sentence: 'Invalid {parameter}: no such number in this account',
  },
  chat_number_none: {
    code: '26',
    httpStatus: 403,
    sentence: 'Error: the account has no number to send from, connect one or give {parameter}',
  },
  chat_number_off: {
    code: '26',
    httpStatus: 403,
    sentence: 'Access denied: the number of {parameter} is disabled',
  },
  chat_number_elsewhere: {
    code: '26',
    httpStatus: 400,
    sentence: 'Invalid {parameter}: the template belongs to another business account',
  },
  // One entry, whoever it is for.
  chat_entry_not_object: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid entry: it must be a JSON object',
  },
  chat_mobile_not_text: {
    code: '7',
    httpStatus: 400,
    sentence: 'Invalid recipient: mobile must be a string or a number',
  },
  // … with a template.
  chat_form: { code: '22', httpStatus: 400, sentence: 'Invalid {place}: {needed} is required' },
  chat_header_none: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid header: the template has no header that takes a value',
  },
  chat_header_missing: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid header: the template needs one of the type {kind}',
  },
  chat_offer_none: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid offer: the template has no offer that expires',
  },
  chat_offer_over: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid offer: it expires before the message leaves',
  },
  chat_values_count: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid body: the template needs {needed} values, {given} given',
  },
  chat_value_unknown: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid body: the template needs a value named {variable}',
  },
  chat_value_empty: { code: '22', httpStatus: 400, sentence: 'Invalid {place}: it is empty' },
  chat_value_blanks: {
    code: '22',
    httpStatus: 400,
    sentence:
      'Invalid {place}: line breaks, tabs and more than four consecutive spaces are not allowed',
  },
  chat_value_unprintable: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid {place}: it holds a control character',
  },
  chat_value_too_long: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid {place}: {characters} characters, at most {most} are carried',
  },
  chat_button_unknown: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid buttons: the template has no {kind} button at index {index} to fill',
  },
  chat_button_repeated: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid buttons: the button at index {index} is given twice',
  },
  chat_button_missing: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid buttons: the {kind} button at index {index} needs a value',
  },
  chat_code_differs: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid buttons: the button copies the code in the body, but another one was given',
  },
  chat_cards_count: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid cards: the template needs {needed} cards, {given} given',
  },
  chat_card: { code: '22', httpStatus: 400, sentence: 'Invalid card {card}: {why}' },
  // … in free form.
  chat_type_unknown: {
    code: '12',
    httpStatus: 400,
    sentence:
      'Invalid type: use text, image, document, video, audio, media or request_contact_info',
  },
  chat_caption_unshown: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {field}: audio cannot have a caption',
  },
  chat_field_missing: { code: '12', httpStatus: 400, sentence: 'Error: {field} is missing' },
  chat_text_empty: { code: '6', httpStatus: 400, sentence: 'Error: text.body is empty' },
  chat_text_too_long: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {field}: {characters} characters, at most {most} are carried',
  },
  chat_text_unprintable: {
    code: '12',
    httpStatus: 400,
    sentence: 'Invalid {field}: it holds a control character',
  },
  // … and what only the store or the outside world knows.
  chat_unpriced: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: no price is set for such messages, ask the site admin',
    permanent: false,
    alarm: true,
    retryAfterSeconds: 60,
  },
  chat_user_unknown: {
    code: '7',
    httpStatus: 400,
    sentence: 'Invalid recipient: nobody with this user id has written to this account',
  },
  chat_user_misspelt: {
    code: '7',
    httpStatus: 400,
    sentence:
      'Invalid recipient: a chat user id has two capital letters, a dot, then letters and digits',
  },
  chat_code_to_user: {
    code: '22',
    httpStatus: 400,
    sentence: 'Invalid recipient: one-time codes need a phone number, and this user shows none',
  },
  chat_window_closed: {
    code: '23',
    httpStatus: 403,
    sentence:
      'Access denied: this user has not written to the number in the last 24 hours, use a template',
  },
  chat_opted_out: {
    code: '24',
    httpStatus: 403,
    sentence: 'Access denied: the recipient has opted out of such messages',
  },
  chat_no_consent: {
    code: '24',
    httpStatus: 403,
    sentence: 'Access denied: the recipient has not opted in to marketing',
  },
  chat_media_address: {
    code: '25',
    httpStatus: 400,
    sentence:
      'Invalid media: its url is not an http or https address of at most {characters} characters',
  },
  chat_media_refused: { code: '25', httpStatus: 400, sentence: 'Invalid media: {why}' },
});

/** Changes of templates and domains refused only at `/v1` (contract section 11). */
export const CHAT_ADMIN_FAILURES = define({
  chat_template_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid name: there is already a template of this name in this language',
  },
  chat_template_plan: {
    code: '12',
    httpStatus: 403,
    sentence: 'Denied: the plan of the account allows no more templates',
  },
  chat_template_fixed: {
    code: '12',
    httpStatus: 409,
    sentence: 'Denied: the template {why}',
  },
  chat_business_missing: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: no business account of the chat platform is connected, or not this one',
  },
  sending_number_unknown: {
    code: '26',
    httpStatus: 404,
    sentence: 'Error: no such chat number in this account',
  },
  chat_number_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: the number or its business account is connected for another account',
  },
  chat_signup_off: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: numbers are connected by their ids here, not in the dialogue',
  },
  chat_signup_over: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: it was begun by somebody else, too long ago, or has ended',
  },
  chat_platform_refused: {
    code: '27',
    httpStatus: 403,
    sentence: 'Error: the chat platform refused it: {words}',
  },
  chat_platform_unreachable: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the chat platform cannot be reached',
    permanent: false,
    retryAfterSeconds: 30,
  },
  chat_platform_silent: {
    code: '12',
    httpStatus: 503,
    sentence: 'Error: the answer of the chat platform was lost, synchronise to see what it did',
    permanent: false,
    retryAfterSeconds: 30,
  },
  host_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid host: you have it already, or it belongs to the service itself',
  },
  host_unproven: {
    code: '12',
    httpStatus: 409,
    sentence: 'Error: neither proof of the domain was found',
    permanent: false,
  },
  host_changes_exceeded: {
    code: '12',
    httpStatus: 429,
    sentence: 'Denied: an account may change its domains {changes} times an hour',
    permanent: false,
    retryAfterSeconds: 3_600,
  },
  host_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid host: no such domain in this account',
  },
  link_domain_taken: {
    code: '12',
    httpStatus: 409,
    sentence: 'Invalid domain: another account has it, or it belongs to the service itself',
  },
  link_domain_unknown: {
    code: '12',
    httpStatus: 404,
    sentence: 'Invalid domain: this account has none for its short links',
  },
});
