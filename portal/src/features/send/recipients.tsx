/** To whom: numbers typed or pasted, each checked at once. */
import { Badge, Button, Group, Text, Textarea } from '@mantine/core';
import { showCount } from '../../shared/i18n/show.tsx';
import { readNumbers } from './numbers.ts';
import { useWords } from './words.ts';

const SHOWN = 12;

export function Recipients({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const t = useWords();
  const { good, repeated, bad } = readNumbers(text);
  const isClean = bad.length === 0 && repeated.length === 0;
  return (
    <div>
      <Textarea
        label={t('recipients')}
        description={t('recipients_about')}
        placeholder="0300 1234567"
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        required
        withAsterisk={false}
        autoFocus
        classNames={{ input: 'latin numbers' }}
      />
      <Group gap="xs" mt={6} role="status" mih={22}>
        {good.length > 0 && (
          <Badge variant="light" tt="none">
            {t('numbers', { count: good.length, shown: showCount(good.length) })}
          </Badge>
        )}
        {repeated.length > 0 && (
          <Badge variant="light" color="yellow" tt="none">
            {t('repeated', { count: repeated.length })}
          </Badge>
        )}
        {bad.length > 0 && (
          <Text size="sm" c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))">
            {t('bad', { count: bad.length })}{' '}
            <span className="latin">
              {bad.slice(0, SHOWN).join(' · ')}
              {bad.length > SHOWN && ' …'}
            </span>
          </Text>
        )}
        {!isClean && good.length > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onChange(`${good.join('\n')}\n`)}
          >
            {t('keep_good')}
          </Button>
        )}
      </Group>
    </div>
  );
}
