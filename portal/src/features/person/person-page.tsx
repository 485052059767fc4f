/** All that an account keeps of one person: to look at, to hand on, and to forget. */
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconEraser, IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../shared/api/api.ts';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing, reading, refresh, whileWaiting } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { PersonKept, PersonRecord } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { currentLocale, inWords } from '../../shared/i18n/i18n.ts';
import { isolated, Phone, showCount, showPhone, Time } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { StateBadge, type State } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { BESIDES_IN_URDU, useWords } from './words.ts';

/** A whole number in any digits, or the id of a chat user: while one is typed nothing is asked. */
const isName = (text: string): boolean =>
  /^\s*[A-Z]{2}\./.test(text) || (text.match(/\p{Nd}/gu)?.length ?? 0) >= 7;

const COUNTED = [
  'contacts',
  'messages',
  'replies',
  'conversations',
  'notes',
  'look_ups',
  'opt_outs',
  'consents',
] as const;

export function Page() {
  const t = useWords();
  const [{ person }, change] = useFilters({ person: '' });
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <FilterInput
        label={t('person')}
        placeholder="0300 1234567"
        leftSection={<IconSearch size={16} aria-hidden />}
        dir="ltr"
        maw={320}
        mb="md"
        value={person}
        onFilter={(given) => change({ person: given.trim() })}
      />
      {isName(person) ? <Kept person={person} /> : <Text c="dimmed">{t('whom')}</Text>}
    </>
  );
}

const isRunning = ({ forgettings: [last] }: PersonKept): boolean => last?.state === 'running';

function Kept({ person }: { readonly person: string }) {
  const t = useWords();
  const { account } = useWho();
  const texts = account?.sees_texts === true ? { texts: true } : {};
  const found = useQuery({
    ...reading('showPersonKept', { query: { person } }),
    ...whileWaiting(isRunning),
    placeholderData: undefined,
  });
  const records = useInfiniteQuery(listing('listPersonRecords', { query: { person, ...texts } }));
  const kept = found.data;
  const [last] = kept?.forgettings ?? [];
  const stage = last && `${last.id} ${last.state}`;
  // What is gone by then is shown no more, also where the person was forgotten before.
  useEffect(() => {
    if (stage !== undefined) void refresh('listPersonRecords', 'listContacts', 'listConversations');
  }, [stage]);
  const mayForget = account?.sees_texts === true || account?.scopes.includes('account') === true;
  return (
    <>
      <Problem>{found.error?.message}</Problem>
      {kept !== undefined && (
        <>
          <Summary of={kept} />
          <Group my="md" gap="sm">
            <DownloadButton call="exportPerson" takes={{ query: { person, ...texts } }}>
              {t('export')}
            </DownloadButton>
            {mayForget && <Forget person={person} of={kept} />}
          </Group>
        </>
      )}
      <DataTable
        label={t('records')}
        query={records}
        columns={useColumns()}
        rowId={(it) => JSON.stringify(it)}
        empty={<EmptyState icon={IconUserSearch} title={t('none')} text={t('none_text')} />}
      />
    </>
  );
}

function Summary({ of }: { readonly of: PersonKept }) {
  const t = useWords();
  const [last] = of.forgettings;
  return (
    <>
      <Text>
        {[...of.numbers, ...of.user_ids].map((name, at) => (
          <span key={name}>
            {at > 0 && ' · '}
            <Phone number={name} />
          </span>
        ))}
      </Text>
      <Group gap="xs" mt="xs">
        {COUNTED.filter((it) => of[it] > 0).map((it) => (
          <Badge key={it} variant="light" color="gray" tt="none" size="lg">
            {t(it)}: <span className="latin numbers">{showCount(of[it])}</span>
          </Badge>
        ))}
      </Group>
      {last !== undefined && (
        <Alert mt="md" color={last.state === 'done' ? 'teal' : 'yellow'}>
          {t(last.state === 'done' ? 'forgotten_at' : 'forgetting')} <Time at={last.asked_at} />
        </Alert>
      )}
    </>
  );
}

function Forget({ person, of }: { readonly person: string; readonly of: PersonKept }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const {
    run,
    isRunning: asks,
    problem,
  } = useSubmit(async () => {
    await api.call('forgetPerson', { body: { person } });
    await refresh('showPersonKept', 'listPersonRecords', 'listContacts', 'listConversations');
    notifications.show({ message: t('begun') });
  }, NO_FORM);
  const name = isolated(showPhone(of.numbers[0] ?? of.user_ids[0] ?? person));
  const counts = {
    messages: showCount(of.messages),
    replies: showCount(of.replies),
    notes: showCount(of.notes),
  };
  return (
    <>
      <Button
        color="red"
        variant="light"
        loading={asks}
        leftSection={<IconEraser size={16} aria-hidden />}
        onClick={() =>
          askFirst({
            title: t('forget_title', { name }),
            text: t('forget_text', counts),
            does: t('forget'),
            onAgree: run,
          })
        }
      >
        {t('forget')}
      </Button>
      <Problem>{problem}</Problem>
    </>
  );
}

/** Of consents, conversations and opt-outs. */
const STATES = ['given', 'withdrawn', 'open', 'closed', 'all', 'promotional'] as const;

/** For programs; a person finds them in the file. */
const PLAIN = /(^|_)(id|at|by)$/;

const besides = (detail: PersonRecord['detail']): readonly string[] =>
  Object.entries(detail)
    .filter(([name]) => !PLAIN.test(name))
    .map(([name, it]) => {
      const plain = name.replaceAll('_', ' ');
      const called = currentLocale() === 'ur' ? (BESIDES_IN_URDU[name] ?? plain) : plain;
      return `${called}: \u2068${inWords(it)}\u2069`;
    });

function useColumns(): readonly Column<PersonRecord>[] {
  const t = useWords();
  return [
    {
      id: 'kind',
      header: t('kind'),
      width: 'minmax(130px, 0.7fr)',
      cell: ({ kind, direction }) =>
        kind === 'reply' && direction === 'out' ? t('in_app') : t(kind),
    },
    { id: 'at', header: t('at'), cell: ({ at }) => <Time at={at} /> },
    {
      id: 'text',
      header: t('text'),
      width: 'minmax(200px, 2fr)',
      cell: ({ text, detail, sender }) => (
        <div style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <bdi>{text ?? '–'}</bdi>
          <Text size="xs" c="dimmed">
            {[sender, ...besides(detail)]
              .filter((it) => it !== null)
              .map((it) => `\u2068${it}\u2069`)
              .join(' · ')}
          </Text>
        </div>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ kind, channel, state }) => (
        <Group gap="xs">
          {channel !== null && <span>{t(channel as 'sms' | 'chat')}</span>}
          {kind === 'message' && <StateBadge state={state as State} />}
          {kind !== 'message' &&
            STATES.filter((it) => it === state).map((it) => <span key={it}>{t(it)}</span>)}
        </Group>
      ),
    },
  ];
}
