/** The inbox: conversations of SMS and chat, and the one that is open beside them. */
import { Box, Paper } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRefreshOn } from '../../shared/api/events.ts';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

const HAPPENED = [
  ...(['reply.received', 'chat.reply.received', 'chat.app_message.sent'] as const),
  ...(['message.sent', 'message.delivered', 'message.read', 'message.unknown'] as const),
  ...(['message.failed', 'message.rejected', 'message.expired'] as const),
];
const SHOWN = ['listConversations', 'showConversation', 'listConversationMessages'] as const;

export function Page() {
  const t = useWords();
  const { id } = useParams({ strict: false });
  useRefreshOn(HAPPENED, SHOWN);
  return (
    <>
      <Box visibleFrom={id === undefined ? undefined : 'md'}>
        <PageHeader title={t('title')} about={t('about')} />
      </Box>
      <div className={classes['panes']} data-open={id !== undefined || undefined}>
        <ConversationList openId={id} />
        <Paper withBorder className={classes['pane']} component="section">
          {id === undefined ? (
            <EmptyState icon={IconMessageCircle} title={t('choose')} text={t('choose_text')} />
          ) : (
            <Conversation key={id} id={id} />
          )}
        </Paper>
      </div>
    </>
  );
}
