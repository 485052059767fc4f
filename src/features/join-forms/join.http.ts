/** `/v1/join/{code}`: strangers agree to an account's texts, by a form of its own. */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { neighbourhoodOf } from '@paigham/http/address-list.ts';
import { Type } from '../../kit/shape.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { getOne } from '../../api/v1/list.ts';
import { MUST_BE_MOBILE } from '../../api/v1/shapes.ts';
import { closed } from '../../operations/resource.ts';
import { tellTexted } from '../registration/registration.http.ts';
import type { RegistrationDeps, TextBy } from '../registration/registration.ts';
import type { Tries } from '../sign-in/tries.http.ts';
import { confirmJoin, textJoinCode } from './join.ts';
import { findOpenForm } from './join-forms.sql.ts';

export type JoinDeps = {
  readonly reader: Reader;
  readonly registering: Pick<RegistrationDeps, 'admin'>;
  readonly tries: Tries;
  readonly textBy: TextBy;
};

const PATH = '/v1/join/{code}';
const PLACES = { code: 'The end of the address of the form.' };

export function createJoinEndpoints(deps: JoinDeps): readonly PersonEndpoint[] {
  const { reader } = deps;
  return [
    getOne({
      path: PATH,
      name: 'showJoinPage',
      who: 'anyone',
      about: 'Whose form it is, and what people agree to by it.',
      places: PLACES,
      gives: closed(
        {
          company: Type.String(),
          wording: Type.String(),
          wording_urdu: Type.String({ description: 'Empty: it is in English.' }),
        },
        { title: 'JoinPage' },
      ),
      unknown: 'join_form_unknown',
      async find({ places: { code } }) {
        const form = await findOpenForm(reader, { code });
        if (form === undefined) return undefined;
        const { company, wording, wordingUrdu } = form;
        return { company, wording, wording_urdu: wordingUrdu };
      },
    }),
    createAsk(deps),
    createConfirm(deps),
  ];
}

function createAsk({ reader, registering, tries, textBy }: JoinDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: PATH,
    name: 'askToJoin',
    who: 'anyone',
    about:
      'Texts a code to the number of somebody who agrees. Nothing is recorded before it is given.',
    places: PLACES,
    takes: closed(
      {
        phone: Type.String({ maxLength: 64 }),
        language: Type.Enum(['en', 'ur'], {
          default: 'en',
          description: 'Of what they were shown.',
        }),
      },
      { title: 'JoinNumber' },
    ),
    gives: closed(
      { token: Type.String({ description: 'To give back with the code.' }) },
      { title: 'JoinCodeTexted' },
    ),
    statuses: { 202: 'The code is on its way.' },
    failures: ['join_form_unknown', 'join_form_unavailable', 'codes_exceeded', 'tries_exceeded'],
    async handle({ places: { code }, body, from }) {
      const form = await findOpenForm(reader, { code });
      if (form === undefined) return refused('join_form_unknown');
      const read = readRecipient(body.phone);
      if (!read.ok) return refuseField('/phone', MUST_BE_MOBILE, 'body');
      const phone = read.number;
      if (await tries.spend('joinFrom', [`from ${neighbourhoodOf(from)}`])) {
        return refused('tries_exceeded');
      }
      if (await tries.spend('join', [`phone ${phone}`])) return refused('codes_exceeded');
      if (await tries.spend('joinForm', [`account ${form.accountId}`])) {
        return refused('join_form_unavailable');
      }
      const { language } = body;
      const texted = await textJoinCode(registering.admin, textBy, form, { phone, language });
      return tellTexted(texted, 'join_form_unavailable', {});
    },
  });
}

function createConfirm({ reader, registering, tries }: JoinDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'POST',
    path: `${PATH}/confirm`,
    name: 'confirmJoin',
    who: 'anyone',
    about: 'Records the consent of whoever has read the code off their phone, once.',
    places: PLACES,
    takes: closed(
      {
        token: Type.String({ minLength: 1, maxLength: 8_000 }),
        code: Type.String({ maxLength: 20, description: 'The code that arrived.' }),
      },
      { title: 'JoinCode' },
    ),
    gives: closed({ company: Type.String() }, { title: 'Joined' }),
    failures: ['join_form_unknown', 'tries_exceeded'],
    async handle({ places: { code: address }, body: { token, code }, from }) {
      const form = await findOpenForm(reader, { code: address });
      if (form === undefined) return refused('join_form_unknown');
      const name = registering.admin.seal.hash(`join token ${token}`);
      if (
        (await tries.spend('confirm', [`from ${neighbourhoodOf(from)}`])) ||
        (await tries.spend('joinCode', [name]))
      ) {
        return refused('tries_exceeded');
      }
      const once = async () => !(await tries.spend('work', [`join ${name}`]));
      const joined = await confirmJoin(registering.admin, form, { token, code, from, once });
      if (!joined.ok) return refuseField('/code', joined.rule, 'body');
      return done({ company: form.company });
    },
  });
}
