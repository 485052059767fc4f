/** The authenticator: turned on by a code, turned off, and the codes that take its place. */
import { Box, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { NewSecondFactor } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { Section } from '../../shared/page/section.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { useWords } from './words.ts';

const readAgain = async (): Promise<void> => {
  await refresh('session', 'listSessions');
};

export function SecondFactor() {
  const t = useWords();
  const askFirst = useAskFirst();
  const isOn = useWho().session.person.second_factor;
  const [proposed, setProposed] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const propose = useSubmit(async () => setProposed(await api.call('proposeSecondFactor')));
  const remove = useSubmit(async () => {
    await api.call('removeSecondFactor');
    await readAgain();
  });
  const askToRemove = (): void =>
    askFirst({
      title: t('turn_off'),
      text: t('turn_off_text'),
      does: t('turn_off'),
      onAgree: () => remove.run(),
    });
  return (
    <Section title={t('factor')} about={t('factor_about')}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t(isOn ? 'factor_on' : 'factor_off')}
        </Text>
        {isOn ? (
          <Button variant="light" color="red" loading={remove.isRunning} onClick={askToRemove}>
            {t('turn_off')}
          </Button>
        ) : (
          <Button loading={propose.isRunning} onClick={() => propose.run()}>
            {t('turn_on')}
          </Button>
        )}
      </Group>
      {proposed !== undefined && (
        <Proposal
          proposed={proposed}
          onClose={() => setProposed(undefined)}
          onDone={(recovery) => {
            setProposed(undefined);
            setCodes(recovery);
            void readAgain();
          }}
        />
      )}
      {codes !== undefined && <Recovery codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}

function Proposal({
  proposed: { secret, uri },
  onClose,
  onDone,
}: {
  readonly proposed: NewSecondFactor;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}) {
  const t = useWords();
  const form = useForm({ initialValues: { code: '' } });
  const { run, isRunning, problem } = useSubmit(async (body: typeof form.values) => {
    onDone((await api.call('confirmSecondFactor', { body })).recovery_codes);
  }, form);
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <Modal opened onClose={onClose} title={t('turn_on')} closeButtonProps={{ 'aria-label': '×' }}>
      <form onSubmit={form.onSubmit(run)}>
        <Stack gap="sm">
          <Text size="sm">{t('scan')}</Text>
          <Box ta="center">
            <img src={picture} width={200} height={200} alt={t('qr')} />
          </Box>
          <div>
            <Text size="sm" fw={500}>
              {t('secret')}
            </Text>
            <Code block dir="ltr">
              {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
            </Code>
          </div>
          <Problem>{problem}</Problem>
          <TextInput
            label={t('code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('code')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={isRunning}>
              {t('finish')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Shown once. */
function Recovery({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useWords();
  const text = codes.join('\n');
  const shown = { title: t('recovery'), about: t('recovery_about'), text, done: t('kept') };
  return (
    <ShownSecret {...shown} onClose={onClose}>
      <Button
        variant="default"
        component="a"
        href={`data:text/plain,${encodeURIComponent(text)}`}
        download="paigham-recovery-codes.txt"
      >
        {t('download')}
      </Button>
    </ShownSecret>
  );
}
