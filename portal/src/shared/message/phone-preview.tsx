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
  /** Bubbles. */
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
        {children}
      </div>
    </figure>
  );
}

/** What stands in a bubble: a text as it is, in the direction that it has. */
export function Bubble({ children }: { readonly children: ReactNode }) {
  return (
    <div dir="auto" className={classes['bubble']} data-testid="bubble">
      {children}
    </div>
  );
}

/** What can be pressed below a bubble. */
export function BubbleButton({ children }: { readonly children: ReactNode }) {
  return <div className={classes['button']}>{children}</div>;
}
