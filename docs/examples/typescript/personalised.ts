// Sends a text of its own to each row of a file; column B holds the code.
const { PAIGHAM_URL = '', PAIGHAM_KEY = '', ORDER = '' } = process.env;

const rows = 'Mobile,Code\n923001234567,4821\n923111234567,7733\n';
const form = new FormData();
form.set('sender', '8584');
form.set('template_id', '501');
form.set('message', JSON.stringify({ code: '#B#' }));
form.set('file', new Blob([rows]), 'codes.csv');

const response = await fetch(`${PAIGHAM_URL}/v1/batches`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${PAIGHAM_KEY}`, 'Idempotency-Key': `order-${ORDER}-codes` },
  body: form,
  signal: AbortSignal.timeout(120_000),
});
const answer = await response.json();
if (!response.ok) throw new Error(`not accepted: ${answer.code}, ${answer.detail}`);
console.log(`batch ${answer.id}: ${answer.recipients} messages, ${answer.price} PKR`);
