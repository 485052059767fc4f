import { Badge, type MantineColor } from '@mantine/core';
import { defineWords } from '../i18n/i18n.ts';

/** Every state that `/v1` and the operations give to something. */
export const useStateWords = defineWords({
  en: {
    pending: 'Waiting',
    held: 'Held by WhatsApp',
    sent: 'Sent',
    unknown: 'Unknown',
    delivered: 'Delivered',
    failed: 'Failed',
    rejected: 'Rejected',
    expired: 'Expired',
    waiting: 'Waiting for approval',
    approved: 'Approved',
    active: 'Active',
    paused: 'Paused',
    disabled: 'Disabled',
    reading: 'Being read',
    refused: 'Refused',
    scheduled: 'Scheduled',
    sending: 'Being sent',
    cancelling: 'Being cancelled',
    cancelled: 'Cancelled',
    left_out: 'Left out',
    up: 'Connected',
    trying: 'Connecting',
    down: 'Down',
    needs_attention: 'Needs attention',
    draining: 'Waits for receipts',
  },
  ur: {
    pending: 'انتظار میں',
    held: 'واٹس ایپ نے روکا ہوا ہے',
    sent: 'بھیج دیا گیا',
    unknown: 'نامعلوم',
    delivered: 'پہنچ گیا',
    failed: 'ناکام',
    rejected: 'مسترد',
    expired: 'میعاد ختم',
    waiting: 'منظوری کا انتظار',
    approved: 'منظور شدہ',
    active: 'فعال',
    paused: 'رکا ہوا',
    disabled: 'بند',
    reading: 'پڑھا جا رہا ہے',
    refused: 'نامنظور',
    scheduled: 'وقت مقرر ہے',
    sending: 'بھیجا جا رہا ہے',
    cancelling: 'منسوخ ہو رہا ہے',
    cancelled: 'منسوخ شدہ',
    left_out: 'چھوڑ دیا گیا',
    up: 'منسلک',
    trying: 'رابطہ ہو رہا ہے',
    down: 'بند ہے',
    needs_attention: 'توجہ درکار',
    draining: 'رسیدوں کا انتظار',
  },
});

/** Those of a message. */
export const MESSAGE_STATES = [
  ...(['pending', 'held', 'sent', 'unknown', 'delivered'] as const),
  ...(['failed', 'rejected', 'expired', 'cancelled'] as const),
];

export type State = Parameters<ReturnType<typeof useStateWords>>[0];

const COLOURS: Readonly<Record<State, MantineColor>> = {
  pending: 'gray',
  held: 'yellow',
  sent: 'blue',
  unknown: 'yellow',
  delivered: 'green',
  failed: 'red',
  rejected: 'red',
  expired: 'orange',
  waiting: 'yellow',
  approved: 'green',
  active: 'green',
  paused: 'yellow',
  disabled: 'red',
  reading: 'blue',
  refused: 'red',
  scheduled: 'gray',
  sending: 'blue',
  cancelling: 'gray',
  cancelled: 'gray',
  left_out: 'gray',
  up: 'green',
  trying: 'yellow',
  down: 'red',
  needs_attention: 'red',
  draining: 'yellow',
};

/** A state as a colour and a word, or as `children` say it. */
export function StateBadge({
  state,
  children,
}: {
  readonly state: State;
  readonly children?: string | undefined;
}) {
  const t = useStateWords();
  const colour = COLOURS[state];
  // The theme's own shades are too pale to read on their light ones.
  const dark = `color-mix(in srgb, var(--mantine-color-${colour}-9), black 45%)`;
  const ink = `light-dark(${dark}, var(--mantine-color-${colour}-2))`;
  return (
    <Badge variant="light" color={colour} className="state-badge" tt="none" fw={600} c={ink}>
      {children ?? t(state)}
    </Badge>
  );
}
