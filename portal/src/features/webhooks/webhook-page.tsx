/** One webhook: how it is, what it is told, and every attempt at it. */
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Delivery, Webhook } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoment, Time } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { Attempt } from './attempt.tsx';
import { Deliveries, LOOK_AGAIN_MS } from './deliveries.tsx';
import { useKind } from './kinds.ts';
import { Standing, TwoSecrets } from './standing.tsx';
import { WebhookForm, type Given } from './webhook-form.tsx';
import { useWords } from './words.ts';

const readAgain = () => refresh('showWebhook', 'listWebhooks', 'listDeliveries');

export function Page() {
  const t = useWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const options = reading('showWebhook', { path: { id } });
  const { data, error, refetch } = useQuery({ ...options, refetchInterval: LOOK_AGAIN_MS });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={320} />;
  const { url, description, old_secret_until: until } = data;
  const address = isolated(withReadableNames(url));
  return (
    <>
      <PageHeader
        title={description === '' ? address : description}
        {...(description === '' ? {} : { about: address })}
      >
        <HeadActions webhook={data} />
      </PageHeader>
      <Stack gap="lg">
        <Standing webhook={data} />
        <TwoSecrets until={until} />
        <Settings webhook={data} />
        <Deliveries webhookId={data.id} />
      </Stack>
      <Anchor component={Link} to="/portal/webhooks" size="sm" mt="md" display="inline-block">
        {t('back')}
      </Anchor>
    </>
  );
}

function HeadActions({ webhook: { id, state } }: { readonly webhook: Webhook }) {
  const t = useWords();
  const [tried, setTried] = useState<Delivery>();
  const test = useSubmit(async () => {
    setTried(await api.call('testWebhook', { path: { id } }));
    await readAgain();
  });
  const turn = useSubmit(async (active: boolean) => {
    await api.call('changeWebhook', { path: { id }, body: { active } });
    await readAgain();
  });
  const isActive = state === 'active';
  return (
    <>
      <Button
        variant={isActive ? 'default' : 'filled'}
        loading={turn.isRunning}
        onClick={() => turn.run(!isActive)}
      >
        {t(isActive ? 'pause' : 'resume')}
      </Button>
      <Button
        variant={isActive ? 'filled' : 'default'}
        loading={test.isRunning}
        onClick={() => test.run()}
      >
        {t('test')}
      </Button>
      {tried !== undefined && <Attempt attempt={tried} onClose={() => setTried(undefined)} />}
    </>
  );
}

function Settings({ webhook }: { readonly webhook: Webhook }) {
  const t = useWords();
  const kindOf = useKind();
  const [isChanging, setIsChanging] = useState(false);
  const { id, types, url, description } = webhook;
  const change = async (body: Given): Promise<void> => {
    await api.call('changeWebhook', { path: { id }, body });
    setIsChanging(false);
    notifications.show({ message: t('saved') });
    await readAgain();
  };
  return (
    <Section
      title={t('facts')}
      actions={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setIsChanging(true)}>
            {t('change')}
          </Button>
          <NewSecret id={id} />
          <Remove webhook={webhook} />
        </Group>
      }
    >
      <dl className="facts">
        <dt>{t('state')}</dt>
        <dd>
          <StateBadge state={webhook.state} />
        </dd>
        <dt>{t('kinds')}</dt>
        <dd>{types.length === 0 ? t('every') : types.map(kindOf).join(' · ')}</dd>
        <dt>{t('created')}</dt>
        <dd>
          <Time at={webhook.created_at} />
        </dd>
      </dl>
      {isChanging && (
        <WebhookForm
          title={t('change')}
          does={t('save')}
          draft={`webhook.${id}`}
          webhook={{ url, description, types }}
          onClose={() => setIsChanging(false)}
          onSubmit={change}
        />
      )}
    </Section>
  );
}

function NewSecret({ id }: { readonly id: string }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const [shown, setShown] = useState<{ readonly secret: string; readonly until: string | null }>();
  const { run, isRunning } = useSubmit(async () => {
    const made = await api.call('rotateWebhookSecret', { path: { id } });
    setShown({ secret: made.secret, until: made.old_secret_until });
    await readAgain();
  });
  const ask = (): void =>
    askFirst({
      title: t('rotate_title'),
      text: t('rotate_text'),
      does: t('rotate'),
      onAgree: () => run(),
    });
  const both = shown?.until ?? null;
  const untilWhen = both === null ? '' : t('secret_both', { until: showMoment(both) });
  return (
    <>
      <Button variant="default" size="xs" loading={isRunning} onClick={ask}>
        {t('rotate')}
      </Button>
      {shown !== undefined && (
        <ShownSecret
          title={t('secret')}
          about={`${t('secret_about')} ${untilWhen}`}
          text={shown.secret}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function Remove({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const navigate = useNavigate();
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeWebhook', { path: { id } });
    await navigate({ to: '/portal/webhooks' });
    await refresh('listWebhooks');
  });
  const ask = (): void =>
    askFirst({
      title: t('remove_title'),
      text: t('remove_text', { url: isolated(withReadableNames(url)) }),
      does: t('remove'),
      onAgree: () => run(),
    });
  return (
    <Button variant="subtle" color="red" size="xs" loading={isRunning} onClick={ask}>
      {t('remove')}
    </Button>
  );
}
