/** Before something dangerous, a person shows again who they are. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../api/api.ts';
import { sessionQuery } from '../api/session.ts';
import { defineWords } from '../i18n/i18n.ts';
import { Problem } from './problem.tsx';

const useWords = defineWords({
  en: {
    who: 'Confirm it’s you',
    about: 'Enter your password, or a code if you have a second factor.',
    label: 'Password or code',
    go_on: 'Continue',
    cancel: 'Cancel',
  },
  ur: {
    who: 'تصدیق کریں کہ یہ آپ ہیں',
    about: 'اپنا پاس ورڈ دیں، یا دو مرحلہ تصدیق ہو تو کوڈ۔',
    label: 'پاس ورڈ یا کوڈ',
    go_on: 'آگے بڑھیں',
    cancel: 'منسوخ کریں',
  },
});

/** Asks for the password or a code. Resolves to whether it was right, or they gave up. */
export function showWho(): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: <Title />,
      withCloseButton: false,
      children: (
        <ShowWho
          onShown={() => {
            resolve(true);
            modals.close(id);
          }}
          onCancel={() => modals.close(id)}
        />
      ),
      // Of a promise that is settled, nothing comes.
      onClose: () => resolve(false),
    });
  });
}

function Title() {
  return useWords()('who');
}

function ShowWho({
  onShown,
  onCancel,
}: {
  readonly onShown: () => void;
  readonly onCancel: () => void;
}) {
  const t = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [secret, setSecret] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    setIsRunning(true);
    try {
      // With a second factor only a code is taken: of the authenticator, or a recovery code.
      const body = session?.person.second_factor ? { code: secret } : { password: secret };
      await api.call('confirmSession', { body });
      onShown();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setIsRunning(false);
    }
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Stack>
        <Text size="sm">{t('about')}</Text>
        <Problem>{problem}</Problem>
        <PasswordInput
          label={t('label')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('go_on')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
