/**
 * What the chat platform asks of the service when it refuses a message, in its answer or later in a
 * status: by which path a code comes is not promised. Carriers translate codes into it, and
 * src/chat/reactions.ts applies it.
 */
export type PlatformReaction =
  /** The number must not send until somebody has looked after it; why, for people. */
  | { readonly kind: 'stop_number'; readonly words: string }
  /** Recipients complain: marketing of this number waits for a while. */
  | { readonly kind: 'rest_marketing' }
  /** The recipient wants no marketing of this number. */
  | { readonly kind: 'opt_out' }
  /** The recipient's last message is older than we think. */
  | { readonly kind: 'close_window' }
  /** The platform has lost our upload: the file is handed over anew. */
  | { readonly kind: 'forget_upload' };
