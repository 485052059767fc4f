import type { HttpAnswer } from './answer.ts';
import type { Target } from './request.ts';

/** What can go wrong with a request before it reaches a route. */
export type HttpFault =
  | { readonly kind: 'path_unknown' | 'method_not_allowed' | 'request_unencrypted' }
  | { readonly kind: 'header_too_large' }
  | { readonly kind: 'body_too_large'; readonly bytes: number }
  /** `no_room`: other requests hold too much, in all or of the same caller. */
  | { readonly kind: 'too_slow' | 'no_room' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'unexpected'; readonly error: unknown };

/** As much of the request's target as could be read; '' where nothing could. */
export type SeenRequest = Target;

/** The answer to a fault in the words of the interface that was called. Must not throw. */
export type AnswerFault = (fault: HttpFault, seen: SeenRequest) => HttpAnswer;
