import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What stands where there is nothing yet: why, and what to do about it. */
export function EmptyState({
  icon: Sign,
  title,
  text,
  role,
  children,
}: {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string;
  readonly role?: 'alert';
  /** What to do: a button. */
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" maw={440} mx="auto" ta="center" role={role}>
      <ThemeIcon size={56} radius="xl" variant="light">
        <Sign size={28} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Title order={2} size="h4">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
