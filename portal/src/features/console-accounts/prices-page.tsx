/** What a part, a chat message and a look-up cost: now, before, and from a date on. */
import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../shared/api/queries.ts';
import { showMoment } from '../../shared/i18n/show.tsx';
import { useMayDo } from '../../shared/operation/may-do.ts';
import {
  OperationLink,
  OperationTable,
  type OperationColumn,
} from '../../shared/operation/operation-table.tsx';
import type { Row } from '../../shared/operation/result.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { standingOf } from './standing.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const route = { id: 'route', header: t('route') };
  const operator = { id: 'operator', header: t('operator') };
  return (
    <>
      <PageHeader title={t('prices')} about={t('prices_about')} />
      <Stack gap="lg">
        <Prices
          title={t('texts')}
          about={t('texts_about')}
          list="tariff-list"
          change="tariff-set"
          columns={[route, operator, { id: 'per_part', header: t('price'), place: 'end' }]}
          ofSame={['account', 'route', 'operator']}
        />
        <Prices
          title={t('chat')}
          list="chat-tariff-list"
          change="chat-tariff-set"
          columns={[
            { id: 'category', header: t('category') },
            { id: 'price', header: t('price'), place: 'end' },
          ]}
          ofSame={['account', 'category']}
        />
        <Prices
          title={t('lookups')}
          list="lookup-prices"
          change="lookup-price"
          columns={[
            { id: 'first', header: t('first') },
            { id: 'again', header: t('again') },
          ]}
          ofSame={['account']}
        />
      </Stack>
    </>
  );
}

function Prices({
  title,
  about,
  list,
  change,
  columns,
  ofSame,
}: {
  readonly title: string;
  readonly about?: string;
  /** The operations that list and set them. */
  readonly list: string;
  readonly change: string;
  readonly columns: readonly OperationColumn[];
  /** Rows that are alike in these columns follow each other. */
  readonly ofSame: readonly string[];
}) {
  const t = useWords();
  const mayDo = useMayDo();
  const [nowMs] = useState(() => Date.now());
  const takes = { path: { name: list }, body: {} };
  const isSeen = mayDo(list);
  const { data } = useQuery({ ...reading('doStaffOperation', takes), enabled: isSeen });
  if (!isSeen) return null;
  const rows = Array.isArray(data?.data) ? (data.data as readonly Row[]) : [];
  const standing = (row: Row) => standingOf(row, rows, { ofSame, nowMs });
  const when: readonly OperationColumn[] = [
    { id: 'account', header: t('account') },
    {
      id: 'valid_from',
      header: t('from'),
      cell: (row) => showMoment(String(row['valid_from']), true),
    },
    {
      id: 'standing',
      header: t('holds'),
      cell: (row) => <Standing standing={standing(row)} />,
    },
  ];
  return (
    <Section
      title={title}
      {...(about === undefined ? {} : { about })}
      actions={mayDo(change) && <OperationLink name={change}>{t('set_price')}</OperationLink>}
    >
      <OperationTable
        name={list}
        columns={[...columns, ...when]}
        actions={(row) =>
          mayDo('tariff-remove') &&
          list === 'tariff-list' &&
          standing(row) === 'later' && (
            <OperationLink name="tariff-remove" given={{ id: row['id'] }}>
              {t('remove')}
            </OperationLink>
          )
        }
        empty={t('no_prices')}
      />
    </Section>
  );
}

const COLOURS = { now: 'teal', later: 'blue', past: 'gray' } as const;

function Standing({ standing }: { readonly standing: keyof typeof COLOURS }) {
  const t = useWords();
  return (
    <Badge variant="light" color={COLOURS[standing]}>
      {t(standing)}
    </Badge>
  );
}
