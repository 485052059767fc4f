/** One conversation: who it is with, who answers it, what was said, and the answer. */
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconArrowLeft, IconMailOpened, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, type Takes } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Conversation as Shown } from '../../shared/api/types.ts';
import { isAgent, mayAnswer } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showPhone } from '../../shared/i18n/show.tsx';
import { useLocale } from '../../shared/i18n/use-locale.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { Answer } from './answer.tsx';
import { nameOf } from './conversation-list.tsx';
import { Labels, SetLabels } from './labels.tsx';
import { LeaveNote } from './notes.tsx';
import { Thread } from './thread.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

type Change = Takes<'changeConversation'>['body'];

export function Conversation({ id }: { readonly id: string }) {
  const t = useWords();
  const { data: of, error, refetch } = useQuery(reading('showConversation', { path: { id } }));
  const answers = mayAnswer(useWho());
  const { run, isRunning } = useSubmit((body: Change) => change(id, body));
  const isUnread = of !== undefined && of.id === id && of.unread > 0 && answers;
  useReadOnce(isUnread ? `${id} ${of.last_at}` : '', () => run({ read: true }));
  if (error !== null && of === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (of === undefined || of.id !== id) {
    return (
      <Stack p="md" aria-busy>
        <Skeleton h={40} />
        <Skeleton h={200} />
      </Stack>
    );
  }
  return (
    <>
      <Head of={of} mayAnswer={answers} isRunning={isRunning} onChange={run} />
      {of.held_by !== null && <Held of={of} mayTake={answers} />}
      <Thread id={id} label={t('with', { name: nameOf(of) })} />
      <div className={classes['answer']}>
        <OptedOut of={of} />
        {answers ? (
          <Answer of={of} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('may_not')}
          </Text>
        )}
      </div>
    </>
  );
}

/** That another agent answers, and taking it over. */
function Held({ of, mayTake }: { readonly of: Shown; readonly mayTake: boolean }) {
  const t = useWords();
  const { run, isRunning, problem } = useSubmit(
    () => changed(api.call('takeConversation', { path: { id: of.id } })),
    NO_FORM,
  );
  return (
    <Alert m={{ base: 4, md: 'sm' }} px="sm" py="xs" color="yellow">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div className={classes['held']}>
          <Text size="sm" fw={600}>
            {t(of.held_by === 'ai_agent' ? 'held_agent' : 'held')}
          </Text>
          <Text size="sm" dir="auto">
            {of.held_note ?? t('held_text')}
          </Text>
        </div>
        {mayTake && (
          <Button size="xs" flex="none" loading={isRunning} onClick={() => run()}>
            {t('take')}
          </Button>
        )}
      </Group>
      <Problem>{problem}</Problem>
    </Alert>
  );
}

const STOPPED_ALL = { sms: 'stopped_all', chat: 'stopped_all_chat' } as const;

/** That they want no more of us. */
function OptedOut({ of }: { readonly of: Shown }) {
  const t = useWords();
  const number = of.number ?? of.user_id ?? '';
  // Asked for as a list: that there is none is no error.
  const { data, error, refetch } = useQuery({
    ...reading('listSuppressions', { query: { number } }),
    placeholderData: undefined,
  });
  // What they wrote last may have changed it.
  useEffect(() => void refetch(), [of.last_at, refetch]);
  const found = data?.data[0];
  if (found === undefined || error !== null) return null;
  return (
    <Text size="sm" fw={600} mb="xs" role="status">
      {t(found.scope === 'all' ? STOPPED_ALL[of.kind] : 'stopped_promotional')}
    </Text>
  );
}

const change = (id: string, body: Change): Promise<void> =>
  changed(api.call('changeConversation', { path: { id }, body }));

async function changed(done: Promise<unknown>): Promise<void> {
  await done;
  await refresh('showConversation', 'listConversations');
}

/** Who looks at it has read it: once for what came until then, so that it can be kept unread. */
function useReadOnce(what: string, read: () => void): void {
  const done = useRef('');
  useEffect(() => {
    if (what === '' || done.current === what) return;
    done.current = what;
    read();
  });
}

const BACK = { to: '/portal/replies', search: true } as const;

type DeedsProps = {
  readonly of: Shown;
  readonly isRunning: boolean;
  readonly onChange: (body: Change) => void;
};

function Head({
  of,
  mayAnswer,
  isRunning,
  onChange,
}: DeedsProps & { readonly mayAnswer: boolean }) {
  const t = useWords();
  const { direction } = useLocale();
  const { kind, sender, number, name, user_name: userName } = of;
  const through = kind === 'chat' ? showPhone(sender) : sender;
  return (
    <Group className={classes['head']} justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ActionIcon
          component={Link}
          {...BACK}
          hiddenFrom="md"
          variant="subtle"
          aria-label={t('back')}
        >
          <IconArrowLeft
            size={20}
            aria-hidden
            transform={direction === 'rtl' ? 'scale(-1 1)' : undefined}
          />
        </ActionIcon>
        <div>
          <Text component="h2" fw={650} m={0}>
            <bdi>{nameOf(of)}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            {name !== null && number !== null && (
              <>
                <span className="latin numbers">{showPhone(number)}</span> ·{' '}
              </>
            )}
            {userName !== null && (
              <>
                <bdi className="latin">@{userName}</bdi> ·{' '}
              </>
            )}
            {t(`to_${kind}`, { sender: isolated(through) })}
          </Text>
          <Labels of={of} />
        </div>
      </Group>
      {mayAnswer && <Deeds of={of} isRunning={isRunning} onChange={onChange} />}
    </Group>
  );
}

/** Who answers it, whether it has been read, and closing it. */
function Deeds({ of, isRunning, onChange }: DeedsProps) {
  const t = useWords();
  const navigate = useNavigate();
  const who = useWho();
  const people = useQuery(reading('listAssignees')).data?.data ?? [];
  return (
    <Group gap="xs">
      <Select
        aria-label={t('assigned')}
        placeholder={t('nobody')}
        leftSection={<IconUser size={14} aria-hidden />}
        size="xs"
        w={{ base: 130, sm: 170 }}
        data={people.map(({ id, name: label }) => ({ value: id, label }))}
        value={of.assigned_to?.id ?? null}
        onChange={(userId) => onChange({ assigned_to: userId })}
        clearable
        clearButtonProps={{ 'aria-label': t('nobody') }}
      />
      <LeaveNote conversation={of.id} />
      <Tooltip label={t('keep_unread')}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('keep_unread')}
          onClick={() => {
            onChange({ read: false });
            void navigate(BACK);
          }}
        >
          <IconMailOpened size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <SetLabels of={of} />
      {!isAgent(who) && <PersonLink person={of.number ?? of.user_id ?? ''} />}
      <Button
        size="xs"
        variant="default"
        loading={isRunning}
        onClick={() => onChange({ state: of.state === 'open' ? 'closed' : 'open' })}
      >
        {t(of.state === 'open' ? 'close' : 'reopen')}
      </Button>
    </Group>
  );
}
