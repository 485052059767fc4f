/** `/v1/account`: who the account is, what its plan allows, and what its people may switch. */
import { setOwnSwitches } from './accounts.operations.ts';
import type { Account } from '../../domain/account/account.ts';
import { findAccount } from './accounts.sql.ts';
import { Type } from '../../kit/shape.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { derived, id, part, resource } from '../../operations/resource.ts';
import { getOne } from '../../api/v1/list.ts';

const on = (description: string) => Type.Boolean({ description });

const PLAN = part(
  {
    fixed_content: on('Whether it may send by its templates.'),
    mnp_coverage: on('Whether it may look up the networks of ported numbers.'),
    postpaid: on('Whether its balance may go below zero.'),
    chat_templates_most: derived(
      Type.Integer({ minimum: 0, description: 'Chat templates, at most.' }),
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
    address: Type.String({ description: 'As it stands on statements; empty: not given.' }),
  },
  'The account, its plan and its switches.',
);

/** `GET` and `PATCH /v1/account` */
export function createAccountEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const addressOf = async ({ id: accountId }: Account): Promise<string> =>
    (await findAccount(deps.reader, { accountId }))?.address ?? '';
  return [
    getOne({
      path: '/v1/account',
      name: 'showAccount',
      scope: 'account',
      about: 'Your account: its state, its plan and its switches.',
      gives: ACCOUNT,
      find: async ({ account }) => ACCOUNT.show({ ...account, address: await addressOf(account) }),
    }),
    operate(deps, setOwnSwitches, {
      method: 'PATCH',
      path: '/v1/account',
      name: 'changeAccount',
      scope: 'account',
      about: 'Sets the switches of your account and its address. What is absent stays.',
      gives: ACCOUNT,
      async show(_, { account, input }) {
        const { mnpOption, always200, lookalikes, needsConsent } = account;
        const changed = {
          ...account,
          mnpOption: input.mnpOption ?? mnpOption,
          always200: input.always200 ?? always200,
          lookalikes: input.lookalikes ?? lookalikes,
          needsConsent: input.needsConsent ?? needsConsent,
        };
        return ACCOUNT.show({
          ...changed,
          address: input.address ?? (await addressOf(account)),
        });
      },
    }),
  ];
}
