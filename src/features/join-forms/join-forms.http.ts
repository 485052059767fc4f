/** `/v1/join-forms`: forms by which people agree, as their account keeps them. */
import type { AccountId } from '../../domain/ids.ts';
import { Type } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { derived, id, resource, time } from '../../operations/resource.ts';
import { addJoinForm, addressOf, removeJoinForm, setJoinForm } from './join-forms.operations.ts';
import { findJoinForm, listJoinForms, type JoinForm } from './join-forms.sql.ts';

const JOIN_FORM = resource(
  'JoinForm',
  {
    id: id(),
    name: Type.String({ description: 'In lists.' }),
    address: derived(
      Type.String({
        description:
          'Where people find it; for a QR code, too. Where the service does not know its own ' +
          'address (PUBLIC_ADDRESS), only the path: put the address before it.',
      }),
      (form: JoinForm, deps: Parameters<typeof addressOf>[0]) => addressOf(deps, form),
    ),
    active: Type.Boolean({ description: 'Whether it is open.' }),
    wording: Type.String({ description: 'What people agree to.' }),
    wording_urdu: Type.String({ description: 'The same in Urdu; empty: it is in English.' }),
    tag: Type.String({ description: 'Of the contacts of those who agree; empty: none.' }),
    sender: Type.String({ description: 'Who texts the codes.' }),
    template_id: derived(
      Type.String({ description: 'The id of the template of the codes.' }),
      ({ templateId }: JoinForm) => String(templateId),
    ),
    created_at: time(),
  },
  'A public page where people agree to your promotional texts.',
);

const at = collection(JOIN_FORM, {
  path: '/v1/join-forms',
  id: idOf('a form'),
  field: 'formId',
  unknown: 'join_form_unknown',
});

export function createJoinFormEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  const show = (form: JoinForm) => JOIN_FORM.show(form, chat);
  const find = async (
    form: number,
    { account }: { readonly account: { readonly id: AccountId } },
  ) => {
    const found = await findJoinForm(reader, { accountId: account.id, id: form });
    return found && show(found);
  };
  return [
    listOf({
      ...at.list,
      name: 'listJoinForms',
      scope: 'read',
      about: 'Your forms, newest first.',
      filters: {},
      find: ({ account, before: beforeId, most }) =>
        listJoinForms(reader, { accountId: account.id, beforeId, most }),
      show,
    }),
    operate(deps, addJoinForm, {
      ...at.add,
      name: 'addJoinForm',
      scope: 'send',
      unknown: 'join_form_unknown',
      done: [201, 'The form.'],
      show: find,
    }),
    getOne({
      ...at.show,
      name: 'showJoinForm',
      scope: 'read',
      about: 'One form.',
      find: ({ account, places: { id: form } }) =>
        findJoinForm(reader, { accountId: account.id, id: form }),
      show,
    }),
    operate(deps, setJoinForm, {
      ...at.change,
      name: 'changeJoinForm',
      scope: 'send',
      show: find,
    }),
    operate(deps, removeJoinForm, {
      ...at.remove,
      name: 'removeJoinForm',
      scope: 'send',
      gives: Type.Null(),
      done: [204, 'It is gone.'],
      show: () => null,
    }),
  ];
}
