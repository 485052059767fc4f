/** `POST /v1/contacts/import` of the contacts of a phone, of damaged files and of large ones. */
import { expect, it } from 'vitest';
import { callBatches } from '../support/batches.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

const paigham = await sharedPaigham();
const shop = await openShop(paigham.world, { rupees: '1' });
const ask = v1At(paigham.baseUrl, shop.apiKey);
const batches = callBatches(paigham.baseUrl, shop);
const three = mobileOf(1, 803);

const importFile = async (file: string, fields: Readonly<Record<string, string>> = {}) =>
  (await batches.upload({ file, path: `/v1/contacts/import?${new URLSearchParams(fields)}` }))
    .body as unknown;

it('reads the contacts of a phone', async () => {
  const card = (lines: string) => `BEGIN:VCARD\r\nVERSION:2.1\r\n${lines}\r\nEND:VCARD\r\n`;
  const vcards =
    card(
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=D8=A7=\r\n=D8=AD=D9=85=D8=AF;;;\r\n' +
        `TEL;HOME:0421234567\r\nitem1.TEL;CELL:+${three}`,
    ) + card('FN:Office\r\nTEL:042111222333');
  expect(await importFile(vcards)).toMatchObject({
    kind: 'vcard',
    rows: 2,
    wrong: 1,
    added: 1,
    // Cards are counted as they stand in the file, which has no heading.
    wrong_rows: [{ row: 2, shown: expect.any(String) }],
  });
  expect((await ask(`GET /v1/contacts?search=${three}`)).body.data).toMatchObject([
    { name: 'احمد' },
  ]);
});

it('leaves out a card with a control character, and no other', async () => {
  const [whole, damaged] = [mobileOf(3, 3), mobileOf(3, 4)];
  const card = (name: string, number: string) =>
    ['BEGIN:VCARD', `FN:${name}`, `TEL:${number}`, 'END:VCARD'].join('\r\n');
  const cards = [card('Sa\x07na', damaged), card('Omar', whole)].join('\r\n');
  expect(await importFile(cards, { dry_run: 'true' })).toMatchObject({
    ...{ people: 1, wrong: 1 },
    wrong_rows: [{ row: 1, column: 'B', detail: expect.stringMatching(/^a control character/) }],
  });
});

const [one, two] = [mobileOf(2, 1), mobileOf(2, 2)];

it('counts who is in it twice as a repeat, however far apart', async () => {
  const many = Array.from({ length: 5_001 }, (_, at) => `92345${String(9_000_000 + at)},Ali`);
  const twice = ['Phone,Name', ...many, ...many.slice(0, 2)].join('\n');
  const counted = { rows: 5_003, people: 5_001, repeated: 2 };
  expect(await importFile(twice)).toMatchObject({ ...counted, added: 5_001, changed: 0 });
  expect(await importFile(twice)).toMatchObject({ ...counted, added: 0, changed: 5_001 });
});

it('leaves out the row whose cell is damaged, and says which cell', async () => {
  const damaged = `Phone,Name,Note\n${one},Sa\x07na,x\n${two},Omar,not taken\0`;
  const columns = 'mobile=A,name=B';
  expect(await importFile(damaged, { dry_run: 'true', columns })).toMatchObject({
    ...{ people: 1, wrong: 1 },
    wrong_rows: [{ row: 2, column: 'B', detail: expect.stringMatching(/^a control character/) }],
  });
});

it('says how many cards of a phone have several numbers, and takes the first', async () => {
  const [first, second] = [mobileOf(3, 1), mobileOf(3, 2)];
  const card = (...numbers: string[]) =>
    ['BEGIN:VCARD', 'FN:Omar', ...numbers.map((it) => `TEL:${it}`), 'END:VCARD'].join('\r\n');
  const cards = [card(first, second), card(second, `+${second}`), card('042111222333', second)];
  expect(await importFile(cards.join('\r\n'), { dry_run: 'true' })).toMatchObject({
    people: 2,
    several_numbers: 1,
  });
});
