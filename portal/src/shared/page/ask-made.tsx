/** Before a person or a key goes, or may do less: what they have made, and whether it stays. */
import { Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Made } from '../api/types.ts';
import { Problem } from '../form/problem.tsx';
import { useWords } from './words.ts';

type AskProps = {
  readonly title: string;
  readonly text: string;
  /** What the button says it does. */
  readonly does: string;
  /** What ends, unless it is kept, and what is said of it. */
  readonly made: Made;
  readonly about: string;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  readonly onAgree: (keep: boolean) => void;
  readonly onClose: () => void;
};

export function AskMade({ title, text, does, made, about, ...it }: AskProps) {
  const t = useWords();
  const [keep, setKeep] = useState(false);
  const { keys, webhooks } = made;
  return (
    <Modal opened onClose={it.onClose} title={title} withCloseButton={false}>
      <Stack>
        <Problem>{it.problem}</Problem>
        <Text size="sm">{text}</Text>
        {keys.length + webhooks.length > 0 && (
          <>
            <Text size="sm">{about}</Text>
            <List size="sm">
              {keys.map(({ id, name }) => (
                <List.Item key={id}>
                  {t('key')} <bdi>{name}</bdi>
                </List.Item>
              ))}
              {webhooks.map(({ id, url }) => (
                <List.Item key={id}>
                  {t('webhook')} <bdi className="latin">{url}</bdi>
                </List.Item>
              ))}
            </List>
            <Checkbox
              label={t('keep')}
              checked={keep}
              onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={it.onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={it.isRunning} onClick={() => it.onAgree(keep)}>
            {does}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
