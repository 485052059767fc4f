/** `/v1/staff/approvals`: what waits for staff, in one queue; operations decide on it. */
import { consequencesOfSenders } from '../senders/senders.operations.ts';
import { showRupees } from '../../operations/show.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { APPROVAL_KINDS, listApprovals, type Approval } from './approvals.sql.ts';
import type { PersonEndpoint } from '../../api/v1/endpoint.ts';
import { byTime } from '../../api/v1/pages.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { closed, nullable, nullableCount, readId, showTime } from '../../api/v1/shapes.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { listOf } from '../../api/v1/list.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const APPROVAL = closed(
  {
    kind: Type.Enum([...APPROVAL_KINDS]),
    id: Type.String(),
    name: Type.String({ description: 'Of the sender or template; the kind of document.' }),
    sort: Type.String({
      description: 'The route of a sender, the category of a template, the type of a document.',
    }),
    wording: nullable('Of a template.'),
    version: nullableCount('Of the wording: the decision names it.'),
    consequences: Type.Array(Type.String(), {
      description: 'Sentences that whoever approves agrees to: agreed=true.',
    }),
    submitted_at: Type.String({ format: 'date-time' }),
    submitted_by: nullable('Who asked, as the audit names them; null: it is not known.'),
    account: closed(
      {
        id: Type.String(),
        name: Type.String(),
        verified: Type.Boolean(),
        created_at: Type.String({ format: 'date-time' }),
        balance: Type.String({ description: 'Rupees.' }),
        approved: count('Its senders and templates that are approved.'),
        refused: count('Its senders, templates and documents that are refused.'),
      },
      { title: 'ApprovalAccount', description: 'The account that asks.' },
    ),
  },
  { title: 'Approval', description: 'A decision that staff have to make.' },
);

function show(it: Approval, consequences: readonly string[]): Static<typeof APPROVAL> {
  return {
    kind: it.kind,
    id: String(it.id),
    name: it.name,
    sort: it.sort,
    wording: it.wording ?? null,
    version: it.version ?? null,
    consequences: [...consequences],
    submitted_at: showTime(it.submittedAtMs),
    submitted_by: it.submittedBy ?? null,
    account: {
      id: String(it.accountId),
      name: it.account,
      verified: it.isVerified,
      created_at: showTime(it.createdAtMs),
      balance: showRupees(it.availableMicros),
      approved: it.approved,
      refused: it.refused,
    },
  };
}

const PLACES = byTime<Pick<Approval, 'submittedAtMs' | 'place'>>('submittedAtMs', 'place');

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
      const found = await listApprovals(reader, { kind, accountId, after, most });
      const senders = found.filter((it) => it.kind === 'sender');
      const asked = await consequencesOfSenders(reader, senders);
      return found.map((it) => ({ ...it, consequences: asked[senders.indexOf(it)] ?? [] }));
    },
    placeOf: (it) => it,
    show: (it) => show(it, it.consequences),
  });
}
