/** The endpoints of `/v1` for people: signing in, and what is theirs and not their account's. */
import type { PersonEndpoint } from '../person-endpoint.ts';
import { createStaffAccounts } from '../staff/accounts.ts';
import { createListApprovals } from '../staff/approvals.ts';
import { createExportFound, createFindMessages, createShowLife } from '../staff/messages.ts';
import { createStaffOperations } from '../staff/operations.ts';
import { createOverviewEndpoints, type OverviewDeps } from '../staff/overview.ts';
import { createDocumentFile } from './document-file.ts';
import { createMeEndpoints } from './me.ts';
import { createJoiningEndpoints, type JoiningDeps } from './registration.ts';
import { createSessionEndpoints, type PeopleDeps as SessionDeps } from './session.ts';
import { createPasskeyEndpoints } from './passkeys.ts';

export type PeopleDeps = SessionDeps & JoiningDeps & OverviewDeps;

export function createPersonEndpoints(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [
    ...createSessionEndpoints(deps),
    ...createMeEndpoints(deps),
    ...createPasskeyEndpoints(deps),
    ...createStaffOperations(deps),
    ...createJoiningEndpoints(deps),
    ...createStaffAccounts(deps),
    createListApprovals(deps),
    createFindMessages(deps),
    createExportFound(deps),
    createShowLife(deps),
    ...createOverviewEndpoints(deps),
    createDocumentFile(deps),
  ];
}
