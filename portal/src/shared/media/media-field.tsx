/** Which file a message or a template shows: one of the library, or one at an address. */
import { CloseButton, Group, Input, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../api/queries.ts';
import type { MediaFile } from '../api/types.ts';
import { PickMedia } from './pick-media.tsx';
import { useWords } from './words.ts';

type Props = {
  readonly label: string;
  readonly kind: MediaFile['kind'];
  readonly isNeeded: boolean;
  /** `https://…`, or `media:7`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: string;
  readonly error?: string | undefined;
};

export function MediaField({ label, kind, isNeeded, value, onChange, ...rest }: Props) {
  const id = /^media:(\d+)$/.exec(value)?.[1];
  return (
    <Group align="flex-end" gap="sm" wrap="wrap">
      {id === undefined ? (
        <TextInput
          label={label}
          withAsterisk={isNeeded}
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          flex="1 1 220px"
          {...rest}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <Input.Wrapper label={label} withAsterisk={isNeeded} flex="1 1 220px" error={rest.error}>
          <PickedMedia id={id} onRemove={() => onChange('')} />
        </Input.Wrapper>
      )}
      <PickMedia kind={kind} onPick={({ url }) => onChange(url)} />
    </Group>
  );
}

function PickedMedia({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const t = useWords();
  const { data, error } = useQuery(reading('showMedia', { path: { id } }));
  return (
    <Group gap={4} wrap="nowrap" mih={36}>
      <Text size="sm" dir="auto" lineClamp={1}>
        {error === null ? (data?.name ?? `media:${id}`) : t('gone')}
      </Text>
      <CloseButton size="sm" aria-label={t('remove_file')} onClick={onRemove} />
    </Group>
  );
}
