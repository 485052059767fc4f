/** The webhooks of an account: where what happens is posted, and how each is. */
import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Webhook } from '../../shared/api/types.ts';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { Standing } from './standing.tsx';
import { WebhookForm, type Given } from './webhook-form.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery(reading('listWebhooks'));
  const add = async (body: Given): Promise<void> => {
    const made = await api.call('addWebhook', { body });
    setIsAdding(false);
    setSecret(made.secret);
    await refresh('listWebhooks');
  };
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  const isEmpty = data?.data.length === 0;
  const button = <Button onClick={() => setIsAdding(true)}>{t('add')}</Button>;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {!isEmpty && button}
      </PageHeader>
      {data === undefined && <Skeleton h={200} />}
      {isEmpty && (
        <Paper withBorder>
          <EmptyState icon={IconWebhook} title={t('none')} text={t('none_text')}>
            {button}
          </EmptyState>
        </Paper>
      )}
      <Stack component="ul" p={0} m={0}>
        {data?.data.map((webhook) => (
          <One key={webhook.id} webhook={webhook} />
        ))}
      </Stack>
      {isAdding && (
        <WebhookForm
          title={t('add')}
          does={t('add')}
          draft="webhook.new"
          onClose={() => setIsAdding(false)}
          onSubmit={add}
        />
      )}
      {secret !== undefined && (
        <ShownSecret
          title={t('secret')}
          about={t('secret_about')}
          text={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

function One({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords();
  const { id, url, description, types, state } = webhook;
  const address = withReadableNames(url);
  return (
    <Paper withBorder p="md" component="li" display="block">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
          <Stack gap={2} miw={0}>
            <Anchor component={Link} to={`/portal/webhooks/${id}`} fw={600}>
              <bdi className="breaks">{description === '' ? address : description}</bdi>
            </Anchor>
            {description !== '' && (
              <Text size="sm" c="dimmed" className="breaks">
                <bdi dir="ltr">{address}</bdi>
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {types.length === 0 ? t('every') : t('count', { count: types.length })}
            </Text>
          </Stack>
          <StateBadge state={state} />
        </Group>
        <Standing webhook={webhook} />
      </Stack>
    </Paper>
  );
}
