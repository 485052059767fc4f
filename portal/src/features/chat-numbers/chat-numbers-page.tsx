/** The numbers that an account sends from on the chat platform: how each is, and connecting one. */
import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { ChatNumber, ConnectedChatNumber } from '../../shared/api/types.ts';
import { asSentence, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, Phone, showCount, showPhone } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Connected, ConnectForm } from './connect-form.tsx';
import { hearConnected, openSignup } from './signup-window.ts';
import { useWords } from './words.ts';

/** A number's state is found out in the seconds after it was connected. */
const LOOK_AGAIN_MS = 3_000;

/** What the service says where the platform wants money. */
const NO_PAYMENT = 'no payment method';

export function Page() {
  const t = useWords();
  const [connecting, setConnecting] = useState<ChatNumber | 'new'>();
  const [connected, setConnected] = useState<ConnectedChatNumber>();
  useEffect(() => hearConnected(), []);
  const { data, error, refetch } = useQuery({
    ...reading('listChatNumbers'),
    refetchInterval: ({ state }) =>
      state.data?.data.some((it) => it.enabled && it.state !== 'up') ? LOOK_AGAIN_MS : false,
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  const isEmpty = data?.data.length === 0;
  const byIds = () => setConnecting('new');
  const button =
    data?.signup === true ? (
      <>
        <Button onClick={openSignup}>{t('connect_whatsapp')}</Button>
        <Button variant="default" onClick={byIds}>
          {t('by_ids')}
        </Button>
      </>
    ) : (
      <Button onClick={byIds}>{t('connect')}</Button>
    );
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {!isEmpty && button}
      </PageHeader>
      {data === undefined && <Skeleton h={160} />}
      {isEmpty && (
        <Paper withBorder>
          <EmptyState icon={IconDeviceMobileMessage} title={t('none')} text={t('none_text')}>
            <Group justify="center">{button}</Group>
          </EmptyState>
        </Paper>
      )}
      <Stack component="ul" p={0} m={0}>
        {data?.data.map((number) => (
          <One key={number.id} number={number} onConnect={() => setConnecting(number)} />
        ))}
      </Stack>
      {connecting !== undefined && (
        <ConnectForm
          known={connecting === 'new' ? undefined : connecting}
          onClose={() => setConnecting(undefined)}
          onConnected={(number) => {
            setConnecting(undefined);
            setConnected(number);
          }}
        />
      )}
      {connected !== undefined && (
        <Connected number={connected} onClose={() => setConnected(undefined)} />
      )}
    </>
  );
}

function One({
  number,
  onConnect,
}: {
  readonly number: ChatNumber;
  readonly onConnect: () => void;
}) {
  const t = useWords();
  const { number: digits, default: isDefault, why } = number;
  const words = why?.startsWith(NO_PAYMENT)
    ? `${t('no_payment')} ${t('no_payment_stays')}`
    : asSentence(why ?? '');
  return (
    <Paper withBorder p="md" component="li" display="block">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Text fw={600} size="lg">
              <Phone number={digits} />
            </Text>
            {isDefault && (
              <Badge variant="outline" tt="none">
                {t('default')}
              </Badge>
            )}
          </Group>
          <State number={number} />
        </Group>
        {why !== null && <Text size="sm">{words}</Text>}
        <Facts number={number} />
        <Actions number={number} why={words} onConnect={onConnect} />
      </Stack>
    </Paper>
  );
}

function State({ number: { enabled, state } }: { readonly number: ChatNumber }) {
  const t = useWords();
  if (!enabled) return <StateBadge state="cancelled">{t('off')}</StateBadge>;
  if (state === null) return <StateBadge state="trying">{t('checking')}</StateBadge>;
  return <StateBadge state={state} />;
}

function Facts({ number }: { readonly number: ChatNumber }) {
  const t = useWords();
  const { service_messages: count, service_messages_free: most } = number;
  return (
    <dl className="facts">
      <dt>{t('number_id')}</dt>
      <dd>
        <span className="latin">{number.phone_number_id}</span>
      </dd>
      <dt>{t('business_id')}</dt>
      <dd>
        <span className="latin">{number.business_id}</span>
      </dd>
      <dt>{t('free')}</dt>
      <dd>{t('free_of', { used: showCount(count), most: showCount(most) })}</dd>
      <AtPlatform platform={number.platform} />
    </dl>
  );
}

const QUALITIES = ['green', 'yellow', 'red'] as const;

/** What the platform says of it; nothing before it was asked. */
function AtPlatform({ platform }: Pick<ChatNumber, 'platform'>) {
  const t = useWords();
  if (platform === null) return null;
  const { name, quality, people_a_day: people, on_phone: isOnPhone } = platform;
  const known = QUALITIES.find((it) => it === quality);
  return (
    <>
      {name !== null && (
        <>
          <dt>{t('shown_name')}</dt>
          <dd>
            <bdi>{name}</bdi>
          </dd>
        </>
      )}
      <dt>{t('quality')}</dt>
      <dd>{t(`quality_${known ?? 'unknown'}`)}</dd>
      <dt>{t('people')}</dt>
      <dd>{people === null ? t('people_any') : showCount(people)}</dd>
      {isOnPhone === true && (
        <>
          <dt>{t('speed')}</dt>
          <dd>{t('on_phone')}</dd>
        </>
      )}
    </>
  );
}

function Actions({
  number: { id, number, default: isDefault, enabled, state },
  why,
  onConnect,
}: {
  readonly number: ChatNumber;
  readonly why: string;
  readonly onConnect: () => void;
}) {
  const t = useWords();
  const askFirst = useAskFirst();
  const path = { id };
  const change = useSubmit(async (call: () => Promise<unknown>, said: string) => {
    await call();
    notifications.show({ message: said });
    await refresh('listChatNumbers');
  });
  const makeDefault = () =>
    change.run(() => api.call('makeChatNumberDefault', { path }), t('made_default'));
  const askDefault = () =>
    askFirst({
      title: t('default_title', { number: isolated(showPhone(number)) }),
      text: t('default_text', { why }),
      does: t('make_default'),
      onAgree: makeDefault,
    });
  return (
    <Group gap="xs">
      {enabled && !isDefault && (
        <Button
          variant="default"
          size="xs"
          loading={change.isRunning}
          onClick={state === 'needs_attention' ? askDefault : makeDefault}
        >
          {t('make_default')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={onConnect}>
        {t(enabled ? 'again' : 'reconnect')}
      </Button>
      {enabled && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          onClick={() =>
            askFirst({
              title: t('disconnect_title', { number: isolated(showPhone(number)) }),
              text: t('disconnect_text'),
              does: t('disconnect'),
              onAgree: () =>
                change.run(() => api.call('disconnectChatNumber', { path }), t('disconnected')),
            })
          }
        >
          {t('disconnect')}
        </Button>
      )}
    </Group>
  );
}
