/** What became of a campaign's messages, as parts of one bar. */
import { Group, Progress, Text } from '@mantine/core';
import type { Batch } from '../../shared/api/types.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

type Counts = NonNullable<Batch['counts']>;

/** Every state is in one of them. */
const PARTS = [
  { name: 'delivered', color: 'teal.8', of: ({ delivered }: Counts) => delivered },
  {
    name: 'not_delivered',
    color: 'red.8',
    of: ({ failed, rejected, expired }: Counts) => failed + rejected + expired,
  },
  { name: 'cancelled', color: 'gray.4', of: ({ cancelled }: Counts) => cancelled },
  {
    name: 'on_the_way',
    color: 'gray.6',
    of: ({ pending, held, sent, unknown }: Counts) => pending + held + sent + unknown,
  },
] as const;

export function ResultBar({ counts }: { readonly counts: Counts }) {
  const t = useWords();
  const all = PARTS.map(({ name, color, of }) => ({ name, color, count: of(counts) }));
  // Few campaigns are cancelled: the others need no word for it.
  const parts = all.filter(({ name, count }) => name !== 'cancelled' || count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const told = parts.map(({ name, count }) => `${t(name)}: ${showCount(count)}`);
  return (
    <div>
      <Progress.Root size="lg" role="img" aria-label={told.join(', ')}>
        {parts.map(({ name, color, count }) => (
          <Progress.Section
            key={name}
            value={(100 * count) / total}
            color={color}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <Group gap="lg" mt={6} aria-hidden>
        {parts.map(({ name, color }) => (
          <Group key={name} gap={6}>
            <Text span c={color} lh={1}>
              ●
            </Text>
            <Text size="sm">{t(name)}</Text>
          </Group>
        ))}
      </Group>
    </div>
  );
}
