/** Signing in: e-mail and password, then the second factor where the person has one. */
import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../shared/api/api.ts';
import { signatureOf } from '../../shared/api/passkey.ts';
import { queryClient } from '../../shared/api/queries.ts';
import { hasEnded, sessionQuery, signOut } from '../../shared/api/session.ts';
import type { Session } from '../../shared/api/types.ts';
import { filled } from '../../shared/form/checks.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { defineWords, followProfile } from '../../shared/i18n/i18n.ts';
import { OpenPage } from '../../shared/layout/open-page.tsx';

const useWords = defineWords({
  en: {
    title: 'Sign in',
    about: 'Paigham sends your SMS and chat messages, and shows what became of each.',
    ended: 'Your session has ended: sign in to go on. What you typed is kept.',
    email: 'E-mail',
    password: 'Password',
    code: 'Code',
    code_about: 'The six digits that your authenticator shows, or a recovery code.',
    go_on: 'Go on',
    other: 'Sign in as somebody else',
    forgotten: 'Forgotten your password?',
    register: 'Open an account',
    passkey: 'Use a passkey',
  },
  ur: {
    title: 'سائن اِن',
    about: 'پیغام آپ کے SMS اور چیٹ پیغامات بھیجتا ہے، اور دکھاتا ہے کہ ہر ایک کا کیا ہوا۔',
    ended: 'آپ کا سیشن ختم ہو گیا: جاری رکھنے کے لیے سائن اِن کریں۔ جو لکھا تھا محفوظ ہے۔',
    email: 'ای میل',
    password: 'پاس ورڈ',
    code: 'کوڈ',
    code_about: 'آپ کی تصدیقی ایپ پر نظر آنے والے چھ ہندسے، یا بحالی کا کوڈ۔',
    go_on: 'آگے بڑھیں',
    other: 'کسی اور کے طور پر سائن اِن کریں',
    forgotten: 'پاس ورڈ بھول گئے؟',
    register: 'اکاؤنٹ کھولیں',
    passkey: 'Passkey سے سائن اِن کریں',
  },
});

export function Page() {
  const t = useWords();
  const router = useRouter();
  const { back }: { back?: string } = useSearch({ strict: false });
  const { data: session } = useQuery(sessionQuery);
  const isOpen = session?.state === 'open';
  useEffect(() => {
    if (!isOpen) return;
    const goOn = (): void => router.history.replace(placeAfter(session, back));
    void followProfile(session.person.locale).then(goOn);
  }, [isOpen, session, back, router]);
  return (
    <OpenPage title={t('title')} about={t('about')}>
      {session?.state === 'second_factor' ? <SecondFactor /> : <Password />}
    </OpenPage>
  );
}

/** Back to where the person was, if that is a page of ours; else to their own start. */
function placeAfter({ person, accounts }: Session, back: string | undefined): string {
  if (back !== undefined && /^\/(portal|console)(?:[/?]|$)/.test(back)) return back;
  return person.staff_role !== null && accounts.length === 0 ? '/console' : '/portal';
}

const readAgain = (): Promise<void> => queryClient.resetQueries({ queryKey: ['session'] });

function Password() {
  const t = useWords();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: filled, password: filled },
  });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    await api.call('signIn', { body });
    await readAgain();
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        {problem === undefined && hasEnded() && (
          <Alert role="status" color="yellow" variant="light">
            {t('ended')}
          </Alert>
        )}
        <Problem>{problem}</Problem>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isRunning}>
          {t('title')}
        </Button>
        <Passkey />
        <Group justify="space-between" gap="xs">
          <Anchor component={Link} to="/portal/reset" size="sm">
            {t('forgotten')}
          </Anchor>
          <Anchor component={Link} to="/portal/register" size="sm">
            {t('register')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

function Passkey() {
  const t = useWords();
  const { run, isRunning } = useSubmit(async () => {
    const answer = await signatureOf(await api.call('askForPasskey'));
    await api.call('signInByPasskey', { body: answer });
    await readAgain();
  });
  return (
    <Button
      variant="default"
      fullWidth
      loading={isRunning}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={() => run()}
    >
      {t('passkey')}
    </Button>
  );
}

function SecondFactor() {
  const t = useWords();
  const form = useForm({ initialValues: { code: '' }, validate: { code: filled } });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    await api.call('giveSecondFactor', { body });
    await readAgain();
  }, form);
  const leave = useSubmit(async () => {
    await signOut();
    await readAgain();
  });
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('code')}
          description={t('code_about')}
          autoComplete="one-time-code"
          dir="ltr"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={isRunning}>
          {t('go_on')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => leave.run()}>
          {t('other')}
        </Anchor>
      </Stack>
    </form>
  );
}
