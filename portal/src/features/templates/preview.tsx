/** A template as its recipients will see it, with examples for its placeholders. */
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import { Bubble, PhonePreview } from '../../shared/message/phone-preview.tsx';
import { measure, TextMeasure, type CostlyCharacter } from '../../shared/message/text-measure.tsx';
import type { VariableFields } from './fields.ts';
import { useWords } from './words.ts';
import { fill, namesIn } from './wording.tsx';

type Props = {
  readonly message: string;
  readonly variables: Readonly<Record<string, VariableFields>>;
  readonly onReplace?: (characters: readonly CostlyCharacter[]) => void;
};

const MOST_PARTS = 10;

export function TemplatePreview({ message, variables, onReplace }: Props) {
  const t = useWords();
  const { account } = useWho();
  const { data: senders } = useQuery(reading('listSenders', { query: { state: 'approved' } }));
  const usable = senders?.data.filter((it) => it.usable);
  const own = usable?.find(({ shared }) => !shared) ?? usable?.[0];
  const text = fill(message, examplesOf(message, variables));
  const longest = measure(fill(message, longestOf(message, variables))).parts;
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('preview')}
      </Title>
      <Group justify="center">
        <PhonePreview from={own?.name ?? 'InfoSMS'} look="sms">
          <Bubble>{text === '' ? '…' : text}</Bubble>
        </PhonePreview>
      </Group>
      <TextMeasure text={text} onReplace={onReplace} />
      {namesIn(message).length > 0 && (
        <Text size="xs" c={longest > MOST_PARTS ? 'red' : 'dimmed'}>
          {longest > MOST_PARTS && t('too_long')}
          {longest > 1 && longest <= MOST_PARTS && t('at_most', { count: longest })}
          {longest === 1 && t('single_part')}
        </Text>
      )}
      {account?.verified === false && (
        <Text size="xs" c="dimmed">
          {t('demo')}
        </Text>
      )}
    </Stack>
  );
}

type Variables = Props['variables'];

/** What stands for each placeholder: the person's own example, else one that suits it. */
function examplesOf(message: string, variables: Variables): Record<string, string> {
  return Object.fromEntries(
    namesIn(message).map((name) => {
      const { example = '', type = 'text' } = variables[name] ?? {};
      return [name, example === '' ? exampleFor(name, type) : example];
    }),
  );
}

const EXAMPLES = [
  { names: /link|url|web/, type: 'url', example: 'https://shop.example/a17' },
  { names: /date|day/, type: 'date', example: '22/11/2026' },
  { names: /code|otp|pin/, type: 'digits', example: '4821' },
  { names: /time/, type: undefined, example: '4:30 pm' },
  { names: /order|_no$|number|_id$/, type: undefined, example: 'A-1017' },
  { names: /amount|price|balance|total/, type: undefined, example: '1,250' },
  { names: /city|town/, type: undefined, example: 'Lahore' },
  { names: /phone|mobile|cell/, type: undefined, example: '0300 1234567' },
  { names: /discount|percent/, type: undefined, example: '20' },
  { names: /minutes/, type: undefined, example: '10' },
  { names: /courier/, type: undefined, example: 'TCS' },
  { names: /^from$/, type: undefined, example: '22/11/2026' },
  { names: /^until$/, type: undefined, example: '25/11/2026' },
  { names: /month/, type: undefined, example: 'November' },
  { names: /name|customer|student|patient|^to$/, type: 'text', example: 'Ali' },
] as const;

/** By its kind; of a text by what it is called. */
export function exampleFor(name: string, type: VariableFields['type']): string {
  const called = EXAMPLES.find(({ names }) => names.test(name.toLowerCase()));
  if (type === 'text' || (type === 'digits' && /^\d+$/.test(called?.example ?? ''))) {
    return called?.example ?? name.replaceAll('_', ' ');
  }
  // One that nothing suits stands there as itself: a person's name would mislead.
  return EXAMPLES.find((it) => it.type === type)?.example ?? name.replaceAll('_', ' ');
}

/** Values as long as they may be, of letters as the example's: Urdu needs more parts. */
function longestOf(message: string, variables: Variables): Record<string, string> {
  return Object.fromEntries(
    namesIn(message).map((name) => {
      const { example = '', maxLength = 160 } = variables[name] ?? {};
      const letter = /[^\p{ASCII}]/u.exec(example)?.[0] ?? 'x';
      return [name, letter.repeat(maxLength)];
    }),
  );
}
