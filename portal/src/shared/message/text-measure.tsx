/** What a text comes to while one writes it: parts, alphabet, and what makes it dearer. */
import { Alert, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { measureText, type CostlyCharacter } from '../../../../packages/sms-text/src/index.ts';
import { defineWords } from '../i18n/i18n.ts';

/** Of every sender route: the width of the number that joins the parts (docs/interface/sms.md). */
const REFERENCE_BITS = 8;

const useWords = defineWords({
  en: {
    parts_one: '{{count}} part',
    parts_other: '{{count}} parts',
    gsm: 'GSM alphabet',
    unicode: 'Unicode',
    left: '{{count, of(one: more character fits; other: more characters fit)}}',
    why: 'These characters make it Unicode: a part holds 70 characters instead of 160.',
    replace: 'Use plain characters instead',
    script: 'Urdu script is always Unicode: a part holds 70 characters.',
  },
  ur: {
    parts_one: '{{count}} حصہ',
    parts_other: '{{count}} حصے',
    gsm: 'GSM حروف',
    unicode: 'یونیکوڈ',
    left: 'مزید {{count}} حروف کی گنجائش',
    why: 'ان حروف کی وجہ سے پیغام یونیکوڈ ہے: ایک حصے میں 160 کی بجائے 70 حروف آتے ہیں۔',
    replace: 'ان کی جگہ سادہ حروف لگائیں',
    script: 'اردو رسم الخط ہمیشہ یونیکوڈ ہوتا ہے: ایک حصے میں 70 حروف آتے ہیں۔',
  },
});

type Props = {
  readonly text: string;
  /** Offered when some of the costly characters have a plain look-alike. */
  readonly onReplace?: (characters: readonly CostlyCharacter[]) => void;
};

export type { CostlyCharacter };

export const measure = (text: string) => measureText(text, REFERENCE_BITS);

export function TextMeasure({ text, onReplace }: Props) {
  const t = useWords();
  const { alphabet, parts, unitsLeft, characters } = measure(text);
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="xs">
        <Badge variant="light" tt="none" color={parts > 1 ? 'orange' : 'teal'}>
          {t('parts', { count: parts })}
        </Badge>
        <Badge variant="light" tt="none" color={alphabet === 'gsm7' ? 'teal' : 'orange'}>
          {t(alphabet === 'gsm7' ? 'gsm' : 'unicode')}
        </Badge>
        <Text size="xs" c="dimmed">
          {t('left', { count: unitsLeft })}
        </Text>
      </Group>
      {characters.length > 0 && <Costly characters={characters} onReplace={onReplace} />}
    </Stack>
  );
}

const isLetter = ({ character }: CostlyCharacter): boolean =>
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Gurmukhi}]/u.test(character);

/** Nobody can write Urdu without its letters: then there is nothing to point at. */
function Costly({
  characters,
  onReplace,
}: Pick<Props, 'onReplace'> & { readonly characters: readonly CostlyCharacter[] }) {
  const t = useWords();
  if (characters.some(isLetter)) {
    return (
      <Text size="xs" c="dimmed">
        {t('script')}
      </Text>
    );
  }
  const replaceable = characters.filter(({ replacement }) => replacement !== undefined);
  return (
    <Alert color="orange" variant="light" p="xs">
      <Text size="sm">{t('why')}</Text>
      <Group gap={6} mt={6} className="latin">
        {characters.map((it) => (
          <Code key={it.character}>{shown(it)}</Code>
        ))}
      </Group>
      {onReplace !== undefined && replaceable.length > 0 && (
        <Button size="compact-xs" variant="light" mt="xs" onClick={() => onReplace(replaceable)}>
          {t('replace')}
        </Button>
      )}
    </Alert>
  );
}

/** `’ → '`; what cannot be seen by its number. */
function shown({ character, replacement }: CostlyCharacter): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  const seen = replacement === '' ? `U+${code}` : character;
  return replacement === undefined || replacement === '' ? seen : `${seen} → ${replacement}`;
}
