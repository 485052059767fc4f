/** Whom one looks at: how many they are, their segments, and what can be done to all of them. */
import {
  Button,
  Group,
  Menu,
  Modal,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconTag, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading } from '../../shared/api/queries.ts';
import type { ContactFilter, Segment } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { refreshContacts } from './contact-form.tsx';
import { useWords } from './words.ts';
import { useWho } from '../../shared/api/session.ts';

const MOST = 200;
const TO_OFFERS = 'sms:promotional';

type Given = {
  readonly search: string | undefined;
  readonly tag: string | undefined;
  readonly opted_out: boolean | undefined;
  readonly consent: string | undefined;
  readonly without_consent: string | undefined;
};

/** What the page can show of a filter. */
type Shown = { readonly search: string; readonly tag: string; readonly reached: string };

export function SegmentBar({
  filter,
  mayChange,
  onChoose,
}: {
  readonly filter: Given;
  readonly mayChange: boolean;
  readonly onChoose: (filters: Shown) => void;
}) {
  const t = useWords();
  const [isOpen, setOpen] = useState<'segment' | 'tag'>();
  const counted = useQuery(reading('countContacts', { query: filter })).data;
  const segments = useQuery(reading('listSegments', { query: { limit: MOST } })).data?.data ?? [];
  const given = givenOf(filter);
  const chosen = segments.find((it) => sameAs(it.filter, given));
  const count = counted?.contacts ?? 0;
  return (
    <Group mb="md" gap="sm">
      {segments.length > 0 && (
        <Select
          aria-label={t('segment')}
          placeholder={t('segment')}
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          data={segments.filter(isShowable).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={(id) => onChoose(shownOf(segments.find((it) => it.id === id)?.filter ?? {}))}
          clearable
        />
      )}
      <Text size="sm" c="dimmed" aria-live="polite">
        {counted !== undefined && t('counted', { count, shown: showCount(count) })}
      </Text>
      {mayChange && chosen !== undefined && count > 0 && (
        <Button
          variant="light"
          size="compact-sm"
          component={Link}
          to={`/portal/campaigns/new?segment=${chosen.id}`}
        >
          {t('write')}
        </Button>
      )}
      {mayChange && chosen === undefined && count > 0 && Object.keys(given).length > 0 && (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          onClick={() => setOpen('segment')}
        >
          {t('segment_new')}
        </Button>
      )}
      {mayChange && count > 0 && (
        <Actions given={given} count={count} chosen={chosen} onOpen={setOpen} />
      )}
      {isOpen === 'segment' && <NewSegment given={given} onClose={() => setOpen(undefined)} />}
      {isOpen === 'tag' && (
        <TagAll given={given} count={count} onClose={() => setOpen(undefined)} />
      )}
    </Group>
  );
}

/** Without what is not asked for: JSON has no undefined. */
const givenOf = (filter: Given): ContactFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, it]) => it !== undefined));

const sameAs = (one: ContactFilter, other: ContactFilter): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof ContactFilter)[]).every(
    (it) => one[it] === other[it],
  );

const SHOWABLE: readonly string[] = ['search', 'tag', 'opted_out', 'consent', 'without_consent'];
/** Of whom to reach the page shows one choice. */
const REACHES: readonly string[] = SHOWABLE.slice(2);
const isShowable = ({ filter }: Segment): boolean =>
  Object.keys(filter).every((it) => SHOWABLE.includes(it)) &&
  Object.keys(filter).filter((it) => REACHES.includes(it)).length <= 1 &&
  [filter.consent, filter.without_consent].every((it) => (it ?? TO_OFFERS) === TO_OFFERS);

function shownOf({ search = '', tag = '', ...filter }: ContactFilter): Shown {
  return { search, tag, reached: reachOf(filter) };
}

function reachOf({ opted_out: out, ...filter }: ContactFilter): Shown['reached'] {
  if (filter.consent !== undefined) return 'agree';
  if (filter.without_consent !== undefined) return 'disagree';
  return out === undefined ? '' : out ? 'out' : 'open';
}

function Actions({
  given,
  count,
  chosen,
  onOpen,
}: {
  readonly given: ContactFilter;
  readonly count: number;
  readonly chosen: Segment | undefined;
  readonly onOpen: (what: 'tag') => void;
}) {
  const t = useWords();
  const { account } = useWho();
  const mayPurge = account?.scopes.includes('account') === true;
  const { isRunning, forget, purge } = useRemovals(given, count, chosen);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={isRunning}
          aria-label={t('with_these')}
        >
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTag size={16} aria-hidden />} onClick={() => onOpen('tag')}>
          {t('tag_all')}
        </Menu.Item>
        {chosen !== undefined && (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={forget}>
            {t('segment_delete')}
          </Menu.Item>
        )}
        {mayPurge && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={purge}>
            {t('remove_all')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Removing those who are shown, or the segment alone, once the person has agreed. */
function useRemovals(filter: ContactFilter, count: number, chosen: Segment | undefined) {
  const t = useWords();
  const askFirst = useAskFirst();
  const purging = useSubmit(async () => {
    const { contacts } = await api.call('purgeContacts', { body: { filter, count } });
    await refreshContacts();
    notifications.show({ message: t('removed_all', { shown: showCount(contacts) }) });
  });
  const forgetting = useSubmit(async () => {
    await api.call('removeSegment', { path: { id: chosen?.id ?? '' } });
    await refreshContacts();
    notifications.show({ message: t('segment_gone') });
  });
  return {
    isRunning: purging.isRunning || forgetting.isRunning,
    forget: () =>
      askFirst({
        title: `${t('segment_delete')}: \u2068${chosen?.name ?? ''}\u2069`,
        text: t('segment_delete_text'),
        does: t('segment_delete'),
        onAgree: forgetting.run,
      }),
    purge: () =>
      askFirst({
        title: t('remove_all_title', { count, shown: showCount(count) }),
        text: t('remove_text'),
        does: t('remove_all'),
        onAgree: purging.run,
      }),
  };
}

function NewSegment({
  given: filter,
  onClose,
}: {
  readonly given: ContactFilter;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const [name, setName] = useState('');
  const { run, isRunning, problem } = useSubmit(async () => {
    await api.call('addSegment', { body: { name: name.trim(), filter } });
    await refreshContacts();
    notifications.show({ message: t('segment_made') });
    onClose();
  }, NO_FORM);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('segment_new')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('segment_name')}
            description={t('segment_about')}
            dir="auto"
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={isRunning} disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function TagAll({
  given: filter,
  count,
  onClose,
}: {
  readonly given: ContactFilter;
  readonly count: number;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const { run, isRunning, problem } = useSubmit(async () => {
    const body = { filter, add, remove, count };
    const { contacts } = await api.call('tagContacts', { body });
    await refreshContacts();
    notifications.show({ message: t('tagged', { shown: showCount(contacts) }) });
    onClose();
  }, NO_FORM);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tag_all')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm" c="dimmed">
          {t('tag_all_about', { count, shown: showCount(count) })}
        </Text>
        <TagsInput
          label={t('tag_add')}
          description={t('tags_about')}
          data-autofocus
          value={add}
          onChange={setAdd}
        />
        <TagsInput label={t('tag_remove')} value={remove} onChange={setRemove} />
        <Button
          loading={isRunning}
          disabled={add.length + remove.length === 0}
          onClick={() => run()}
        >
          {t('save')}
        </Button>
      </Stack>
    </Modal>
  );
}
