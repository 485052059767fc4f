/** `/v1/staff/verification/{account}/{kind}/file`: a document, for staff who decide on it. */
import { lookAtDocument, OTHER_KEY } from './verification.operations.ts';
import { DOCUMENT_KINDS } from '../../domain/account/verification.ts';
import type { StaffRole } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { Type } from '../../kit/shape.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { refused } from '../../api/v1/endpoint.ts';
import { definePersonEndpoint, type PersonEndpoint } from '../../api/v1/person-endpoint.ts';
import { readId } from '../../api/v1/shapes.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';

/** Who may see the documents of accounts. */
const DECIDE: readonly StaffRole[] = ['admin', 'approvals'];

export function createDocumentFile({ reader, admin }: PeopleDeps): PersonEndpoint {
  return definePersonEndpoint({
    method: 'GET',
    path: '/v1/staff/verification/{account}/{kind}/file',
    who: 'staff',
    name: 'showDocumentFile',
    about: 'The document of an account that waits, or was decided on last. The look is audited.',
    places: { account: 'The id of an account.', kind: `One of ${DOCUMENT_KINDS.join(', ')}.` },
    gives: Type.Null(),
    givesFile: true,
    failures: [
      'staff_role_too_low',
      'found_account_unknown',
      'document_unknown',
      'document_sealed',
    ],
    async handle({ person, places }) {
      if (person.staffRole === undefined || !DECIDE.includes(person.staffRole)) {
        return refused('staff_role_too_low');
      }
      const kind = DOCUMENT_KINDS.find((it) => it === places['kind']);
      if (kind === undefined) return refused('document_unknown');
      const accountId = (readId(places['account']) ?? 0) as AccountId;
      const account = await findAccount(reader, { accountId });
      if (account === undefined) return refused('found_account_unknown');
      const by = { ...admin, actor: person.actor };
      const looked = await lookAtDocument(by, reader, { accountId, kind });
      if (!looked.ok) return refused(looked === OTHER_KEY ? 'document_sealed' : 'document_unknown');
      const { document, octets, fileName } = looked.value;
      return { kind: 'file', mime: document.mime, content: octets, fileName };
    },
  });
}
