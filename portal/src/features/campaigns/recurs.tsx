/** A campaign to contacts that is sent again each day, week or month. */
import { Group, Select, Text, TextInput } from '@mantine/core';
import type { Batch, NewBatch } from '../../shared/api/types.ts';
import { showDay } from '../../shared/i18n/show.tsx';
import { momentOf } from '../send/schedule.tsx';
import { useWords } from './words.ts';

type Every = NonNullable<Batch['recurs']>['every'];
const EVERY: readonly Every[] = ['day', 'week', 'month'];

export const ONCE = { every: '', until: '' };
export type Recurs = typeof ONCE;

/** What is sent; a day counts to its end. */
export function recursFields({ every, until }: Recurs): Pick<NewBatch, 'recurs'> {
  const known = EVERY.find((it) => it === every);
  if (known === undefined) return {};
  return { recurs: { every: known, until: until === '' ? undefined : momentOf(`${until}T23:59`) } };
}

export function RecursFields({
  recurs,
  onChange,
}: {
  readonly recurs: Recurs;
  readonly onChange: (changed: { readonly recurs: Recurs }) => void;
}) {
  const t = useWords();
  return (
    <>
      <Group gap="sm" align="flex-start">
        <Select
          label={t('recurs')}
          data={[
            { value: '', label: t('recurs_once') },
            ...EVERY.map((value) => ({ value, label: t(`every_${value}`) })),
          ]}
          value={recurs.every}
          onChange={(every) => onChange({ recurs: { ...recurs, every: every ?? '' } })}
          allowDeselect={false}
          w={{ base: '100%', xs: 200 }}
        />
        {recurs.every !== '' && (
          <TextInput
            type="date"
            label={t('recurs_until')}
            value={recurs.until}
            onChange={({ currentTarget }) =>
              onChange({ recurs: { ...recurs, until: currentTarget.value } })
            }
            w={{ base: '100%', xs: 200 }}
          />
        )}
      </Group>
      {recurs.every !== '' && (
        <Text size="sm" c="dimmed">
          {t('recurs_about')}
        </Text>
      )}
    </>
  );
}

/** How it goes on, while it waits. */
export function GoesOn({ batch: { recurs } }: { readonly batch: Batch }) {
  const t = useWords();
  if (recurs === null) return null;
  const every = t(`every_${recurs.every}`);
  return (
    <Text size="sm" c="dimmed">
      {recurs.until === null
        ? t('goes_on', { every })
        : t('goes_on_until', { every, day: showDay(recurs.until) })}
    </Text>
  );
}
