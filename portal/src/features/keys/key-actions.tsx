/** What is done with a key, on its page and on the profile: it is shown, replaced and ended. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Key, Made } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated } from '../../shared/i18n/show.tsx';
import { AskMade } from '../../shared/page/ask-made.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { useWords } from './words.ts';

export const readAgain = (): Promise<void> => refresh('listKeys');

/** Buttons for a key, and their dialogs: what ends with it, and its secret. */
export function useKeyActions() {
  const t = useWords();
  const [shown, setShown] = useState<string>();
  const reveal = useSubmit(async (key: Key) => {
    setShown((await api.call('revealKey', { path: { id: key.id } })).key);
  });
  const [asked, setAsked] = useState<{ key: Key; made: Made }>();
  const ask = useSubmit(async (key: Key) => {
    const { made } = await api.call('showKey', { path: { id: key.id } });
    setAsked({ key, made });
  });
  const [rotated, setRotated] = useState<Key>();
  const revoke = useSubmit(async ({ id }: Key, keep: boolean) => {
    await api.call('revokeKey', { path: { id }, query: { keep } });
    setAsked(undefined);
    await readAgain();
  });
  const actions = (key: Key): ReactNode => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button variant="subtle" size="compact-sm" onClick={() => reveal.run(key)}>
        {t('show')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => setRotated(key)}>
        {t('rotate')}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => ask.run(key)}>
        {t('revoke')}
      </Button>
    </Group>
  );
  const dialogs = (
    <>
      {asked !== undefined && (
        <AskMade
          title={t('revoke_title', { name: isolated(asked.key.name) })}
          text={t('revoke_text')}
          does={t('revoke')}
          made={asked.made}
          about={t('ends')}
          isRunning={revoke.isRunning}
          problem={revoke.problem}
          onAgree={(keep) => revoke.run(asked.key, keep)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {rotated !== undefined && (
        <Rotate
          named={rotated}
          onMade={(made) => {
            setRotated(undefined);
            setShown(made);
          }}
          onClose={() => setRotated(undefined)}
        />
      )}
      {shown !== undefined && (
        <ShownSecret
          title={t('made')}
          about={t('made_about')}
          text={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
  return { actions, dialogs, show: setShown };
}

/** Asks for a successor; the key itself goes on for a day. */
function Rotate({
  named,
  onMade,
  onClose,
}: {
  readonly named: Key;
  readonly onMade: (made: string) => void;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const { run, isRunning, problem } = useSubmit(async () => {
    const { key } = await api.call('replaceKey', { path: { id: named.id }, body: {} });
    onMade(key ?? '');
    await readAgain();
  });
  const title = t('rotate_title', { name: isolated(named.name) });
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false}>
      <Stack>
        <Problem>{problem}</Problem>
        <Text size="sm">{t('rotate_text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isRunning} onClick={() => run()}>
            {t('rotate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
