/** What the last days brought: messages by day, by operator, and what was not delivered. */
import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { asSentence } from '../../shared/form/use-submit.ts';
import { showCount, showDay } from '../../shared/i18n/show.tsx';
import { useStateWords } from '../../shared/message/state-badge.tsx';
import { deliveredOf, sinceDays } from './figures.ts';
import classes from './traffic.module.css';
import { useWords } from './words.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;
const HEIGHT = 100;
const SHOWN = 3;
const FAILED = ['failed', 'rejected', 'expired'] as const;

/** A bar for each of the last seven days. */
export function Week() {
  const t = useWords();
  const since = sinceDays(DAYS);
  const { data } = useQuery(reading('showUsage', { query: { since, by: 'day' } }));
  const days = Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(Date.parse(since) + index * DAY_MS + DAY_MS / 2).toISOString();
    const lines = data?.data.filter(({ key }) => key === at.slice(0, 10)) ?? [];
    return { at, messages: lines.reduce((sum, it) => sum + it.messages, 0) };
  });
  const most = Math.max(...days.map(({ messages }) => messages), 1);
  return (
    <>
      <div
        role="img"
        aria-label={days.map(({ at, messages }) => `${showDay(at)}: ${messages}`).join(', ')}
        className={classes['bars']}
      >
        {days.map(({ at, messages }) => (
          <svg key={at} viewBox={`0 0 20 ${HEIGHT}`} preserveAspectRatio="none">
            <title>{`${showDay(at)}: ${showCount(messages)}`}</title>
            <rect
              data-empty={messages === 0 || undefined}
              y={HEIGHT - Math.max(2, (HEIGHT * messages) / most)}
              width={20}
              height={Math.max(2, (HEIGHT * messages) / most)}
            />
          </svg>
        ))}
      </div>
      <Group justify="space-between" mt={6}>
        <Text size="xs" c="dimmed">
          {showDay(days[0]?.at ?? since)}
        </Text>
        <Anchor component={Link} to="/portal/reports" size="sm">
          {t('to_reports')}
        </Anchor>
      </Group>
    </>
  );
}

export function Operators() {
  const t = useWords();
  const query = { since: sinceDays(DAYS), by: 'operator' } as const;
  const { data } = useQuery(reading('showUsage', { query }));
  if (data?.data.length === 0) return <Nothing>{t('nothing_sent')}</Nothing>;
  return (
    <Stack gap="xs">
      {data?.data.map(({ key, kind, counts }) => {
        const { share, ended } = deliveredOf(counts);
        const name = kind === 'chat' ? t('chat') : (key ?? '–');
        return (
          <div key={`${key} ${kind}`}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{name}</Text>
              <Text size="sm" c="dimmed" className="numbers">
                {t('share_of', {
                  share: share === undefined ? '–' : `${share.toFixed(1)} %`,
                  count: ended,
                  shown: showCount(ended),
                })}
              </Text>
            </Group>
            <Progress value={share ?? 0} size="sm" aria-label={name} />
          </div>
        );
      })}
    </Stack>
  );
}

/** How many messages of the last two days were not delivered, by state, and the last reasons. */
export function Failures() {
  const t = useWords();
  const stateWord = useStateWords();
  const since = sinceDays(2);
  const { data } = useQuery(reading('showUsage', { query: { since, by: 'day' } }));
  const reasons = { failed: useReasons('failed', since), rejected: useReasons('rejected', since) };
  const groups = FAILED.flatMap((state) => {
    const count = data?.total.counts[state] ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
  if (groups.length === 0) return <Nothing>{t('nothing_failed')}</Nothing>;
  const day = new Date(Date.parse(since) + DAY_MS / 2).toISOString().slice(0, 10);
  return (
    <Stack gap="xs">
      {groups.map(({ state, count }) => (
        <div key={state}>
          <Group justify="space-between" wrap="nowrap">
            <Anchor component={Link} to={`/portal/messages?state=${state}&since=${day}`} size="sm">
              {stateWord(state)}
            </Anchor>
            <Text size="sm" c="dimmed" className="numbers">
              {showCount(count)}
            </Text>
          </Group>
          {(state === 'expired' ? [t('expired')] : reasons[state]).map((words) => (
            <Text key={words} size="xs" c="dimmed" dir="auto">
              {words}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** The reasons of the newest, the most frequent first. */
function useReasons(state: 'failed' | 'rejected', since: string): readonly string[] {
  const t = useWords();
  const newest = useQuery(reading('listMessages', { query: { state, since, limit: 200 } }));
  const words = (newest.data?.data ?? []).map((it) => it.detail ?? it.reason ?? t('failed'));
  const byReason = [...Map.groupBy(words, (it) => it)];
  return byReason
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, SHOWN)
    .map(([reason]) => asSentence(reason));
}

function Nothing({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
