/** Answers that are ready: found by a slash in the editor, and kept in a window. */
import {
  ActionIcon,
  Button,
  Combobox,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  useCombobox,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { CannedAnswer } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { useWords } from './words.ts';

/** An account has no more. */
const MOST = 200;
const SHOWN = 6;
const NAME_MOST = 100;
const TEXT_MOST = 4_096;

function useCanned(): readonly CannedAnswer[] {
  const { data } = useQuery(reading('listCannedAnswers', { query: { limit: MOST } }));
  return (data?.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What is looked for; undefined: nothing. */
const lookedFor = (text: string): string | undefined =>
  /^\/([^\n]*)$/.exec(text)?.[1]?.trim().toLowerCase();

type PickProps = {
  readonly text: string;
  readonly onPick: (text: string) => void;
  readonly children: ReactNode;
};

/** The editor, with a list of those that fit as long as it begins with a slash. */
export function PickCanned({ text, onPick, children }: PickProps) {
  const t = useWords();
  const all = useCanned();
  const box = useCombobox();
  const wanted = lookedFor(text);
  const fitting =
    wanted === undefined
      ? []
      : all.filter((it) => `${it.name}\n${it.text}`.toLowerCase().includes(wanted)).slice(0, SHOWN);
  const isShown = wanted !== undefined;
  useEffect(() => {
    if (isShown) {
      box.openDropdown();
      box.selectFirstOption();
    } else box.closeDropdown();
    // Each letter may change which is the first.
    // oxlint-disable-next-line react/exhaustive-deps -- the box is made anew each time
  }, [isShown, wanted, fitting.length]);
  return (
    <Combobox
      store={box}
      position="top-start"
      onOptionSubmit={(id) => {
        const picked = all.find((it) => it.id === id);
        if (picked !== undefined) onPick(picked.text);
        box.closeDropdown();
      }}
    >
      <Combobox.Target withKeyboardNavigation={isShown}>{children}</Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Combobox.Options aria-label={t('canned')}>
          {fitting.map(({ id, name, text: said }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm" fw={600} dir="auto">
                {name}
              </Text>
              <Text size="xs" lineClamp={2} dir="auto">
                {said}
              </Text>
            </Combobox.Option>
          ))}
          {fitting.length === 0 && <Combobox.Empty>{t('canned_none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The window in which they are added, changed and removed. */
export function KeepCanned() {
  const t = useWords();
  return (
    <ChangeWindow label={t('canned')} variant="subtle" size="compact-xs">
      {() => <Kept />}
    </ChangeWindow>
  );
}

function Kept() {
  const t = useWords();
  const all = useCanned();
  const [open, setOpen] = useState<CannedAnswer>();
  const { run, isRunning } = useSubmit(async (id: string) => {
    await api.call('removeCannedAnswer', { path: { id } });
    await refresh('listCannedAnswers');
    setOpen(undefined);
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('canned_about')}
      </Text>
      {all.map((it) => (
        <Group key={it.id} justify="space-between" wrap="nowrap" gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            justify="start"
            miw={0}
            aria-pressed={open?.id === it.id}
            onClick={() => setOpen(it)}
          >
            <bdi>{it.name}</bdi>
          </Button>
          <ActionIcon
            variant="subtle"
            color="red"
            loading={isRunning}
            aria-label={t('remove_canned', { name: it.name })}
            onClick={() => run(it.id)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Form
        key={open?.id ?? `new after ${all.length}`}
        of={open}
        onDone={() => setOpen(undefined)}
      />
    </Stack>
  );
}

type FormProps = { readonly of: CannedAnswer | undefined; readonly onDone: () => void };

function Form({ of, onDone }: FormProps) {
  const t = useWords();
  const [name, setName] = useState(of?.name ?? '');
  const [text, setText] = useState(of?.text ?? '');
  const [faults, setErrors] = useState<Record<string, string>>({});
  const form = { values: { name, text }, setErrors };
  const { run, isRunning, problem } = useSubmit(async () => {
    setErrors({});
    const body = { name: name.trim(), text };
    await (of === undefined
      ? api.call('addCannedAnswer', { body })
      : api.call('changeCannedAnswer', { path: { id: of.id }, body }));
    await refresh('listCannedAnswers');
    onDone();
  }, form);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('canned_name')}
          error={faults['name']}
          value={name}
          maxLength={NAME_MOST}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label={t('canned_text')}
          error={faults['text']}
          value={text}
          maxLength={TEXT_MOST}
          dir="auto"
          autosize
          minRows={3}
          maxRows={8}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <Group justify="flex-end">
          {of !== undefined && (
            <Button variant="default" onClick={onDone}>
              {t('canned_new')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isRunning}
            disabled={name.trim() === '' || text.trim() === ''}
          >
            {t(of === undefined ? 'canned_add' : 'canned_save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
