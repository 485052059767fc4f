/** What accounts call their batches. */
import { faultOfName } from '../../domain/account/name.ts';
import type { BatchId } from '../../domain/ids.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { account, argument, id, orNone, text } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { renamePublished, renameUpload } from './rename.sql.ts';

const INPUT = {
  accountId: argument('ACCOUNT', account),
  id: argument('ID', id),
  name: argument('NAME', orNone(text('NAME'))),
};

export const renameBatch = operation({
  name: 'batch rename',
  about: 'Gives a batch a name; with none it is called as its file again.',
  who: 'account',
  audit: 'batch.rename',
  raises: 'nothing',
  input: INPUT,
  async work(transaction, { accountId, id: given, name }) {
    const wrong = name === null ? undefined : faultOfName(name);
    if (wrong !== undefined) return refuse('name', wrong);
    const batch = given as BatchId;
    const named = { accountId, id: batch, name };
    const isUpload = await renameUpload(transaction, named);
    const isPublished = await renamePublished(transaction, named);
    if (!isUpload && !isPublished)
      return refuse('id', 'must be a batch of the account', 'batch_unknown');
    return changed(batch, { batch: given, name });
  },
  show: (shown, { name }) => ({ data: { batch: String(shown), name } }),
});
