/** One document: where it stands, and giving it. */
import { Alert, Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconClock, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { VerificationItem } from '../../shared/api/types.ts';
import { showMoment } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { GiveDocument } from './give-document.tsx';
import { useWords } from './words.ts';

const SIGNS = {
  missing: { icon: IconCircleDashed, color: 'gray' },
  submitted: { icon: IconClock, color: 'yellow' },
  approved: { icon: IconCheck, color: 'green' },
  refused: { icon: IconX, color: 'red' },
} as const;

type Props = {
  readonly item: VerificationItem;
  readonly mayUpload: boolean;
  /** What one needs before: the form to print. */
  readonly children?: ReactNode;
};

export function DocumentCard({ item, mayUpload, children }: Props) {
  const t = useWords();
  const { kind, state, reason, file_name: name, submitted_at: at } = item;
  const [isReplacing, setReplacing] = useState(false);
  const { icon: Sign, color } = SIGNS[state];
  const isWanted = state === 'missing' || state === 'refused' || isReplacing;
  return (
    <Card withBorder component="section" aria-label={t(kind)}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={36} radius="xl" variant="light" color={color}>
          <Sign size={20} aria-hidden />
        </ThemeIcon>
        <Stack gap="sm" flex={1} miw={0}>
          <Group justify="space-between" gap="xs">
            <Title order={2} size="h5">
              {t(kind)}
            </Title>
            {state === 'missing' ? (
              <Badge variant="light" color="gray" tt="none">
                {t('missing')}
              </Badge>
            ) : (
              <StateBadge state={state === 'submitted' ? 'waiting' : state} />
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {t(`${kind}_about`)}
          </Text>
          {state === 'refused' && <Alert color="red">{reason}</Alert>}
          {name !== null && at !== null && (
            <Text size="xs" c="dimmed">
              {t('submitted_at', { name, at: showMoment(at) })}
            </Text>
          )}
          {isWanted && children}
          {isWanted && mayUpload && (
            <GiveDocument kind={kind} onGiven={() => setReplacing(false)} />
          )}
          {!isWanted && mayUpload && (
            <Group>
              <Button variant="subtle" size="compact-sm" onClick={() => setReplacing(true)}>
                {t('replace')}
              </Button>
            </Group>
          )}
        </Stack>
      </Group>
    </Card>
  );
}
