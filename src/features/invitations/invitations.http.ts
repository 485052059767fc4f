/** `/v1/invitations`: whom an account has invited. */
import { invite, revokeInvitation } from './invitations.operations.ts';
import { ROLES } from '../../domain/account/account.ts';
import { Type } from '../../kit/shape.ts';
import { listInvitations } from './invitations.sql.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { listOf } from '../../api/v1/list.ts';
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

export function createInvitationEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const path = '/v1/invitations';
  return [
    listOf({
      path,
      name: 'listInvitations',
      scope: 'account',
      item: INVITATION,
      title: 'InvitationList',
      about: 'Whom your account has invited, newest first; expired ones too, for some days.',
      filters: {},
      find: ({ account, before: beforeId, most }) =>
        listInvitations(deps.reader, {
          beforeId,
          most,
          atMs: deps.chat.clock.nowMs(),
          accountId: account.id,
        }),
      placeOf: ({ id }) => id,
      show: INVITATION.show,
    }),
    operate(deps, invite, {
      method: 'POST',
      path,
      name: 'inviteUser',
      scope: 'account',
      about: 'Invites somebody by mail, with no more rights than you have.',
      gives: INVITATION,
      done: [201, 'The invitation is on its way.'],
      repeatable: true,
      failures: ['invitations_exceeded', 'registration_unavailable'],
      show: INVITATION.show,
    }),
    operate(deps, revokeInvitation, {
      method: 'DELETE',
      path: `${path}/{id}`,
      name: 'revokeInvitation',
      scope: 'account',
      places: { id: 'The id of an invitation.' },
      fromPath: { invitationId: 'id' },
      unknown: 'invitation_unknown',
      about: 'Takes back an invitation: its link ends.',
      done: 'It is taken back.',
    }),
  ];
}
