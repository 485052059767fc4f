/** A webhook that is added or changed: its address, and what it is told. */
import {
  Button,
  Checkbox,
  Group,
  Input,
  Modal,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { Problem } from '../../shared/form/problem.tsx';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import type { Webhook } from '../../shared/api/types.ts';
import { KINDS, useKind, type Kind } from './kinds.ts';
import { useWords } from './words.ts';

export type Given = Pick<Webhook, 'url' | 'description' | 'types'>;

const GROUPS = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

export function WebhookForm({
  title,
  does,
  draft,
  webhook = { url: '', description: '', types: [] },
  onClose,
  onSubmit,
}: {
  readonly title: string;
  /** What the button says it does. */
  readonly does: string;
  /** What it is a draft of. */
  readonly draft: string;
  /** As it is now. */
  readonly webhook?: Given;
  readonly onClose: () => void;
  readonly onSubmit: (given: Given) => Promise<void>;
}) {
  const t = useWords();
  const { form, forget } = useWebhookForm(draft, webhook);
  const { run, isRunning, problem } = useSubmit(async (given: typeof form.values) => {
    const { tells, types: chosen, ...rest } = given;
    await onSubmit({ ...rest, types: tells === 'every' ? [] : chosen });
    forget();
  }, form);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={form.onSubmit(run)} noValidate>
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('url')}
            description={t('url_about')}
            placeholder="https://shop.example/paigham"
            type="url"
            dir="ltr"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <TextInput label={t('description')} {...form.getInputProps('description')} />
          <Radio.Group label={t('kinds')} {...form.getInputProps('tells')}>
            <Group gap="lg" mt="xs">
              <Radio value="every" label={t('every')} />
              <Radio value="chosen" label={t('chosen')} />
            </Group>
          </Radio.Group>
          {form.values.tells === 'chosen' && (
            <Choice
              chosen={form.values.types}
              onChange={(chosen) => form.setFieldValue('types', chosen)}
            />
          )}
          {form.errors['types'] !== undefined && <Input.Error>{form.errors['types']}</Input.Error>}
          <Group justify="flex-end">
            <Button type="submit" loading={isRunning}>
              {does}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useWebhookForm(draft: string, { url, description, types }: Given) {
  const t = useWords();
  const tells = types.length === 0 ? 'every' : 'chosen';
  const { options, forget } = useFormDraft(draft, { url, description, types, tells });
  const form = useForm({
    ...options,
    validate: {
      types: (chosen, { tells }) =>
        tells === 'chosen' && chosen.length === 0 ? t('choose') : undefined,
    },
  });
  return { form, forget };
}

function Choice({
  chosen,
  onChange,
}: {
  readonly chosen: readonly Kind[];
  readonly onChange: (chosen: Kind[]) => void;
}) {
  const t = useWords();
  const kindOf = useKind();
  return (
    <Checkbox.Group<Kind> value={[...chosen]} onChange={onChange} aria-label={t('chosen')}>
      <Stack gap="md">
        {GROUPS.map((group) => (
          <Stack key={group} gap={6}>
            <Text size="sm" c="dimmed">
              {t(group)}
            </Text>
            {KINDS[group].map((kind) => (
              <Checkbox key={kind} value={kind} label={kindOf(kind)} />
            ))}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
