import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from './words.ts';

/** A key or a secret, to be copied to a program. Only its button closes it. */
export function ShownSecret({
  title,
  about,
  text,
  done,
  onClose,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** What its button says, if more than that. */
  readonly done?: string;
  readonly onClose: () => void;
  /** Other ways to keep it. */
  readonly children?: ReactNode;
}) {
  const t = useWords();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{about}</Text>
        <Code block dir="ltr" aria-label={title}>
          {text}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          {children}
          <Button onClick={onClose}>{done ?? t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
