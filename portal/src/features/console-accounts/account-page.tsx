/** One account: what support and finance ask, and what may be done about it. */
import { Anchor, Badge, Button, Grid, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { queryClient, reading } from '../../shared/api/queries.ts';
import { seeAs } from '../../shared/api/session.ts';
import { useMayDo } from '../../shared/operation/may-do.ts';
import type { StaffAccount } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Money, showMoney, showMoment, Time } from '../../shared/i18n/show.tsx';
import { useOperationName } from '../../shared/operation/name-operation.ts';
import { OperationLink, OperationTable } from '../../shared/operation/operation-table.tsx';
import { Requests } from '../../shared/operation/requests.tsx';
import { useRunOperation } from '../../shared/operation/run-operation.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useActions } from '../audit/actions.ts';
import { useWords } from './words.ts';

/** Those that take an account, by what they are about. */
const MONEY = ['credit-add', 'credit-correct', 'account-cap', 'account-low-credit'] as const;
const CONTROL = ['account-set', 'account-ip-list', 'account-disable', 'account-enable'] as const;
const ENTRY = ['user-invite', 'user-add', 'key-create', 'sender-add', 'template-add'] as const;

export function Page() {
  const t = useWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(reading('showStaffAccount', { path: { id } }));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={320} />;
  return (
    <>
      <PageHeader title={data.name} about={t('account_of', { id: data.id })}>
        <SeeAs account={data} />
      </PageHeader>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <Facts account={data} />
            <Actions account={data} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <MoneyOf account={data} />
            <MoneyThatWaits account={data} />
            <People account={data} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <Changes account={data} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Opens the portal as the people of the account see it: for those who may look for messages. */
function SeeAs({ account: { id, name, state, verified } }: { readonly account: StaffAccount }) {
  const t = useWords();
  const navigate = useNavigate();
  const mayDo = useMayDo();
  const { run, isRunning } = useSubmit(async () => {
    await seeAs({ id, name, state, verified });
    await navigate({ to: '/portal' });
  });
  if (!mayDo('message-list')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => run()}
    >
      {t('see_as')}
    </Button>
  );
}

function Facts({ account }: { readonly account: StaffAccount }) {
  const t = useWords();
  const { state, verified, postpaid, keys, plan, addresses, created_at: since } = account;
  const yes = (is: boolean): string => t(is ? 'yes' : 'no');
  return (
    <Section title={t('facts')}>
      <Group gap="xs" mb="sm">
        <Badge variant="light" color={state === 'active' ? 'teal' : 'red'}>
          {t(state)}
        </Badge>
        <Badge variant="light" color={verified ? 'teal' : 'yellow'}>
          {t(verified ? 'verified' : 'unverified')}
        </Badge>
        {verified && <WithdrawVerification account={account} />}
      </Group>
      <dl className="facts">
        <dt>{t('since')}</dt>
        <dd>{showMoment(since)}</dd>
        <dt>{t('postpaid')}</dt>
        <dd>{yes(postpaid)}</dd>
        <dt>{t('fixed_content')}</dt>
        <dd>{yes(plan.fixed_content)}</dd>
        <dt>{t('coverage')}</dt>
        <dd>{yes(plan.mnp_coverage)}</dd>
        <dt>{t('ported')}</dt>
        <dd>{yes(plan.mnp_option)}</dd>
        <dt>{t('keys')}</dt>
        <dd>{keys}</dd>
        <dt>{t('addresses')}</dt>
        <dd className="latin">{addresses.length === 0 ? t('anywhere') : addresses.join(', ')}</dd>
      </dl>
    </Section>
  );
}

/** It asks first, and says what follows. */
function WithdrawVerification({ account: { id } }: { readonly account: StaffAccount }) {
  const t = useWords();
  const mayDo = useMayDo();
  const runOperation = useRunOperation();
  const { run, isRunning } = useSubmit(async () => {
    const done = await runOperation('account-set', { account: id, verified: false });
    if (done !== undefined) await queryClient.invalidateQueries();
  });
  if (!mayDo('account-set')) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={isRunning}
      onClick={() => run()}
    >
      {t('withdraw_verification')}
    </Button>
  );
}

