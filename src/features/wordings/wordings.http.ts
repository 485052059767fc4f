/** `GET /v1/wordings`: wordings to start from, with the account's name. */
import { findDoubts, readApproved } from './wordings.operations.ts';
import {
  BUSINESSES,
  forAccount,
  LANGUAGES,
  START_WORDINGS,
} from '../../domain/template/wordings.ts';
import { Type } from '../../kit/shape.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { CATEGORY, VARIABLES } from '../templates/templates.http.ts';
import { allOf } from '../../api/v1/list.ts';
import { closed, id, orNull, resource } from '../../operations/resource.ts';

const BUSINESS = Type.Enum([...BUSINESSES], { description: 'Who has use for it.' });
const LANGUAGE = Type.Enum([...LANGUAGES]);

const WORDING = resource(
  'Wording',
  {
    id: Type.String(),
    business: BUSINESS,
    language: LANGUAGE,
    name: Type.String({ description: 'What it is for.' }),
    message: Type.String({ description: 'With the name of your account, and #variables#.' }),
    category: CATEGORY,
    variables: VARIABLES,
    approved: Type.Boolean({
      description: 'Whether POST /v1/templates approves it at once, as it is.',
    }),
    template_id: orNull(
      id(),
      'Your template that says it; it is not taken twice. null: none does.',
    ),
  },
  'A wording to start from.',
);

export function createWordingEndpoint({ reader }: OperateDeps): Endpoint {
  return allOf({
    path: '/v1/wordings',
    name: 'listWordings',
    scope: 'read',
    about: 'Wordings to start from, for shops, clinics and schools, in English and Urdu.',
    query: closed({ business: Type.Optional(BUSINESS), language: Type.Optional(LANGUAGE) }),
    item: WORDING,
    title: 'WordingList',
    async find({ account, query: { business, language } }) {
      const doubts = await findDoubts(reader, account);
      const approved = doubts === undefined ? await readApproved(reader) : new Set<string>();
      const own = [...account.templates.values()];
      const wanted = START_WORDINGS.filter(
        (it) =>
          (language === undefined || it.language === language) &&
          (business === undefined || it.business === business || it.business === 'all'),
      );
      return wanted.map((it) => {
        const shown = forAccount(it, account.name);
        const same = own.filter(({ message }) => message === shown.message);
        const has = same.find(({ state }) => state !== 'rejected');
        return {
          ...shown,
          approved: approved.has(it.id) && same.length === 0,
          templateId: has?.id,
        };
      });
    },
    show: WORDING.show,
  });
}
