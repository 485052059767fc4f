/** `/v1/staff/approvals`: what waits for staff, in one queue; operations decide on it. */
import { consequencesOfSenders } from '../senders/senders.operations.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { whyItWaits } from '../wordings/wordings.operations.ts';
import { APPROVAL_KINDS, listApprovals, type Approval } from './approvals.sql.ts';
import { refuseFields, type PersonEndpoint } from '../../api/v1/endpoint.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import type { AccountId } from '../../domain/ids.ts';
import { byTime } from '../../api/v1/pages.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { readId } from '../../api/v1/shapes.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { listOf } from '../../api/v1/list.ts';
import {
  id,
  time,
  money,
  nullable,
  nullableCount,
  from,
  derived,
  resource,
  count,
} from '../../operations/resource.ts';

const ACCOUNT = resource(
  'ApprovalAccount',
  {
    id: from('accountId', id()),
    name: from('account', Type.String()),
    verified: from('isVerified', Type.Boolean()),
    created_at: time(),
    balance: from('availableMicros', money({ description: 'Rupees.' })),
    approved: count('Its senders and templates that are approved.'),
    refused: count('Its senders, templates and documents that are refused.'),
  },
  'The account that asks.',
);

const APPROVAL = resource(
  'Approval',
  {
    kind: Type.Enum([...APPROVAL_KINDS]),
    id: id(),
    name: Type.String({ description: 'Of the sender or template; the kind of document.' }),
    sort: Type.String({
      description: 'The route of a sender, the category of a template, the type of a document.',
    }),
    wording: nullable('Of a template.'),
    version: nullableCount('Of the wording: the decision names it.'),
    consequences: Type.Array(Type.String(), {
      description: 'Sentences that whoever approves agrees to: agreed=true.',
    }),
    note: nullable('Of a template: why it waits although its wording is approved in advance.'),
    submitted_at: time(),
    submitted_by: nullable('Who asked, as the audit names them; null: it is not known.'),
    account: derived(ACCOUNT, ACCOUNT.show),
  },
  'A decision that staff have to make.',
);

type Told = { readonly consequences: readonly string[]; readonly note: string | undefined };

const PLACES = byTime<Pick<Approval, 'submittedAtMs' | 'place'>>('submittedAtMs', 'place');

const NO_ACCOUNT = refuseFields([{ pointer: '/account', rule: 'must be the id of an account' }]);

/** Why a wording that is approved in advance waits all the same. */
async function noteOf(
  reader: Reader,
  { id, wording, accountId, account, isVerified }: Approval,
): Promise<string | undefined> {
  if (wording === undefined) return undefined;
  const of = { id: accountId, name: account, verified: isVerified };
  return whyItWaits(reader, { id, account: of, message: wording });
}

const isAccount = async (reader: Reader, accountId: number): Promise<boolean> =>
  (await findAccount(reader, { accountId: accountId as AccountId })) !== undefined;

export function createListApprovals({ reader }: PeopleDeps): PersonEndpoint {
  return listOf({
    path: '/v1/staff/approvals',
    name: 'listApprovals',
    who: 'staff',
    guards: [staffMay('sender approve')],
    about: 'Senders, wordings of templates and documents that wait for a decision, oldest first.',
    filters: {
      kind: Type.Optional(Type.Enum([...APPROVAL_KINDS])),
      account: Type.Optional(Type.String({ description: 'The id of an account.' })),
    },
    item: APPROVAL,
    title: 'ApprovalList',
    cursor: PLACES,
    async find({ query: { kind, account }, before: after, most }) {
      const accountId = account === undefined ? undefined : (readId(account) ?? 0);
      if (accountId !== undefined && !(await isAccount(reader, accountId))) return NO_ACCOUNT;
      const found = await listApprovals(reader, { kind, accountId, after, most });
      const senders = found.filter((it) => it.kind === 'sender');
      const asked = await consequencesOfSenders(reader, senders);
      const told = found.map(async (it): Promise<Approval & Told> => {
        const consequences = asked[senders.indexOf(it)] ?? [];
        return { ...it, consequences, note: await noteOf(reader, it) };
      });
      return Promise.all(told);
    },
    placeOf: (it) => it,
    show: APPROVAL.show,
  });
}
