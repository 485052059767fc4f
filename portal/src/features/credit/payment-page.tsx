/** Where people come back to from the checkout: it waits until the money is there. */
import { Alert, Anchor, Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Payment } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { isolated, Money, showMoney, Time } from '../../shared/i18n/show.tsx';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { goToCheckout } from './pay-now.tsx';
import { usePaymentWords } from './payment-words.ts';
import { isUnderWay, PaymentState } from './payments.tsx';
import { Refunds } from './refunds.tsx';

/** Somebody waits; the service asks the gateway no more often than it likes. */
const LOOK_MS = 3_000;

const COLOURS: Readonly<Partial<Record<Payment['state'], string>>> = {
  paid: 'green',
  declined: 'red',
  failed: 'red',
  expired: 'orange',
  differs: 'yellow',
};

export function Page() {
  const t = usePaymentWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const mayAsk = scoped('account')(useWho());
  // What the gateway sent along is checked once.
  const [returned] = useState(() => window.location.search.slice(1));
  const navigate = useNavigate();
  useEffect(() => {
    // A reload, or an address that is passed on, must not bring it again.
    if (returned !== '') void navigate({ to: '.', search: {}, replace: true });
  }, [navigate, returned]);
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', id, mayAsk],
    queryFn: (): Promise<Payment> =>
      mayAsk
        ? api.call('askPayment', { path: { id }, body: { returned } })
        : api.call('showPayment', { path: { id } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? LOOK_MS : false,
  });
  const isPaid = data?.state === 'paid';
  useEffect(() => {
    if (!isPaid) return;
    void refresh('showBalance', 'listLedger', 'listPayments', 'listNotices', 'showTopUp');
  }, [isPaid]);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <PageHeader title={t('payment', { id })} />
      <Stack maw={560}>{data === undefined ? <Skeleton h={160} /> : <One payment={data} />}</Stack>
      <Anchor component={Link} to="/portal/credit" size="sm" mt="md" display="inline-block">
        {t('back')}
      </Anchor>
    </>
  );
}

/** What one can pay after all, by another payment. */
const TO_REPEAT: readonly Payment['state'][] = ['declined', 'expired', 'failed'];

/** The same amount at the checkout once more. */
function Again({ amount }: Pick<Payment, 'amount'>) {
  const t = usePaymentWords();
  const mayPay = scoped('account')(useWho());
  const { run, isRunning, problem } = useSubmit(() => goToCheckout(amount));
  if (!mayPay) return null;
  return (
    <>
      <Problem>{problem}</Problem>
      <Button loading={isRunning} onClick={() => run()}>
        {t('again')}
      </Button>
    </>
  );
}

function One({ payment }: { readonly payment: Payment }) {
  const t = usePaymentWords();
  const { state, amount, checkout_address: checkout } = payment;
  const words = { amount: isolated(showMoney(amount)) };
  return (
    <>
      <Group justify="space-between">
        <Text size="lg" fw={600}>
          <Money amount={amount} />
        </Text>
        <PaymentState state={state} />
      </Group>
      <Alert color={COLOURS[state] ?? 'blue'} role="status">
        <Group wrap="nowrap" align="flex-start">
          {isUnderWay(payment) && <Loader size="sm" aria-hidden />}
          <Text size="sm">
            {t(state === 'failed' && payment.automatic ? 'replaced_text' : `${state}_text`, words)}
          </Text>
        </Group>
      </Alert>
      {checkout !== null && (
        <Button component="a" href={checkout}>
          {t('continue')}
        </Button>
      )}
      {TO_REPEAT.includes(state) && <Again amount={amount} />}
      {state === 'paid' && <Refunds payment={payment} />}
      {payment.automatic && (
        <Text size="sm" c="dimmed">
          {t('automatic')}
        </Text>
      )}
      <dl className="facts">
        <dt>{t('made')}</dt>
        <dd>
          <Time at={payment.created_at} />
        </dd>
        {payment.gateway_id !== null && (
          <>
            <dt>{t('gateway_id')}</dt>
            <dd>
              <span className="latin">{payment.gateway_id}</span>
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
