/** The page on which people pay. */
import { createHash } from 'node:crypto';
import type { Checkout } from './gateway.ts';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 24px;
    display: grid; justify-content: center; }
  main { width: min(360px, 100%); }
  .amount { font-size: 32px; font-weight: 650; margin: 4px 0 16px; }
  .quiet { opacity: 0.75; margin: 0; }
  form { display: grid; gap: 12px; margin-top: 24px; }
  button { font: inherit; padding: 12px; border-radius: 8px; border: 1px solid; cursor: pointer; }
  button.pay { background: #0b6e5f; color: #fff; border-color: #0b6e5f; }
`;

export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (it) => `&#${it.codePointAt(0)};`);

/** Pay, decline, or go back without either. */
export function checkoutPage({ amount, currency, about }: Checkout, state: string): string {
  const choices =
    state === 'open'
      ? `<button class="pay" name="choice" value="pay">Pay</button>
        <button name="choice" value="decline">Let the bank decline</button>
        <button name="choice" value="leave">Go back without paying</button>`
      : '<button name="choice" value="leave">Go back</button>';
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Simulated payment gateway</title>
  <link rel="icon" href="data:," />
  <style>${STYLE}</style>
  <main>
    <h1>Simulated payment gateway</h1>
    <p class="quiet">${escape(about)}</p>
    <p class="amount">${escape(currency)} ${escape(amount)}</p>
    <p class="quiet">No money is taken here. This payment is ${escape(state)}.</p>
    <form method="post">${choices}</form>
  </main>
</html>
`;
}
