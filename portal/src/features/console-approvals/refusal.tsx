/** Why something is refused, in words that the account reads. */
import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import type { Approval } from '../../shared/api/types.ts';
import { useFormDraft } from '../../shared/form/use-draft.ts';
import type { Why } from './decide.ts';
import { useWords } from './words.ts';

/** Of documents, as the operation knows them. */
const OF_DOCUMENTS = [
  'unreadable',
  'expired',
  'name_differs',
  'wrong_document',
  'not_signed',
  'other',
] as const;

/** Of senders and templates: the account reads English. */
const OF_WORDS = {
  sender: [
    'The name does not belong to your company',
    'The name may be taken for somebody else’s',
    'The name is too general',
  ],
  template: [
    'The category does not fit the wording',
    'The wording leaves too much open: use fewer placeholders',
    'The wording asks for a password or a code',
    'The wording does not name your company',
  ],
} as const;

/** In a text of several lines Enter alone begins the next one. */
const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);

const NO_REASON = { reason: 'unreadable', words: '' };

export function Refusal({
  item,
  onClose,
  onRefuse,
}: {
  readonly item: Approval;
  readonly onClose: () => void;
  readonly onRefuse: (why: Why) => void;
}) {
  const t = useWords();
  const { options, forget } = useFormDraft(`refusal.${item.kind}.${item.id}`, NO_REASON);
  const form = useForm(options);
  const isDocument = item.kind === 'document';
  const common = item.kind === 'document' ? [] : OF_WORDS[item.kind];
  const send = ({ reason, words }: typeof form.values): void => {
    forget();
    if (!isDocument) onRefuse({ reason: words });
    else onRefuse({ reason, ...(words === '' ? {} : { words }) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('refuse_title')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form onSubmit={form.onSubmit(send)}>
        <Stack>
          {isDocument ? (
            <Select
              label={t('common')}
              data={OF_DOCUMENTS.map((value) => ({ value, label: t(value) }))}
              allowDeselect={false}
              {...form.getInputProps('reason')}
            />
          ) : (
            <Select
              label={t('common')}
              data={[...common]}
              onChange={(words) => form.setValues({ words: words ?? '' })}
            />
          )}
          <Textarea
            label={t('reason')}
            required={!isDocument}
            autosize
            minRows={2}
            data-autofocus
            onKeyDown={(event) => {
              if (isSend(event)) event.currentTarget.form?.requestSubmit();
            }}
            {...form.getInputProps('words')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red">
              {t('refuse')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
