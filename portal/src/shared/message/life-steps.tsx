import { Text, Timeline, Title } from '@mantine/core';
import { showInstant } from '../i18n/show.tsx';

export type Step = {
  readonly at: string;
  readonly words: string;
  readonly note?: string | undefined;
};

/** What became of a message, step by step. */
export function LifeSteps({
  title,
  steps,
}: {
  readonly title: string;
  readonly steps: readonly Step[];
}) {
  return (
    <>
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <Timeline active={steps.length - 1} bulletSize={14} lineWidth={2}>
        {steps.map(({ at, words, note }, index) => (
          <Timeline.Item key={`${index} ${at}`} title={words}>
            {note !== undefined && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <time dateTime={at}>{showInstant(at)}</time>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </>
  );
}
