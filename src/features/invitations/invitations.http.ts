/** `/v1/invitations`: whom an account has invited. */
import { invite, revokeInvitation } from './invitations.operations.ts';
import { ROLES } from '../../domain/account/account.ts';
import { Type } from '../../kit/shape.ts';
import { listInvitations } from './invitations.sql.ts';
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { id, time, resource } from '../../operations/resource.ts';

const INVITATION = resource(
  'Invitation',
  {
    id: id(),
    email: Type.String(),
    role: Type.Enum([...ROLES]),
    invited_by: Type.String({ description: 'As the audit names them.' }),
    created_at: time(),
    expires_at: time(),
  },
  'To act for the account; nobody has accepted it yet.',
);

const at = collection(INVITATION, {
  path: '/v1/invitations',
  id: idOf('an invitation'),
  field: 'invitationId',
  unknown: 'invitation_unknown',
});

export function createInvitationEndpoints(deps: OperateDeps): readonly Endpoint[] {
  return [
    listOf({
      ...at.list,
      name: 'listInvitations',
      scope: 'account',
      about: 'Whom your account has invited, newest first; expired ones too, for some days.',
      find: ({ account, before: beforeId, most }) =>
        listInvitations(deps.reader, {
          beforeId,
          most,
          atMs: deps.chat.clock.nowMs(),
          accountId: account.id,
        }),
    }),
    operate(deps, invite, {
      ...at.add,
      name: 'inviteUser',
      scope: 'account',
      about: 'Invites somebody by mail, with no more rights than you have.',
      done: [201, 'The invitation is on its way.'],
      failures: ['invitations_exceeded', 'registration_unavailable'],
    }),
    operate(deps, revokeInvitation, {
      ...at.remove,
      name: 'revokeInvitation',
      scope: 'account',
      about: 'Takes back an invitation: its link ends.',
      done: 'It is taken back.',
    }),
  ];
}
