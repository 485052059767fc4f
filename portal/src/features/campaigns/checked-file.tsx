/** What a file comes to: what costs more, the first real texts, and the rows that get nothing. */
import { Button, List, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Batch } from '../../shared/api/types.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { isolated, showCount, showMoney, showPhone } from '../../shared/i18n/show.tsx';
import { Bubble, Phone } from '../send/phone.tsx';
import { saveLeftOut } from './left-out-file.ts';
import { useWords } from './words.ts';

const SHOWN = 8;

type Check = NonNullable<Batch['check']>;

/** @param once each number gets one message only. */
export function CheckedFile({ batch, once }: { readonly batch: Batch; readonly once: boolean }) {
  const { examples, check } = batch;
  return (
    <Stack gap="md">
      {check !== null && <Facts check={check} once={once} />}
      <Phone
        from={batch.kind === 'chat' ? showPhone(batch.sender) : batch.sender}
        kind={batch.kind}
      >
        <Stack gap="sm">
          {examples?.map(({ row, number, text }) => (
            <div key={row}>
              <Text size="xs" c="dimmed" mb={2} className="latin">
                {showPhone(number)}
              </Text>
              <Bubble>{text}</Bubble>
            </div>
          ))}
        </Stack>
      </Phone>
      <LeftOut batch={batch} />
    </Stack>
  );
}

/** What one would not see from the first texts, and what it costs. */
function Facts({ check, once }: { readonly check: Check; readonly once: boolean }) {
  const t = useWords();
  const { rows_repeated: repeated, rows_hidden: hidden, unicode, long } = check;
  const { rows_without_consent: unasked } = check;
  const because = useCharacters(unicode.characters);
  const dear = ({ messages: count, price }: Check['long']) => {
    return { count, shown: showCount(count), price: isolated(showMoney(price)) };
  };
  const facts = [
    ...(unicode.messages > 0 ? [t('more_parts', { ...dear(unicode), because })] : []),
    ...(long.messages > 0 ? [t('more_parts', { ...dear(long), because: t('because_long') })] : []),
    ...(repeated > 0 ? [t(once ? 'repeated_once' : 'repeated', { count: repeated })] : []),
    ...(hidden > 0 ? [t('hidden_left', { count: hidden })] : []),
    ...(unasked > 0 ? [t('unasked_left', { count: unasked })] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <List size="sm" spacing={6} aria-label={t('facts')}>
      {facts.map((fact) => (
        <List.Item key={fact}>{fact}</List.Item>
      ))}
    </List>
  );
}

/** `Urdu letters, emoji or ’`: what makes parts shorter, in words where there are any. */
function useCharacters(characters: readonly string[]): string {
  const t = useWords();
  const kinds = [
    { name: t('urdu_letters'), has: /\p{Script=Arabic}/u },
    { name: t('emoji'), has: /\p{Extended_Pictographic}|\u200d|\ufe0f/u },
  ];
  const named = kinds.filter(({ has }) => characters.some((it) => has.test(it)));
  const others = characters.filter((it) => !kinds.some(({ has }) => has.test(it)));
  const all = [...named.map(({ name }) => name), ...others.map((it) => `\u2068${it}\u2069`)];
  const [last = '', ...rest] = all.toReversed();
  return rest.length === 0
    ? last
    : t('either', { one: rest.toReversed().join(t('comma')), other: last });
}

function LeftOut({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const { left_out: leftOut, rows_left_out: all } = batch;
  if (leftOut === null || leftOut.length === 0) return null;
  const count = all ?? leftOut.length;
  const kept = leftOut.filter(({ cells }) => cells !== undefined).length;
  return (
    <div>
      <Text fw={600} size="sm">
        {t('left_out', { count, shown: showCount(count) })}
      </Text>
      <Table aria-label={t('left_out_rows')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t('recipient')}</Table.Th>
            <Table.Th>{t('column_of')}</Table.Th>
            <Table.Th>{t('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leftOut.slice(0, SHOWN).map(({ row, number, reason, column }) => (
            <Table.Tr key={`${row} ${column}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="latin breaks">{number}</Table.Td>
              <Table.Td className="latin">{column ?? '–'}</Table.Td>
              <Table.Td className="breaks">{inWords(reason)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {count > SHOWN && leftOut.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('left_out_more', { count: count - SHOWN })}
        </Text>
      )}
      {kept > 0 && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveLeftOut(batch, t('left_out_why'))}
          >
            {t('left_out_save')}
          </Button>
          <Text size="xs" c="dimmed">
            {t(kept < leftOut.length || leftOut.length < count ? 'mend_some' : 'mend_all', {
              shown: showCount(kept),
            })}
          </Text>
        </>
      )}
    </div>
  );
}
