/** Keys of devices, by which a person signs in without a password. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import { creationOf } from '../../shared/api/passkey.ts';
import type { Passkey } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoment } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

/** WebAuthn knows names of hosts alone. */
const isByNumbers = (): boolean => /^[\d.]+$|:/.test(window.location.hostname);

const readAgain = (): Promise<void> => refresh('listPasskeys');

export function Passkeys() {
  const t = useWords();
  const passkeys = useQuery(reading('listPasskeys')).data?.data;
  return (
    <Section title={t('passkeys')} about={t('passkeys_about')}>
      <Stack gap="sm">
        {passkeys?.map((it) => (
          <OnePasskey key={it.id} passkey={it} />
        ))}
        {passkeys?.length === 0 && <Text size="sm">{t('no_passkeys')}</Text>}
        {isByNumbers() ? (
          <Text size="sm" c="dimmed">
            {t('passkeys_name', { name: isolated('localhost') })}
          </Text>
        ) : (
          <AddPasskey />
        )}
      </Stack>
    </Section>
  );
}

function OnePasskey({ passkey: { id, name, used_at } }: { readonly passkey: Passkey }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removePasskey', { path: { id } });
    await readAgain();
  });
  const ask = (): void =>
    askFirst({
      title: t('remove_named', { name: isolated(name) }),
      text: t('remove_text'),
      does: t('remove'),
      onAgree: () => run(),
    });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600} dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {used_at === null ? t('unused') : t('used', { at: showMoment(used_at) })}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={isRunning}
        onClick={ask}
        aria-label={t('remove_named', { name: isolated(name) })}
      >
        {t('remove')}
      </Button>
    </Group>
  );
}

const NO_NAME = { name: '' };

function AddPasskey() {
  const t = useWords();
  const { options, forget } = useFormDraft('passkey', NO_NAME);
  const form = useForm(options);
  const { run, isRunning, problem } = useSubmit(async ({ name }: typeof form.values) => {
    const answer = await creationOf(await api.call('proposePasskey'));
    await api.call('addPasskey', { body: { name, answer } });
    forget();
    form.setFieldValue('name', '');
    await readAgain();
  }, form);
  return (
    <form onSubmit={form.onSubmit(run)}>
      <Stack gap="xs">
        <Problem>{problem}</Problem>
        <Group align="flex-end">
          <TextInput
            label={t('passkey_name')}
            required
            withAsterisk={false}
            flex={1}
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="light" loading={isRunning}>
            {t('add_passkey')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
