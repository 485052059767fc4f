/** How links stand, as the store has it, and routing to play with. */
import { must } from '../../src/admin/admin.ts';
import { setRoute } from '../../src/admin/routes.ts';
import { eventually } from './eventually.ts';
import type { Paigham } from './paigham.ts';
import { asker } from './verify.ts';

export type Stood = { readonly state: string; readonly words: string | null };

/** How a link stands, by what its holder has last written. */
export async function standingOf(paigham: Pick<Paigham, 'db'>, link: string): Promise<Stood> {
  const [row] = await asker(paigham.db)<Stood>(
    `select h.state, h.words from link_leases h join links l on l.id = h.link_id
     where l.name = $1`,
    [link],
  );
  return row ?? { state: 'unheld', words: null };
}

/** Waits until a link stands so, and gives why. */
export async function untilLinkIs(
  paigham: Pick<Paigham, 'db'>,
  link: string,
  state: string,
): Promise<string | null> {
  const look = async (): Promise<Stood | false> => {
    const stood = await standingOf(paigham, link);
    return stood.state === state && stood;
  };
  return (await eventually(`${link} ${state}`, look, 60_000)).words;
}

/** A second route: messages to an operator go by this link when the first ones cannot. */
export async function addRoute(
  paigham: Pick<Paigham, 'world'>,
  operator: string,
  link: string,
  change: Partial<Parameters<typeof setRoute>[1]> = {},
): Promise<void> {
  const route = { operator, link, senderRoute: undefined, priority: 200, enabled: true };
  must(await setRoute(paigham.world.admin, { ...route, ...change }));
}

/** An operator goes away: it takes no connection, and those it has break. */
export async function goAway(operator: Paigham['operators']['jazz']): Promise<void> {
  await operator.change({ accepting: false });
  for (const link of operator.links.values()) link.drop('gone');
}
