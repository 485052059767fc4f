/** Who may act for an account: their roles, and those who are invited. */
import { Badge, Button, Group, Select, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { api } from '../../shared/api/api.ts';
import { listing, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Made, User } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, Time } from '../../shared/i18n/show.tsx';
import { AskMade } from '../../shared/page/ask-made.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { beyond, rolesFor } from './roles.ts';
import { useWords } from './words.ts';

const readAgain = (): Promise<void> => refresh('listUsers');

export function Page() {
  const t = useWords();
  const [isInviting, setIsInviting] = useState(false);
  const users = useInfiniteQuery(listing('listUsers'));
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsInviting(true)}
        >
          {t('invite')}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <DataTable
          label={t('title')}
          query={users}
          columns={columns}
          rowId={({ id }) => id}
          empty={<EmptyState icon={IconUsers} title={t('none')} text={t('none_text')} />}
        />
        <Invitations />
      </Stack>
      {isInviting && <Invite onClose={() => setIsInviting(false)} />}
    </>
  );
}

function useColumns(): readonly Column<User>[] {
  const t = useWords();
  const { person } = useWho().session;
  return [
    {
      id: 'name',
      header: t('name'),
      width: 'minmax(130px, 1.4fr)',
      cell: ({ id, name }) => (
        <Group gap={6}>
          <bdi>{name}</bdi>
          {id === person.id && (
            <Badge size="xs" variant="light">
              {t('you')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      id: 'email',
      header: t('email'),
      width: 'minmax(160px, 1.6fr)',
      cell: ({ email }) => <span className="latin">{withReadableNames(email)}</span>,
    },
    {
      id: 'role',
      header: t('role'),
      width: '140px',
      cell: (it) => <RoleOf user={it} />,
    },
    {
      id: 'factor',
      header: t('second_factor'),
      width: '130px',
      cell: ({ second_factor }) => t(second_factor ? 'on' : 'off'),
    },
    {
      id: 'since',
      header: t('since'),
      width: '130px',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: 'remove',
      header: '',
      place: 'foot',
      width: '120px',
      cell: (it) => <RemoveUser user={it} />,
    },
  ];
}

/** Their own role somebody else changes. */
function RoleOf({ user: { id, name, role } }: { readonly user: User }) {
  const t = useWords();
  const { session, account } = useWho();
  const [asked, setAsked] = useState<{ wanted: User['role']; made: Made }>();
  const change = useSubmit(async (wanted: User['role'], keep: boolean) => {
    await api.call('changeUser', { path: { id }, body: { role: wanted, keep } });
    setAsked(undefined);
    await readAgain();
    notifications.show({ message: t('changed', { name: isolated(name), role: t(wanted) }) });
  });
  const choose = useSubmit(async (wanted: User['role']) => {
    const { made } = await api.call('showUser', { path: { id } });
    const keys = made.keys.filter(({ scopes }) => beyond(wanted, scopes).length > 0);
    if (keys.length === 0) change.run(wanted, false);
    else setAsked({ wanted, made: { keys, webhooks: [] } });
  });
  const roles = rolesFor(account);
  if (id === session.person.id || !roles.includes(role)) return t(role);
  const title = t('role_of', { name: isolated(name) });
  return (
    <>
      <Select
        aria-label={title}
        size="xs"
        data={roles.map((value) => ({ value, label: t(value) }))}
        value={role}
        onChange={(wanted) => choose.run(roles.find((it) => it === wanted) ?? role)}
        allowDeselect={false}
        disabled={choose.isRunning || change.isRunning}
      />
      {asked !== undefined && (
        <AskMade
          title={title}
          made={asked.made}
          does={t('change')}
          about={t('narrowed')}
          text={t('changes_to', { name: isolated(name), role: t(asked.wanted) })}
          isRunning={change.isRunning}
          problem={change.problem}
          onAgree={(keep) => change.run(asked.wanted, keep)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function RemoveUser({ user: { id, name, role } }: { readonly user: User }) {
  const t = useWords();
  const { session, account } = useWho();
  const [made, setMade] = useState<Made>();
  const ask = useSubmit(async () => {
    setMade((await api.call('showUser', { path: { id } })).made);
  });
  const remove = useSubmit(async (keep: boolean) => {
    await api.call('removeUser', { path: { id }, query: { keep } });
    setMade(undefined);
    await readAgain();
  });
  if (id === session.person.id || !rolesFor(account).includes(role)) return null;
  const title = t('remove_named', { name: isolated(name) });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={ask.isRunning}
        aria-label={title}
        onClick={() => ask.run()}
      >
        {t('remove')}
      </Button>
      {made !== undefined && (
        <AskMade
          title={title}
          made={made}
          text={t('remove_text')}
          does={t('remove')}
          about={t('ends')}
          isRunning={remove.isRunning}
          problem={remove.problem}
          onAgree={remove.run}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
