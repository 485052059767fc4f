/** What a send would say and cost, by the code that sends; nothing is stored or spent. */
import { measureText } from '@paigham/sms-text';
import type { Refusal } from '../domain/failure/failure.ts';
import type { Preview } from '../domain/message/preview.ts';
import { REFERENCE_BITS } from '../domain/sender/sender.ts';
import { compose } from './accept/compose.ts';
import type { Judged } from './accept/judge-request.ts';
import { priceMessages } from './charge/price.ts';
import type { JourneyDeps } from './deps.ts';

type PreviewDeps = Pick<JourneyDeps, 'routing' | 'clock' | 'settings'>;

/**
 * Composes a send and prices it for each operator. A text that would be refused because it needs
 * Unicode is shown as if `unicode` were set.
 */
export function preview(deps: PreviewDeps, request: Judged): Preview | Refusal {
  const routing = deps.routing.current();
  const context = { routing, demoText: deps.settings.demoText };
  const plain = compose(request, context);
  const needsUnicode = 'reason' in plain && plain.reason === 'needs_unicode';
  const composed = needsUnicode ? compose({ ...request, unicode: true }, context) : plain;
  if ('reason' in composed) return composed;
  const { sender, text } = composed;
  const operators = [...routing.operatorNames].map(([operatorId, network]) => {
    return { operatorId, network, parts: text.parts };
  });
  // A test key is shown what a live one would pay.
  const account = { ...request.account, isTest: false };
  const order = { account, sender, messages: operators };
  const priced = priceMessages(order, routing, deps.clock.nowMs());
  const prices = priced.messages.map(({ network, priceMicros }) => ({ network, priceMicros }));
  const measure = measureText(text.text, REFERENCE_BITS[sender.route]);
  return { ...measure, text: text.text, needsUnicode, prices };
}
