/** The answer: in chat a text or a file while the window is open; else an approved template. */
import {
  Alert,
  Button,
  CloseButton,
  FileButton,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconClock, IconPaperclip, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { reading, refresh } from '../../shared/api/queries.ts';
import type { Conversation, NewMessages } from '../../shared/api/types.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useDraft } from '../../shared/form/use-draft.ts';
import { NO_FORM, sentenceOf, useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { PickMedia } from '../../shared/media/pick-media.tsx';
import { useDryRun, useIntention } from '../send/use-dry-run.ts';
import { KeepCanned, PickCanned } from './canned.tsx';
import { TemplateFields, useTemplateAnswer } from './template-answer.tsx';
import { useWindow, WindowLeft, type Window } from './window.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

const TEXT_MOST = 4_096;
const ASK_MOST = 1_024;
const WAYS = ['text', 'file', 'ask', 'by'] as const;
type Way = (typeof WAYS)[number];
const EMPTY = { text: '', link: '', name: '', caption: '' };
type Written = typeof EMPTY;

export function Answer({ of }: { readonly of: Conversation }) {
  const t = useWords();
  const window = useWindow(of);
  const [wanted, choose] = useState<Way>('text');
  // What was asked for may have come meanwhile.
  const chosen = waysTo(of).includes(wanted) ? wanted : 'text';
  const [written, change, forget] = useDraft(`answer.${of.id}`, EMPTY);
  const template = useTemplateAnswer(of);
  const way: Way = window.isOpen ? chosen : 'by';
  const content = way === 'by' ? template.content : contentOf(way, written);
  const body = content && { ...toThem(of), ...content };
  const keyFor = useIntention();
  // Free form is judged when it is sent: a file would be fetched for each letter of its address.
  const dry = useDryRun(way === 'by' ? body : undefined);
  const [tried, setTried] = useState('');
  const { run, isRunning, problem } = useSubmit(async () => {
    if (body === undefined) return;
    setTried(JSON.stringify(body));
    await api.call('sendMessages', { body, idempotencyKey: keyFor({ body, after: of.last_at }) });
    forget();
    template.clear();
    notifications.show({ color: 'teal', message: t('sent') });
    await refresh('listConversations', 'showConversation', 'listConversationMessages');
  }, NO_FORM);
  // What was refused is not what stands there now.
  const isStill = tried === JSON.stringify(body);
  const refusal = dry.error !== undefined ? sentenceOf(dry.error) : isStill ? problem : undefined;
  const price = way === 'by' && body !== undefined ? dry.data?.price : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="sm">
        {of.number === null && (
          <Text size="xs" c="dimmed">
            {t('hidden')}
          </Text>
        )}
        <How of={of} window={window} way={way} onChange={choose} />
        {way === 'by' ? (
          <TemplateFields of={of} answer={template} />
        ) : (
          <FreeFields way={way} written={written} onChange={change} onSend={() => run()} />
        )}
        <Stack gap="xs" className={classes['send']}>
          <Problem>{refusal}</Problem>
          <Group justify="flex-end" gap="sm">
            {price !== undefined && price !== null && (
              <Text size="sm" c="dimmed">
                {t('costs', { price: isolated(showMoney(price)) })}
              </Text>
            )}
            <Button
              type="submit"
              loading={isRunning}
              disabled={body === undefined || dry.error !== undefined}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}

/** Which ways there are, and until when. */
function How({
  of,
  window,
  way,
  onChange,
}: {
  readonly of: Conversation;
  readonly window: Window;
  readonly way: Way;
  readonly onChange: (way: Way) => void;
}) {
  const t = useWords();
  if (of.kind === 'sms') {
    return (
      <Text size="xs" c="dimmed">
        {t('sms_only')}
      </Text>
    );
  }
  if (!window.isOpen) {
    const sign = <IconClock size={18} aria-hidden />;
    return (
      <Alert color="yellow" variant="light" p="xs" title={t('window_over')} icon={sign}>
        {t('window_over_text')}
      </Alert>
    );
  }
  return (
    <Group justify="space-between" gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('how')}
        data={waysTo(of).map((value) => ({ value, label: t(value) }))}
        value={way}
        onChange={onChange}
      />
      <Group gap="xs">
        <KeepCanned />
        <Allowance sender={of.sender} />
        <WindowLeft window={window} />
      </Group>
    </Group>
  );
}

/** How much of what the platform does not bill this month is used. */
function Allowance({ sender }: Pick<Conversation, 'sender'>) {
  const t = useWords();
  const numbers = useQuery(reading('listChatNumbers')).data?.data;
  const own = numbers?.find(({ number }) => number === sender);
  if (own === undefined) return null;
  const { service_messages: used, service_messages_free: free } = own;
  return (
    <Text size="xs" c="dimmed">
      {t('allowance', { used: showCount(used), free: showCount(free) })}
    </Text>
  );
}

const toThem = ({ kind, sender, number, user_id: userId }: Conversation): NewMessages => {
  return { kind, sender, recipients: [number ?? userId ?? ''] };
};

/** Whoever hides the number can be asked for it. */
const waysTo = ({ number }: Conversation) => WAYS.filter((it) => it !== 'ask' || number === null);

function contentOf(
  way: Exclude<Way, 'by'>,
  { text, link: url, name, caption }: Written,
): Pick<NewMessages, 'content'> | undefined {
  if (way !== 'file') {
    const type = way === 'ask' ? 'request_contact_info' : way;
    return text.trim() === '' ? undefined : { content: { type, text: { body: text } } };
  }
  if (url === '') return undefined;
  const named = name === '' ? {} : { file_name: name };
  return { content: { type: 'media', media: { url, caption, ...named } } };
}

/** A file of this device: it is given to the service at once, and sent with the answer. */
function FromDevice({
  written,
  onChange,
}: {
  readonly written: Written;
  readonly onChange: (written: Written) => void;
}) {
  const t = useWords();
  const { run, isRunning, problem } = useSubmit(async (file: File) => {
    const { url } = await api.call('giveChatFile', { file });
    onChange({ ...written, link: url, name: file.name });
  }, NO_FORM);
  return (
    <>
      <Group gap="sm">
        <FileButton onChange={(file) => file !== null && run(file)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={isRunning}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {t(written.name === '' ? 'choose_file' : 'another_file')}
            </Button>
          )}
        </FileButton>
        <PickMedia onPick={({ url, name }) => onChange({ ...written, link: url, name })} />
        {written.name !== '' && (
          <Group gap={4} wrap="nowrap">
            <Text size="sm" dir="auto" lineClamp={1}>
              {written.name}
            </Text>
            <CloseButton
              size="sm"
              aria-label={t('remove_file')}
              onClick={() => onChange({ ...written, link: '', name: '' })}
            />
          </Group>
        )}
      </Group>
      <Problem>{problem}</Problem>
    </>
  );
}

