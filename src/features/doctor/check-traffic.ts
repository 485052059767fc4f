import type { LinkId } from '../../domain/ids.ts';
import { codesOf, type Trouble, troublesOf } from '../../domain/routing/link-trouble.ts';
import { UNHEARD } from '../../domain/routing/routing.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { listLinks, readLinkHealth } from '../links/links.sql.ts';
import { NO_TRAFFIC, readTraffic } from '../links/link-traffic.sql.ts';
import { fine, type CheckContext, type Finding } from './finding.ts';

/** A link to an operator, what it refused lately by code, and what is wrong with its traffic. */
type TroubledLink = {
  readonly id: LinkId;
  readonly name: string;
  readonly codes: ReturnType<typeof codesOf>;
  readonly troubles: readonly Trouble[];
};

/** Every enabled link to an operator. */
export async function readTroubles(reader: Reader): Promise<readonly TroubledLink[]> {
  const [links, health, traffic] = await Promise.all([
    listLinks(reader),
    readLinkHealth(reader),
    readTraffic(reader),
  ]);
  return links
    .filter(({ enabled }) => enabled)
    .map(({ id, name }) => {
      const { carried, usual } = traffic.get(id) ?? NO_TRAFFIC;
      const troubles = troublesOf(carried, usual, health.get(id) ?? UNHEARD);
      return { id, name, codes: codesOf(carried), troubles };
    });
}

/** Whether operators take what they are sent, and report on it as they usually do. */
export async function checkTraffic({ reader }: CheckContext): Promise<readonly Finding[]> {
  const found = (await readTroubles(reader)).flatMap(({ name, troubles }) =>
    troubles.map(({ verdict, sentence }) => ({ subject: `link ${name}`, verdict, sentence })),
  );
  if (found.length > 0) return found;
  return [fine('traffic', 'Every link takes messages and reports on them as usual.')];
}
