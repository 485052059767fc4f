/** Inviting somebody by mail. */
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { User } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated } from '../../shared/i18n/show.tsx';
import { rolesFor } from './roles.ts';
import { useWords } from './words.ts';

export function Invite({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const roles = rolesFor(useWho().account);
  const initialValues: { email: string; role: User['role'] } = { email: '', role: 'viewer' };
  const { options, forget } = useFormDraft('invite', initialValues);
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    await api.call('inviteUser', { body });
    await refresh('listInvitations');
    notifications.show({ message: t('sent', { email: isolated(body.email) }) });
    forget();
    onClose();
  }, form);
  const cancel = (): void => {
    forget();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('invite')} withCloseButton={false}>
      <form onSubmit={form.onSubmit(run)}>
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="off"
            dir="ltr"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Radio.Group label={t('role')} {...form.getInputProps('role')}>
            <Stack gap="xs" mt="xs">
              {roles.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(value)}
                  description={t(`${value}_about`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isRunning}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
