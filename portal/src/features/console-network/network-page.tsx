/** Links, routes and operators: how messages get to phones, and what of it works now. */
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { refresh } from '../../shared/api/queries.ts';
import type { StaffLink } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { LinkTable } from '../../shared/live/link-table.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import {
  OperationLink,
  OperationTable,
  type OperationColumn,
} from '../../shared/operation/operation-table.tsx';
import { useRunOperation } from '../../shared/operation/run-operation.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  return (
    <>
      <PageHeader title={t('network')} about={t('network_about')}>
        <Button component={Link} to="/console/network/explain" variant="light">
          {t('explain')}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <Section
          title={t('links')}
          actions={<OperationLink name="link-add">{t('add_link')}</OperationLink>}
        >
          <LinkTable actions={(link) => <Switching link={link} />} />
        </Section>
        <Connections />
        <Routes />
        <Operators />
      </Stack>
    </>
  );
}

/** Connects a link or disconnects it; what would wait then is asked about first. */
function Switching({ link: { name, kind, enabled } }: { readonly link: StaffLink }) {
  const t = useWords();
  const runOperation = useRunOperation();
  const { run, isRunning } = useSubmit(async () => {
    await runOperation(enabled ? 'link-disable' : 'link-enable', { link: name });
    await refresh('doStaffOperation');
  });
  if (kind === 'chat') {
    return (
      <Anchor component={Link} to="/console/numbers" size="sm">
        {t('chat_numbers')}
      </Anchor>
    );
  }
  const does = t(enabled ? 'disconnect' : 'connect');
  return (
    <Button
      size="xs"
      variant={enabled ? 'default' : 'filled'}
      loading={isRunning}
      onClick={run}
      aria-label={`${does}: ${name}`}
    >
      {does}
    </Button>
  );
}

function Connections() {
  const t = useWords();
  const columns: readonly OperationColumn[] = [
    { id: 'name', header: t('link') },
    { id: 'address', header: t('address') },
    { id: 'login', header: t('login') },
    { id: 'window_submits', header: t('window') },
    { id: 'rate_per_second', header: t('rate') },
    { id: 'ambiguous', header: t('ambiguous') },
  ];
  return (
    <Section title={t('connections')} about={t('connections_about')}>
      <OperationTable
        {...{ name: 'link-list', columns, isFull: true, empty: t('no_links') }}
        actions={({ name }) => (
          <OperationLink name="link-set" given={{ link: name }}>
            {t('change')}
          </OperationLink>
        )}
      />
    </Section>
  );
}

function Routes() {
  const t = useWords();
  const columns: readonly OperationColumn[] = [
    { id: 'priority', header: t('order') },
    { id: 'operator', header: t('operator'), place: 'title' },
    { id: 'link', header: t('link') },
    { id: 'sender_route', header: t('sender_route') },
    { id: 'category', header: t('category') },
    { id: 'account', header: t('account') },
    { id: 'cost', header: t('cost') },
    { id: 'weight', header: t('weight') },
    { id: 'overflow', header: t('overflow') },
    {
      id: 'enabled',
      header: t('state'),
      place: 'end',
      cell: ({ enabled }) => <StateBadge state={enabled === true ? 'active' : 'disabled'} />,
    },
  ];
  return (
    <Section
      title={t('routes')}
      about={t('routes_about')}
      actions={<OperationLink name="route-set">{t('add_route')}</OperationLink>}
    >
      <OperationTable
        {...{ name: 'route-list', columns, empty: t('no_routes') }}
        actions={(row) => (
          <>
            <OperationLink name="route-set" given={scopeOf(row, ['priority', 'cost', 'weight'])}>
              {t('change')}
            </OperationLink>
            <OperationLink name="route-remove" given={scopeOf(row, [])}>
              {t('remove')}
            </OperationLink>
          </>
        )}
      />
    </Section>
  );
}

/** What names a rule, and more of it; `any` is said by leaving it out, but of an operator. */
function scopeOf(row: Readonly<Record<string, unknown>>, more: readonly string[]) {
  const optional = ['sender_route', 'category', 'account'].filter((it) => row[it] !== 'any');
  if (more.length > 0 && row['overflow'] !== null) optional.push('overflow');
  const names = ['operator', 'link', ...optional, ...more];
  return Object.fromEntries(names.map((it) => [it, row[it]]));
}

function Operators() {
  const t = useWords();
  const columns: readonly OperationColumn[] = [
    { id: 'name', header: t('operator') },
    { id: 'prefixes', header: t('prefixes') },
    { id: 'carried_by', header: t('carried_by') },
  ];
  return (
    <Section
      title={t('operators')}
      about={t('operators_about')}
      actions={
        <Group gap="md">
          <OperationLink name="operator-add">{t('add_operator')}</OperationLink>
          <OperationLink name="prefix-remove">{t('remove_prefixes')}</OperationLink>
        </Group>
      }
    >
      <OperationTable
        {...{ name: 'operator-list', columns, empty: t('no_operators') }}
        actions={({ name }) => (
          <OperationLink name="prefix-set" given={{ operator: name }}>
            {t('add_prefixes')}
          </OperationLink>
        )}
      />
    </Section>
  );
}