function Actions({ account: { id, state } }: { readonly account: StaffAccount }) {
  const t = useWords();
  const mayDo = useMayDo();
  const nameOf = useOperationName();
  const unfit = state === 'active' ? 'account-enable' : 'account-disable';
  const names = [...MONEY, ...CONTROL, ...ENTRY].filter((it) => it !== unfit && mayDo(it));
  return (
    <Section title={t('actions')}>
      <Group gap="md">
        {names.map((name) => (
          <OperationLink key={name} name={name} given={{ account: id }}>
            {nameOf(name)}
          </OperationLink>
        ))}
        {mayDo('message-list') && (
          <Anchor component={Link} to={`/console/messages?account=${id}`} size="sm">
            {t('messages')}
          </Anchor>
        )}
        {mayDo('sender-approve') && (
          <Anchor component={Link} to={`/console/approvals?account=${id}`} size="sm">
            {t('approvals')}
          </Anchor>
        )}
      </Group>
    </Section>
  );
}

function MoneyOf({ account }: { readonly account: StaffAccount }) {
  const t = useWords();
  const { balance, today, this_month: month, ledger } = account;
  const ofCap = ({ spent, cap }: StaffAccount['today']): string =>
    cap === null ? showMoney(spent) : t('of', { spent: showMoney(spent), cap: showMoney(cap) });
  return (
    <Section title={t('money')}>
      <dl className="facts">
        <dt>{t('balance')}</dt>
        <dd>{showMoney(balance)}</dd>
        <dt>{t('today')}</dt>
        <dd>{ofCap(today)}</dd>
        <dt>{t('this_month')}</dt>
        <dd>{ofCap(month)}</dd>
      </dl>
      {ledger.length > 0 && (
        <Table mt="sm" aria-label={t('ledger')}>
          <Table.Tbody>
            {ledger.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  <Time at={line.created_at} />
                </Table.Td>
                <Table.Td>{t(line.kind)}</Table.Td>
                <Table.Td ta="end">
                  <Money amount={line.amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

/** Credit, caps and prices that a second person has to confirm. */
function MoneyThatWaits({ account: { id } }: { readonly account: StaffAccount }) {
  const t = useWords();
  const mayDo = useMayDo();
  if (!mayDo('request-list')) return null;
  return (
    <Section title={t('second')}>
      <Requests account={id} empty={<Text size="sm">{t('no_requests')}</Text>} />
    </Section>
  );
}

function People({ account: { users } }: { readonly account: StaffAccount }) {
  const t = useWords();
  return (
    <Section title={t('people')}>
      {users.length === 0 && <Text size="sm">{t('nobody')}</Text>}
      <Stack gap="xs">
        {users.map(({ id, name, email, role }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600} dir="auto">
                {name}
              </Text>
              <Text size="xs" c="dimmed" className="latin">
                {withReadableNames(email)}
              </Text>
            </div>
            <Badge variant="light" color="gray">
              {t(role)}
            </Badge>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Changes({ account: { id } }: { readonly account: StaffAccount }) {
  const t = useWords();
  const actionOf = useActions();
  return (
    <Section
      title={t('changes')}
      actions={
        <Anchor component={Link} to={`/console/audit?account=${id}`} size="sm">
          {t('all')}
        </Anchor>
      }
    >
      <OperationTable
        name="audit-list"
        body={{ account: id, limit: 10 }}
        columns={[
          { id: 'at', header: t('when'), cell: (row) => <Time at={String(row['at'])} /> },
          { id: 'actor', header: t('who') },
          {
            id: 'action',
            header: t('what'),
            place: 'title',
            cell: (row) => actionOf(String(row['action'])),
          },
          { id: 'detail', header: t('detail') },
        ]}
        empty={t('no_changes')}
      />
    </Section>
  );
}
