/** One message: what it is, and what became of it. */
import {
  Anchor,
  Button,
  CopyButton,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Message } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { asSentence, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, Money, showPhone } from '../../shared/i18n/show.tsx';
import { Bubble } from '../../shared/message/phone-preview.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { MessageLife } from './message-life.tsx';
import { useWords } from './words.ts';

/** A message that is under way changes while one looks. */
const LOOK_AGAIN_MS = 2_000;
const UNDER_WAY: readonly Message['state'][] = ['pending', 'held', 'sent', 'unknown'];

export function Page() {
  const t = useWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const message = useQuery({
    ...reading('showMessage', { path: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || UNDER_WAY.includes(data.state) ? LOOK_AGAIN_MS : false,
  });
  const { data } = message;
  if (message.error !== null && data === undefined) {
    return <ErrorState error={message.error} onRetry={() => message.refetch()} />;
  }
  if (data === undefined) return <Skeleton h={320} />;
  const called = [showPhone(data.recipient), data.name].filter((it) => it !== null);
  const recipient = called.map(isolated).join(' · ');
  return (
    <>
      <PageHeader title={t('message', { recipient })}>
        {data.state === 'pending' && <Cancel message={data} />}
      </PageHeader>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Said id={id} />
          <Paper withBorder p="lg" component="section" aria-label={t('facts')}>
            <Facts message={data} />
          </Paper>
        </Stack>
        <Paper withBorder p="lg" component="section" aria-label={t('life')}>
          <MessageLife message={data} />
        </Paper>
      </SimpleGrid>
      <Anchor component={Link} to="/portal/messages" size="sm" mt="md" display="inline-block">
        {t('back')}
      </Anchor>
    </>
  );
}

/** What it says, for those whose role sees it: one look, which is audited. */
function Said({ id }: { readonly id: string }) {
  const t = useWords();
  const maySee = useWho().account?.sees_texts === true;
  const query = { texts: true };
  const { data, error, refetch } = useQuery({
    ...reading('showMessage', { path: { id }, query }),
    enabled: maySee,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });
  if (!maySee) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('text')}>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {error === null && data === undefined && <Skeleton h={48} />}
      {data !== undefined && data.text === null && (
        <Text size="sm" c="dimmed">
          {t('text_hidden')}
        </Text>
      )}
      {data?.text && <Bubble>{data.text}</Bubble>}
    </Paper>
  );
}

/** Why it waits, which needs no page: it is all said. */
const WAITS = ['promotional_hours', 'scheduled', 'batch_paused', 'link_down'];

function Facts({ message }: { readonly message: Message }) {
  const t = useWords();
  const { id, state, detail, reason, batch_id: batch, template_id: template } = message;
  return (
    <>
      <Group gap="sm" mb="md">
        <StateBadge state={state} />
        {message.test && <Text size="sm">{t('test')}</Text>}
      </Group>
      {detail !== null && (
        <Text size="sm" mb="md">
          {asSentence(detail)}
          {reason !== null && !WAITS.includes(reason) && (
            <>
              {' '}
              <Anchor href={`/docs/errors/${reason}`} size="sm">
                {t('why')}
              </Anchor>
            </>
          )}
        </Text>
      )}
      <dl className="facts">
        <Fact name={t('kind')}>{t(message.kind)}</Fact>
        <Fact name={t('sender')}>{message.sender ?? '–'}</Fact>
        <Fact name={t('network')}>{message.network ?? '–'}</Fact>
        <Fact name={t('parts')}>{message.parts}</Fact>
        <Fact name={t('price')}>
          <Money amount={message.price} />
        </Fact>
        {template !== null && <TemplateFact key={template} kind={message.kind} id={template} />}
        {batch !== null && (
          <Fact name={t('batch')}>
            <Anchor component={Link} to={`/portal/campaigns/${batch}`} size="sm">
              {batch}
            </Anchor>
          </Fact>
        )}
        <Fact name={t('id')}>
          <span className="latin">{id}</span>{' '}
          <CopyButton value={id}>
            {({ copied, copy }) => (
              <Button variant="subtle" size="compact-xs" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
        </Fact>
      </dl>
    </>
  );
}

/** Its name leads to it, while it is there. */
function TemplateFact({ kind, id }: { readonly kind: Message['kind']; readonly id: string }) {
  const t = useWords();
  const isChat = kind === 'chat';
  const path = { id };
  const sms = useQuery({ ...reading('showTemplate', { path }), enabled: !isChat });
  const chat = useQuery({ ...reading('showChatTemplate', { path }), enabled: isChat });
  const name = (isChat ? chat : sms).data?.name;
  return (
    <Fact name={t('template')}>
      {name === undefined ? (
        id
      ) : (
        <Anchor
          component={Link}
          to={`/portal/${isChat ? 'chat-templates' : 'templates'}/${id}`}
          size="sm"
          dir="auto"
        >
          {name}
        </Anchor>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Cancel({ message }: { readonly message: Message }) {
  const t = useWords();
  const maySend = scoped('send')(useWho());
  const { run, isRunning } = useSubmit(async () => {
    await api.call('cancelMessage', { path: { id: message.id } });
    await refresh('showMessage');
    notifications.show({ message: t('cancelled') });
  });
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('cancel'),
      children: <Text size="sm">{t('cancel_ask')}</Text>,
      labels: { confirm: t('cancel_yes'), cancel: t('cancel_no') },
      confirmProps: { color: 'red' },
      onConfirm: () => run(),
    });
  };
  if (!maySend) return null;
  return (
    <Button variant="default" loading={isRunning} onClick={ask}>
      {t('cancel')}
    </Button>
  );
}
