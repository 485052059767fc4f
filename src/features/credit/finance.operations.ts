/** What finance asks each morning. */
import { countAllWaiting } from '../bank-transfers/bank-transfers.sql.ts';
import { listDebtors, listNearZero, readTurnover, type StandingAccount } from './finance.sql.ts';
import { countPaymentTrouble, DISPUTE_DAYS } from '../payments/payments.sql.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { limitOf } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import type { RawFields } from '../../operations/show.ts';

export const financeShow = query({
  name: 'finance show',
  about:
    'Shows what all accounts spent today, bank transfers that wait, refunds that are owed, ' +
    'reports of chargebacks, who owes, and whose credit ends soon: below its alarm, or less than ' +
    'it has spent today.',
  input: { most: limitOf(50) },
  async read({ reader, admin }, { most }) {
    const ask = { atMs: admin.clock.nowMs(), most };
    const troubled = { beforeMs: ask.atMs - DAY_MS, disputedMs: ask.atMs - DISPUTE_DAYS * DAY_MS };
    const [turnover, transfers, trouble, owing, low] = await Promise.all([
      readTurnover(reader, { atMs: ask.atMs }),
      countAllWaiting(reader, { beforeMs: ask.atMs }),
      countPaymentTrouble(reader, troubled),
      listDebtors(reader, ask),
      listNearZero(reader, ask),
    ]);
    const { waiting: bank_transfers, withSlip: with_slip } = transfers;
    const { owing: refunds_owed, disputed } = trouble;
    const data = { spent_today: turnover, bank_transfers, with_slip, refunds_owed, disputed };
    const [debtors, nearZero] = [owing.map(show), low.map(show)];
    return {
      data,
      full: { ...data, debtors, near_zero: nearZero },
      sections: [
        { data },
        debtors.length === 0 ? 'Nobody owes.' : { title: 'Owe', data: debtors },
        nearZero.length === 0
          ? 'Nobody’s credit ends soon.'
          : { title: 'Credit ends soon', data: nearZero },
      ],
    };
  },
});

function show(it: StandingAccount): RawFields {
  return {
    account: it.id,
    name: it.name,
    balance: it.availableMicros,
    spent_today: it.spentTodayMicros,
    alarm: it.lowMicros,
    postpaid: it.postpaid,
  };
}