function FreeFields({
  way,
  written,
  onChange,
  onSend,
}: {
  readonly way: Exclude<Way, 'by'>;
  readonly written: Written;
  readonly onChange: (written: Written) => void;
  readonly onSend: () => void;
}) {
  const t = useWords();
  if (way === 'file') {
    return (
      <>
        <FromDevice written={written} onChange={onChange} />
        {written.name === '' && (
          <TextInput
            type="url"
            label={t('link')}
            description={t('link_hint')}
            placeholder="https://"
            dir="ltr"
            value={written.link}
            onChange={({ currentTarget }) => onChange({ ...written, link: currentTarget.value })}
          />
        )}
        <TextInput
          label={t('caption')}
          dir="auto"
          value={written.caption}
          onChange={({ currentTarget }) => onChange({ ...written, caption: currentTarget.value })}
        />
      </>
    );
  }
  const change = (text: string): void => onChange({ ...written, text });
  return (
    <PickCanned text={written.text} onPick={change}>
      <Textarea
        aria-label={t('your_text')}
        placeholder={t('your_text')}
        description={t(way === 'ask' ? 'ask_hint' : 'your_text_hint')}
        inputWrapperOrder={['input', 'description']}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={way === 'ask' ? ASK_MOST : TEXT_MOST}
        value={written.text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
        }}
      />
    </PickCanned>
  );
}
