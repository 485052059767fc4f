/** Adding numbers to the suppressions: typed, pasted, or taken from a file of any length. */
import {
  Button,
  FileButton,
  Group,
  Modal,
  Progress,
  Radio,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { ImportedSuppressions, Suppression } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useDraft } from '../../shared/form/use-draft.ts';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

/** What one request takes (docs/interface/account.md). */
const AT_ONCE = 10_000;
const INVALID_SHOWN = 20;

/** What stands between line ends, commas, semicolons and tabs: numbers hold a digit. */
function piecesOf(text: string) {
  const pieces = text.split(/[\n\r,;\t|]+/).map((it) => it.replaceAll(/["']/g, '').trim());
  const isNumber = (it: string): boolean => /\p{Nd}/u.test(it) && it.length <= 160;
  const { numbers = [], dropped = [] } = Object.groupBy(new Set(pieces), (it) =>
    isNumber(it) ? 'numbers' : 'dropped',
  );
  return { numbers, dropped: dropped.filter((it) => it !== '') };
}

const NOTHING: { text: string; scope: Suppression['scope'] } = { text: '', scope: 'all' };

export function AddNumbers({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  const [{ text, scope }, change, forget] = useDraft('blocked', NOTHING);
  const [percent, setPercent] = useState(0);
  const [result, setResult] = useState<ImportedSuppressions>();
  const { numbers, dropped } = piecesOf(text);
  const { run, isRunning, problem } = useSubmit(async () => {
    const sum = { added: 0, known: 0, invalid: [] as string[] };
    for (let from = 0; from < numbers.length; from += AT_ONCE) {
      setPercent(Math.floor((from / numbers.length) * 100));
      const body = { numbers: numbers.slice(from, from + AT_ONCE), scope };
      const { added, known, invalid } = await api.call('importSuppressions', { body });
      sum.added += added;
      sum.known += known;
      sum.invalid.push(...invalid);
    }
    await refresh('listSuppressions');
    forget();
    setResult(sum);
  }, NO_FORM);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('add')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {result === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Stack>
            <Problem>{problem}</Problem>
            <Numbers
              text={text}
              onChange={(typed) => change({ text: typed })}
              count={numbers.length}
              dropped={dropped}
            />
            <Radio.Group
              label={t('scope')}
              value={scope}
              onChange={(value) => change({ scope: value === 'all' ? 'all' : 'promotional' })}
            >
              <Stack gap="xs" mt={4}>
                <Radio value="all" label={t('all')} />
                <Radio value="promotional" label={t('promotional')} />
              </Stack>
            </Radio.Group>
            {isRunning && <Progress value={percent} aria-label={t('importing', { percent })} />}
            <Button type="submit" loading={isRunning} disabled={numbers.length === 0}>
              {t('import', { count: numbers.length })}
            </Button>
          </Stack>
        </form>
      ) : (
        <Result result={result} onClose={onClose} />
      )}
    </Modal>
  );
}

type NumbersProps = {
  readonly text: string;
  readonly count: number;
  /** What is in the text and is no number. */
  readonly dropped: readonly string[];
  readonly onChange: (text: string) => void;
};

function Numbers({ text, count, dropped, onChange }: NumbersProps) {
  const t = useWords();
  return (
    <>
      <Textarea
        label={t('numbers')}
        description={t('numbers_about')}
        autosize
        minRows={4}
        maxRows={10}
        dir="ltr"
        inputMode="tel"
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap="sm">
        <FileButton
          accept=".txt,.csv,text/plain,text/csv"
          inputProps={{ 'aria-label': t('file') }}
          onChange={(file) => void file?.text().then(onChange)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<IconFileImport size={14} aria-hidden />}
            >
              {t('file')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" aria-live="polite">
          {count > 0 ? t('found', { count }) : t('file_about')}
        </Text>
      </Group>
      {dropped.length > 0 && (
        <Text size="sm" c="red" role="status">
          {t('dropped')}{' '}
          <span dir="auto">
            {dropped.slice(0, INVALID_SHOWN).join(' · ')}
            {dropped.length > INVALID_SHOWN && ` … (${showCount(dropped.length)})`}
          </span>
        </Text>
      )}
    </>
  );
}

function Result({
  result: { added, known, invalid },
  onClose,
}: {
  readonly result: ImportedSuppressions;
  readonly onClose: () => void;
}) {
  const t = useWords();
  return (
    <Stack role="status">
      <Text>{t('added', { count: added })}</Text>
      {known > 0 && <Text>{t('known', { count: known })}</Text>}
      {invalid.length > 0 && (
        <div>
          <Text c="red">{t('invalid', { count: invalid.length })}</Text>
          <Text size="sm" c="dimmed" className="latin">
            {invalid.slice(0, INVALID_SHOWN).join(' · ')}
            {invalid.length > INVALID_SHOWN && ` … (${showCount(invalid.length)})`}
          </Text>
        </div>
      )}
      <Button onClick={onClose}>{t('close')}</Button>
    </Stack>
  );
}
