/** A report's lines: a table; on a phone, where it would be cut off, one below the other. */
import { Anchor, Paper, Skeleton, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { reading } from '../../shared/api/queries.ts';
import type { Usage } from '../../shared/api/types.ts';
import { showCount, showDay, showMoment, showMoney } from '../../shared/i18n/show.tsx';
import { costOf, lostOf, shareOf } from './figures.ts';
import { useWords } from './words.ts';

/** Names of campaigns that one page asks for. */
const MOST_NAMES = 100;

const FIGURES = [
  ...(['messages', 'delivered', 'failed', 'cancelled'] as const),
  ...(['under_way', 'share', 'charged', 'each'] as const),
];

function figureOf(name: (typeof FIGURES)[number], line: Usage['data'][number]): string {
  const { messages, charged, counts } = line;
  switch (name) {
    case 'messages':
      return showCount(messages);
    case 'delivered':
      return showCount(counts.delivered);
    case 'failed':
      return showCount(lostOf(counts));
    case 'cancelled':
      return showCount(counts.cancelled);
    case 'under_way':
      return showCount(counts.pending + counts.held + counts.sent + counts.unknown);
    case 'share':
      return shareOf(counts);
    case 'charged':
      return showMoney(charged);
    case 'each':
      return costOf(line);
  }
}

/** What lines are called. */
function useNames(usage: Usage | undefined): (line: Usage['data'][number]) => string {
  const t = useWords();
  const isOf = (by: Usage['by']): boolean => usage?.by === by;
  const { since, until } = usage ?? {};
  const campaigns = useQuery({
    ...reading('listBatches', { query: { since, until, limit: MOST_NAMES } }),
    enabled: isOf('batch'),
  }).data?.data;
  const templates = useQuery({
    ...reading('listTemplates', { query: { limit: MOST_NAMES } }),
    enabled: isOf('template'),
  }).data?.data;
  return ({ key, kind }) => {
    if (isOf('day')) return showDay(`${key}T12:00:00+05:00`);
    if (isOf('hour')) return showMoment(`${key}:00:00+05:00`);
    if (isOf('operator')) return key === '' ? t('no_operator') : key;
    if (isOf('template') && kind === 'sms') {
      return templates?.find(({ id }) => id === key)?.name ?? key;
    }
    if (!isOf('batch')) return key;
    if (key === '') return t('no_campaign');
    const found = campaigns?.find(({ id }) => id === key);
    if (found === undefined) return t('campaign', { id: key });
    const at = showMoment(found.created_at);
    return found.name ?? found.file?.name ?? t('campaign_of', { count: found.recipients ?? 0, at });
  };
}

export function Lines({ usage }: { readonly usage: Usage | undefined }) {
  const t = useWords();
  const nameOf = useNames(usage);
  if (usage === undefined) return <Skeleton h={200} />;
  const lines = usage.data.map((line) => {
    const name = nameOf(line);
    const isMarked = line.kind === 'chat' && usage.by !== 'operator';
    const to =
      usage.by === 'batch' && line.key !== '' ? `/portal/campaigns/${line.key}` : undefined;
    return { line, to, id: `${line.key} ${line.kind}`, name: isMarked ? `${name} (chat)` : name };
  });
  return (
    <>
      <Paper withBorder visibleFrom="sm">
        <Table.ScrollContainer minWidth={760} type="native" tabIndex={0}>
          <Table aria-label={t('title')} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t(usage.by)}</Table.Th>
                {FIGURES.map((figure) => (
                  <Table.Th key={figure} ta="end">
                    {t(figure)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="numbers">
              {lines.map(({ line, id, name, to }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Name to={to}>{name}</Name>
                  </Table.Td>
                  {FIGURES.map((figure) => (
                    <Table.Td key={figure} ta="end">
                      <span className="latin">{figureOf(figure, line)}</span>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Stack hiddenFrom="sm" gap="sm">
        {lines.map(({ line, id, name, to }) => (
          <Paper key={id} withBorder p="md">
            <Title order={2} size="h5" mb="xs" dir="auto">
              <Name to={to}>{name}</Name>
            </Title>
            <dl className="facts numbers">
              {FIGURES.map((figure) => (
                <Fragment key={figure}>
                  <dt>{t(figure)}</dt>
                  <dd>
                    <span className="latin">{figureOf(figure, line)}</span>
                  </dd>
                </Fragment>
              ))}
            </dl>
          </Paper>
        ))}
      </Stack>
    </>
  );
}

function Name({ to, children }: { readonly to: string | undefined; readonly children: string }) {
  if (to === undefined) return children;
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
