/** How a text or a chat message looks on a phone. */
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './phone.module.css';
import { useWords } from './words.ts';

export function Phone({
  from,
  kind = 'sms',
  children,
}: {
  readonly from: string;
  readonly kind?: 'sms' | 'chat';
  readonly children: ReactNode;
}) {
  const t = useWords();
  return (
    <Box
      component="section"
      aria-label={t('preview')}
      className={classes['phone']}
      data-kind={kind}
    >
      <Text className={classes['from']} size="sm" fw={600}>
        {from}
      </Text>
      <div className={classes['screen']}>{children}</div>
    </Box>
  );
}

/** What stands in a bubble; each in the direction that its text has. */
export function Bubble({ children }: { readonly children: ReactNode }) {
  return (
    <div dir="auto" className={classes['bubble']} data-testid="bubble">
      {children}
    </div>
  );
}

const VARIABLE = /(#\w+#|\{\{\w+\}\})/;

/** A wording with its values; what has none yet stands out. */
export function Wording({ text }: { readonly text: string }) {
  return text
    .split(VARIABLE)
    .map((piece, index) =>
      VARIABLE.test(piece) ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
    );
}
