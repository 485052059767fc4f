import { Card, Text, Timeline, Title } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';
import { Wording } from './wording.tsx';

const SIGNS = {
  proposed: { icon: IconPencil, color: 'gray' },
  approved: { icon: IconCheck, color: 'green' },
  rejected: { icon: IconX, color: 'red' },
} as const;

/** Every wording of a template and the decisions on them, newest first. */
export function TemplateHistory({ id }: { readonly id: string }) {
  const t = useWords();
  const { data: changes } = useQuery(reading('listTemplateHistory', { path: { id } }));
  if (changes === undefined || changes.data.length === 0) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="md">
        {t('history')}
      </Title>
      <Timeline active={changes.data.length} bulletSize={22} lineWidth={2}>
        {changes.data.map(({ at, what, version, message, reason }) => {
          const { icon: Sign, color } = SIGNS[what];
          return (
            <Timeline.Item
              key={`${at} ${what} ${version}`}
              color={color}
              bullet={<Sign size={13} aria-hidden />}
              title={t(`was_${what}`, { version })}
            >
              <Text size="xs" c="dimmed">
                <Time at={at} />
              </Text>
              {reason !== null && (
                <Text size="sm" c="red" dir="auto">
                  {reason}
                </Text>
              )}
              {message !== null && <Wording message={message} />}
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Card>
  );
}
