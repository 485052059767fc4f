import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { useEnter } from '../../shared/api/mailed-link.ts';
import { filled } from '../../shared/form/checks.ts';
import { forgetDrafts } from '../../shared/form/kept-drafts.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { useWords } from './words.ts';

/** As often as the service makes new codes. */
const RESEND_SECONDS = 60;

type CodesProps = {
  readonly email: string;
  readonly phone: string;
  /** What confirms this registration, and no other. */
  readonly token: string;
  readonly onChange: () => void;
};

/** The codes that the mail and the text message brought; they open the account. */
export function Codes({ email, phone, token, onChange }: CodesProps) {
  const t = useWords();
  const enter = useEnter();
  const form = useForm({
    initialValues: { email_code: '', phone_code: '' },
    validate: { email_code: filled, phone_code: filled },
  });
  const { run, isRunning, problem } = useSubmit(async (codes: typeof form.values) => {
    await api.call('confirmRegistration', { body: { token, ...codes } });
    forgetDrafts();
    await enter();
  }, form);
  const code = { inputMode: 'numeric', dir: 'ltr', required: true } as const;
  return (
    <form onSubmit={form.onSubmit(run)} noValidate>
      <Stack>
        <Text size="sm">{t('codes_about', { email: isolate(email), phone: isolate(phone) })}</Text>
        <Problem>{problem}</Problem>
        <TextInput
          label={t('email_code')}
          autoFocus
          autoComplete="off"
          {...code}
          {...form.getInputProps('email_code')}
        />
        <TextInput
          label={t('phone_code')}
          autoComplete="one-time-code"
          {...code}
          {...form.getInputProps('phone_code')}
        />
        <DemoMailbox />
        <Button type="submit" fullWidth loading={isRunning}>
          {t('enter')}
        </Button>
        <Resend token={token} />
        <Anchor component="button" type="button" size="sm" onClick={onChange}>
          {t('change')}
        </Anchor>
      </Stack>
    </form>
  );
}

/** Written from left to right within either language. */
const isolate = (text: string): string => `\u2066${text}\u2069`;

function Resend({ token }: { readonly token: string }) {
  const t = useWords();
  const [seconds, setSeconds] = useState(RESEND_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { run, isRunning } = useSubmit(async () => {
    const { detail } = await api.call('resendCodes', { body: { token } });
    setSeconds(RESEND_SECONDS);
    notifications.show({ message: inWords(detail) });
  });
  return (
    <Button variant="default" loading={isRunning} disabled={seconds > 0} onClick={() => run()}>
      {seconds > 0 ? t('resend_in', { seconds }) : t('resend')}
    </Button>
  );
}

/** A demo shows on a page what would have been sent. */
function DemoMailbox() {
  const t = useWords();
  const { data: isDemo } = useQuery({
    queryKey: ['demo-mailbox'],
    queryFn: async ({ signal }) => (await fetch('/demo/mailbox', { signal })).ok,
  });
  if (isDemo !== true) return null;
  return (
    <Anchor href="/demo/mailbox" target="_blank" size="sm">
      {t('mailbox')}
    </Anchor>
  );
}
