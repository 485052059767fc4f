/** What the doctor found, the worst first, and where to go from there. */
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Finding } from '../../shared/api/types.ts';
import { Findings } from '../../shared/live/findings.tsx';
import { useOverview } from '../../shared/live/overview.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { data, error, refetch } = useOverview();
  const findings = data?.findings ?? undefined;
  return (
    <>
      <PageHeader title={t('health')} about={t('health_about')} />
      {findings !== undefined && <Found findings={findings} />}
      {findings === undefined && error !== null && <ErrorState error={error} onRetry={refetch} />}
      {findings === undefined && error === null && <Skeleton h={240} />}
    </>
  );
}

function Found({ findings }: { readonly findings: readonly Finding[] }) {
  const t = useWords();
  const of = (verdict: Finding['verdict']) => findings.filter((it) => it.verdict === verdict);
  const bad = [...of('fault'), ...of('warning')];
  return (
    <Stack gap="lg">
      <Section title={t('to_do')}>
        {bad.length === 0 && <Text size="sm">{t('all_well')}</Text>}
        <Findings findings={bad} more={(it) => <Remedy finding={it} />} />
      </Section>
      <Section title={t('well')}>
        <Findings findings={of('fine')} />
      </Section>
    </Stack>
  );
}

/** What a finding is about, by the first words of its subject. */
const ABOUT = [
  ['link', 'do_link', '/console/network'],
  ['operator', 'do_operator', '/console/network'],
  ['queue', 'do_queue', '/console/queues'],
  ['chat prices', 'do_prices', '/console/prices'],
  ['chat number', 'do_chat', '/console/numbers'],
  ['nodes', 'do_nodes', undefined],
  ['disk', 'do_disk', undefined],
  ['days', 'do_nodes', undefined],
  ['clock', 'do_clock', undefined],
  ['master key', 'do_key', undefined],
  ['mail', 'do_mail', undefined],
  ['proxies', 'do_proxies', undefined],
] as const;

function Remedy({ finding: { subject } }: { readonly finding: Finding }) {
  const t = useWords();
  const [, does, to] = ABOUT.find(([about]) => subject.startsWith(about)) ?? [];
  if (does === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(does)}{' '}
      {to !== undefined && (
        <Anchor component={Link} to={to} size="sm" underline="always">
          {t('go')}
        </Anchor>
      )}
    </Text>
  );
}
