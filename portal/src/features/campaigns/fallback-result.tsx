/** How many a chat campaign reached by WhatsApp, how many by SMS, and what both cost. */
import { Alert, Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { isSettled, LOOK_AGAIN_MS } from './batch-state.ts';
import { useFallbackWords } from './fallback-words.ts';

type Fallback = NonNullable<Batch['fallback']>;

export function FallbackResult({ batch }: { readonly batch: Batch }) {
  const t = useFallbackWords();
  const { fallback, fallback_of: of, counts, spent } = batch;
  const textsId = fallback?.batch_id ?? null;
  const texts = useQuery({
    ...reading('showBatch', { path: { id: textsId ?? '' } }),
    enabled: textsId !== null,
    refetchInterval: ({ state: { data } }) =>
      fallback?.ended_at === null || data === undefined || !isSettled(data) ? LOOK_AGAIN_MS : false,
  }).data;
  if (of !== null) return <LinkTo id={of}>{t('fallback_of')}</LinkTo>;
  if (fallback === null || counts === null) return null;
  const paise = paiseOf(spent ?? '0.00') + paiseOf(texts?.spent ?? '0.00');
  const arrived = t('fallback_arrived', { shown: showCount(texts?.counts?.delivered ?? 0) });
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('fallback_result')}>
      <Stack gap="md">
        <Title order={2} size="h5">
          {t('fallback_result')}
        </Title>
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <Figure
            label={t('fallback_by_chat')}
            value={showCount(counts.delivered)}
            note={showMoney(spent ?? '0.00')}
          />
          <Figure
            label={t('fallback_by_sms')}
            value={showCount(fallback.texted ?? 0)}
            note={`${showMoney(texts?.spent ?? '0.00')} · ${arrived}`}
          />
          <Figure label={t('fallback_none')} value={showCount(withoutOf(fallback))} />
          <Figure label={t('fallback_cost')} value={showMoney(rupeesOf(paise))} />
        </SimpleGrid>
        <State fallback={fallback} />
        {textsId !== null && <LinkTo id={textsId}>{t('fallback_see')}</LinkTo>}
      </Stack>
    </Paper>
  );
}

/** Before it is sent: what the texts would cost at most. */
export function FallbackSum({ fallback }: { readonly fallback: Fallback }) {
  const t = useFallbackWords();
  const { messages, price, without_number: nameless, left_out: leftOut } = fallback;
  const count = messages ?? 0;
  const without = (nameless ?? 0) + (leftOut ?? 0);
  const most = { count, shown: showCount(count), price: isolated(showMoney(price ?? '0.00')) };
  return (
    <Text size="sm" w="100%">
      {t('fallback_most', most)}
      {without > 0 && ` ${t('fallback_without', { count: without, shown: showCount(without) })}`}
    </Text>
  );
}

/** Who cannot get a text, or was not to get one after all. */
const withoutOf = (it: Fallback): number =>
  (it.without_number ?? 0) + (it.left_out ?? 0) + (it.refused ?? 0) + (it.given_up ?? 0);

const paiseOf = (rupees: string): number => Math.round(Number(rupees) * 100);
const rupeesOf = (paise: number): string => (paise / 100).toFixed(2);

/** By the reason for which the first of them was refused. */
function whyWaiting(reason: string) {
  if (reason === 'credit_insufficient') return 'fallback_no_credit';
  return reason === 'rejected_spending' ? 'fallback_capped' : 'fallback_later';
}

function State({ fallback }: { readonly fallback: Fallback }) {
  const t = useFallbackWords();
  const { open, after_minutes: minutes, waits_for: waitsFor, given_up: givenUp } = fallback;
  const count = open ?? 0;
  return (
    <>
      {count > 0 && (
        <Text size="sm" c="dimmed">
          {t('fallback_open', { count, shown: showCount(count), minutes })}
        </Text>
      )}
      {waitsFor !== null && count > 0 && (
        <Alert color="yellow" variant="light" title={t('fallback_waits')}>
          {t(whyWaiting(waitsFor))}
        </Alert>
      )}
      {givenUp !== null && givenUp > 0 && (
        <Alert color="red" variant="light" title={t('fallback_given_up', { count: givenUp })}>
          {t('fallback_given_up_about')}
        </Alert>
      )}
    </>
  );
}

function LinkTo({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <Anchor component={Link} to={`/portal/campaigns/${id}`} size="sm">
      {children}
    </Anchor>
  );
}
