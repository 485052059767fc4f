/** The page that takes a browser to a checkout which is opened by a post. */
import { escapeHtml } from '../../kit/escape-html.ts';
import { sha256Base64 } from '../../kit/digest.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { CheckoutForm } from './gateway.ts';

const SCRIPT = 'document.forms[0].submit();';

/** Goes on by itself; without scripts, by its button. */
export function checkoutPage({ action, fields }: CheckoutForm): HttpAnswer {
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>To the checkout</title>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<p>You pay on the page of ${escapeHtml(new URL(action).host)}.</p>
<p lang="ur" dir="rtl">آپ ادائیگی گیٹ وے کے صفحے پر کریں گے۔</p>
<button>Go on</button>
</form>
<script>${SCRIPT}</script>
</html>
`;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      // Not where forms may go: browsers hold a gateway's own redirects against that, too.
      'Content-Security-Policy':
        `default-src 'none'; script-src 'sha256-${sha256Base64(SCRIPT)}'; base-uri 'none'; ` +
        "frame-ancestors 'none'",
    },
  };
}
