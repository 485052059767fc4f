/** What an account switches on and off for itself. */
import { Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { api, type Takes } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Account } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useWords } from './words.ts';

export const SWITCHES = ['mnp_option', 'always_200', 'lookalikes', 'needs_consent'] as const;

/** Each takes effect at once. */
export function Switches({
  account,
  names,
}: {
  readonly account: Account;
  readonly names: readonly (typeof SWITCHES)[number][];
}) {
  const t = useWords();
  const { run, isRunning } = useSubmit(async (body: Takes<'changeAccount'>['body']) => {
    await api.call('changeAccount', { body });
    await refresh('showAccount');
    notifications.show({ message: t('saved') });
  });
  return (
    <Stack gap="md">
      {names.map((name) => {
        const isCovered = name !== 'mnp_option' || account.plan.mnp_coverage;
        return (
          <Switch
            key={name}
            label={t(name)}
            description={t(isCovered ? `${name}_about` : 'not_covered')}
            checked={account[name]}
            disabled={isRunning || (!isCovered && !account[name])}
            onChange={({ currentTarget }) => run({ [name]: currentTarget.checked })}
          />
        );
      })}
    </Stack>
  );
}
