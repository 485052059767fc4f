/** A campaign once more, looked at first: to everybody, or to those who did not get it. */
import {
  Anchor,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { refresh } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { NO_FORM, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { NOW, ScheduleFields, scheduleFields } from '../send/schedule.tsx';
import { useIntention } from '../send/use-dry-run.ts';
import { isSettled, MOST_NAME, nameOf } from './batch-state.ts';
import { ChangeWindow } from '../../shared/page/change-window.tsx';
import { useFallbackWords } from './fallback-words.ts';
import { useWords } from './words.ts';

/** All rows are read before the answer. */
const PATIENCE_MS = 10 * 60_000;

/** Whether there is something to be sent again: what was accepted, by a template. */
const isRepeatable = ({ template_id: template, published_at: at }: Batch): boolean =>
  template !== null && at !== null;

export function Again({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  if (!isRepeatable(batch)) return null;
  return (
    <ChangeWindow label={t('again')}>
      {(close) => <Form batch={batch} onDone={close} />}
    </ChangeWindow>
  );
}

type To = 'all' | 'failed';

/** How many did not get it, as far as they may get it again. */
const failedOf = (batch: Batch): number => {
  const { counts, failed_repeated_by: done, kind } = batch;
  if (counts === null || done !== null || !isSettled(batch)) return 0;
  return counts.failed + counts.expired + (kind === 'chat' ? counts.rejected : 0);
};

function Form({ batch, onDone }: { readonly batch: Batch; readonly onDone: () => void }) {
  const t = useWords();
  const failed = failedOf(batch);
  const [to, setTo] = useState<To>(failed > 0 ? 'failed' : 'all');
  const [name, setName] = useState(nameOf(batch) ?? '');
  const [schedule, setSchedule] = useState(NOW);
  const [texted, setTexted] = useState(false);
  const given = name.trim() === '' ? {} : { name: name.trim() };
  const mayText = to === 'failed' && (batch.fallback?.texted ?? 0) > 0;
  const also = mayText && texted ? { texted } : {};
  const body = { recipients: to, ...given, ...also, ...scheduleFields(schedule) };
  const { seen, check, send } = useAgain(batch, body, onDone);
  const count = seen?.recipients ?? 0;
  const action = t(schedule.isLater ? 'schedule' : 'send', { count, shown: showCount(count) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (seen === undefined) check.run();
        else send.run();
      }}
    >
      <Stack>
        {batch.failed_repeated_by !== null && <AgainAlready by={batch.failed_repeated_by} />}
        <ToWhom to={to} failed={failed} onChange={setTo} />
        {mayText && (
          <Checkbox
            label={t('again_texted')}
            checked={texted}
            onChange={({ currentTarget }) => setTexted(currentTarget.checked)}
          />
        )}
        <TextInput
          label={t('name')}
          value={name}
          maxLength={MOST_NAME}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ScheduleFields
          schedule={schedule}
          onChange={setSchedule}
          withWindow={batch.kind === 'sms'}
        />
        {seen !== undefined && <Seen batch={seen} hadTexts={batch.fallback !== null} />}
        <Problem>{check.problem ?? send.problem}</Problem>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('back')}
          </Button>
          <Button type="submit" loading={check.isRunning || send.isRunning}>
            {seen === undefined ? t('check_contacts') : action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Those whom it did not reach are not written to a third time. */
function AgainAlready({ by }: { readonly by: string }) {
  const t = useWords();
  return (
    <Text size="sm">
      {t('again_already')}{' '}
      <Anchor component={Link} to={`/portal/campaigns/${by}`} inherit>
        {t('campaign', { id: by })}
      </Anchor>
    </Text>
  );
}

function ToWhom({
  to,
  failed,
  onChange,
}: {
  readonly to: To;
  readonly failed: number;
  readonly onChange: (to: To) => void;
}) {
  const t = useWords();
  return (
    <>
      {failed > 0 && (
        <SegmentedControl
          fullWidth
          aria-label={t('again_to')}
          data={[
            { value: 'all', label: t('again_all') },
            { value: 'failed', label: t('again_failed', { shown: showCount(failed) }) },
          ]}
          value={to}
          onChange={(chosen) => onChange(chosen === 'all' ? 'all' : 'failed')}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(to === 'all' ? 'again_all_about' : 'again_failed_about')}
      </Text>
    </>
  );
}

/** What it would come to. */
function Seen({ batch, hadTexts }: { readonly batch: Batch; readonly hadTexts: boolean }) {
  const t = useWords();
  const tf = useFallbackWords();
  const [count, leftOut] = [batch.recipients ?? 0, batch.rows_left_out ?? 0];
  const price = isolated(showMoney(batch.price ?? '0.00'));
  return (
    <div role="status">
      <Text fw={600}>{t('again_sum', { count, shown: showCount(count), price })}</Text>
      {leftOut > 0 && (
        <Text size="sm">{t('again_left_out', { count: leftOut, shown: showCount(leftOut) })}</Text>
      )}
      {hadTexts && batch.fallback === null && <Text size="sm">{tf('again_without_texts')}</Text>}
      <Text size="sm" dir="auto">
        {batch.examples?.[0]?.text}
      </Text>
    </div>
  );
}

function useAgain(
  { id }: Batch,
  body: { readonly recipients: To; readonly name?: string; readonly send_at?: string },
  onSent: () => void,
) {
  const navigate = useNavigate();
  const keyFor = useIntention();
  const [checked, setChecked] = useState<{ readonly of: string; readonly batch: Batch }>();
  const of = JSON.stringify(body);
  const path = { id: id ?? '' };
  const check = useSubmit(async () => {
    const takes = { path, body: { ...body, dry_run: true }, timeoutMs: PATIENCE_MS };
    setChecked({ of, batch: await api.call('repeatBatch', takes) });
  }, NO_FORM);
  const send = useSubmit(async () => {
    const takes = { path, body, timeoutMs: PATIENCE_MS, idempotencyKey: keyFor([id, of]) };
    const made = await api.call('repeatBatch', takes);
    await refresh('listBatches', 'showBatch');
    onSent();
    await navigate({ to: `/portal/campaigns/${made.id}` });
  }, NO_FORM);
  return { seen: checked?.of === of ? checked.batch : undefined, check, send };
}
