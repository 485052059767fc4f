import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

/** The head of a page: its name, a sentence, and its main actions. It names the window, too. */
export function PageHeader({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  /** Buttons. */
  readonly children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} – Paigham`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={2}>
        <Title order={1} size="h2">
          {/* A name that an account has given may be of the other direction. */}
          <bdi>{title}</bdi>
        </Title>
        {about !== undefined && (
          <Text c="dimmed" size="sm" maw={640}>
            {about}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
