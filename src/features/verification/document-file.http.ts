/** `/v1/staff/verification/{account}/{kind}/file`: a document, for staff who decide on it. */
import { lookAtDocument, OTHER_KEY } from './verification.operations.ts';
import { DOCUMENT_KINDS } from '../../domain/account/verification.ts';
import type { StaffRole } from '../../domain/account/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { defineEndpoint, refused, type PersonEndpoint } from '../../api/v1/endpoint.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { guard } from '../../api/v1/guards.ts';
import { idOf } from '../../api/v1/list.ts';
import type { SignedIn } from '../../api/v1/sessions.ts';

/** Who may see the documents of accounts. */
const DECIDE: readonly StaffRole[] = ['admin', 'approvals'];

export function createDocumentFile({ reader, admin }: PeopleDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/staff/verification/{account}/{kind}/file',
    who: 'staff',
    name: 'showDocumentFile',
    about: 'The document of an account that waits, or was decided on last. The look is audited.',
    guards: [
      guard<{ person: SignedIn }>('staff_role_too_low', ({ person }) =>
        DECIDE.some((it) => it === person.staffRole),
      ),
    ],
    places: {
      account: idOf<AccountId>('an account'),
      kind: `One of ${DOCUMENT_KINDS.join(', ')}.`,
    },
    givesFile: true,
    failures: ['found_account_unknown', 'document_unknown', 'document_sealed'],
    async handle({ person, places }) {
      const account = await findAccount(reader, { accountId: places.account });
      if (account === undefined) return refused('found_account_unknown');
      const kind = DOCUMENT_KINDS.find((it) => it === places.kind);
      if (kind === undefined) return refused('document_unknown');
      const by = { ...admin, actor: person.actor };
      const looked = await lookAtDocument(by, reader, { accountId: places.account, kind });
      if (!looked.ok) return refused(looked === OTHER_KEY ? 'document_sealed' : 'document_unknown');
      const { document, octets, fileName } = looked.value;
      return { kind: 'file', mime: document.mime, content: octets, fileName };
    },
  });
}
