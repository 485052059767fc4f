/** `/v1/staff/approvals`: what waits for staff, in one queue; operations decide on it. */
import { showRupees } from '../../domain/pricing/money.ts';
import { consequencesOfSenders } from '../senders/senders.operations.ts';
import { mayDo } from '../../operations/staff-rights.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { whyItWaits } from '../wordings/wordings.operations.ts';
import { APPROVAL_KINDS, listApprovals, type Approval } from './approvals.sql.ts';
import { done, refused, refuseFields } from '../../api/v1/endpoint.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import type { AccountId } from '../../domain/ids.ts';
import { BAD_CURSOR, cutPage, PAGE_FIELDS, pageOf } from '../../api/v1/pages.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { definePersonEndpoint, type PersonEndpoint } from '../../api/v1/person-endpoint.ts';
import { closed, nullable, nullableCount, readId, showTime } from '../../api/v1/shapes.ts';

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
    note: nullable('Of a template: why it waits although its wording is approved in advance.'),
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

async function show(
  it: Approval,
  consequences: readonly string[],
  reader: Reader,
): Promise<Static<typeof APPROVAL>> {
  const { id, wording } = it;
  const account = { id: it.accountId, name: it.account, verified: it.isVerified };
  const why = wording && (await whyItWaits(reader, { id, account, message: wording }));
  return {
    kind: it.kind,
    id: String(it.id),
    name: it.name,
    sort: it.sort,
    wording: it.wording ?? null,
    version: it.version ?? null,
    consequences: [...consequences],
    note: why ?? null,
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

type Place = Pick<Approval, 'submittedAtMs' | 'place'>;

function writePlace({ submittedAtMs, place }: Place): string {
  return Buffer.from(`approvals.${submittedAtMs}.${place}`).toString('base64url');
}

function readPlace(cursor: string): Place | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, place] = /^approvals\.(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? undefined : { submittedAtMs: Number(at), place: Number(place) };
}

const NO_ACCOUNT = refuseFields([{ pointer: '/account', rule: 'must be the id of an account' }]);

const isAccount = async (reader: Reader, accountId: number): Promise<boolean> =>
  (await findAccount(reader, { accountId: accountId as AccountId })) !== undefined;

export function createListApprovals({ reader }: PeopleDeps): PersonEndpoint {
  return definePersonEndpoint({
    method: 'GET',
    path: '/v1/staff/approvals',
    name: 'listApprovals',
    who: 'staff',
    about: 'Senders, wordings of templates and documents that wait for a decision, oldest first.',
    query: closed({
      ...PAGE_FIELDS,
      kind: Type.Optional(Type.Enum([...APPROVAL_KINDS])),
      account: Type.Optional(Type.String({ description: 'The id of an account.' })),
    }),
    gives: pageOf(APPROVAL, { title: 'ApprovalList' }),
    failures: ['staff_role_too_low'],
    async handle({ person, query: { cursor, limit: most, kind, account } }) {
      const { staffRole } = person;
      if (staffRole === undefined || !mayDo(staffRole, 'sender approve')) {
        return refused('staff_role_too_low');
      }
      const after = cursor === undefined ? undefined : readPlace(cursor);
      if (cursor !== undefined && after === undefined) return BAD_CURSOR;
      const accountId = account === undefined ? undefined : (readId(account) ?? 0);
      if (accountId !== undefined && !(await isAccount(reader, accountId))) return NO_ACCOUNT;
      const found = await listApprovals(reader, { kind, accountId, after, most: most + 1 });
      const { rows, next } = cutPage(found, most, writePlace);
      const senders = rows.filter((it) => it.kind === 'sender');
      const asked = await consequencesOfSenders(reader, senders);
      const data = await Promise.all(
        rows.map((it) => show(it, asked[senders.indexOf(it)] ?? [], reader)),
      );
      return done({ data, next_cursor: next });
    },
  });
}
