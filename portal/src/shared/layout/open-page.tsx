import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { LanguageSwitch } from './language.tsx';
import { useWords } from './words.ts';

/** A page for people who are not signed in: one card in the middle. */
export function OpenPage({
  title,
  about,
  children,
}: {
  readonly title: string;
  /** What this is, for whoever comes the first time. */
  readonly about?: string;
  readonly children: ReactNode;
}) {
  const t = useWords();
  useEffect(() => {
    document.title = `${title} – Paigham`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Text ta="center" fw={700} fz={28} c="teal">
          {t('brand')}
        </Text>
        {about !== undefined && (
          <Text ta="center" size="sm" c="dimmed">
            {about}
          </Text>
        )}
        <Paper withBorder p="xl" radius="lg" shadow="sm">
          <Title order={1} size="h3" mb="lg">
            {title}
          </Title>
          {children}
        </Paper>
        <LanguageSwitch />
      </Stack>
    </Center>
  );
}
