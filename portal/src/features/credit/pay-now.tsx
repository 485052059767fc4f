/** An amount, what it is enough for, and the way to the checkout of the gateway. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { useWho } from '../../shared/api/session.ts';
import type { AccountBalance } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { amountOf } from '../../shared/i18n/digits.ts';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { usePaymentWords } from './payment-words.ts';

const AMOUNTS = [1_000, 5_000, 10_000, 25_000];
/** One part by the senders that everybody may use. */
const TYPICAL = { text: 'Your order is on its way.', route: 'simple', recipients: 1 } as const;

/** Opens a payment, and goes where it is paid. */
export async function goToCheckout(amount: string, keepCard = false): Promise<void> {
  const body = { amount, ...(keepCard ? { keep_card: true } : {}) };
  const { id, checkout_address: checkout } = await api.call('openPayment', { body });
  window.location.assign(checkout ?? `/portal/credit/payments/${id}`);
}

export function PayNow({ bounds }: { readonly bounds: NonNullable<AccountBalance['pay_now']> }) {
  const t = usePaymentWords();
  const mayPay = scoped('account')(useWho());
  const [least, most] = [Number(bounds.least), Number(bounds.most)];
  const amounts = AMOUNTS.filter((it) => it >= least && it <= most);
  const form = useForm({ initialValues: { amount: String(amounts[0] ?? least), keep: false } });
  const { run, isRunning, problem } = useSubmit(
    ({ amount, keep }: typeof form.values) => goToCheckout(amountOf(amount), keep),
    form,
  );
  if (!mayPay) {
    return (
      <Text size="sm" c="dimmed">
        {t('owner_pays')}
      </Text>
    );
  }
  const shown = {
    least: isolated(showMoney(bounds.least)),
    most: isolated(showMoney(bounds.most)),
  };
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('pay_about')}
        </Text>
        <Problem>{problem}</Problem>
        <Group gap="xs">
          {amounts.map((amount) => (
            <Button
              key={amount}
              size="compact-md"
              variant={form.values.amount === String(amount) ? 'light' : 'default'}
              aria-pressed={form.values.amount === String(amount)}
              onClick={() => form.setFieldValue('amount', String(amount))}
            >
              {showMoney(`${amount}.00`)}
            </Button>
          ))}
        </Group>
        <TextInput
          label={t('amount')}
          description={t('bounds', shown)}
          inputMode="decimal"
          {...form.getInputProps('amount')}
        />
        <Gives amount={Number(amountOf(form.values.amount))} />
        {bounds.keeps_cards && (
          <Checkbox label={t('keep_card')} {...form.getInputProps('keep', { type: 'checkbox' })} />
        )}
        <Button type="submit" loading={isRunning}>
          {t('go')}
        </Button>
      </Stack>
    </form>
  );
}

/** How many texts an amount is enough for, by what this account pays. */
function Gives({ amount }: { readonly amount: number }) {
  const t = usePaymentWords();
  const { data } = useQuery({
    queryKey: ['estimatePrice', TYPICAL],
    queryFn: () => api.call('estimatePrice', { body: TYPICAL }),
  });
  const [count = 0, fewest = 0] = [data?.least, data?.most].map((price) =>
    Math.floor(amount / (Number(price) * (data?.parts ?? 1) || Number.NaN) || 0),
  );
  if (fewest < 1) return null;
  const words = { texts: showCount(count), fewest: showCount(fewest) };
  return (
    <Text size="sm" role="status">
      {t(count === fewest ? 'gives' : 'gives_range', words)}
    </Text>
  );
}
