import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useWords } from './words.ts';

type Question = {
  readonly title: string;
  /** What follows from it. */
  readonly text: string;
  /** What the button says it does. */
  readonly does: string;
  readonly onAgree: () => void;
  /** It is closed, after an agreement as well. */
  readonly onClose?: () => void;
};

/** Asks before something that cannot be undone: `askFirst({ title, text, does, onAgree })`. */
export function useAskFirst(): (question: Question) => void {
  const t = useWords();
  return ({ title, text, does, onAgree, onClose }) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: does, cancel: t('cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('cancel') },
      onConfirm: onAgree,
      ...(onClose === undefined ? {} : { onClose }),
    });
  };
}
