/** How people write what the names have in small letters. */
const WORDS: Readonly<Record<string, string>> = {
  tls: 'TLS',
  mnp: 'MNP',
  ip: 'IP',
  id: 'ID',
  ton: 'TON',
  npi: 'NPI',
  utc: 'UTC',
  sm: 'SM',
  ms: '(ms)',
  sms: 'SMS',
  api: 'API',
};

/** A name of the service as people read it: `route_id` is `Route ID`. */
export function readName(name: string): string {
  const words = name.split(/[_-]/).map((word) => WORDS[word] ?? word);
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}
