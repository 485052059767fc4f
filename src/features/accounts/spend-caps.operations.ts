/** What an account may spend in a day and in a month. */
import type { Micros } from '../../domain/pricing/money.ts';
import { Type } from '../../kit/shape.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { accountOf, option, rupees, whole, type Kind } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { readBalance, updateSpendCaps } from '../../store/ledger/balances.ts';
import { raisedCap } from '../second-person/second-person.ts';
import { accountId, showAccount } from './accounts.operations.ts';
import { showRupees } from '../../domain/pricing/money.ts';

/** An amount, or null for none. */
export const capRupees = rupees(100_000_000n);
const cap: Kind<Micros | null> = {
  ...capRupees,
  schema: Type.Union([capRupees.schema, Type.Literal('none')]),
  read: (given, source) => (given === 'none' ? null : capRupees.read(given, source)),
  rule: (value) => (value === null ? undefined : capRupees.rule?.(value)),
};

/** Anything absent stays as it is; null removes a cap. */
export const setSpendCaps = operation({
  name: 'account cap',
  about: 'Caps what an account may spend per day and per month (Pakistan time).',
  needsOne: true,
  audit: 'account.cap',
  raises: 'account',
  input: {
    accountId,
    dayMicros: option('day', cap, 'what it may spend in a day; none: no cap'),
    monthMicros: option('month', cap, 'what it may spend in a month; none: no cap'),
    alarmPercent: option(
      'alarm-at',
      {
        ...whole('PERCENT', 1, 100),
        rule: (percent) =>
          whole('PERCENT', 1, 100).rule?.(percent) && 'must be from 1 to 100 percent',
      },
      'alerts staff when this share of a cap is spent (default: 80)',
    ),
  },
  async second(transaction, { accountId, dayMicros, monthMicros }, { clock }) {
    const before = await readBalance(transaction, accountId, clock.nowMs());
    if (before === undefined) return undefined;
    const { day, month } = before.spending;
    const raised = [
      ...raisedCap('day', day.capMicros, dayMicros),
      ...raisedCap('month', month.capMicros, monthMicros),
    ];
    if (raised.length === 0) return undefined;
    const { name } = await accountOf(transaction, accountId);
    return `Lets ${name} (${accountId}) spend more: ${raised.join(', ')}`;
  },
  async work(transaction, { accountId, dayMicros, monthMicros, alarmPercent }, { clock }) {
    const before = await readBalance(transaction, accountId, clock.nowMs());
    if (before === undefined) return refuse('account', 'must be an account that exists');
    const { spending, spendAlarmPercent } = before;
    const caps = {
      dayMicros: (dayMicros === undefined ? spending.day.capMicros : dayMicros) ?? undefined,
      monthMicros:
        (monthMicros === undefined ? spending.month.capMicros : monthMicros) ?? undefined,
      alarmPercent: alarmPercent ?? spendAlarmPercent,
    };
    await updateSpendCaps(transaction, { ...caps, accountId });
    const shown = (micros: bigint | undefined) => (micros === undefined ? null : String(micros));
    return changed(undefined, {
      day: shown(caps.dayMicros),
      month: shown(caps.monthMicros),
      alarmPercent: caps.alarmPercent,
    });
  },
  show: (_, input, context) => showAccount(context, input.accountId),
  present: {
    by: ['accountId'],
    read: async ({ reader, admin }, { accountId }) => {
      const balance = await readBalance(reader, accountId, admin.clock.nowMs());
      if (balance === undefined) return undefined;
      const { day, month } = balance.spending;
      const shown = (cap: typeof day.capMicros) => (cap === undefined ? cap : showRupees(cap));
      return {
        day: shown(day.capMicros),
        month: shown(month.capMicros),
        alarm_at: balance.spendAlarmPercent,
      };
    },
  },
});
