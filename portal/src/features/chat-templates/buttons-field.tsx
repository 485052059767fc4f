/** The buttons of a chat template: added by kind, as many as there may be. */
import { ActionIcon, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MOST, MOST_OF, variablesIn, type ButtonFields } from './fields.ts';
import { MARKS, useWords } from './words.ts';

const TYPES = [
  ...(['quick_reply', 'url', 'call', 'copy_code', 'request_contact_info'] as const),
  ...(['flow', 'catalog'] as const),
];
const TARGETS = { url: 'url', call: 'phone', copy_code: 'code', flow: 'flow_id' } as const;
/** The platform writes their labels. */
const LABELLED: readonly ButtonFields['type'][] = ['copy_code', 'request_contact_info', 'catalog'];

type Props = {
  readonly value: readonly ButtonFields[];
  readonly onChange: (value: readonly ButtonFields[]) => void;
  readonly error: string | undefined;
};

export function ButtonsField({ value, onChange, error }: Props) {
  const t = useWords();
  const isFull = (type: ButtonFields['type']): boolean =>
    value.length >= MOST.buttons || value.filter((it) => it.type === type).length >= MOST_OF[type];
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('buttons')}{' '}
        <Text span size="sm" c="dimmed" className="latin numbers">
          {value.length}/{MOST.buttons}
        </Text>
      </Title>
      {error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {value.map((button, place) => (
        <ButtonRow
          key={place}
          value={button}
          onChange={(changed) => onChange(value.with(place, changed))}
          onRemove={() => onChange(value.toSpliced(place, 1))}
        />
      ))}
      <Group gap="xs">
        {TYPES.map((type) => (
          <Button
            key={type}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={isFull(type)}
            onClick={() => onChange([...value, { type, text: '', target: '', example: '' }])}
          >
            {t(`add_${type}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

type RowProps = {
  readonly value: ButtonFields;
  readonly onChange: (value: ButtonFields) => void;
  readonly onRemove: () => void;
};

function ButtonRow({ value, onChange, onRemove }: RowProps) {
  const t = useWords();
  const { type, text, target, example } = value;
  const name = t(`add_${type}`);
  return (
    <Card withBorder p="sm" role="group" aria-label={name}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`${t('remove_button')}: ${name} ${text}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Group gap="sm" align="flex-start">
        {!LABELLED.includes(type) && (
          <TextInput
            label={t('label')}
            required
            flex="1 1 160px"
            value={text}
            onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
          />
        )}
        {type in TARGETS && (
          <TextInput
            label={t(TARGETS[type as keyof typeof TARGETS])}
            description={type === 'url' ? t('url_about', MARKS) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            dir="ltr"
            flex="2 1 200px"
            value={target}
            onChange={({ currentTarget }) => onChange({ ...value, target: currentTarget.value })}
          />
        )}
        {type === 'url' && variablesIn(target).length > 0 && (
          <TextInput
            label={t('url_example')}
            required
            dir="ltr"
            flex="2 1 200px"
            value={example}
            onChange={({ currentTarget }) => onChange({ ...value, example: currentTarget.value })}
          />
        )}
      </Group>
    </Card>
  );
}
