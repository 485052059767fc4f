/** What accounts pay by bank: finance looks at slips, and confirms or refuses. */
import { Anchor, Group, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { Time } from '../../shared/i18n/show.tsx';
import { OperationLink, OperationTable } from '../../shared/operation/operation-table.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './bank-words.ts';

type Row = Readonly<Record<string, unknown>>;

const STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'expired'] as const;

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ state: 'waiting', reference: '' });
  const state = STATES.find((it) => it === filters.state);
  const reference = filters.reference.trim();
  // A reference is looked for in every state.
  const body = reference === '' ? { ...(state && { state }) } : { reference };
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Group mb="md" gap="sm" align="flex-end">
        <FilterInput
          label={t('reference')}
          value={filters.reference}
          onFilter={(given) => change({ reference: given })}
          w={{ base: '100%', xs: 220 }}
        />
        <Select
          label={t('state')}
          data={STATES.map((value) => ({ value, label: t(value) }))}
          value={state ?? null}
          onChange={(chosen) => change({ state: chosen ?? 'waiting' })}
        />
      </Group>
      <Found body={body} />
    </>
  );
}

/** The state; of one that has ended also when, by whom, and in which words. */
function End({ of: { state, ended, ended_by: by, words } }: { readonly of: Row }) {
  const t = useWords();
  return (
    <>
      {t(STATES.find((it) => it === state) ?? 'waiting')}
      {typeof ended === 'string' && (
        <Text size="xs" c="dimmed" component="div" dir="auto">
          <Time at={ended} />
          {typeof by === 'string' && ` · ${by.replace(/^(?:staff|line):/, '')}`}
          {typeof words === 'string' && (
            <>
              <br />
              {words}
            </>
          )}
        </Text>
      )}
    </>
  );
}

function Found({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const t = useWords();
  return (
    <OperationTable
      name="bank-list"
      body={body}
      empty={t('none')}
      columns={[
        { id: 'reference', header: t('reference'), place: 'title' },
        {
          id: 'account',
          header: t('account'),
          cell: ({ account, name }) => (
            <Anchor component={Link} to={`/console/accounts/${String(account)}`} inherit>
              <bdi>{String(name)}</bdi> ({String(account)})
            </Anchor>
          ),
        },
        { id: 'amount', header: t('amount'), isNumber: true },
        { id: 'received', header: t('received'), isNumber: true },
        {
          id: 'state',
          header: t('state'),
          place: 'end',
          cell: (row) => <End of={row} />,
        },
        {
          id: 'made',
          header: t('made'),
          cell: ({ made }) => <Time at={typeof made === 'string' ? made : null} />,
        },
      ]}
      actions={({ transfer, account, amount: received, slip, state: now }) => (
        <>
          {slip !== undefined && slip !== null && (
            <DownloadButton
              call="showBankSlip"
              takes={{ path: { account: String(account), id: String(transfer) } }}
            >
              {t('slip')}
            </DownloadButton>
          )}
          {now !== 'confirmed' && now !== 'withdrawn' && (
            <OperationLink name="bank-confirm" given={{ account, transfer, received }}>
              {t('confirm')}
            </OperationLink>
          )}
          {now === 'waiting' && (
            <OperationLink name="bank-refuse" given={{ account, transfer }}>
              {t('refuse')}
            </OperationLink>
          )}
        </>
      )}
    />
  );
}
