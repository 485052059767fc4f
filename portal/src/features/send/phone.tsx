/** How a text or a chat message looks on a phone. */
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Bubble, PhonePreview } from '../../shared/message/phone-preview.tsx';

export { Bubble };

export function Phone({
  from,
  kind = 'sms',
  children,
}: {
  readonly from: string;
  readonly kind?: 'sms' | 'chat';
  readonly children: ReactNode;
}) {
  return (
    <Group justify="center">
      <PhonePreview from={from} look={kind}>
        {children}
      </PhonePreview>
    </Group>
  );
}

const VARIABLE = /(#\w+#|\{\{\w+\}\})/;

/**
 * A wording with its values; what has none yet stands out. It runs as its own letters do, whatever
 * the page's words above it.
 */
export function Wording({ text }: { readonly text: string }) {
  return (
    <bdi style={{ display: 'block' }}>
      {text
        .split(VARIABLE)
        .map((piece, index) =>
          VARIABLE.test(piece) ? (
            <mark key={index}>{piece}</mark>
          ) : (
            <span key={index}>{piece}</span>
          ),
        )}
    </bdi>
  );
}
