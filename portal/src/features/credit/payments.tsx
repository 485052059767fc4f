/** The payments of an account, with their states in words. */
import { Anchor, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listing, whileAnyWaits } from '../../shared/api/queries.ts';
import type { Payment } from '../../shared/api/types.ts';
import { Money, Time } from '../../shared/i18n/show.tsx';
import { StateBadge, type State } from '../../shared/message/state-badge.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { usePaymentWords } from './payment-words.ts';

const LOOKS: Readonly<Record<Payment['state'], State>> = {
  opening: 'pending',
  open: 'waiting',
  paid: 'approved',
  declined: 'refused',
  expired: 'expired',
  failed: 'failed',
  differs: 'needs_attention',
  closed: 'cancelled',
};

export const isUnderWay = ({ state }: Payment): boolean => state === 'open' || state === 'opening';

export function PaymentState({ state }: Pick<Payment, 'state'>) {
  const t = usePaymentWords();
  return <StateBadge state={LOOKS[state]}>{t(state)}</StateBadge>;
}

export function Payments() {
  const t = usePaymentWords();
  const payments = useInfiniteQuery({
    ...listing('listPayments'),
    ...whileAnyWaits<Payment>(isUnderWay),
  });
  const columns: readonly Column<Payment>[] = [
    {
      id: 'id',
      header: t('one'),
      place: 'title',
      width: 'minmax(130px, 1fr)',
      cell: ({ id }) => (
        <Anchor component={Link} to={`/portal/credit/payments/${id}`} inherit>
          {t('payment', { id })}
        </Anchor>
      ),
    },
    { id: 'state', header: t('state'), place: 'end', cell: (it) => <PaymentState {...it} /> },
    { id: 'made', header: t('made'), cell: (it) => <Time at={it.created_at} /> },
    {
      id: 'amount',
      header: t('amount'),
      isNumber: true,
      cell: ({ amount, refunded }) => (
        <>
          <Money amount={amount} />
          {Number(refunded) > 0 && (
            <Text size="xs" c="dimmed">
              {t('given_back')}: <Money amount={refunded} />
            </Text>
          )}
        </>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('payments')}
      </Title>
      <DataTable
        label={t('payments')}
        query={payments}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <Text size="sm" p="sm">
            {t('none')}
          </Text>
        }
      />
    </section>
  );
}
