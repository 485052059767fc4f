/** Accepting an invitation to an account; whoever has no login makes one. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, PaighamError } from '../../shared/api/api.ts';
import { useEnter, useMailedToken } from '../../shared/api/mailed-link.ts';
import { aNewPassword, filled } from '../../shared/form/checks.ts';
import { NewPassword } from '../../shared/form/new-password.tsx';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { defineWords } from '../../shared/i18n/i18n.ts';
import { OpenPage } from '../../shared/layout/open-page.tsx';

const useWords = defineWords({
  en: {
    title: 'Your invitation',
    about: 'Accept it to work in the account that invited you.',
    new: 'You have no login yet. Choose a name and a password.',
    name: 'Your name',
    accept: 'Accept the invitation',
  },
  ur: {
    title: 'آپ کا دعوت نامہ',
    about: 'جس اکاؤنٹ نے آپ کو دعوت دی ہے اس میں کام کرنے کے لیے اسے قبول کریں۔',
    new: 'آپ کا ابھی کوئی لاگ اِن نہیں۔ نام اور پاس ورڈ منتخب کریں۔',
    name: 'آپ کا نام',
    accept: 'دعوت قبول کریں',
  },
});

export function Page() {
  const t = useWords();
  const token = useMailedToken();
  const enter = useEnter();
  const [needsLogin, setNeedsLogin] = useState(false);
  const form = useForm({
    initialValues: { name: '', password: '' },
    ...(needsLogin ? { validate: { name: filled, password: aNewPassword } } : {}),
  });
  const { run, isRunning, problem } = useSubmit(async (login: typeof form.values) => {
    const asked = needsLogin ? login : {};
    try {
      await api.call('acceptInvitation', { body: { token, ...asked } });
      await enter();
    } catch (error) {
      if (needsLogin || !lacksLogin(error)) throw error;
      setNeedsLogin(true);
    }
  }, form);
  return (
    <OpenPage title={t('title')}>
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Text size="sm">{t(needsLogin ? 'new' : 'about')}</Text>
          <Problem>{problem}</Problem>
          {needsLogin && (
            <>
              <TextInput
                label={t('name')}
                autoComplete="name"
                required
                autoFocus
                maxLength={100}
                {...form.getInputProps('name')}
              />
              <NewPassword {...form.getInputProps('password')} />
            </>
          )}
          <Button type="submit" fullWidth loading={isRunning}>
            {t('accept')}
          </Button>
        </Stack>
      </form>
    </OpenPage>
  );
}

/** Refused only because the address of the invitation has no login. */
function lacksLogin(error: unknown): boolean {
  if (!(error instanceof PaighamError) || !('errors' in error.failure)) return false;
  return error.failure.errors.some(({ pointer }) => pointer === '/body/password');
}
