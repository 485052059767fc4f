/** To whom a campaign goes that has not left, and what it says. */
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import { scoped } from '../../shared/feature.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Batch, ContactFilter } from '../../shared/api/types.ts';
import { showCount, showMoment } from '../../shared/i18n/show.tsx';
import { isScheduled, nameOf } from './batch-state.ts';
import { usePlanWords } from './plan-words.ts';

export function Plan({ batch }: { readonly batch: Batch }) {
  const t = usePlanWords();
  const maySend = scoped('send')(useWho());
  const { id, state, file, recipients, send_at: due } = batch;
  const isUnread = state === 'waiting' || (state === 'paused' && recipients === null);
  const path = { id: id ?? '' };
  const plan = useQuery({
    ...reading('showBatchPlan', { path }),
    enabled: maySend && (isUnread || isScheduled(batch)),
  }).data;
  if (!isUnread && !isScheduled(batch)) return null;
  const count = recipients ?? plan?.contacts ?? undefined;
  const name = file?.name ?? nameOf(batch);
  const source = plan?.filter && name === NO_SEGMENT ? showFilter(t, plan.filter) : name;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('plan')}>
      <Title order={2} size="h5" mb="sm">
        {t('plan')}
      </Title>
      <dl className="facts">
        {source !== undefined && (
          <Fact name={t(plan?.source === 'contacts' ? 'contacts' : 'file')}>{source}</Fact>
        )}
        <Fact name={t('people')}>{showPeople(t, { isUnread, count })}</Fact>
        {due !== null && <Fact name={t('at')}>{showMoment(due)}</Fact>}
      </dl>
      {plan?.text && <Said name={t('says')} text={plan.text} />}
      {plan?.fallback_text && <Said name={t('fallback')} text={plan.fallback_text} />}
    </Paper>
  );
}

/** What a send to contacts is called that names no segment. */
const NO_SEGMENT = 'contacts';

const ASKED = [
  ...(['tag', 'without_tag', 'language', 'search', 'field'] as const),
  ...(['consent', 'without_consent', 'since', 'until'] as const),
];

function showFilter(t: ReturnType<typeof usePlanWords>, filter: ContactFilter): string {
  const { opted_out: isOut } = filter;
  const said = ASKED.flatMap((it) => {
    const wanted = filter[it];
    if (wanted === undefined) return [];
    const shown = it === 'since' || it === 'until' ? showMoment(wanted) : wanted;
    return [t(`by_${it}`, { wanted: shown })];
  });
  if (isOut !== undefined) said.push(t(isOut ? 'by_opted_out' : 'by_reached'));
  return said.length === 0 ? t('everybody') : said.join(t('comma'));
}

function showPeople(
  t: ReturnType<typeof usePlanWords>,
  { isUnread, count }: { readonly isUnread: boolean; readonly count: number | undefined },
): string {
  if (count === undefined) return t('later');
  return isUnread ? t('now', { shown: showCount(count) }) : showCount(count);
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}

function Said({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {name}
      </Text>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </>
  );
}
