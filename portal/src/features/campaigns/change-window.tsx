/** A button of a campaign, and the window in which it is changed. */
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  readonly variant?: 'default' | 'light';
  /** What the window holds; it closes itself when it is done. */
  readonly children: (close: () => void) => ReactNode;
};

export function ChangeWindow({ label, variant = 'default', children }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant={variant} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        {children(close)}
      </Modal>
    </>
  );
}
