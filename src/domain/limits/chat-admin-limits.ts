import type { Limit } from './limit.ts';

/** What templates of the chat platform and accounts' domains may be. */
export const CHAT_ADMIN_LIMITS = {
  chatTemplateNameCharacters: { value: 512, why: 'the platform: name of a template' },
  chatTemplateLanguageCharacters: { value: 32, why: 'the platform’s longest has 7' },
  chatButtons: { value: 13, why: 'chat document, section 2: buttons in all' },
  chatUrlButtons: { value: 2, why: 'chat document, section 2: website buttons' },
  chatCallButtons: { value: 1, why: 'chat document, section 2: call buttons' },
  chatQuickReplies: { value: 10, why: 'chat document, section 2: quick replies' },
  chatSyncPages: {
    value: 200,
    why: 'pages of templates read in one sync: of 50 and more each, past every quota',
  },
  chatSyncPiece: {
    value: 100,
    why: 'templates that one commit of a sync changes: sends of everybody may wait for it',
  },
  chatSyncHours: {
    value: 6,
    why: 'templates are compared with the platform’s so often: events tell at once, some are lost',
  },
  chatSyncAgainMinutes: {
    value: 30,
    why: 'after a comparison that failed or never ended; one takes seconds, 200 pages take minutes',
  },
  chatSyncLateHours: {
    value: 24,
    why: 'a comparison has failed for so long, many times: doctor warns of it',
  },
  accountHosts: { value: 20, why: 'domains of one account; each has a certificate' },
  hostChangesPerHour: {
    value: 60,
    why: 'domains that one account claims, verifies or removes; a look at each minute for a record',
  },
  hostProofMs: { value: 10_000, why: 'a look for the record or the file that proves a domain' },
  hostProofBytes: { value: 1_024, why: 'the file that proves a domain is one line' },
  hostClaimDays: { value: 14, why: 'a claim to a domain that nobody proved: doctor warns of it' },
  hostRefusalsNoted: {
    value: 1_000,
    why: 'accounts and domains where their keys are refused, told once an hour each in the log',
  },
  tlsAsksPerMinute: {
    value: 600,
    why: 'questions of a proxy whether to make a certificate; strangers name any domain they like',
  },
  chatWindow: {
    value: 500,
    why: 'requests of one number to the platform that may be unanswered at once',
  },
  chatReconcileMs: {
    value: 3_600_000,
    why: 'a status that explains a lost answer may itself be late; the platform repeats for days',
  },
} as const satisfies Record<string, Limit>;
