/** A new key, with no more rights than the person who makes it. */
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../shared/api/api.ts';
import { useWho } from '../../shared/api/session.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useWords } from './words.ts';

type Scope = 'send' | 'read' | 'templates' | 'account';
const EMPTY = { name: '', scopes: ['send', 'read'] as Scope[], isTest: false };

export function NewKey({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}) {
  const t = useWords();
  const { account } = useWho();
  const { options, forget } = useFormDraft('key', EMPTY);
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { name, scopes, isTest } = given;
    const mode = isTest ? 'test' : 'live';
    const made = await api.call('createKey', { body: { name, scopes, mode } });
    forget();
    onMade(made.key ?? '');
  }, form);
  return (
    <Modal opened onClose={onClose} title={t('create')} withCloseButton={false}>
      <form onSubmit={form.onSubmit(run)}>
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('name')}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group label={t('scopes')} {...form.getInputProps('scopes')}>
            <Stack gap="xs" mt="xs">
              {account?.scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={t(scope)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox label={t('test')} {...form.getInputProps('isTest', { type: 'checkbox' })} />
          <Group justify="flex-end">
            <Button type="submit" loading={isRunning}>
              {t('make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
