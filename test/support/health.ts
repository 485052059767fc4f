/** The state of links, as the store has it, and routing helpers. */
import { must } from '../../src/operations/admin.ts';
import { setRoute } from '../../src/features/routes/routes.operations.ts';
import { eventually } from './eventually.ts';
import type { Paigham } from './paigham.ts';
import { asker } from './verify.ts';

export type Stood = { readonly state: string; readonly words: string | null };

/** The state of a link, as its holder last wrote it. */
export async function standingOf(paigham: Pick<Paigham, 'db'>, link: string): Promise<Stood> {
  const [row] = await asker(paigham.db)<Stood>(
    `select h.state, h.words from link_leases h join links l on l.id = h.link_id
     where l.name = $1`,
    [link],
  );
  return row ?? { state: 'unheld', words: null };
}

/** Waits until a link has this state, and returns the reason. */
export async function untilLinkIs(
  paigham: Pick<Paigham, 'db'>,
  link: string,
  state: string,
): Promise<string | null> {
  const look = async (): Promise<Stood | false> => {
    const stood = await standingOf(paigham, link);
    return stood.state === state && stood;
  };
  return (await eventually(`${link} ${state}`, look)).words;
}

/** A second route: messages to an operator use this link when the first one cannot take them. */
export async function addRoute(
  paigham: Pick<Paigham, 'world'>,
  operator: string,
  link: string,
  change: Partial<Parameters<typeof setRoute>[1]> = {},
): Promise<void> {
  const route = { operator, link, senderRoute: undefined, priority: 200, enabled: true };
  must(await setRoute(paigham.world.admin, { ...route, ...change }));
}

/** An operator goes away: it accepts no connections, and existing ones break. */
export async function goAway(operator: Paigham['operators']['jazz']): Promise<void> {
  await operator.change({ accepting: false });
  for (const link of operator.links.values()) link.drop('gone');
}
