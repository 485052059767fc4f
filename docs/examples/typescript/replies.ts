// Prints all replies from phones, the newest first.
const { PAIGHAM_URL = '', PAIGHAM_KEY = '' } = process.env;

let cursor: string | null = null;
do {
  const query = new URLSearchParams({ limit: '50', ...(cursor === null ? {} : { cursor }) });
  const response: Response = await fetch(`${PAIGHAM_URL}/v1/replies?${query}`, {
    headers: { Authorization: `Bearer ${PAIGHAM_KEY}` },
    signal: AbortSignal.timeout(30_000),
  });
  const page = await response.json();
  if (!response.ok) throw new Error(`${page.code}: ${page.detail}`);
  for (const { from, text } of page.data) console.log(`${from}: ${text}`);
  cursor = page.next_cursor;
} while (cursor !== null);
