import { Alert, Button, Group, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { stopSeeing } from '../api/session.ts';
import type { Who } from '../feature.ts';
import { useSubmit } from '../form/use-submit.ts';
import { isolated } from '../i18n/show.tsx';
import { useWords } from './words.ts';

/** Over every page of an account that staff look at. */
export function SeenBanner({ who: { account } }: { readonly who: Who }) {
  const t = useWords();
  const navigate = useNavigate();
  const { run, isRunning } = useSubmit(async () => {
    await navigate({ to: `/console/accounts/${account?.id ?? ''}` });
    await stopSeeing();
  });
  return (
    <Alert color="yellow" variant="light" mb="lg" icon={<IconEye size={18} aria-hidden />}>
      <Group justify="space-between">
        <Text size="sm">{t('seen', { name: isolated(account?.name ?? '') })}</Text>
        <Button size="xs" variant="default" loading={isRunning} onClick={() => run()}>
          {t('stop_seeing')}
        </Button>
      </Group>
    </Alert>
  );
}
