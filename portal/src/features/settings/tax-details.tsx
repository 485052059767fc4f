/** What invoices say of the account besides its address. */
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Account } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { PROVINCE_WORDS } from '../../shared/i18n/provinces.ts';
import { useWords } from './words.ts';

const PROVINCES = Object.keys(PROVINCE_WORDS) as readonly (keyof typeof PROVINCE_WORDS)[];

export function TaxDetails({ account }: { readonly account: Account }) {
  const t = useWords();
  const { province, sales_tax_number: number } = account;
  const form = useForm({ initialValues: { province, sales_tax_number: number } });
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { province: chosen, ...rest } = given;
    await api.call('changeAccount', { body: { ...rest, ...(chosen && { province: chosen }) } });
    await refresh('showAccount');
    form.resetDirty();
    notifications.show({ message: t('saved') });
  }, form);
  const language = currentLocale();
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Problem>{problem}</Problem>
      <Group gap="sm" align="flex-start" my="md" grow preventGrowOverflow={false}>
        <Select
          label={t('province')}
          description={t('province_about')}
          data={PROVINCES.map((value) => ({ value, label: PROVINCE_WORDS[value][language] }))}
          allowDeselect={false}
          {...form.getInputProps('province')}
        />
        <TextInput
          label={t('strn')}
          description={t('strn_about')}
          inputMode="numeric"
          maxLength={30}
          {...form.getInputProps('sales_tax_number')}
        />
      </Group>
      <Button type="submit" loading={isRunning} disabled={!form.isDirty()}>
        {t('save')}
      </Button>
    </form>
  );
}
