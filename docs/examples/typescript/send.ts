// Sends a code, and says whether it was accepted.
const { PAIGHAM_URL = '', PAIGHAM_KEY = '', ORDER = '' } = process.env;

const response = await fetch(`${PAIGHAM_URL}/api/sms.php`, {
  method: 'POST',
  body: new URLSearchParams({
    api_key: PAIGHAM_KEY,
    sender: '8584',
    mobile: '923001234567',
    template_id: '501',
    message: JSON.stringify({ code: '4821' }),
    idempotency_key: `order-${ORDER}-code`,
  }),
  // After this nobody knows whether it arrived: retry it with the same idempotency key.
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.text();
if (!answer.startsWith('OK ID:')) throw new Error(`not accepted: ${answer}`);
console.log(`accepted as ${answer.slice('OK ID:'.length)}`);
