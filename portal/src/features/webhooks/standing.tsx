/** What is wrong with a webhook, in plain words: why, since when, and what to do. */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey, IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { Webhook } from '../../shared/api/types.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { showMoment } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

export function Standing({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords();
  const { state, state_reason: reason, failing_since: since, failures } = webhook;
  switch (state) {
    case 'paused':
    case 'disabled':
      return (
        <Alert
          color={state === 'paused' ? 'yellow' : 'red'}
          icon={<IconPlayerPause aria-hidden />}
          title={t(`${state}_title`)}
        >
          {reason !== null && <Text size="sm">{t('why', { reason: inWords(reason) })}</Text>}
          {since !== null && <Text size="sm">{t('failing', { since: showMoment(since) })}</Text>}
          <Text size="sm">{t(`${state}_todo`)}</Text>
        </Alert>
      );
    case 'active':
      if (since === null) return null;
      return (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('trouble_title')}>
          <Text size="sm">{t('trouble', { count: failures, since: showMoment(since) })}</Text>
          <Text size="sm">{t('trouble_todo')}</Text>
        </Alert>
      );
  }
}

/** Two secrets are valid, and until when. */
export function TwoSecrets({ until }: { readonly until: string | null }) {
  const t = useWords();
  const [openedAtMs] = useState(() => Date.now());
  if (until === null || Date.parse(until) <= openedAtMs) return null;
  return (
    <Alert color="blue" icon={<IconKey aria-hidden />} title={t('both_title')}>
      {t('both', { until: showMoment(until) })}
    </Alert>
  );
}
