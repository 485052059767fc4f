/** One's own mobile number: confirmed by a code that is texted to it. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Phone } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

export function OwnPhone() {
  const t = useWords();
  const { phone } = useWho().session.person;
  const [isChanging, setIsChanging] = useState(false);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('phone')}
      </Text>
      <Group gap="sm">
        <Text size="sm">{phone === null ? t('phone_none') : <Phone number={phone} />}</Text>
        <Button variant="default" size="compact-sm" onClick={() => setIsChanging(true)}>
          {t(phone === null ? 'phone_confirm' : 'phone_change')}
        </Button>
      </Group>
      {isChanging && <Confirm onClose={() => setIsChanging(false)} />}
    </div>
  );
}

function Confirm({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const [token, setToken] = useState<string>();
  const form = useForm({ initialValues: { phone: '', code: '' } });
  const { run, isRunning, problem } = useSubmit(async ({ phone, code }: typeof form.values) => {
    if (token === undefined) {
      setToken((await api.call('textPhoneCode', { body: { phone } })).token);
      return;
    }
    await api.call('confirmPhone', { body: { token, code } });
    await refresh('session');
    notifications.show({ message: t('phone_confirmed') });
    onClose();
  }, form);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('phone_confirm')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('phone')}
            description={t('phone_about')}
            type="tel"
            autoComplete="tel"
            dir="ltr"
            data-autofocus
            disabled={token !== undefined}
            {...form.getInputProps('phone')}
          />
          {token !== undefined && (
            <TextInput
              label={t('phone_code')}
              description={t('phone_code_about')}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              {...form.getInputProps('code')}
            />
          )}
          <Group justify="flex-end">
            {token !== undefined && (
              <Button variant="subtle" onClick={() => setToken(undefined)}>
                {t('phone_again')}
              </Button>
            )}
            <Button type="submit" loading={isRunning}>
              {t(token === undefined ? 'phone_send' : 'phone_finish')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
