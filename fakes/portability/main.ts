/** Runs a simulated number directory until SIGTERM or SIGINT. */
import { parseArgs } from 'node:util';
import { runUntilStopped } from '../kit/command-line.ts';
import { startDirectory } from './directory.ts';

const HELP = `A simulated number directory on 127.0.0.1.

  node fakes/portability/main.ts --http-port 8601 --dns-port 8653 --management-port 8661

  --http-port         GET /numbers/923001234567, POST /numbers {"numbers":[…]} [8601]
  --dns-port          NAPTR of 7.6.5.4.3.2.1.0.0.3.2.9.e164.arpa, over UDP [8653]
  --management-port   GET / names its pages [8661]
  --port              923001234567=CMPAK, from the start; may be given several times
`;

const options = {
  'http-port': { type: 'string', default: '8601' },
  'dns-port': { type: 'string', default: '8653' },
  'management-port': { type: 'string', default: '8661' },
  port: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

await runUntilStopped(async () => {
  const { values } = parseArgs({ options, strict: true });
  if (values.help) {
    console.log(HELP);
    return () => Promise.resolve();
  }
  const { admin, close, httpPort, dnsPort, managementPort } = await startDirectory({
    httpPort: Number(values['http-port']),
    dnsPort: Number(values['dns-port']),
    managementPort: Number(values['management-port']),
  });
  for (const pair of values.port ?? []) {
    const [number = '', operator = ''] = pair.split('=');
    admin.table.port(number, operator);
  }
  const management = `http://127.0.0.1:${managementPort}/`;
  console.log(`HTTP on ${httpPort}, DNS on ${dnsPort}, management on ${management}`);
  return close;
});
