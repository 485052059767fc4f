/** `/v1/invitations/show` and `/accept`: what the link of an invitation opens. */
import { acceptInvitation, findInvitation } from './invitations.operations.ts';
import { ROLES } from '../../domain/account/account.ts';
import { faultOfPublicName } from '../../domain/account/name.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import { hostOf } from '../../kit/request-host.ts';
import { Type } from '../../kit/shape.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  refuseFields,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { closed, nullable, showTime } from '../../operations/resource.ts';
import { faultsOfPassword, NEW_PASSWORD } from '../sign-in/new-password.http.ts';
import type { JoiningDeps } from '../registration/registration.http.ts';
import { confirmsFrom } from '../sign-in/tries.http.ts';

const TOKEN = Type.String({ minLength: 1, maxLength: 200, description: 'Of the mailed link.' });

export function createMailedInvitations(deps: JoiningDeps): readonly PersonEndpoint[] {
  return [createShow(deps), createAccept(deps)];
}

/** A POST, because a token must not be in an address. */
function createShow({ registering, tries }: JoiningDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/invitations/show',
    name: 'showInvitation',
    who: 'anyone',
    about: 'Who invites by a mailed link, to which account, as what. The link stays valid.',
    takes: closed({ token: TOKEN }, { title: 'InvitationToken' }),
    gives: closed(
      {
        account: Type.String({ description: 'Its name.' }),
        role: Type.Enum([...ROLES]),
        invited_by: nullable('The name of the person; null: a key, or somebody who has left.'),
        email: Type.String({ description: 'Who is invited.' }),
        has_login: Type.Boolean({ description: 'false: accepting needs a name and a password.' }),
        expires_at: Type.String({ format: 'date-time' }),
      },
      { title: 'ShownInvitation' },
    ),
    guards: [confirmsFrom(tries)],
    failures: ['link_refused'],
    async handle({ body: { token } }) {
      const found = await findInvitation(registering.admin, token);
      if (found === undefined) return refused('link_refused');
      const { account, role, inviter, email, hasLogin, expiresAtMs } = found;
      return done({
        account,
        role,
        invited_by: inviter ?? null,
        email,
        has_login: hasLogin,
        expires_at: showTime(expiresAtMs),
      });
    },
  });
}

function createAccept({ registering, tries, sessions }: JoiningDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/invitations/accept',
    name: 'acceptInvitation',
    who: 'anyone',
    about: 'Accepts an invitation by its mailed link; whoever has no login gets one.',
    takes: closed(
      {
        token: TOKEN,
        name: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Without a login.' }),
        ),
        password: Type.Optional(NEW_PASSWORD),
      },
      { title: 'InvitationLink' },
    ),
    gives: closed(
      {
        account: closed({ id: Type.String(), name: Type.String() }),
        role: Type.Enum([...ROLES]),
        signed_in: Type.Boolean({ description: 'A login was made, and its session has begun.' }),
      },
      { title: 'AcceptedInvitation' },
    ),
    failures: ['link_refused', 'tries_exceeded'],
    async handle({ body: { token, name, password }, from, userAgent, request }) {
      const fault = name === undefined ? undefined : faultOfPublicName(name.trim());
      if (fault !== undefined) return refuseField('/name', fault, 'body');
      const key = `from ${neighbourhoodOf(from)}`;
      if (await tries.spend('confirm', [key])) return refused('tries_exceeded');
      const guessed =
        password === undefined
          ? []
          : await faultsOfPassword(password, [
              name ?? '',
              (await findInvitation(registering.admin, token))?.email ?? '',
            ]);
      if (guessed.length > 0) return refuseFields(guessed, 'body');
      const browser = { address: from, userAgent, host: hostOf(request) };
      const login = { name: name?.trim(), password };
      const outcome = await acceptInvitation(registering.admin, { token, ...login, browser });
      switch (outcome.kind) {
        case 'refused':
          return refused('link_refused');
        case 'needs_login': {
          const rule = 'must be given: this address has no login yet';
          const lacking = Object.entries(login).filter(([, value]) => value === undefined);
          return refuseFields(
            lacking.map(([field]) => ({ pointer: `/${field}`, rule })),
            'body',
          );
        }
        case 'accepted': {
          const { accountId, account, role, begun } = outcome;
          const accepted = done({
            account: { id: String(accountId), name: account },
            role,
            signed_in: begun !== undefined,
          });
          if (begun === undefined) return accepted;
          const { token: session, maxAgeSeconds } = begun;
          return { ...accepted, cookie: sessions.cookie(request, session, maxAgeSeconds) };
        }
      }
    },
  });
}
