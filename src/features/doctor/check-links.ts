import { stampInZone } from '../../domain/policy/hours.ts';
import { checkLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { reach } from '@paigham/base/ports.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import {
  type LinkHealth,
  listLivingNodes,
  type OperatorHealth,
  readLinksHealth,
  readOperatorsHealth,
} from '../../store/nodes/health.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

const REACH_TIMEOUT_MS = 3_000;

export async function checkNodes({ reader }: CheckContext): Promise<readonly Finding[]> {
  const nodes = await listLivingNodes(reader);
  if (nodes.length === 0) return [fault('nodes', 'None is running: nothing is sent. Start one.')];
  const named = nodes.map(({ slot, holder }) => `node ${slot} on ${placeOf(holder)}`).join('; ');
  const count = nodes.length === 1 ? '1 node' : `${nodes.length} nodes`;
  return [fine('nodes', `${count} running: ${named}.`)];
}

/** A holder is a host and a process id. */
function placeOf(holder: string): string {
  return holder.replace(/ (\d+)$/, ', pid $1');
}

/** Whether every enabled link is usable, reachable, held by a node, and used by a route. */
export async function checkLinks(context: CheckContext): Promise<readonly Finding[]> {
  const links = await readLinksHealth(context.reader);
  const enabled = links.filter((link) => link.enabled);
  if (enabled.length === 0) {
    return [warning('links', 'None is enabled: no message can be sent. See "paigham link add".')];
  }
  const findings = enabled.map((link) => checkLink(context, link));
  return (await Promise.all(findings)).flat();
}

async function checkLink({ seal }: CheckContext, link: LinkHealth): Promise<readonly Finding[]> {
  const subject = `link ${link.name}`;
  const findings: Finding[] = [];
  const checked = checkLinkConfig(link.config);
  if (!checked.ok) return [fault(subject, `Its ${checked.field} ${checked.rule}.`)];
  const { host, port } = checked.config;
  if (
    seal.open(link.secretSealed ?? new Uint8Array(), SEAL_PURPOSES.linkPassword(link.name)) ===
    undefined
  ) {
    findings.push(fault(subject, 'MASTER_KEY does not decrypt its password: set it again.'));
  }
  const unreachable = await reach({ host, port }, REACH_TIMEOUT_MS);
  if (unreachable !== undefined) {
    findings.push(fault(subject, `${host}:${port} cannot be reached: ${unreachable}.`));
  }
  if (link.routes === 0)
    findings.push(warning(subject, 'It is enabled, but no route leads to it.'));
  if (link.holder === undefined) {
    findings.push(fault(subject, 'No running node holds it: does any have the role carriers?'));
  }
  const standing = standingOf(link);
  if (standing !== undefined) findings.push(fault(subject, standing));
  if (findings.length > 0) return findings;
  return [fine(subject, `${host}:${port} answers, held by ${link.holder}.`)];
}

/** What the holder reports about a link that is not up. */
function standingOf({ holder, state, words, sinceMs }: LinkHealth): string | undefined {
  if (holder === undefined || state === undefined || state === 'up') return undefined;
  const since = stampInZone(sinceMs ?? 0);
  const why = words === undefined ? '' : `: ${words}`;
  const has =
    state === 'needs_attention' ? 'It has needed attention' : `It has been ${WORDS[state]}`;
  return `${has} since ${since}${why}.`;
}

const WORDS = { trying: 'on trial', down: 'down' } as const;

/** Whether messages to every operator can be routed and priced. */
export async function checkOperators({ reader }: CheckContext): Promise<readonly Finding[]> {
  const operators = await readOperatorsHealth(reader);
  if (operators.length === 0)
    return [fault('operators', 'There are none: every number is refused.')];
  const findings = operators.flatMap(checkOperator);
  if (findings.length > 0) return findings;
  const names = operators.map(({ name }) => name).join(', ');
  return [fine('operators', `${names}: each has prefixes, a route and prices.`)];
}

function checkOperator(operator: OperatorHealth): readonly Finding[] {
  const subject = `operator ${operator.name}`;
  const { prefixes, notCarried, waiting, notPriced } = operator;
  const findings: Finding[] = [];
  if (prefixes === 0)
    findings.push(warning(subject, 'It has no prefixes, so no number belongs to it.'));
  if (notCarried.length > 0) {
    const routes = notCarried.join(', ');
    findings.push(fault(subject, `No route carries ${routes}: refused with 12.`));
  }
  if (waiting.length > 0) {
    const routes = waiting.join(', ');
    findings.push(fault(subject, `Only disabled links carry ${routes}: messages wait.`));
  }
  if (notPriced.length > 0) {
    const routes = notPriced.join(', ');
    findings.push(fault(subject, `No tariff for ${routes}: refused with 12.`));
  }
  return findings;
}
