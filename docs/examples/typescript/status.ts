// Waits until a message has its final state: node status.ts 117378331489242
import { setTimeout as sleep } from 'node:timers/promises';

const { PAIGHAM_URL = '', PAIGHAM_KEY = '' } = process.env;
const [, , id = ''] = process.argv;

let state = 'PENDING';
for (let tries = 0; tries < 30 && ['PENDING', 'SENT'].includes(state); tries += 1) {
  if (tries > 0) await sleep(1000);
  const response = await fetch(`${PAIGHAM_URL}/api/delivery.php`, {
    method: 'POST',
    body: new URLSearchParams({ api_key: PAIGHAM_KEY, id }),
    signal: AbortSignal.timeout(30_000),
  });
  state = await response.text();
  if (!response.ok) throw new Error(`not found: ${state}`);
}
console.log(state);
