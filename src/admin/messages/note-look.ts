import type { AccountId } from '../../domain/ids.ts';
import { change, changed, must, type Admin } from '../admin.ts';

export type Look = {
  /** `message.show`, or `message.list`. */
  readonly action: string;
  /** Whose messages; undefined: of every account. */
  readonly accountId: AccountId | undefined;
  /** What was asked for. */
  readonly detail: Readonly<Record<string, unknown>>;
};

/**
 * Notes in the audit that staff looked at messages: to whom somebody writes is private, so who
 * looks leaves a line as who changes does.
 */
export async function noteLook(admin: Admin, { action, accountId, detail }: Look): Promise<void> {
  const deed = { action, ...(accountId === undefined ? {} : { accountId }) };
  must(await change(admin, deed, async () => changed(undefined, detail)));
}
