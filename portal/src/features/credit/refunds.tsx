/** What of a payment was given back, or is. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Payment, PaymentRefund } from '../../shared/api/types.ts';
import { isolated, Money, showMoney, Time } from '../../shared/i18n/show.tsx';
import { StateBadge, type State } from '../../shared/message/state-badge.tsx';
import { usePaymentWords } from './payment-words.ts';

const LOOKS: Readonly<Record<PaymentRefund['state'], State>> = {
  asked: 'pending',
  refunded: 'approved',
  refused: 'failed',
};
const LOOK_MS = 5_000;

export function Refunds({ payment: { id } }: { readonly payment: Pick<Payment, 'id'> }) {
  const t = usePaymentWords();
  const { data } = useQuery({
    ...reading('listPaymentRefunds', { path: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((it) => it.state === 'asked') ? LOOK_MS : false,
  });
  const refunds = data?.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {t('given_back')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('given_back_text')}
      </Text>
      <Stack gap="sm">
        {refunds.map((refund) => (
          <One key={refund.id} refund={refund} />
        ))}
      </Stack>
    </section>
  );
}

function One({ refund }: { readonly refund: PaymentRefund }) {
  const t = usePaymentWords();
  const { state, amount, reason, owed, credit_note: note, refused_because: words } = refund;
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600}>
          <Money amount={amount} />
        </Text>
        <StateBadge state={LOOKS[state]}>{t(`refund_${state}`)}</StateBadge>
      </Group>
      <Text size="sm" c="dimmed">
        <Time at={refund.created_at} />
        {' · '}
        <bdi>{reason}</bdi>
        {note !== null && (
          <span style={{ whiteSpace: 'nowrap' }}>
            {' · '}
            {t('refund_note', { number: isolated(note) })}
          </span>
        )}
      </Text>
      {state === 'refused' && (
        <Text size="sm">{t('refund_refused_text', { words: isolated(words ?? '–') })}</Text>
      )}
      {Number(owed) > 0 && (
        <Text size="sm">{t('refund_owed', { amount: isolated(showMoney(owed)) })}</Text>
      )}
    </div>
  );
}
