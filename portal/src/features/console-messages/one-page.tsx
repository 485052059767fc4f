/** One message of any account: all that is known of it, but its text. */
import { Anchor, Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import type { StaffMessage } from '../../shared/api/types.ts';
import { asSentence } from '../../shared/form/use-submit.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { isolated, Money, showMoment, showPhone } from '../../shared/i18n/show.tsx';
import { LifeSteps, type Step } from '../../shared/message/life-steps.tsx';
import { StateBadge, useStateWords } from '../../shared/message/state-badge.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { wordOf } from '../../shared/operation/schema.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const message = useQuery(reading('showStaffMessage', { path: { id } }));
  const { data } = message;
  if (message.error !== null && data === undefined) {
    return <ErrorState error={message.error} onRetry={() => message.refetch()} />;
  }
  if (data === undefined) return <Skeleton h={320} />;
  return (
    <>
      <PageHeader title={t('message', { recipient: isolated(showPhone(data.recipient)) })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper withBorder p="lg" component="section" aria-label={t('facts')}>
          <Facts message={data} />
        </Paper>
        <Paper withBorder p="lg" component="section" aria-label={t('life')}>
          <Life message={data} />
        </Paper>
      </SimpleGrid>
      <Anchor component={Link} to="/console/messages" size="sm" mt="md" display="inline-block">
        {t('back')}
      </Anchor>
    </>
  );
}

function Facts({ message }: { readonly message: StaffMessage }) {
  const t = useWords();
  const { account, sender, template, batch_id: batch, network, waits, detail } = message;
  const facts: readonly (readonly [string, string | number | null])[] = [
    [t('id'), message.id],
    [t('account'), `${account.name} (${account.id})`],
    [t('sender'), sender],
    [t('sender_type'), message.sender_route && wordOf('route', message.sender_route)],
    [t('network'), network],
    [t('template'), template === null ? null : (template.name ?? template.id)],
    [t('batch'), batch],
    [t('parts'), message.parts],
    [t('expires'), showMoment(message.expires_at, true)],
    [t('waits'), waits],
  ];
  return (
    <>
      <Group gap="sm" mb="md">
        <StateBadge state={message.state} />
      </Group>
      {detail !== null && (
        <Text size="sm" mb="md">
          {asSentence(detail)}
        </Text>
      )}
      <dl className="facts">
        {facts.flatMap(([name, value]) =>
          value === null ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{value}</dd>],
        )}
        <dt>{t('price')}</dt>
        <dd>
          <Money amount={message.price} />
        </dd>
      </dl>
    </>
  );
}

function Life({ message }: { readonly message: StaffMessage }) {
  const t = useWords();
  return <LifeSteps title={t('life')} steps={useSteps(message)} />;
}

function useSteps(message: StaffMessage): readonly Step[] {
  const t = useWords();
  const stateWord = useStateWords();
  const steps: Step[] = [{ at: message.accepted_at, words: t('was_accepted') }];
  for (const { at, attempt, link, outcome, receipt, ...rest } of message.attempts) {
    const words = t('attempt', { attempt, link, outcome: t(outcome) });
    const { operator_id: id, status, status_name: name, detail } = rest;
    const code = [name, status && status.replace(/^0x0+(?=.)/, '0x')].filter(Boolean).join(' ');
    const notes = [
      detail && inWords(detail),
      code === '' ? null : t('code', { code: isolated(code) }),
      id === null ? null : t('operator_id', { id: isolated(id) }),
    ];
    const note = notes.filter((it) => it !== null).join('; ');
    steps.push({ at, words, note: note === '' ? undefined : note });
    if (receipt === null) continue;
    const told = t('receipt', { state: stateWord(receipt.state) });
    // A code beside a delivery says nothing: 000.
    const { error, state } = receipt;
    const isFault = error !== null && state !== 'delivered';
    const said = isFault ? t('code', { code: isolated(error) }) : undefined;
    steps.push({ at: receipt.at, words: told, note: said });
  }
  for (const { at, kind, says, error } of message.receipts) {
    const note = [kind, error].filter((it) => it !== null).join(', ');
    steps.push({ at, words: t('receipt', { state: says ?? '–' }), note });
  }
  if (message.done_at !== null) {
    steps.push({ at: message.done_at, words: t('ended', { state: stateWord(message.state) }) });
  }
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
