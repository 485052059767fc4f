import type { LinkId } from '../../domain/ids.ts';
import { deleteLink, findLink, findUsesOfLink } from '../../store/settings/links.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/**
 * Removes a link for good. It must be disabled, no route may lead to it, and nothing wait for it.
 * What it carried keeps its attempts, without the link's name.
 */
export async function removeLink(admin: Admin, name: string): Promise<Outcome<LinkId>> {
  return changeSettings(admin, { action: 'link.remove' }, async (transaction) => {
    const link = await findLink(transaction, name);
    if (link === undefined) return refuse('link', 'must be one of the links');
    if (link.enabled) return refuse('link', 'must be disabled: see "paigham link disable"');
    const { routes, hasQueued } = await findUsesOfLink(transaction, link.id);
    if (routes > 0) return refuse('link', 'has routes: see "paigham route list", "route remove"');
    if (hasQueued) return refuse('link', 'has messages that wait for it: see "paigham doctor"');
    await deleteLink(transaction, link.id);
    return changed(link.id, { name, id: link.id, config: link.config });
  });
}
