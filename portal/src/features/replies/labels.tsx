/** Labels: on a conversation, in the list, and the window in which they are set and kept. */
import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Takes } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Conversation, Label } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

const NAME_MOST = 40;
const COLOURS = [
  ...(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const),
];

export function useLabels(): readonly Label[] {
  return useQuery(reading('listLabels')).data?.data ?? [];
}

type Named = Conversation['labels'][number];

/** A dot of its colour, and its name. */
function OneLabel({ of: { name, colour } }: { readonly of: Pick<Named, 'name' | 'colour'> }) {
  return (
    <span className={classes['label']} data-colour={colour}>
      <bdi>{name}</bdi>
    </span>
  );
}

export function Labels({ of }: { readonly of: Pick<Conversation, 'labels'> }) {
  if (of.labels.length === 0) return null;
  return (
    <Group gap={4}>
      {of.labels.map((it) => (
        <OneLabel key={it.id} of={it} />
      ))}
    </Group>
  );
}

/** The window: which of them a conversation has; whoever may send keeps them, too. */
export function SetLabels({ of }: { readonly of: Conversation }) {
  const t = useWords();
  return (
    <ChangeWindow label={t('labels')} size="xs">
      {() => <Window of={of} />}
    </ChangeWindow>
  );
}

const readAgain = () => refresh('listLabels', 'listConversations', 'showConversation');

function Window({ of }: { readonly of: Conversation }) {
  const t = useWords();
  const all = useLabels();
  const mayKeep = scoped('send')(useWho());
  const [edited, edit] = useState<Label>();
  const askFirst = useAskFirst();
  const { run, isRunning } = useSubmit(async (labelId: string, isOn: boolean) => {
    const path = { id: of.id, label_id: labelId };
    await api.call(isOn ? 'addConversationLabel' : 'removeConversationLabel', { path });
    await readAgain();
  });
  const remove = useSubmit(async (id: string) => {
    await api.call('removeLabel', { path: { id } });
    await readAgain();
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(all.length === 0 && !mayKeep ? 'labels_none' : 'labels_about')}
      </Text>
      {all.map((it) => (
        <Group key={it.id} justify="space-between" wrap="nowrap" gap="xs">
          <Checkbox
            label={<OneLabel of={it} />}
            checked={of.labels.some(({ id }) => id === it.id)}
            disabled={isRunning}
            onChange={({ currentTarget }) => run(it.id, currentTarget.checked)}
          />
          {mayKeep && (
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                aria-label={t('change_label', { name: it.name })}
                onClick={() => edit(it)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                loading={remove.isRunning}
                aria-label={t('remove_label', { name: it.name })}
                onClick={() =>
                  askFirst({
                    title: t('remove_label', { name: it.name }),
                    text: t('remove_label_text'),
                    does: t('remove_label_does'),
                    onAgree: () => remove.run(it.id),
                  })
                }
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        </Group>
      ))}
      {mayKeep && (
        <LabelForm
          key={edited?.id ?? `new ${all.length}`}
          conversation={of.id}
          of={all.find(({ id }) => id === edited?.id)}
          onLeave={() => edit(undefined)}
        />
      )}
    </Stack>
  );
}

/** One that is there is changed; a new one is set at once: somebody has missed it here. */
function LabelForm({
  conversation: id,
  of,
  onLeave,
}: {
  readonly conversation: string;
  readonly of: Label | undefined;
  readonly onLeave: () => void;
}) {
  const t = useWords();
  const [name, setName] = useState(of?.name ?? '');
  const [colour, setColour] = useState<Takes<'addLabel'>['body']['colour']>(of?.colour ?? 'gray');
  const [faults, setErrors] = useState<Record<string, string>>({});
  const form = { values: { name, colour }, setErrors };
  const { run, isRunning, problem } = useSubmit(async () => {
    setErrors({});
    const body = { name: name.trim(), colour };
    if (of === undefined) {
      const made = await api.call('addLabel', { body });
      await api.call('addConversationLabel', { path: { id, label_id: made.id } });
    } else await api.call('changeLabel', { path: { id: of.id }, body });
    await readAgain();
    onLeave();
  }, form);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            label={t(of === undefined ? 'label_new' : 'label_name')}
            autoFocus={of !== undefined}
            error={faults['name']}
            value={name}
            maxLength={NAME_MOST}
            dir="auto"
            flex={1}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label={t('colour')}
            data={COLOURS.map((value) => ({ value, label: t(`colour_${value}`) }))}
            value={colour ?? null}
            onChange={(wanted) => setColour(COLOURS.find((it) => it === wanted))}
            allowDeselect={false}
            w={130}
          />
        </Group>
        <Problem>{problem}</Problem>
        <Group justify="flex-end">
          {of !== undefined && (
            <Button variant="default" onClick={onLeave}>
              {t('canned_new')}
            </Button>
          )}
          <Button type="submit" loading={isRunning} disabled={name.trim() === ''}>
            {t(of === undefined ? 'label_add' : 'canned_save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
