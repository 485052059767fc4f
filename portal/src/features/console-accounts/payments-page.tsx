/** Payments of all accounts: those that wait for finance, and one found by the gateway's id. */
import { Anchor, Group, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isolated, showMoney, Time } from '../../shared/i18n/show.tsx';
import { OperationLink, OperationTable } from '../../shared/operation/operation-table.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './payment-words.ts';

const STATES = [
  'differs',
  'open',
  'paid',
  'declined',
  'expired',
  'failed',
  'opening',
  'closed',
] as const;

const TROUBLES = ['disputed', 'owed', 'asked'] as const;

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ state: '', gateway_id: '', trouble: '' });
  const trouble = TROUBLES.find((it) => it === filters.trouble);
  const state = STATES.find((it) => it === filters.state);
  const theirId = filters.gateway_id.trim();
  const body = {
    ...(state === undefined ? {} : { state }),
    ...(theirId === '' ? {} : { gateway_id: theirId }),
    ...(trouble === undefined ? {} : { trouble }),
  };
  return (
    <>
      <PageHeader title={t('payments')} about={t('about')} />
      <Group mb="md" gap="sm" align="flex-end">
        <FilterInput
          label={t('gateway_id')}
          value={filters.gateway_id}
          onFilter={(given) => change({ gateway_id: given })}
          w={{ base: '100%', xs: 320 }}
        />
        <Select
          label={t('state')}
          placeholder={t('any_state')}
          data={STATES.map((value) => ({ value, label: t(value) }))}
          value={state ?? null}
          onChange={(chosen) => change({ state: chosen ?? '' })}
          clearable
        />
        <Select
          label={t('refunds')}
          placeholder={t('any_refunds')}
          data={TROUBLES.map((value) => ({ value, label: t(value) }))}
          value={trouble ?? null}
          onChange={(chosen) => change({ trouble: chosen ?? '' })}
          clearable
        />
      </Group>
      <Found body={body} />
    </>
  );
}

function Found({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const t = useWords();
  return (
    <OperationTable
      name="payment-list"
      body={body}
      empty={t('none')}
      columns={[
        { id: 'payment', header: t('payment'), place: 'title' },
        {
          id: 'account',
          header: t('account'),
          cell: ({ account }) => (
            <Anchor component={Link} to={`/console/accounts/${String(account)}`} inherit>
              {String(account)}
            </Anchor>
          ),
        },
        { id: 'amount', header: t('amount'), isNumber: true },
        {
          id: 'state',
          header: t('state'),
          place: 'end',
          cell: ({ state: now, refunded }) =>
            typeof refunded !== 'string'
              ? t(STATES.find((it) => it === now) ?? 'open')
              : t('refunded', { amount: isolated(showMoney(refunded)) }),
        },
        { id: 'told', header: t('told') },
        { id: 'gateway_id', header: t('gateway_id') },
        {
          id: 'made',
          header: t('made'),
          cell: ({ made }) => <Time at={typeof made === 'string' ? made : null} />,
        },
      ]}
      actions={({ payment, account, state: now }) => (
        <>
          <OperationLink name="payment-show" given={{ payment }}>
            {t('heard')}
          </OperationLink>
          {now === 'paid' && (
            <OperationLink name="payment-refund" given={{ account, payment }}>
              {t('give_back')}
            </OperationLink>
          )}
          {now === 'differs' && (
            <>
              <OperationLink name="credit-add" given={{ account }}>
                {t('add')}
              </OperationLink>
              <OperationLink name="payment-close" given={{ payment }}>
                {t('close')}
              </OperationLink>
            </>
          )}
        </>
      )}
    />
  );
}
