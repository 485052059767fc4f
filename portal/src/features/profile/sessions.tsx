/** The browsers in which a person is signed in. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { PersonSession } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showMoment } from '../../shared/i18n/show.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

const readAgain = (): Promise<void> => refresh('listSessions');

export function Sessions() {
  const t = useWords();
  const sessions = useQuery(reading('listSessions')).data?.data ?? [];
  const endOthers = useSubmit(async () => {
    await api.call('endOtherSessions');
    await readAgain();
    notifications.show({ message: t('ended') });
  });
  return (
    <Section title={t('sessions')}>
      <Stack gap="sm">
        {sessions.map((it) => (
          <OneSession key={it.id} session={it} />
        ))}
        {sessions.length > 1 && (
          <Group>
            <Button
              variant="light"
              color="red"
              loading={endOthers.isRunning}
              onClick={() => endOthers.run()}
            >
              {t('end_others')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function OneSession({ session }: { readonly session: PersonSession }) {
  const t = useWords();
  const { id, current, address, user_agent, seen_at } = session;
  const name = browserOf(user_agent);
  const { run, isRunning } = useSubmit(async () => {
    await api.call('endSession', { path: { id } });
    await readAgain();
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600} className="latin" title={user_agent}>
            {name}
          </Text>
          {current && (
            <Badge variant="light" size="sm">
              {t('here')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('seen', { at: showMoment(seen_at), address: isolated(address) })}
        </Text>
      </div>
      {!current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={isRunning}
          onClick={() => run()}
          aria-label={t('end_named', { name: isolated(name) })}
        >
          {t('end')}
        </Button>
      )}
    </Group>
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** “Chrome, Android” of what a browser says of itself; what is unknown is shown as it is. */
function browserOf(userAgent: string): string {
  const [, browser] = BROWSERS.find(([mark]) => userAgent.includes(`${mark}/`)) ?? [];
  const [, system] = SYSTEMS.find(([mark]) => userAgent.includes(mark)) ?? [];
  const known = [browser, system].filter((it) => it !== undefined);
  return known.length > 0 ? known.join(', ') : userAgent.slice(0, 60);
}
