/** A forgotten password: a mail with a link, and the new password by that link. */
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { useMailedToken } from '../../shared/api/mailed-link.ts';
import { aNewPassword, anEmail } from '../../shared/form/checks.ts';
import { NewPassword } from '../../shared/form/new-password.tsx';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { defineWords } from '../../shared/i18n/i18n.ts';
import { OpenPage } from '../../shared/layout/open-page.tsx';

const useWords = defineWords({
  en: {
    title: 'New password',
    about: 'We mail you a link by which you choose a new one.',
    email: 'E-mail',
    ask: 'Mail me the link',
    set: 'Set the password',
    done: 'The new password is valid, and you were signed out everywhere.',
    sign_in: 'Sign in',
  },
  ur: {
    title: 'نیا پاس ورڈ',
    about: 'ہم آپ کو ای میل سے ایک لنک بھیجیں گے جس سے آپ نیا پاس ورڈ رکھ سکیں گے۔',
    email: 'ای میل',
    ask: 'مجھے لنک بھیجیں',
    set: 'پاس ورڈ رکھیں',
    done: 'نیا پاس ورڈ چالو ہو گیا ہے، اور آپ ہر جگہ سے سائن آؤٹ ہو گئے ہیں۔',
    sign_in: 'سائن اِن',
  },
});

export function Page() {
  const t = useWords();
  const token = useMailedToken();
  return (
    <OpenPage title={t('title')}>
      <Stack>
        {token === '' ? <Ask /> : <Choose token={token} />}
        <Anchor component={Link} to="/" size="sm" ta="center">
          {t('sign_in')}
        </Anchor>
      </Stack>
    </OpenPage>
  );
}

function Ask() {
  const t = useWords();
  const [said, setSaid] = useState<string>();
  const form = useForm({ initialValues: { email: '' }, validate: { email: anEmail } });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    setSaid((await api.call('askForReset', { body })).detail);
  }, form);
  if (said !== undefined) return <Alert role="status">{said}</Alert>;
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Text size="sm">{t('about')}</Text>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={isRunning}>
          {t('ask')}
        </Button>
      </Stack>
    </form>
  );
}

function Choose({ token }: { readonly token: string }) {
  const t = useWords();
  const [isDone, setDone] = useState(false);
  const form = useForm({ initialValues: { password: '' }, validate: { password: aNewPassword } });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    await api.call('resetPassword', { body: { token, ...body } });
    setDone(true);
  }, form);
  if (isDone) return <Alert role="status">{t('done')}</Alert>;
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <NewPassword autoFocus {...form.getInputProps('password')} />
        <Button type="submit" loading={isRunning}>
          {t('set')}
        </Button>
      </Stack>
    </form>
  );
}
