/** Who has a number, and the numbers that accounts chat from. */
import { Stack } from '@mantine/core';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import {
  OperationLink,
  OperationTable,
  type OperationColumn,
} from '../../shared/operation/operation-table.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { OperationHere } from './operation-here.tsx';
import { useWords } from './words.ts';

const STATES = ['up', 'trying', 'down', 'needs_attention'] as const;

export function Page() {
  const t = useWords();
  const columns: readonly OperationColumn[] = [
    { id: 'number', header: t('number') },
    { id: 'account', header: t('account') },
    {
      id: 'state',
      header: t('state'),
      cell: ({ enabled, state }) => {
        const known = STATES.find((it) => it === state) ?? 'down';
        return <StateBadge state={enabled === true ? known : 'disabled'} />;
      },
    },
    { id: 'why', header: t('why') },
    { id: 'quality', header: t('quality') },
    { id: 'messaging_limit', header: t('people_a_day') },
    { id: 'rate_per_second', header: t('rate') },
    { id: 'default', header: t('default') },
  ];
  return (
    <>
      <PageHeader title={t('numbers')} about={t('numbers_about')} />
      <Stack gap="lg">
        <Section
          title={t('portability')}
          about={t('portability_about')}
          actions={<OperationLink name="account-list">{t('coverage')}</OperationLink>}
        >
          <OperationHere name="lookup" />
        </Section>
        <Section
          title={t('chat_numbers')}
          about={t('chat_about')}
          actions={<OperationLink name="chat-connect">{t('connect_number')}</OperationLink>}
        >
          <OperationTable
            {...{ name: 'chat-list', columns, empty: t('no_chat') }}
            actions={({ account, number }) => (
              <OperationLink name="chat-set" given={{ account, number }}>
                {t('change')}
              </OperationLink>
            )}
          />
        </Section>
      </Stack>
    </>
  );
}
