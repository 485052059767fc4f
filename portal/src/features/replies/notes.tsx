/** What people of the account note on a conversation: the other side never sees it. */
import { Button, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { ConversationNote } from '../../shared/api/types.ts';
import { isAgent, mayAnswer } from '../../shared/feature.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { showTimeOfDay } from '../../shared/i18n/show.tsx';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

const TEXT_MOST = 2_000;

/** Those of a conversation, for whoever answers; for others none. */
export function useNotes(id: string): readonly ConversationNote[] {
  const who = useWho();
  const asked = reading('listConversationNotes', { path: { id } });
  const { data } = useQuery({ ...asked, enabled: mayAnswer(who), placeholderData: undefined });
  return data?.data ?? [];
}

export function NoteBubble({ of, conversation }: NoteProps) {
  const t = useWords();
  const who = useWho();
  const mayRemove = !isAgent(who) || of.by === who.session.person.name;
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeConversationNote', { path: { id: conversation, note_id: of.id } });
    await refresh('listConversationNotes');
  });
  return (
    <div className={classes['bubble']} data-note>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="xs" fw={600}>
          {of.by === null ? t('note') : t('note_by', { name: of.by })}
        </Text>
        {mayRemove && (
          <CloseButton
            size="xs"
            aria-label={t('remove_note')}
            disabled={isRunning}
            onClick={() => run()}
          />
        )}
      </Group>
      <div className={classes['text']} dir="auto">
        {of.text}
      </div>
      <div className={classes['foot']}>
        <time dateTime={of.created_at} className="numbers">
          {showTimeOfDay(of.created_at)}
        </time>
      </div>
    </div>
  );
}

type NoteProps = { readonly of: ConversationNote; readonly conversation: string };

export function LeaveNote({ conversation }: Pick<NoteProps, 'conversation'>) {
  const t = useWords();
  return (
    <ChangeWindow label={t('leave_note')} size="xs">
      {(close) => <Form conversation={conversation} onDone={close} />}
    </ChangeWindow>
  );
}

type FormProps = Pick<NoteProps, 'conversation'> & { readonly onDone: () => void };

function Form({ conversation: id, onDone }: FormProps) {
  const t = useWords();
  const [text, setText] = useState('');
  const { run, isRunning, problem } = useSubmit(async () => {
    await api.call('addConversationNote', { path: { id }, body: { text } });
    await refresh('listConversationNotes');
    onDone();
  }, NO_FORM);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack>
        <Textarea
          label={t('note')}
          description={t('note_about')}
          value={text}
          maxLength={TEXT_MOST}
          dir="auto"
          autosize
          minRows={3}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          data-autofocus
        />
        <Problem>{problem}</Problem>
        <Group justify="flex-end">
          <Button type="submit" loading={isRunning} disabled={text.trim() === ''}>
            {t('save_note')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
