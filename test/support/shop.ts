/** An account with what a story needs: senders on every route, and templates for any text. */
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import type { AccountId, TemplateId } from '../../src/domain/ids.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { liftCaps } from '../../src/demo/build-world.ts';
import { must } from '../../src/operations/admin.ts';
import type { SendParameters } from './caller.ts';
import type { World } from './world.ts';

export type Shop = {
  readonly name: string;
  readonly accountId: AccountId;
  readonly apiKey: string;
  readonly senders: { readonly shared: string; readonly brand: string; readonly shortCode: string };
  readonly transactional: TemplateId;
  readonly promotional: TemplateId;
  /** The parameters for sending just this text; short code and transactional unless changed. */
  write(text: string, mobile: string, change?: Partial<SendParameters>): SendParameters;
};

type ShopSettings = {
  readonly rupees: string;
  readonly settings?: Omit<Parameters<typeof setAccount>[1], 'accountId'>;
  /** Subject to the default caps. */
  readonly capped?: boolean;
};

/** Account names must be unique. */
let opened = 0;

/** Opens an account with this credit: verified, unless the settings say that it is not any more. */
export async function openShop(
  world: World,
  { rupees, settings, capped = false }: ShopSettings,
): Promise<Shop> {
  const { admin } = world;
  opened += 1;
  const name = `Chaman Traders ${opened}`;
  const { accountId, apiKey } = await world.addAccount({
    name,
    rupees,
    settings: { fixedContent: true, ...settings, verified: true },
  });
  if (!capped) await liftCaps(admin, accountId);
  const senders = { shared: 'InfoSMS', brand: 'Chaman', shortCode: '8584' };
  const brand = { accountId, name: senders.brand };
  must(await addSender(admin, { ...brand, route: 'branded' }));
  must(await decideSender(admin, { ...brand, state: 'approved' }));
  if (settings?.verified === false) must(await setAccount(admin, { accountId, verified: false }));
  const addAny = async (category: 'transactional' | 'promotional'): Promise<TemplateId> => {
    const variables = [{ name: 'text', maxLength: 1530 }];
    const template = { name: `Any text, ${category}`, message: '#text#', category, variables };
    const { templateId } = must(await addTemplate(admin, { ...template, accountId }));
    must(await decideTemplate(admin, { accountId, templateId, state: 'approved' }));
    return templateId;
  };
  const transactional = await addAny('transactional');
  const promotional = await addAny('promotional');
  return {
    name,
    accountId,
    apiKey,
    senders,
    transactional,
    promotional,
    write: (text, mobile, change = {}) => ({
      api_key: apiKey,
      sender: senders.shortCode,
      mobile,
      template_id: transactional,
      message: { text },
      ...change,
    }),
  };
}

/** A mobile number of Jazz (0), Zong (1), Ufone (2) or Telenor (3); the same for the same index. */
export function mobileOf(operator: 0 | 1 | 2 | 3, index: number): string {
  const prefix = ['92300', '92311', '92333', '92345'][operator] ?? '';
  return prefix + String(1_000_000 + index);
}
