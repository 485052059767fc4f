/** What somebody has said elsewhere is written down. */
import { Button, Modal, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { filled } from '../../shared/form/checks.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useWords } from './words.ts';

const CHANNELS = ['sms', 'chat'] as const;
const SOURCES = ['form', 'checkout', 'import', 'keyword', 'api'] as const;

const NOTHING = {
  state: 'given',
  person: '',
  channel: 'sms' as (typeof CHANNELS)[number],
  source: 'form' as (typeof SOURCES)[number],
  wording: '',
  proof: '',
};

export function RecordConsent({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const form = useForm({
    initialValues: NOTHING,
    validate: { person: filled },
  });
  const { state } = form.values;
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { state: said, wording, ...body } = given;
    await (said === 'given'
      ? api.call('giveConsent', { body: { ...body, wording } })
      : api.call('withdrawConsent', { body }));
    await refresh('listConsents');
    notifications.show({ message: t('recorded') });
    onClose();
  }, form);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('record')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <SegmentedControl
            aria-label={t('state')}
            data={[
              { value: 'given', label: t('given') },
              { value: 'withdrawn', label: t('withdrawn') },
            ]}
            {...form.getInputProps('state')}
          />
          <TextInput
            label={t('person')}
            dir="ltr"
            required
            data-autofocus
            {...form.getInputProps('person')}
          />
          <Where form={form} />
          {state === 'given' && (
            <Textarea
              label={t('wording')}
              autosize
              minRows={2}
              {...form.getInputProps('wording')}
            />
          )}
          <TextInput
            label={t('proof')}
            description={t('proof_about')}
            {...form.getInputProps('proof')}
          />
          <Button type="submit" loading={isRunning}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function Where({ form }: { readonly form: UseFormReturnType<typeof NOTHING> }) {
  const t = useWords();
  return (
    <>
      <Select
        label={t('channel')}
        data={CHANNELS.map((value) => ({ value, label: t(value) }))}
        allowDeselect={false}
        {...form.getInputProps('channel')}
      />
      <Select
        label={t('source')}
        data={SOURCES.map((value) => ({ value, label: t(value) }))}
        allowDeselect={false}
        {...form.getInputProps('source')}
      />
    </>
  );
}
