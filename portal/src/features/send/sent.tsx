/** What became of a send, live, with the way to its message or campaign. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Message, SentMessages } from '../../shared/api/types.ts';
import { Phone, showCount, showMoment, showMoney } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { useWords } from './words.ts';

const LOOK_AGAIN_MS = 1_000;
const UNDER_WAY: readonly Message['state'][] = ['pending', 'held', 'sent', 'unknown'];
const SHOWN = 20;

export function Sent({
  sent,
  at,
  onAnother,
}: {
  readonly sent: SentMessages;
  /** When it leaves; undefined: now. */
  readonly at: string | undefined;
  readonly onAnother: () => void;
}) {
  const t = useWords();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
    void refresh('showBalance');
  }, []);
  const isBatch = sent.kind === 'sms' && sent.messages.length > 1;
  return (
    <Paper withBorder p="xl" maw={640}>
      <Stack gap="md">
        <Group gap="sm">
          <IconCircleCheck size={28} color="var(--mantine-color-green-6)" aria-hidden />
          <Title order={2} size="h3" ref={head} tabIndex={-1}>
            {t(at === undefined ? 'was_sent' : 'was_scheduled', {
              count: sent.recipients,
              shown: showCount(sent.recipients),
              at: at === undefined ? '' : showMoment(at),
            })}
          </Title>
        </Group>
        <Text c="dimmed" size="sm">
          {t('was_charged', {
            price: showMoney(sent.price ?? '0.00'),
            left: showMoney(sent.remaining ?? '0.00'),
          })}
        </Text>
        <Stack gap="xs">
          {sent.messages.slice(0, SHOWN).map(({ id, recipient }) => (
            <LiveMessage key={id ?? recipient} id={id} recipient={recipient} />
          ))}
        </Stack>
        {isBatch && sent.id !== null && (
          <Anchor component={Link} to={`/portal/campaigns/${sent.id}`} size="sm">
            {t('to_batch')}
          </Anchor>
        )}
        <Group>
          <Button onClick={onAnother} variant="light">
            {t('another')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function LiveMessage({ id, recipient }: SentMessages['messages'][number]) {
  const { data } = useQuery({
    ...reading('showMessage', { path: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data === undefined || UNDER_WAY.includes(state.data.state) ? LOOK_AGAIN_MS : false,
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Anchor component={Link} to={`/portal/messages/${id}`} size="sm">
        <Phone number={recipient} />
      </Anchor>
      <span role="status">
        <StateBadge state={data?.state ?? 'pending'} />
      </span>
    </Group>
  );
}
