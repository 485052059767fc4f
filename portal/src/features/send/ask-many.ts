/** A send to many people is asked about once: it cannot be taken back. */
import { isolated, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { useWords } from './words.ts';

/** From so many recipients on. */
const MANY = 1_000;

type Planned = {
  readonly count: number;
  readonly price: string | null | undefined;
  /** What the button says it does. */
  readonly does: string;
};

/** `askMany(planned, send)`: sends at once, or after the answer where there are many. */
export function useAskMany(): (planned: Planned, onAgree: () => void) => void {
  const t = useWords();
  const askFirst = useAskFirst();
  return ({ count, price, does }, onAgree) => {
    if (count < MANY) return onAgree();
    const told = { shown: showCount(count), price: isolated(showMoney(price ?? '0.00')) };
    askFirst({ title: t('many', told), text: t('many_about'), does, onAgree });
  };
}
