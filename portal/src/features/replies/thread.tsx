/** What was said, the newest at the end, which stays in view. */
import { Box, Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { ConversationNote, Said } from '../../shared/api/types.ts';
import { isAgent } from '../../shared/feature.ts';
import { asSentence } from '../../shared/form/use-submit.ts';
import { showDay, showTimeOfDay } from '../../shared/i18n/show.tsx';
import { Picture } from '../../shared/media/thumb.tsx';
import { useStateWords } from '../../shared/message/state-badge.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { NoteBubble, useNotes } from './notes.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

/** Agents hear of replies, not of what becomes of messages: they look again. */
const LOOK_AGAIN_MS = 5_000;

export function Thread({ id, label }: { readonly id: string; readonly label: string }) {
  const t = useWords();
  const who = useWho();
  const query = who.account?.sees_texts === true ? { texts: true } : {};
  const said = useInfiniteQuery({
    ...listing('listConversationMessages', { path: { id }, query }),
    refetchInterval: isAgent(who) && LOOK_AGAIN_MS,
  });
  const newestFirst = said.data?.pages.flatMap(({ data }) => data);
  const notes = useNotes(id);
  const lines = newestFirst && linesOf(newestFirst, notes, said.hasNextPage);
  const last = lines?.at(-1)?.key;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight });
  }, [last]);
  if (said.error !== null && lines === undefined) {
    return <ErrorState error={said.error} onRetry={() => said.refetch()} />;
  }
  return (
    <Box ref={frame} className={classes['thread']} role="log" aria-label={label} tabIndex={0}>
      <div className={classes['lines']}>
        {lines === undefined && (
          <Stack aria-busy>
            <Skeleton h={48} w="60%" />
            <Skeleton h={48} w="60%" ms="auto" />
          </Stack>
        )}
        {said.hasNextPage && (
          <Center>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={said.isFetchingNextPage}
              onClick={() => void said.fetchNextPage()}
            >
              {t('earlier')}
            </Button>
          </Center>
        )}
        {lines?.map(({ key, at, message, note }, place) => {
          const day = showDay(at);
          const before = lines[place - 1];
          return (
            <Fragment key={key}>
              {(before === undefined || showDay(before.at) !== day) && (
                <div className={classes['day']}>{day}</div>
              )}
              {message !== undefined && <Bubble of={message} />}
              {note !== undefined && <NoteBubble of={note} conversation={id} />}
            </Fragment>
          );
        })}
      </div>
    </Box>
  );
}

type Line = {
  readonly key: string;
  readonly at: string;
  readonly message?: Said;
  readonly note?: ConversationNote;
};

/**
 * What was said and noted, by time; notes from before what is shown come with that. What is of one
 * moment stays in the order in which it was said: the list is turned round, then sorted.
 */
function linesOf(
  newestFirst: readonly Said[],
  notes: readonly ConversationNote[],
  hasEarlier: boolean,
): readonly Line[] {
  const from = hasEarlier ? (newestFirst.at(-1)?.at ?? '') : '';
  const messages = newestFirst.toReversed().map((it): Line => {
    return { key: `${it.direction} ${it.id}`, at: it.at, message: it };
  });
  const noted = notes
    .filter((it) => it.created_at >= from)
    .map((it): Line => ({ key: `note ${it.id}`, at: it.created_at, note: it }));
  return [...messages, ...noted].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** What the chat platform calls it, where we have a word for it. */
const TYPES = [
  ...(['image', 'video', 'audio', 'document', 'sticker'] as const),
  ...(['location', 'contacts', 'reaction', 'request_contact_info'] as const),
];

function Bubble({ of }: { readonly of: Said }) {
  const t = useWords();
  const maySee = useWho().account?.sees_texts === true;
  const stateWord = useStateWords();
  const { direction, type, text, template, file, at, state, detail, read_at: readAt } = of;
  const known = TYPES.find((it) => it === type);
  const isGone = of.revoked_at !== null;
  const fetch = direction === 'in' ? 'fetchChatReplyFile' : 'fetchSentFile';
  const isText = type === 'text' || type === 'button' || type === 'interactive';
  const what = known === undefined ? t('type_unknown') : t(`type_${known}`);
  return (
    <div className={classes['bubble']} data-ours={direction === 'out' || undefined}>
      {template !== null && (
        <Text size="xs" fw={600} className={classes['foot']}>
          {t(maySee ? 'template_sent' : 'template', { name: template.name })}
        </Text>
      )}
      {!isText && template === null && file === null && type !== 'template' && !isGone && (
        <Text size="sm" fw={600}>
          {what}
        </Text>
      )}
      {file !== null && (
        <>
          {type === 'image' && (
            <div className={classes['picture']}>
              <Picture call={fetch} id={of.id} name={what} />
            </div>
          )}
          <DownloadButton call={fetch} takes={{ path: { id: of.id } }}>
            {t('save', { name: file.file_name ?? what })}
          </DownloadButton>
        </>
      )}
      {text !== null && (
        <div className={classes['text']} dir="auto">
          {text}
        </div>
      )}
      {text === null && (isText || of.revoked_at !== null) && (
        <Text size="sm">{t(of.revoked_at === null ? 'no_text' : 'revoked')}</Text>
      )}
      <div className={classes['foot']}>
        <time dateTime={at} className="numbers">
          {showTimeOfDay(at)}
        </time>{' '}
        {of.in_app && <>· {t('in_app')} </>}
        {of.edited_at !== null && of.revoked_at === null && <>· {t('edited')} </>}
        {state !== null && <>· {readAt === null ? stateWord(state) : t('read')}</>}
      </div>
      {detail !== null && (
        <Text size="xs" className={classes['fault']}>
          {asSentence(detail)}
        </Text>
      )}
    </div>
  );
}
