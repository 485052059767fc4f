/** What the doctor says, by weight. */
import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Finding } from '../api/types.ts';
import { defineWords, inWords, saidInUrdu } from '../i18n/i18n.ts';
import { showMoment } from '../i18n/show.tsx';
import { withoutCommand } from '../i18n/without-command.ts';

const useWords = defineWords({
  en: { fault: 'Fault', warning: 'Warning', fine: 'Well' },
  ur: { fault: 'خرابی', warning: 'انتباہ', fine: 'ٹھیک' },
});

export function Findings({
  findings,
  more,
}: {
  readonly findings: readonly Finding[];
  /** What follows the sentence of one. */
  readonly more?: (finding: Finding) => ReactNode;
}) {
  return (
    <Stack gap="sm" component="ul" p={0} m={0}>
      {findings.map((it) => (
        <Group
          key={`${it.subject} ${withoutCommand(it.sentence)}`}
          component="li"
          gap="sm"
          wrap="nowrap"
          align="flex-start"
        >
          <Mark verdict={it.verdict} />
          <Box flex={1}>
            <Text size="sm" {...(saidInUrdu(withoutCommand(it.sentence)) ? {} : { dir: 'ltr' })}>
              <b>{inWords(it.subject)}</b>: {sentenceOf(it)}
            </Text>
            {more?.(it)}
          </Box>
        </Group>
      ))}
    </Stack>
  );
}

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

/** In the reader's language, with times as people write them. */
export const sentenceOf = ({ sentence }: Finding): string =>
  inWords(withoutCommand(sentence)).replaceAll(MOMENT, (at) => showMoment(at));

/** What is well needs no word. */
function Mark({ verdict }: Pick<Finding, 'verdict'>) {
  const t = useWords();
  if (verdict === 'fine') {
    return (
      <IconCircleCheck size={20} color="var(--mantine-color-green-7)" aria-label={t('fine')} />
    );
  }
  return (
    <Badge color={verdict === 'fault' ? 'red' : 'yellow'} variant="light" miw={90} autoContrast>
      {t(verdict)}
    </Badge>
  );
}
