import { nearest } from '../kit/nearest.ts';
import { Refusal } from '../kit/refusal.ts';
import { findLink, listLinks, type LinkRecord } from '../store/settings/links.ts';
import type { Line } from './command.ts';

/** The link to an operator that somebody names. @throws Refusal naming those that there are. */
export async function findNamedLink({ reader }: Line, name: string): Promise<LinkRecord> {
  const link = await findLink(reader, name);
  if (link !== undefined) return link;
  const names = (await listLinks(reader)).map((it) => it.name);
  const meant = nearest(name, names);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const known = names.length === 0 ? '' : ` Links: ${names.join(', ')}.`;
  throw new Refusal(`There is no link "${name}".${question}${known}`);
}
