import type { LinkId } from '../../domain/ids.ts';
import { checkLinkConfig, type GivenLinkConfig } from '../../domain/routing/link-config.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { insertLink } from '../../store/settings/links.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type AddLink = {
  /** For people: `jazz-1`. */
  readonly name: string;
  /** Fields of LINK_FIELDS; what is absent gets its default. */
  readonly config: GivenLinkConfig;
  readonly password: string;
};

/** SMPP 3.4: an octet string of 9 with its end. */
export const PASSWORD = /^[\x21-\x7e]{0,8}$/;

/** Adds an SMPP link. A node takes it up as soon as it hears of it; a route leads to it. */
export async function addLink(admin: Admin, input: AddLink): Promise<Outcome<LinkId>> {
  const { name, password } = input;
  if (!/^[a-z][a-z0-9-]{0,29}$/.test(name)) {
    return refuse('name', 'must have 1 to 30 small letters, digits and dashes, a letter first');
  }
  if (!PASSWORD.test(password)) return refuse('password', 'must have at most 8 ASCII characters');
  const checked = checkLinkConfig(input.config);
  if (!checked.ok) return checked;
  const { config } = checked;
  return changeSettings(admin, { action: 'link.add' }, async (transaction) => {
    const secretSealed = admin.seal.seal(password, SEAL_PURPOSES.linkPassword(name));
    const linkId = await insertLink(transaction, { name, config, secretSealed, enabled: true });
    if (linkId === undefined) return refuse('name', 'is taken');
    return changed(linkId, { name, config });
  });
}
