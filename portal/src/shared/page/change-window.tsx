/** A button, and the window in which something is changed. */
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from './words.ts';

type Props = {
  readonly label: string;
  readonly variant?: 'default' | 'light' | 'subtle';
  readonly size?: 'xs' | 'compact-xs';
  /** What the window holds; it closes itself when it is done. */
  readonly children: (close: () => void) => ReactNode;
};

/** Of the page that it was opened on: what it says is about that, and no other. */
export function ChangeWindow(props: Props) {
  const page = useLocation({ select: ({ pathname }) => pathname });
  return <Opening key={page} {...props} />;
}

function Opening({ label, variant = 'default', size, children }: Props) {
  const t = useWords();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={variant} size={size} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={label}
        centered
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {children(close)}
      </Modal>
    </>
  );
}
