import type { Reader } from '../kit/postgres/pool.ts';
import { raiseSettingsVersion } from '../store/nodes/versions.ts';
import { listAccounts } from '../features/accounts/accounts.sql.ts';
import { must, within, type Admin } from '../operations/admin.ts';
import { nameCodeSender } from '../features/sign-in/code-sender.operations.ts';
import { createUser } from '../features/users/users.operations.ts';
import { approveWording } from '../features/wordings/wordings.operations.ts';
import { OTP_TEMPLATE } from './demo-templates.ts';
import type { DemoChatKind } from './demo-chat-templates.ts';
import { buildWorld, DEMO_SENDERS, type BuiltTemplate, type DemoLink } from './build-world.ts';

/** What somebody needs to try the demo world; data/demo.json has exactly this content. */
export type Demo = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly unverifiedApiKey: string;
  /** The unverified account's: its texts end with the demo text. */
  readonly unverifiedTemplates: readonly DemoTemplateEntry[];
  readonly staff: Login;
  /** The verified account's. */
  readonly owner: Login;
  readonly senders: { readonly shared: string; readonly brand: string; readonly shortCode: string };
  /** The verified account's. */
  readonly templates: readonly DemoTemplateEntry[];
  /** The verified account's number on the chat platform; '' until it is connected. */
  readonly chatappId: string;
  /** The verified account's: the first is approved, text only, with two variables. */
  readonly chatTemplates: readonly DemoChatEntry[];
};

type DemoChatEntry = {
  readonly id: string;
  readonly name: string;
  readonly kind: DemoChatKind;
};

type Login = { readonly email: string; readonly password: string };

type DemoTemplateEntry = {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** Names of the placeholders. */
  readonly variables: readonly string[];
  readonly state: 'approved' | 'waiting' | 'rejected';
};

type SeedDemo = {
  readonly baseUrl: string;
  readonly links: readonly DemoLink[];
  /**
   * Saves what cannot be found out later. Called before the commit: if that fails, the next start
   * seeds and saves again.
   */
  readonly save: (demo: Demo) => void;
};

/** Builds the demo world if the database has no account yet; else undefined. */
export function seedDemo(
  admin: Admin,
  { baseUrl, links, save }: SeedDemo,
): Promise<Demo | undefined> {
  return admin.transact(async (transaction) => {
    if (await hasAccounts(transaction)) return undefined;
    // Nodes that start together take turns here: the second one then finds the accounts.
    await raiseSettingsVersion(transaction);
    if (await hasAccounts(transaction)) return undefined;
    const here = within(admin, transaction);
    const { roshan, naya } = await buildWorld(here, links);
    // Whoever tries a registration gets its codes by the account that has everything.
    const template = roshan.templates.find(({ name }) => name === OTP_TEMPLATE.name);
    if (template !== undefined) {
      const { accountId } = roshan;
      const { templateId } = template;
      must(await nameCodeSender(here, { accountId, sender: DEMO_SENDERS.shortCode, templateId }));
    }
    must(await approveWording(here, { which: 'all' }));
    const person = { password: undefined };
    const staffEmail = 'staff@paigham.example';
    const staff = { ...person, email: staffEmail, name: 'Ayesha Khan', works: 'staff' } as const;
    const ownerEmail = 'owner@roshan.example';
    const ownerWorks = { accountId: roshan.accountId, role: 'owner' } as const;
    const owner = { ...person, email: ownerEmail, name: 'Bilal Ahmed', works: ownerWorks };
    const demo: Demo = {
      baseUrl,
      apiKey: roshan.apiKey,
      accountId: String(roshan.accountId),
      unverifiedApiKey: naya.apiKey,
      unverifiedTemplates: naya.templates.map(templateEntry),
      staff: { email: staffEmail, password: must(await createUser(here, staff)).password },
      owner: { email: ownerEmail, password: must(await createUser(here, owner)).password },
      senders: DEMO_SENDERS,
      templates: roshan.templates.map(templateEntry),
      chatappId: '',
      chatTemplates: [],
    };
    save(demo);
    return demo;
  });
}

async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await listAccounts(reader, { afterId: 0, most: 1 })).length > 0;
}

function templateEntry(template: BuiltTemplate): DemoTemplateEntry {
  const { templateId, name, message, variableNames, state } = template;
  return { id: String(templateId), name, message, variables: variableNames, state };
}
