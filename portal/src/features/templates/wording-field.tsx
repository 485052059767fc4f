/** Where one writes a wording: its placeholders stand out as one types. */
import { Button, Group, Input, Text } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useWords } from './words.ts';
import { halfIn, Pieces, piecesOf } from './wording.tsx';
import classes from './wording.module.css';

type Props = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
};

const NEW_NAME = 'name';

export function WordingField({ value, onChange, error }: Props) {
  const t = useWords();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const broken = piecesOf(value).find(({ kind }) => kind === 'broken');
  const half = halfIn(value);
  const problem = error ?? (broken && t('broken', { text: broken.text }));

  /** At the cursor, with the name selected, so that one types over it. */
  const insert = (): void => {
    const element = area.current;
    if (element === null) return;
    const at = element.selectionStart;
    element.focus();
    element.setRangeText(`#${NEW_NAME}#`, at, element.selectionEnd);
    element.setSelectionRange(at + 1, at + 1 + NEW_NAME.length);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };

  return (
    <Input.Wrapper
      id={id}
      label={t('wording')}
      description={t('wording_about')}
      error={problem}
      required
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes['field']} data-error={problem === undefined ? undefined : true}>
        <div aria-hidden dir="auto">
          <Pieces message={value} />
          {'\u200b'}
        </div>
        <textarea
          ref={area}
          id={id}
          dir="auto"
          className={classes['area']}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          aria-required
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-description${problem === undefined ? '' : ` ${id}-error`}`}
        />
      </div>
      <Group mt={6} mb={problem === undefined ? 0 : 4}>
        <Button
          variant="light"
          size="compact-xs"
          leftSection={<IconHash size={14} aria-hidden />}
          onClick={insert}
        >
          {t('insert')}
        </Button>
      </Group>
      <Text size="sm" role="status" mb={problem === undefined ? 0 : 4}>
        {half !== undefined && t('half', { half })}
      </Text>
    </Input.Wrapper>
  );
}
