/** How a text is counted and what it costs: alphabet, parts, and the characters that cost more. */
import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Preview } from '../../shared/api/types.ts';
import { Money } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

export function PreviewFacts({
  preview,
  values = {},
  onReplace,
}: {
  readonly preview: Preview;
  readonly values?: Readonly<Record<string, string>>;
  readonly onReplace?: (character: string, by: string) => void;
}) {
  const t = useWords();
  const { parts, alphabet, units, units_left: left, characters, prices } = preview;
  const typed = Object.values(values).join(' ');
  const replaceable = characters.filter(
    ({ character, replacement }) => replacement !== null && typed.includes(character),
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={t('count')}>
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t('parts', { count: parts })} · {t(alphabet)} · {t('units', { units, left })}
        </Text>
        {replaceable.length > 0 && onReplace !== undefined && (
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              {t('costly')}
            </Text>
            <Group gap={6}>
              {replaceable.map(({ character, code_point: point, replacement }) => (
                <Button
                  key={point}
                  size="compact-sm"
                  variant="light"
                  color="yellow"
                  onClick={() => onReplace(character, replacement ?? '')}
                >
                  {replacement === ''
                    ? t('remove', { point })
                    : t('replace', { character, replacement })}
                </Button>
              ))}
            </Group>
          </div>
        )}
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" verticalSpacing={4}>
          {prices.map(({ network, price }) => (
            <Group key={network} gap={6} wrap="nowrap">
              <Text size="sm" c="dimmed">
                {network}
              </Text>
              <Text size="sm">
                <Money amount={price} />
              </Text>
            </Group>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
