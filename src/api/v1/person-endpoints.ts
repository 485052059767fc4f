/** The endpoints of `/v1` for people: signing in, and what is theirs and not their account's. */
import type { PersonEndpoint } from './person-endpoint.ts';
import { createStaffAccounts } from '../../features/accounts/staff-accounts.http.ts';
import { createListApprovals } from '../../features/approvals/approvals.http.ts';
import {
  createExportFound,
  createFindMessages,
  createShowLife,
} from '../../features/messages/find-messages.http.ts';
import { createStaffOperations } from '../../operations/operations.http.ts';
import {
  createOverviewEndpoints,
  type OverviewDeps,
} from '../../features/overview/overview.http.ts';
import { createDocumentFile } from '../../features/verification/document-file.http.ts';
import { createMeEndpoints } from '../../features/users/me.http.ts';
import { createOwnPhone } from '../../features/users/own-phone.http.ts';
import {
  createJoiningEndpoints,
  type JoiningDeps,
} from '../../features/registration/registration.http.ts';
import {
  createSessionEndpoints,
  type PeopleDeps as SessionDeps,
} from '../../features/sign-in/sign-in.http.ts';
import { createPasskeyEndpoints } from '../../features/sign-in/passkeys.http.ts';

export type PeopleDeps = SessionDeps & JoiningDeps & OverviewDeps;

export function createPersonEndpoints(deps: PeopleDeps): readonly PersonEndpoint[] {
  return [
    ...createSessionEndpoints(deps),
    ...createMeEndpoints(deps),
    ...createOwnPhone(deps),
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
