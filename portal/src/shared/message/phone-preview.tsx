/** A phone that shows a message as its recipient will see it. */
import type { ReactNode } from 'react';
import { defineWords } from '../i18n/i18n.ts';
import classes from './phone-preview.module.css';

const useWords = defineWords({
  en: { phone: 'As it looks on a phone' },
  ur: { phone: 'فون پر یوں نظر آئے گا' },
});

type Props = {
  /** Who it comes from, as the phone names them. */
  readonly from: string;
  readonly look: 'sms' | 'chat';
  /** What the bubble holds: a text as it is. */
  readonly children: ReactNode;
};

export function PhonePreview({ from, look, children }: Props) {
  const t = useWords();
  return (
    <figure className={classes['phone']} aria-label={t('phone')}>
      <figcaption className={classes['from']}>
        <bdi>{from}</bdi>
      </figcaption>
      <div className={classes['screen']} data-look={look}>
        <div className={classes['bubble']} dir="auto">
          {children}
        </div>
      </div>
    </figure>
  );
}
