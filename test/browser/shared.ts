/**
 * The service that the browser tests of a process share, with a mail server and a shop that pays
 * for codes. Each file has people of its own on it, and leaves its clock, its links, its operators
 * and its queue of approvals as they are: a test that is about these starts a service of its own.
 */
import { forProcess } from '../support/after-file.ts';
import { openForNewcomers } from '../support/newcomers.ts';

let shared: ReturnType<typeof openForNewcomers> | undefined;

export const PAYMENT_NOTE = 'Bank of Trade, 0001-2345';

/** Started for the first who asks. */
export function openShared(): ReturnType<typeof openForNewcomers> {
  shared ??= forProcess(() => openForNewcomers({ fetchLoopback: true, paymentNote: PAYMENT_NOTE }));
  return shared;
}
