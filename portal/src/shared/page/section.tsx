import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page under a title of its own. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Group justify="space-between" mb={about === undefined ? 'sm' : 4}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions}
      </Group>
      {about !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {about}
        </Text>
      )}
      {children}
    </Paper>
  );
}
