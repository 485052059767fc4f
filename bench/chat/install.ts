/** The service as usually started, connected to the platform's numbers, with prices and credit. */
import { endDatabase, postmasterOf } from '../paigham/postmaster.ts';
import { readDemo, runPaigham } from '../paigham/furnish.ts';
import { startNode } from '../paigham/node.ts';
import { cleanUpLater, type Program } from '../programs.ts';
import { BUSINESS, CHAT_SECRETS, TEMPLATE, type Platform } from './platform.ts';

export const ACCOUNT = 'Roshan Store';

export type Installed = {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly program: Program;
  readonly postmaster: number;
  readonly apiKey: string;
  readonly templateId: string;
  readonly numbers: readonly ConnectedNumber[];
};

export type ConnectedNumber = {
  readonly phoneNumberId: string;
  /** The id that requests use for it. */
  readonly chatappId: string;
};

export type InstallSettings = {
  /** Messages a second per number; undefined: the service's default. */
  readonly rate: string | undefined;
  /** A folder for a profile of the service. */
  readonly profile: string | undefined;
};

/** Starts the service as `bin/start` does, and connects it as staff do. */
export async function install(
  dataDir: string,
  platform: Platform,
  { rate, profile }: InstallSettings,
): Promise<Installed> {
  const environment = { GRAPH_ADDRESS: platform.url };
  cleanUpLater(() => endDatabase(dataDir));
  const profiled = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const { port, program } = await startNode(dataDir, {
    logLevel: 'error',
    environment,
    nodeOptions: ['--max-semi-space-size=16', ...profiled],
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const told = { ...environment, ...CHAT_SECRETS, PUBLIC_ADDRESS: baseUrl };
  const ask = (...words: readonly string[]): unknown =>
    JSON.parse(runPaigham(dataDir, [...words, '--json'], told));
  // Nothing listens at the other end of these.
  for (const operator of ['jazz', 'zong', 'ufone', 'telenor'])
    ask('link', 'disable', operator, '--yes');
  ask('credit', 'add', ACCOUNT, '100000000', '--reference', 'bench');
  ask('chat', 'tariff', 'set', 'utility', '3.20', '--yes');
  const pace = rate === undefined ? [] : ['--rate-per-second', rate];
  const numbers = platform.numberIds.map((phoneNumberId) => {
    const connected = ask('chat', 'connect', ACCOUNT, BUSINESS, phoneNumberId, ...pace);
    const { id, reports } = connected as { readonly id: number; readonly reports: string };
    if (!reports.includes(baseUrl)) throw new Error(`the platform reports ${reports}`);
    return { phoneNumberId, chatappId: String(id) };
  });
  type Template = { readonly id: number; readonly name: string };
  const templates = ask('chat', 'template', 'list', ACCOUNT) as readonly Template[];
  const template = templates.find(({ name }) => name === TEMPLATE);
  if (template === undefined) throw new Error(`the service does not know ${TEMPLATE}`);
  const { apiKey } = readDemo(dataDir);
  const postmaster = postmasterOf(dataDir);
  const templateId = String(template.id);
  return { dataDir, baseUrl, program, postmaster, apiKey, templateId, numbers };
}
