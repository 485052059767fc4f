/** `/v1/me/phone`: a person's own mobile number. */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { Type } from '../../kit/shape.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { MUST_BE_MOBILE } from '../../api/v1/shapes.ts';
import { closed } from '../../operations/resource.ts';
import { tellTexted, type JoiningDeps } from '../registration/registration.http.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { confirmOwnPhone, textOwnCode } from './own-phone.ts';

const PATH = '/v1/me/phone';

export function createOwnPhone({
  admin,
  tries,
  registering,
}: Pick<PeopleDeps, 'admin'> & JoiningDeps): readonly PersonEndpoint[] {
  return [
    defineEndpoint({
      method: 'POST',
      path: PATH,
      name: 'textPhoneCode',
      who: 'person',
      about: 'Texts a code to your mobile number; the number is yours once you have given it.',
      takes: closed({ phone: Type.String({ maxLength: 64 }) }, { title: 'OwnPhone' }),
      gives: closed(
        { token: Type.String({ description: 'To give back with the code.' }) },
        { title: 'PhoneCodeTexted' },
      ),
      statuses: { 202: 'The code is on its way.' },
      failures: ['registration_unavailable', 'codes_exceeded'],
      async handle({ person: { userId }, body }) {
        const read = readRecipient(body.phone);
        if (!read.ok) return refuseField('/phone', MUST_BE_MOBILE, 'body');
        const phone = read.number;
        // Apart from those of registrations, which strangers can use up.
        const keys = [`own phone ${phone}`, `phone of ${userId}`];
        if (await tries.spend('code', keys)) return refused('codes_exceeded');
        const texted = await textOwnCode(admin, registering.textCode, { userId, phone });
        return tellTexted(texted, 'registration_unavailable', {});
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: PATH,
      name: 'confirmPhone',
      who: 'person',
      about: 'Makes the number yours, in place of the one before.',
      takes: closed(
        {
          token: Type.String({ maxLength: 1_000 }),
          code: Type.String({ maxLength: 20, description: 'The code that arrived.' }),
        },
        { title: 'PhoneCode' },
      ),
      gives: closed({ phone: Type.String() }, { title: 'ConfirmedPhone' }),
      failures: ['tries_exceeded'],
      async handle({ person, body }) {
        const { userId, accounts, actor } = person;
        if (await tries.spend('confirm', [`phone of ${userId}`])) return refused('tries_exceeded');
        const accountIds = accounts.map(({ id }) => id);
        const outcome = await confirmOwnPhone({ ...admin, actor }, { userId, accountIds }, body);
        if (outcome.ok) return done(outcome.value);
        return refuseField('/code', outcome.rule, 'body');
      },
    }),
  ];
}
