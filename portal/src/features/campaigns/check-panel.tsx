/** Checking a file, and then sending it: once, whatever becomes of the answer. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Batch, NewBatch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { useAskMany } from '../send/ask-many.ts';
import { Over, overOf } from '../send/over-day.tsx';
import { useIntention } from '../send/use-dry-run.ts';
import { CheckedFile } from './checked-file.tsx';
import { FallbackSum } from './fallback-result.tsx';
import classes from './check-panel.module.css';
import { TestToMe } from './test-to-me.tsx';
import { useWords } from './words.ts';

/** A large file takes a while to arrive. */
const PATIENCE_MS = 10 * 60_000;

type Props = {
  /** undefined: something is still missing. */
  readonly body: NewBatch | undefined;
  readonly file: File | undefined;
  /** Instead of the rows of a file. */
  readonly isToContacts: boolean;
  /** What the campaign is called; '': as its file. It may change after the check. */
  readonly name: string;
  readonly onSent: () => void;
};

export function CheckPanel(props: Props) {
  const t = useWords();
  const { body, isToContacts } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [isSpread, spread] = useState(false);
  const { current, check, send, isReady } = useCheck({ ...props, isSpread }, () => {
    // On a phone it stands below the form.
    if (matchMedia('(max-width: 62em)').matches) panel.current?.scrollIntoView();
  });
  const balance = useQuery(reading('showBalance')).data?.balance;
  const count = current?.recipients ?? 0;
  const askMany = useAskMany();
  const does = t(body?.send_at !== undefined ? 'schedule' : 'send', {
    count,
    shown: showCount(count),
  });
  return (
    <Paper
      ref={panel}
      withBorder
      component="section"
      aria-label={t('check_title')}
      className={classes['panel']}
    >
      <Stack
        gap="md"
        className={classes['body']}
        // It may scroll, and has to for the keyboard, too.
        {...(current === undefined
          ? {}
          : { tabIndex: 0, role: 'group', 'aria-label': t('checked_title') })}
      >
        <Title order={2} size="h5">
          {t('check_title')}
        </Title>
        {current === undefined && (
          <Text size="sm" c="dimmed">
            {t(isReady ? 'check_about' : 'missing')}
          </Text>
        )}
        {current !== undefined && <CheckedFile batch={current} once={body?.duplicate === false} />}
        <TestHint />
      </Stack>
      <Stack gap="xs" className={classes['foot']}>
        <Problem>{check.problem ?? send.problem}</Problem>
        {current === undefined ? (
          <Button onClick={() => check.run()} disabled={!isReady} loading={check.isRunning}>
            {t(isToContacts ? 'check_contacts' : 'check')}
          </Button>
        ) : (
          <>
            <Sum batch={current} balance={balance} />
            <Over day={dayOf(current)} isSpread={isSpread} spread={spread} />
            <TestToMe {...props} price={current.examples?.[0]?.price} />
            <Button
              onClick={() => askMany({ count, price: current.price, does }, () => send.run())}
              disabled={count === 0}
              loading={send.isRunning}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {does}
            </Button>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function TestHint() {
  const t = useWords();
  return (
    <Text size="xs" c="dimmed">
      {t('test_hint')}{' '}
      <Anchor href="/docs/testing" size="xs" underline="always">
        {t('test_link')}
      </Anchor>
    </Text>
  );
}

/** The price, what for, and what there is. */
function Sum({ batch, balance }: { readonly batch: Batch; readonly balance: string | undefined }) {
  const t = useWords();
  const { kind, rows, parts, price, recipients: count, fallback } = batch;
  return (
    <Group justify="space-between" align="baseline" gap="xs">
      <Text fz={22} fw={650} lh={1.2}>
        <span className="latin numbers">{showMoney(price ?? '0.00')}</span>
      </Text>
      {balance !== undefined && (
        <Text size="sm" c="dimmed">
          {t('balance', { balance: isolated(showMoney(balance)) })}
        </Text>
      )}
      <Text size="sm" c="dimmed" w="100%">
        {t(kind === 'chat' ? 'checked_chat' : 'checked', {
          count: count ?? 0,
          shown: showCount(count ?? 0),
          rows: showCount(rows ?? 0),
          parts: showCount(parts ?? 0),
        })}
      </Text>
      {fallback !== null && <FallbackSum fallback={fallback} />}
    </Group>
  );
}

/** What of it the chat platform would refuse today. */
const dayOf = ({ recipients, check }: Pick<Batch, 'recipients' | 'check'>) =>
  overOf({ recipients, people_today: check?.people_today ?? null });

const NOBODY = { recipients: null, check: null };

function useCheck(
  { body, file, isToContacts, name, isSpread, onSent }: Props & { readonly isSpread: boolean },
  onChecked: () => void,
) {
  const navigate = useNavigate();
  const keyFor = useIntention();
  const [checked, setChecked] = useState<{ readonly of: string; readonly batch: Batch }>();
  // A check counts only for the file and the fields that it was made with.
  const of = JSON.stringify([body, file?.name, file?.size, file?.lastModified]);
  const isReady = body !== undefined && (file !== undefined || isToContacts);
  const make = async (
    how: { dry_run: true } | { async: true; spread?: true },
  ): Promise<Batch | undefined> => {
    if (body === undefined) return undefined;
    const given = name.trim() === '' ? {} : { name: name.trim() };
    return api.call('makeBatch', {
      body: { ...body, ...given, ...how },
      file,
      timeoutMs: PATIENCE_MS,
      ...('async' in how ? { idempotencyKey: keyFor(`${of} ${name}`) } : {}),
    });
  };
  const check = useSubmit(async () => {
    const batch = await make({ dry_run: true });
    if (batch !== undefined) setChecked({ of, batch });
    onChecked();
    await refresh('showBalance');
  }, NO_FORM);
  const send = useSubmit(async () => {
    const isOver = dayOf(checked?.batch ?? NOBODY)?.maySpread === true && isSpread;
    const made = await make({ async: true, ...(isOver ? { spread: true } : {}) });
    onSent();
    await refresh('listBatches');
    await navigate({ to: `/portal/campaigns/${made?.id}` });
  }, NO_FORM);
  return { current: checked?.of === of ? checked.batch : undefined, check, send, isReady };
}
