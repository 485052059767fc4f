/** Accepting an invitation to an account; whoever has no login makes one. */
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { useEnter, useMailedToken } from '../../shared/api/mailed-link.ts';
import { isRefusedFor, reading } from '../../shared/api/queries.ts';
import type { Calls } from '../../shared/api/types.ts';
import { aNewPassword, filled } from '../../shared/form/checks.ts';
import { NewPassword } from '../../shared/form/new-password.tsx';
import { Problem } from '../../shared/form/problem.tsx';
import { sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { defineWords } from '../../shared/i18n/i18n.ts';
import { OpenPage } from '../../shared/layout/open-page.tsx';
import { useWords as useRoleWords } from '../people/words.ts';

const useWords = defineWords({
  en: {
    title: 'Your invitation',
    by: '{{inviter}} invites you to work for {{account}} as {{role}}.',
    by_account: '{{account}} invites you to work for it as {{role}}.',
    may: 'What you may do there',
    no_link: 'Open the link of your invitation mail again: this page needs it.',
    over:
      'This invitation is over: it was accepted or withdrawn, has expired, or a newer one was ' +
      'mailed. Ask whoever invited you for another.',
    has: 'Accept it with your login {{email}}.',
    new: 'You have no login yet: choose a name and a password. You sign in as {{email}}.',
    role_owner: 'its owner',
    role_manager: 'a manager',
    role_developer: 'a developer',
    role_viewer: 'a viewer',
    role_agent: 'an agent',
    name: 'Your name',
    accept: 'Accept the invitation',
  },
  ur: {
    title: 'آپ کا دعوت نامہ',
    by: '{{inviter}} نے آپ کو {{account}} کے لیے بطور {{role}} کام کرنے کی دعوت دی ہے۔',
    by_account: '{{account}} نے آپ کو بطور {{role}} کام کرنے کی دعوت دی ہے۔',
    may: 'آپ وہاں کیا کر سکیں گے',
    no_link: 'اپنی دعوت کی ای میل کا لنک دوبارہ کھولیں: اس صفحے کو اس کی ضرورت ہے۔',
    over:
      'یہ دعوت نامہ اب نہیں چلتا: اسے قبول کر لیا گیا، واپس لے لیا گیا، اس کی مدت ختم ہو گئی، یا ' +
      'نیا بھیجا گیا ہے۔ دعوت دینے والے سے نیا مانگیں۔',
    has: 'اپنے لاگ اِن {{email}} سے قبول کریں۔',
    new: 'آپ کا ابھی کوئی لاگ اِن نہیں: نام اور پاس ورڈ چنیں۔ آپ {{email}} سے سائن اِن کریں گے۔',
    role_owner: 'مالک',
    role_manager: 'مینیجر',
    role_developer: 'ڈویلپر',
    role_viewer: 'ناظر',
    role_agent: 'ایجنٹ',
    name: 'آپ کا نام',
    accept: 'دعوت قبول کریں',
  },
});

export function Page() {
  const t = useWords();
  const token = useMailedToken();
  const { data, error } = useQuery({
    ...reading('showInvitation', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  });
  const problem = token === '' ? t('no_link') : error === null ? undefined : said(error, t('over'));
  return (
    <OpenPage title={t('title')}>
      <Problem>{problem}</Problem>
      {data !== undefined && <Accept token={token} invitation={data} />}
      {data === undefined && problem === undefined && <Skeleton h={180} />}
    </OpenPage>
  );
}

/** That a link is over, in the reader's language. */
const said = (error: unknown, over: string): string =>
  isRefusedFor(error, 'link_refused') ? over : sentenceOf(error);

type Invitation = Calls['showInvitation']['gives'];

function Accept({
  token,
  invitation,
}: {
  readonly token: string;
  readonly invitation: Invitation;
}) {
  const t = useWords();
  const may = useRoleWords();
  const enter = useEnter();
  const { account, invited_by: inviter, role, email, has_login: hasLogin } = invitation;
  const form = useForm({
    initialValues: { name: '', password: '' },
    ...(hasLogin ? {} : { validate: { name: filled, password: aNewPassword } }),
  });
  const { run, isRunning, problem } = useSubmit(async (login: typeof form.values) => {
    await api.call('acceptInvitation', { body: { token, ...(hasLogin ? {} : login) } });
    await enter();
  }, form);
  const names = { account: account, role: t(`role_${role}`) };
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Text>{inviter === null ? t('by_account', names) : t('by', { ...names, inviter })}</Text>
        <Text size="sm" c="dimmed">
          {t('may')}: {may(`${role}_about`)}
        </Text>
        <Text size="sm">{t(hasLogin ? 'has' : 'new', { email: email })}</Text>
        <Problem>{problem}</Problem>
        {!hasLogin && (
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
  );
}
