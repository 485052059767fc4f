import type { Limit } from './limit.ts';

/** What templates of the chat platform and accounts' domains may be. */
export const CHAT_ADMIN_LIMITS = {
  chatTemplateNameCharacters: { value: 512, why: 'platform limit: the name of a template' },
  chatTemplateLanguageCharacters: { value: 32, why: 'the platform’s longest has 7' },
  chatButtons: { value: 13, why: 'chat document, section 2: buttons in all' },
  chatUrlButtons: { value: 2, why: 'chat document, section 2: website buttons' },
  chatCallButtons: { value: 1, why: 'chat document, section 2: call buttons' },
  chatQuickReplies: { value: 10, why: 'chat document, section 2: quick replies' },
  chatSyncPages: {
    value: 200,
    why: 'pages of templates read in one sync, of 50 or more each: more than any quota',
  },
  chatSyncPiece: {
    value: 100,
    why: 'templates changed in one commit of a sync; all sends may wait for it',
  },
  chatSyncHours: {
    value: 6,
    why: 'how often templates are compared with the platform’s, in case an event was lost',
  },
  chatSyncAgainMinutes: {
    value: 30,
    why: 'retry after a sync that failed or never ended; one takes seconds, 200 pages minutes',
  },
  chatSyncLateHours: { value: 24, why: 'doctor warns when syncs have failed for this long' },
  accountHosts: { value: 20, why: 'domains of one account; each has a certificate' },
  hostChangesPerHour: {
    value: 60,
    why: 'domains one account claims, verifies or removes; allows a check every minute',
  },
  hostProofMs: {
    value: 10_000,
    why: 'timeout of the check for the DNS record or file that proves a domain',
  },
  hostProofBytes: { value: 1_024, why: 'the file that proves a domain has one line' },
  hostClaimDays: {
    value: 14,
    why: 'doctor warns of a claim to a domain that is not proven by then',
  },
  hostRefusalsNoted: {
    value: 1_000,
    why: 'pairs of account and domain whose refused keys are logged, once an hour each',
  },
  tlsAsksPerMinute: {
    value: 600,
    why: 'requests of a proxy whether to issue a certificate; strangers can name any domain',
  },
  chatWindow: { value: 500, why: 'unanswered requests of one number to the platform' },
  chatReconcileMs: {
    value: 3_600_000,
    why: 'a status that explains a lost answer may be late itself; the platform retries for days',
  },
} as const satisfies Record<string, Limit>;
