import { mkdirSync } from 'node:fs';
import { beforeAll, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { addTemplate } from '../../src/features/templates/templates.operations.ts';
import { approveWording } from '../../src/features/wordings/wordings.operations.ts';
import { addCredit } from '../../src/features/credit/credit.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { startWordingOf, START_WORDINGS, forAccount } from '../../src/domain/template/wordings.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { addPerson } from '../support/people.ts';
import { openSite, type Site } from './browser.ts';

const DIR = '/tmp/h27-tour';
let story: ChatStory;
let site: Site;
void startWordingOf;
beforeAll(async () => {
  mkdirSync(DIR, { recursive: true });
  story = await beginChatStory({ config: { creditSecondPersonRupees: 1000 } } as never);
  const { admin } = story.paigham.world;
  const { accountId } = story.shop;
  await addPerson(admin, 'sana@chaman.example', { accountId, role: 'owner' });
  await addPerson(admin, 'bilal@chaman.example', { accountId, role: 'manager' });
  for (const role of ['finance', 'approvals', 'operations', 'admin'] as const) {
    await addPerson(admin, `${role}@staff.example`, { staffRole: role });
  }
  must(await addSender(admin, { accountId, name: 'ChamanPk', route: 'branded' }));
  must(await decideSender(admin, { accountId, name: 'ChamanPk', state: 'approved' }));
  must(await approveWording(admin, { which: 'all' }));
  const other = await story.paigham.world.addAccount({ name: 'Chaman Pk', rupees: '5' });
  must(await addSender(admin, { accountId: other.accountId, name: 'Chaman-Pk', route: 'branded' }));
  const w = START_WORDINGS.find(({ id }) => id === 'order_placed_en');
  if (w) {
    const { name, message, category, variables } = forAccount(w, 'Chaman Pk');
    must(await addTemplate(admin, { accountId: other.accountId, name, message, category, variables } as never));
  }
  const fin = { ...admin, actor: 'staff:finance@staff.example' };
  await addCredit(fin, { accountId, amountMicros: micros(500_000_000n), reference: 'bank 17', sharedReference: false } as never);
  await addCredit(fin, { accountId, amountMicros: micros(5_000_000_000_000n), reference: 'bank 18', sharedReference: false } as never);
  const atMs = wallClock.nowMs();
  await story.write('923001234569', 'Do you have it in blue?', { atMs: atMs - 25 * 3_600_000 });
  await story.write('923001234570', 'السلام علیکم، کیا آپ اتوار کو کھلے ہیں؟');
  site = await openSite(story.paigham);
}, 300_000);

const LOOK = { window: 'phone', colours: 'dark', locale: 'ur' } as const;
const pages: readonly (readonly [string, string, string, object])[] = JSON.parse(process.env['TOUR'] ?? '[]');
it('is looked at', async () => {
  const { admin } = story.paigham.world;
  for (const [who, path, name, look] of pages) {
    if (path === 'WITHDRAW') {
      must(await setAccount(admin, { accountId: story.shop.accountId, verified: false }));
      continue;
    }
    const page = await site.openAs(who, path, { ...LOOK, ...look });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.screenshot({ path: `${DIR}/${name}.png`, fullPage: true });
  }
}, 600_000);
