/** What is done with a key, on its page and on the profile: it is shown, and ended. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { queryClient } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { useWords } from './words.ts';

export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['listKeys'] });

/** Buttons for a key, and the dialog that shows a secret. */
export function useKeyActions() {
  const t = useWords();
  const askFirst = useAskFirst();
  const [shown, setShown] = useState<string>();
  const reveal = useSubmit(async (key: Key) => {
    setShown((await api.call('revealKey', { path: { id: key.id } })).key);
  });
  const revoke = useSubmit(async (key: Key) => {
    await api.call('revokeKey', { path: { id: key.id } });
    await readAgain();
  });
  const askToRevoke = (key: Key): void => {
    const title = t('revoke_title', { name: key.name });
    const onAgree = (): void => revoke.run(key);
    askFirst({ title, text: t('revoke_text'), does: t('revoke'), onAgree });
  };
  const actions = (key: Key): ReactNode => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button variant="subtle" size="compact-sm" onClick={() => reveal.run(key)}>
        {t('show')}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => askToRevoke(key)}>
        {t('revoke')}
      </Button>
    </Group>
  );
  const secret = shown !== undefined && (
    <ShownSecret
      title={t('made')}
      about={t('made_about')}
      text={shown}
      onClose={() => setShown(undefined)}
    />
  );
  return { actions, secret, show: setShown };
}
