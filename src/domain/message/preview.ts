/** What a text amounts to before anything is sent or spent. */
import type { TextMeasure } from '@paigham/sms-text';
import type { Micros } from '../pricing/money.ts';

export type Preview = TextMeasure & {
  /** Exactly as it would go out. */
  readonly text: string;
  /** It is refused unless the request allows Unicode. */
  readonly needsUnicode: boolean;
  /**
   * What a message to a number of each operator would cost; operators without a price are missing.
   */
  readonly prices: readonly { readonly network: string; readonly priceMicros: Micros }[];
};
