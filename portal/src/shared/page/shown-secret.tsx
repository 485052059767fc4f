import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useWords } from './words.ts';

/** A key or a secret, to be copied to a program. Only its button closes it. */
export function ShownSecret({
  title,
  about,
  text,
  onClose,
}: {
  readonly title: string;
  readonly about: string;
  readonly text: string;
  readonly onClose: () => void;
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
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
