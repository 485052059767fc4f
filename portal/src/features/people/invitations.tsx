/** Invitations that nobody has accepted yet. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Invitation } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoment } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

const MOST = 100;

export function Invitations() {
  const t = useWords();
  const { data, error, refetch } = useQuery(reading('listInvitations', { query: { limit: MOST } }));
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />;
  const found = data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Section title={t('invitations')} about={t('invitations_about')}>
      <Stack gap="sm">
        {found.map((it) => (
          <OneInvitation key={it.id} invitation={it} />
        ))}
      </Stack>
    </Section>
  );
}

function OneInvitation({ invitation }: { readonly invitation: Invitation }) {
  const t = useWords();
  const { id, email, role, expires_at } = invitation;
  const { run, isRunning } = useSubmit(async () => {
    await api.call('revokeInvitation', { path: { id } });
    await refresh('listInvitations');
  });
  const [nowMs] = useState(() => Date.now());
  const isOver = Date.parse(expires_at) < nowMs;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600} className="latin">
            {withReadableNames(email)}
          </Text>
          <Badge variant="light" size="sm" color={isOver ? 'gray' : 'teal'}>
            {t(isOver ? 'ended' : role)}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {t('until')} {showMoment(expires_at)}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={isRunning}
        onClick={() => run()}
        aria-label={t('withdraw_named', { email: isolated(email) })}
      >
        {t('withdraw')}
      </Button>
    </Group>
  );
}
