/** One message or a list of numbers, by SMS or by chat. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentMessages } from '../../shared/api/types.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ChatForm } from './chat-form.tsx';
import { Sent } from './sent.tsx';
import { SmsForm } from './sms-form.tsx';
import type { Send } from './summary.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const [{ kind }, change] = useFilters({ kind: 'sms', sender: '', template: '' });
  const [sent, setSent] = useState<{
    readonly of: SentMessages;
    readonly at: string | undefined;
  }>();
  const onSent: Send = (of, at) => setSent({ of, at });
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <Button
          component={Link}
          to="/portal/campaigns/new"
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {t('from_file')}
        </Button>
      </PageHeader>
      {sent !== undefined && (
        <Sent sent={sent.of} at={sent.at} onAnother={() => setSent(undefined)} />
      )}
      {sent === undefined && (
        <>
          <SegmentedControl
            aria-label={t('kind')}
            data={[
              { value: 'sms', label: t('sms') },
              { value: 'chat', label: t('chat') },
            ]}
            value={kind}
            // Templates of the other service have ids of their own.
            onChange={(value) => change({ kind: value, sender: '', template: '' })}
            mb="md"
            w={{ base: '100%', xs: 240 }}
          />
          {kind === 'chat' ? <ChatForm onSent={onSent} /> : <SmsForm onSent={onSent} />}
        </>
      )}
    </>
  );
}
