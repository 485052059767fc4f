import type { Session, User } from '../../shared/api/types.ts';

/** The scopes of each role, the most powerful first (docs/interface/account.md). */
const ROLES: Readonly<Record<User['role'], User['scopes']>> = {
  owner: ['send', 'read', 'templates', 'account'],
  manager: ['send', 'read', 'templates'],
  developer: ['send', 'read', 'account'],
  viewer: ['read'],
  agent: [],
};

/** What of some scopes a role does not have. */
export function beyond(role: User['role'], scopes: User['scopes']): User['scopes'] {
  return scopes.filter((it) => !ROLES[role].includes(it));
}

/** Nobody gives more than they have. */
export function rolesFor(account: Session['accounts'][number] | undefined) {
  const names = Object.keys(ROLES) as readonly User['role'][];
  return names.filter((role) => ROLES[role].every((it) => account?.scopes.includes(it) === true));
}
