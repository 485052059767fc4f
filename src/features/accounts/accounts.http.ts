/** `/v1/account`: who the account is, what its plan allows, and what its people may switch. */
import { setOwnSwitches } from './accounts.operations.ts';
import type { Account } from '../../domain/account/account.ts';
import { findAccount } from './accounts.sql.ts';
import { PROVINCE } from '../users/address.ts';
import { Type } from '../../kit/shape.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { derived, id, orNull, part, resource, count } from '../../operations/resource.ts';
import { getOne } from '../../api/v1/list.ts';

const on = (description: string) => Type.Boolean({ description });

const PLAN = part(
  {
    fixed_content: on('Whether it may send by its templates.'),
    mnp_coverage: on('Whether it may look up the networks of ported numbers.'),
    postpaid: on('Whether its balance may go below zero.'),
    chat_templates_most: derived(
      count('Chat templates, at most.'),
      ({ chat }: Account) => chat.templatesMost,
    ),
  },
  { description: 'Set by the operator of the service.' },
);

const ACCOUNT = resource(
  'Account',
  {
    id: id(),
    name: Type.String(),
    state: derived(Type.Enum(['active', 'disabled']), ({ active }: Account) =>
      active ? 'active' : 'disabled',
    ),
    verified: on('Its documents were checked: it may use its own senders, without the demo text.'),
    plan: derived(PLAN, PLAN.show),
    mnp_option: on('Looks up the networks of ported numbers on every send; needs coverage.'),
    always_200: on('Refusals on the form interfaces have HTTP status 200, too.'),
    lookalikes: on('Replaces curly quotes and dashes with GSM characters.'),
    needs_consent: on('Promotional messages go only to people who have consented.'),
    address: Type.String({
      description: 'As it stands on statements and invoices; empty: not given.',
    }),
    province: orNull(PROVINCE, 'Whose sales tax your invoices state; null: not given.'),
    sales_tax_number: Type.String({ description: 'Your STRN, as on invoices; empty: none.' }),
  },
  'The account, its plan and its switches.',
);

/** `GET` and `PATCH /v1/account` */
export function createAccountEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const onPaper = async ({ id: accountId }: Account) => {
    const found = await findAccount(deps.reader, { accountId });
    const { address = '', province, salesTaxNumber = '' } = found ?? {};
    return { address, province, salesTaxNumber };
  };
  return [
    getOne({
      path: '/v1/account',
      name: 'showAccount',
      scope: 'account',
      about: 'Your account: its state, its plan and its switches.',
      gives: ACCOUNT,
      find: async ({ account }) => ACCOUNT.show({ ...account, ...(await onPaper(account)) }),
    }),
    operate(deps, setOwnSwitches, {
      method: 'PATCH',
      path: '/v1/account',
      name: 'changeAccount',
      scope: 'account',
      about:
        'Sets the switches of your account, and how it stands on statements and invoices. What ' +
        'is absent stays.',
      gives: ACCOUNT,
      async show(_, { account, input }) {
        const before = { ...account, ...(await onPaper(account)) };
        return ACCOUNT.show({
          ...before,
          mnpOption: input.mnpOption ?? before.mnpOption,
          always200: input.always200 ?? before.always200,
          lookalikes: input.lookalikes ?? before.lookalikes,
          needsConsent: input.needsConsent ?? before.needsConsent,
          address: input.address ?? before.address,
          province: input.province ?? before.province,
          salesTaxNumber: input.salesTaxNumber ?? before.salesTaxNumber,
        });
      },
    }),
  ];
}
