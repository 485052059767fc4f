import { checkLinkConfig, type GivenLinkConfig } from '../../domain/routing/link-config.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { findLink, updateLink } from '../../store/settings/links.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';
import { PASSWORD } from './add-link.ts';

export type SetLink = {
  readonly name: string;
  /** Fields of LINK_FIELDS to change. */
  readonly config?: GivenLinkConfig;
  readonly password?: string;
  readonly enabled?: boolean;
};

/** Changes a link: its configuration, its password, whether it is used at all. */
export async function setLink(admin: Admin, input: SetLink): Promise<Outcome<void>> {
  const { name, config: given = {}, password, enabled } = input;
  if (password !== undefined && !PASSWORD.test(password)) {
    return refuse('password', 'must have at most 8 ASCII characters');
  }
  return changeSettings(admin, { action: 'link.set' }, async (transaction) => {
    const link = await findLink(transaction, name);
    if (link === undefined) return refuse('link', 'must be one of the links');
    const checked = checkLinkConfig({ ...link.config, ...given });
    if (!checked.ok) return checked;
    const purpose = SEAL_PURPOSES.linkPassword(name);
    await updateLink(transaction, link.id, {
      config: checked.config,
      ...(password === undefined ? {} : { secretSealed: admin.seal.seal(password, purpose) }),
      ...(enabled === undefined ? {} : { enabled }),
    });
    return changed(undefined, {
      name,
      config: given,
      enabled,
      newPassword: password !== undefined,
    });
  });
}
