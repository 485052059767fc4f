/** Below which credit an account is told. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { AccountBalance } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { amountOf } from '../../shared/i18n/digits.ts';
import { useWords } from './words.ts';

export function LowCredit({ balance }: { readonly balance: AccountBalance }) {
  const t = useWords();
  const mayChange = scoped('account')(useWho());
  const { options, forget } = useFormDraft('low-credit', {
    low_credit_threshold: balance.low_credit_threshold ?? '',
  });
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const text = amountOf(given.low_credit_threshold);
    await api.call('setLowCredit', {
      body: { low_credit_threshold: text === '' ? null : text },
    });
    forget();
    await refresh('showBalance');
    notifications.show({ message: t('saved') });
  }, form);
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('alarm')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('alarm_text')}
      </Text>
      <form onSubmit={form.onSubmit(run)}>
        <Stack gap="sm">
          <Problem>{problem}</Problem>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t('alarm_below')}
              description={t('alarm_off')}
              inputMode="decimal"
              disabled={!mayChange}
              flex={1}
              {...form.getInputProps('low_credit_threshold')}
            />
            <Button type="submit" variant="light" loading={isRunning} disabled={!mayChange}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
