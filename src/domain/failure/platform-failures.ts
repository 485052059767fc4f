/**
 * What the chat platform says of a message, in its answer or later (src/carriers/whatsapp/
 * platform-errors.ts translates its codes). The platform charges for what it delivers alone, so
 * none of them is billable.
 */
export const PLATFORM_FAILURES = {
  // It goes again by itself, within bounds.
  platform_throttled: {
    sentence: 'Error: the chat platform asked us to slow down',
    permanent: false,
  },
  platform_recipient_paced: {
    sentence: 'Error: too many messages to this recipient in a short time',
    permanent: false,
  },
  platform_spam_limited: {
    sentence:
      'Error: the chat platform is holding the number back after complaints from recipients',
    permanent: false,
    alarm: true,
  },
  platform_fault: { sentence: 'Error: the chat platform had an internal fault', permanent: false },
  platform_number_stopped: {
    sentence: 'Error: the chat platform has blocked the number',
    permanent: false,
    alarm: true,
  },
  platform_media_unready: {
    sentence: 'Error: the file of the message could not be uploaded to the chat platform',
    permanent: false,
  },
  platform_unknown_word: {
    sentence: 'Error: the chat platform answered with an unknown code',
    permanent: false,
    alarm: true,
  },
  // It comes to nothing.
  platform_refused: { sentence: 'Failed: the chat platform refused the message' },
  platform_refused_form: {
    sentence: 'Failed: the chat platform refused the format of the message',
    alarm: true,
  },
  platform_refused_recipient: { sentence: 'Failed: the chat platform refused the recipient' },
  platform_refused_media: {
    sentence: 'Failed: the chat platform refused the file of the message',
  },
  platform_refused_template: {
    sentence: 'Failed: the chat platform refused the template or its values',
    alarm: true,
  },
  platform_template_stopped: {
    sentence: 'Failed: the chat platform has paused or disabled the template',
  },
  platform_unreachable: {
    sentence: 'Failed: the recipient cannot be reached on the chat platform',
  },
  platform_withheld: {
    sentence: 'Failed: the chat platform withheld the message from this recipient',
  },
  platform_opted_out: {
    sentence: 'Denied: the recipient wants no marketing messages from this number',
  },
  platform_window_closed: {
    sentence: 'Denied: more than 24 hours have passed since the recipient last wrote',
  },
  platform_payment: {
    sentence: 'Failed: the chat platform sends nothing until its bill is paid',
    alarm: true,
  },
  content_unreadable: {
    sentence: 'Error: the content of the message could not be read',
    alarm: true,
  },
} as const;
