/** Where the interface documents send people: the key, and the look-up of ported numbers. */
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { Section } from '../../shared/page/section.tsx';
import { useKeyActions } from '../keys/key-actions.tsx';
import { Switches } from '../settings/switches.tsx';
import { useWords } from './words.ts';

const SHOWN = 5;

export function KeysTile() {
  const t = useWords();
  const { actions, dialogs } = useKeyActions();
  const { data } = useQuery(reading('listKeys'));
  const active = data?.data.filter(({ state }) => state === 'active') ?? [];
  return (
    <Section title={t('keys')} about={t('keys_about')}>
      {data === undefined && <Skeleton h={60} />}
      <Stack gap="xs">
        {active.slice(0, SHOWN).map((key) => (
          <Group key={key.id} justify="space-between" wrap="nowrap">
            <Text size="sm" truncate dir="auto">
              {key.name}
            </Text>
            {actions(key)}
          </Group>
        ))}
      </Stack>
      <Anchor component={Link} to="/portal/keys" size="sm" mt="sm" display="inline-block">
        {t('to_keys')}
      </Anchor>
      {dialogs}
    </Section>
  );
}

export function PortedTile() {
  const t = useWords();
  const { data } = useQuery(reading('showAccount'));
  return (
    <Section title={t('ported')}>
      {data === undefined ? (
        <Skeleton h={60} />
      ) : (
        <Switches account={data} names={['mnp_option']} />
      )}
      <Anchor component={Link} to="/portal/settings" size="sm" mt="sm" display="inline-block">
        {t('to_settings')}
      </Anchor>
    </Section>
  );
}
