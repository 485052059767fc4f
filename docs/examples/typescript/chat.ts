// Sends an approved chat template with two values; each entry has a status of its own.
const { PAIGHAM_URL = '', PAIGHAM_KEY = '', ORDER = '', CHAT_TEMPLATE = '' } = process.env;

const body = [
  { type: 'text', text: 'Ali' },
  { type: 'text', text: 'A-17' },
];
const response = await fetch(`${PAIGHAM_URL}/api/send.php`, {
  method: 'POST',
  body: new URLSearchParams({
    api_key: PAIGHAM_KEY,
    template_id: CHAT_TEMPLATE,
    template_data: JSON.stringify([{ mobile: '923001234567', body }]),
    idempotency_key: `order-${ORDER}-chat`,
  }),
  signal: AbortSignal.timeout(90_000),
});
const { success, results } = await response.json();
for (const { status, id, error, mobile = 'all' } of results) {
  console.log(`${mobile}: ${status === 'OK' ? id : error}`);
}
process.exitCode = success === 'true' ? 0 : 1;
