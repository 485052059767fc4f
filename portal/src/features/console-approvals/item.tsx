/** What is asked for, large, and what is known of who asks. */
import { Alert, Badge, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sessionHeaders } from '../../shared/api/api.ts';
import type { Approval } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { Money, Time } from '../../shared/i18n/show.tsx';
import { useRunOperation } from '../../shared/operation/run-operation.ts';
import { wordOf } from '../../shared/operation/schema.ts';
import { useWords } from './words.ts';

/** What has to be agreed to before it can be approved. */
export const AGREE_ID = 'agree';

export function Item({
  item,
  title,
  isSeen,
  isAgreed,
  onAgree,
  onApprove,
  onRefuse,
}: {
  readonly item: Approval;
  readonly title: string;
  /** It has been on the screen for a moment. */
  readonly isSeen: boolean;
  /** To what follows from approving it, if anything does. */
  readonly isAgreed: boolean;
  readonly onAgree: (is: boolean) => void;
  readonly onApprove: () => void;
  readonly onRefuse: () => void;
}) {
  const t = useWords();
  const { kind, wording, note } = item;
  return (
    <Paper withBorder p="lg" component="article">
      <Group justify="space-between" mb="md">
        <div>
          <Text size="sm" c="dimmed">
            {t(kind)}
          </Text>
          <Title order={2} size="h3">
            {title}
          </Title>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            onClick={onRefuse}
            disabled={!isSeen}
            rightSection={<kbd>r</kbd>}
          >
            {t('refuse')}
          </Button>
          <Button onClick={onApprove} disabled={!isSeen || !isAgreed} rightSection={<kbd>a</kbd>}>
            {t('approve')}
          </Button>
        </Group>
      </Group>
      <Stack gap="lg">
        <Consequences item={item} isAgreed={isAgreed} onAgree={onAgree} />
        {note !== null && (
          <Alert color="blue" title={t('approved_in_advance')}>
            {inWords(note)}
          </Alert>
        )}
        {wording !== null && <Wording text={wording} />}
        {kind === 'document' && <Document item={item} />}
        <Facts item={item} />
      </Stack>
    </Paper>
  );
}

/** What follows from approving it, to be agreed to; nothing if nothing does. */
function Consequences({
  item: { consequences },
  isAgreed,
  onAgree,
}: {
  readonly item: Approval;
  readonly isAgreed: boolean;
  readonly onAgree: (is: boolean) => void;
}) {
  const t = useWords();
  if (consequences.length === 0) return null;
  return (
    <Alert color="orange" title={t('look_alike')}>
      <Stack gap="sm">
        {consequences.map((it) => (
          <Text key={it} size="sm">
            {inWords(it)}
          </Text>
        ))}
        <Checkbox
          id={AGREE_ID}
          label={t('agree')}
          checked={isAgreed}
          onChange={({ currentTarget }) => {
            onAgree(currentTarget.checked);
            // While a control has the focus, the keys of the page are its own.
            currentTarget.blur();
          }}
        />
      </Stack>
    </Alert>
  );
}

/** Of an account, or as the audit names somebody of the staff. */
function Asker({ actor }: { readonly actor: string }) {
  const t = useWords();
  if (actor.startsWith('user:')) return t('by_person');
  return actor.startsWith('key:') ? t('by_key') : t('by', { who: actor });
}

/** Of the item, and of the account that asks. */
function Facts({ item }: { readonly item: Approval }) {
  const t = useWords();
  const { kind, sort, account } = item;
  return (
    <dl className="facts">
      {kind !== 'document' && (
        <>
          <dt>{t(kind === 'sender' ? 'route' : 'category')}</dt>
          <dd>{wordOf(kind === 'sender' ? 'route' : 'category', sort)}</dd>
        </>
      )}
      <dt>{t('asked')}</dt>
      <dd>
        <Time at={item.submitted_at} />{' '}
        {item.submitted_by !== null && <Asker actor={item.submitted_by} />}
      </dd>
      <dt>{t('account')}</dt>
      <dd>
        {account.name} ({account.id}){' '}
        <Badge size="sm" variant="default" tt="none">
          {t(account.verified ? 'verified' : 'not_verified')}
        </Badge>
      </dd>
      <dt>{t('since')}</dt>
      <dd>
        <Time at={account.created_at} />
      </dd>
      <dt>{t('balance')}</dt>
      <dd>
        <Money amount={account.balance} />
      </dd>
      <dt>{t('approved')}</dt>
      <dd>{account.approved}</dd>
      <dt>{t('refused')}</dt>
      <dd>{account.refused}</dd>
    </dl>
  );
}

/** A wording with its placeholders marked. */
function Wording({ text }: { readonly text: string }) {
  return (
    <Text fz="lg" dir="auto" className="paragraphs">
      {text
        .split(/(#[^#\s]+#)/)
        .map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}
    </Text>
  );
}

/** Shown when it is asked for: each look is audited. */
function Document({ item: { account, name, sort } }: { readonly item: Approval }) {
  const t = useWords();
  const [address, setAddress] = useState<string>();
  const [number, setNumber] = useState<string>();
  const runOperation = useRunOperation();
  const { run, isRunning } = useSubmit(async () => {
    const path = `/v1/staff/verification/${account.id}/${name}/file`;
    const response = await fetch(path, { headers: sessionHeaders() });
    if (!response.ok) throw new Error(((await response.json()) as { detail: string }).detail);
    if (name === 'tax') {
      const shown = await runOperation('verification-show', { account: account.id });
      setNumber(numberIn(shown?.data));
    }
    setAddress(URL.createObjectURL(await response.blob()));
  });
  if (address === undefined) {
    return (
      <Group>
        <Button variant="light" loading={isRunning} onClick={() => run()}>
          {t('look')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('look_first')}
        </Text>
      </Group>
    );
  }
  return (
    <Stack gap="sm">
      {number !== undefined && (
        <Text>
          {t('tax_given')}{' '}
          <Text span fw={650} className="latin numbers">
            {number}
          </Text>
        </Text>
      )}
      {sort.startsWith('image/') ? (
        <img src={address} alt={t('shown')} className="document" />
      ) : (
        <a href={address} download={`${account.id}-${name}.pdf`}>
          {t('shown')}
        </a>
      )}
    </Stack>
  );
}

/** The tax number that waits, in the answer of `verification show`: each row is a document. */
function numberIn(rows: unknown): string | undefined {
  if (!Array.isArray(rows)) return undefined;
  const given = (rows as readonly Readonly<Record<string, unknown>>[]).find(
    ({ kind, state }) => kind === 'tax' && state === 'submitted',
  );
  return typeof given?.['number'] === 'string' ? given['number'] : undefined;
}
