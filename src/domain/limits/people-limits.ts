import type { Limit } from './limit.ts';

/** People who sign in. */
export const PEOPLE_LIMITS = {
  sessionIdleHours: { value: 12, why: 'a browser that nobody uses is signed out' },
  sessionDays: { value: 30, why: 'however often a browser is used, its person signs in again' },
  staffSessionIdleHours: { value: 1, why: 'staff see the messages of all accounts' },
  staffSessionHours: { value: 12, why: 'a working day' },
  secondFactorMinutes: { value: 10, why: 'to find the phone, after the right password' },
  confirmedMinutes: { value: 10, why: 'dangerous things after a password or code' },
  sessionsOfPerson: {
    value: 30,
    why: 'browsers of one person; beyond it the oldest is signed out',
  },
  sessionTouchMs: { value: 60_000, why: 'the time of last use is stored no more often' },
  recoveryCodes: { value: 10, why: 'made with a second factor, each for one use' },
  passkeysOfPerson: { value: 10, why: 'devices of one person' },
  passkeyMinutes: { value: 5, why: 'to touch the device' },
  signInsPerMinute: { value: 60, why: 'from one address, right or wrong: each costs 30 ms' },
  wrongCodesPerHour: {
    value: 20,
    why: 'of one person; three of a million codes are right at any time',
  },
  personStreams: { value: 6, why: 'live pages of one person; a browser opens no more at once' },
  staffStreams: { value: 100, why: 'live pages of all staff at one node; each is a connection' },
  staffWorkCounted: { value: 100, why: 'of each kind that waits for staff; 100 means 100 or more' },
  staffQueueCounted: {
    value: 10_000,
    why: 'messages of one link and priority, for staff: each look costs some milliseconds',
  },
  forgottenSessions: {
    value: 1_000,
    why: 'expired sessions, or counts of guesses, removed in one transaction',
  },
  userAgentCharacters: { value: 200, why: 'of a browser’s name for itself, shown in its list' },
} as const satisfies Record<string, Limit>;
