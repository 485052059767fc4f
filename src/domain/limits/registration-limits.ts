import type { Limit } from './limit.ts';

/** Mails to people, registration, resets and invitations. */
export const REGISTRATION_LIMITS = {
  mailsAtOnce: { value: 10, why: 'mails handed to the mail server side by side' },
  mailHours: { value: 24, why: 'a mail that no server takes for so long is given up' },
  mailDays: {
    value: 7,
    why: 'how long is kept that a mail was taken or given up, not what it said',
  },
  mailsShown: { value: 100, why: 'mails in the mailbox of the demo' },
  codeMinutes: { value: 10, why: 'a code of a registration; both codes arrive within a minute' },
  codeTries: { value: 5, why: 'wrong codes of one registration; six digits, so one in 200,000' },
  codeResends: { value: 5, why: 'codes of one registration in a day: each text costs money' },
  codeResendSeconds: { value: 60, why: 'between two codes of one registration' },
  registrationHours: { value: 24, why: 'a registration that nobody confirms is forgotten' },
  registrationsPerAddress: { value: 10, why: 'in an hour; each one costs a text and a mail' },
  registrationsPerNetwork: {
    value: 30,
    why: 'the same from one /48 of IPv6, which has 65,536 /64',
  },
  registrationsPerPhone: { value: 5, why: 'codes to one phone or mailbox in an hour' },
  codesOfStrangers: {
    value: 300,
    why: 'codes of registrations in an hour, all together: each costs a text',
  },
  confirmsPerAddress: { value: 60, why: 'tries at codes and links in an hour' },
  throttledPeople: {
    value: 100_000,
    why: 'addresses and phones remembered; the oldest is dropped',
  },
  resetMinutes: { value: 60, why: 'a link to a new password' },
  resetsPerMailbox: { value: 5, why: 'in an hour: nobody’s mailbox is to be flooded' },
  invitationDays: { value: 7, why: 'a link to an invitation' },
  invitationsOfAccount: { value: 20, why: 'in a day: they are mails to strangers in our name' },
  invitationsUnverified: { value: 5, why: 'the same of an account that nobody has verified' },
  invitationsPerMailbox: { value: 3, why: 'in a day, of all verified accounts, and of all others' },
  invitationMinutes: { value: 5, why: 'between two invitations to one mailbox' },
  noticesPerPerson: {
    value: 20,
    why: 'mails in an hour about changes that a person makes to how they sign in',
  },
  replyMailMinutes: {
    value: 60,
    why: 'minutes between two mails to a person about unread replies of an account',
  },
  lowCreditMails: { value: 3, why: 'mails in a day about the low credit of one account' },
  waitingForStaff: {
    value: 50,
    why: 'templates, and senders, of one account that wait for a decision: people read each',
  },
  optoutsUnverified: { value: 10_000, why: 'opt-outs of an account that nobody has verified' },
  optoutsOfAccount: {
    value: 1_000_000,
    why: 'opt-outs of an account, beyond which it imports none',
  },
  accountUsers: { value: 200, why: 'people of one account' },
} as const satisfies Record<string, Limit>;
