/** Number look-ups: who serves a ported number. */
import type { DirectoryAnswer } from '../../domain/portability/directory.ts';
import { listLookups } from '../../store/ledger/lookups.ts';
import { listOperators } from '../operators/operators.sql.ts';
import { account, argument, mobile, option } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

export const lookupShow = query({
  name: 'lookup',
  about: 'Shows who has a number: what is saved, and what the number directory says now.',
  input: {
    recipient: argument('NUMBER', mobile),
    accountId: option('account', account, 'what this account has saved'),
  },
  async read({ reader, directory }, { recipient, accountId }) {
    const names = new Map((await listOperators(reader)).map(({ id, name }) => [id, name]));
    const saved = (await listLookups(reader, { accountId, recipient })).map((it) => ({
      said_by: 'saved',
      operator: names.get(it.operatorId),
      account: it.accountId,
      looked_up_at: at(it.lookedUpAtMs),
    }));
    const live = (await directory.lookUp([recipient])).get(recipient);
    const now = { said_by: 'directory, now', operator: wordFor(live) };
    const data = [...saved, { ...now, account: null, looked_up_at: null }];
    const shown = data.map(({ said_by: by, ...row }) => ({
      source: by === now.said_by ? 'directory (live)' : by,
      ...row,
    }));
    return { data: shown, full: data, note: 'Nothing was charged or saved.' };
  },
});

function wordFor(answer: DirectoryAnswer | undefined): string {
  switch (answer?.kind) {
    case 'operator':
      return answer.name;
    case 'not_ported':
      return '(not ported: the holder of its prefix)';
    case 'unknown':
      return '(it does not know)';
    case 'failed':
    case undefined:
      return '(no answer)';
  }
}
