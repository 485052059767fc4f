import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
let paigham: Say;

beforeAll(async () => {
  paigham = openTerminal(database, world.admin, { input: 'secret\n' });
});

/** One line of words without blanks in them. */
const say = (line: string): Promise<Said> => paigham(...line.split(' '));
const json = async (line: string): Promise<unknown> => {
  const { out, err } = await say(`${line} --json`);
  return err === '' ? JSON.parse(out) : JSON.parse(err).error.message;
};
const snapshot = (accountId: number) => readSnapshot(database, accountId as AccountId, 0);

describe('a day of staff, by words', () => {
  it('shows which keys still open anything', async () => {
    const created = await paigham('account', 'create', 'Keys Alone', '--json');
    const { id } = JSON.parse(created.out) as { id: number };
    await say(`key rotate ${id} --grace 0 --yes`);
    expect(await json(`key list ${id}`)).toMatchObject([
      { state: 'active', expires_at: null },
      { state: 'ended', expires_at: expect.stringMatching(/^20\d\d-/) as string },
    ]);
  });

  it('opens an account that can send', async () => {
    const created = await paigham('account', 'create', 'New Shop', '--json');
    const { id, api_key: key } = JSON.parse(created.out) as { id: number; api_key: string };
    expect(key).toMatch(/^[\w-]{40,}$/);
    await say(`account set ${id} --verified on --fixed-content=on --ip-list 10.0.0.0/8,192.0.2.1`);
    await paigham('credit', 'add', 'New Shop', '250.50', '--reference', 'invoice 1');
    await say(`sender add ${id} NewShop branded`);
    await say(`sender approve ${id} NewShop`);
    const wording = 'Your code is #code#';
    const proposed = [
      'template',
      'add',
      'New Shop',
      'Code',
      wording,
      '--variables',
      'code:digits:6',
    ];
    const { out } = await paigham(...proposed, '--json');
    const { id: templateId } = JSON.parse(out) as { id: number };
    await say(`template approve ${id} ${templateId}`);
    const account = await snapshot(id);
    expect(account).toMatchObject({
      name: 'New Shop',
      verified: true,
      fixedContent: true,
      ipList: ['10.0.0.0/8', '192.0.2.1/32'],
    });
    expect(account?.sendersByName.get('NewShop')).toMatchObject({ state: 'approved' });
    expect([...(account?.templates.values() ?? [])]).toMatchObject([
      { state: 'approved', variables: [{ name: 'code', type: 'digits', maxLength: 6 }] },
    ]);
    expect(await json(`account show ${id}`)).toMatchObject({ balance: '250.50', keys: 1 });
  });

  it('disables it, enables it and rotates its key', async () => {
    const id = world.naya.accountId;
    expect(await json(`account disable ${id}`)).toMatchObject({ state: 'disabled' });
    expect(await json(`account enable ${id}`)).toMatchObject({ state: 'active' });
    expect(await json(`key rotate ${id} --now`)).toMatchObject({ old_keys: 1 });
    expect(await json(`account show ${id}`)).toMatchObject({ keys: 1 });
  });

  it('sets prices, operators, links and routing', async () => {
    expect(
      await json('tariff set simple 1.75 --operator SCO --from 2099-01-01 --yes'),
    ).toMatchObject({
      operator: 'SCO',
      per_part: '1.75',
      valid_from: '2099-01-01T00:00:00+05:00',
    });
    await say('operator add Onic');
    // Commands take a name in any case.
    expect((await say('operator add ONIC')).err).toContain('NAME is taken.');
    await say('prefix set Onic 9230099 9230098');
    expect(await json('operator list')).toContainEqual(
      expect.objectContaining({ name: 'Onic', prefixes: ['9230098', '9230099'] }),
    );
    const link = 'link add onic-1 --host 127.0.0.1 --system-id me --window-submits 20';
    expect(await json(`${link} --password-stdin`)).toMatchObject({ window_submits: 20 });
    expect(await json('link set onic-1 --rate-per-second 7')).toMatchObject({ rate_per_second: 7 });
    const clock = 'link set onic-1 --server-utc-offset-minutes=-300 --status-reasons';
    expect(await json(`${clock} 0x45=operator_queue_full`)).toMatchObject({
      server_utc_offset_minutes: -300,
      status_reasons: '0x45=operator_queue_full',
    });
    const wrong = await say('link set onic-1 --status-reasons 0x45=busy');
    expect(wrong.err).toContain('gives 0x45 no known reason');
    const whole = await say('link set onic-1 --long-texts payload');
    expect(whole.err).toContain('must be message where longTexts is payload');
    expect(await json('link disable onic-1')).toMatchObject({ enabled: false });
    await say('route set Onic onic-1 --sender-route short_code --priority 5');
    expect(await json('route list')).toContainEqual({
      operator: 'Onic',
      sender_route: 'short_code',
      category: 'any',
      account: 'any',
      link: 'onic-1',
      priority: 5,
      cost: '0.00',
      weight: 1,
      overflow: null,
      enabled: true,
      link_enabled: false,
    });
    await say('route remove Onic onic-1 --sender-route short_code --yes');
    const left = JSON.stringify(await json('route list'));
    expect(left).not.toContain('Onic');
  });

  it('says which rule a message would follow, and why the others lost', async () => {
    await say('route set any zong --priority 200 --cost 0.35');
    const said = await say('route explain 0300-1234567');
    expect(said.out).toContain('923001234567 is a number of Jazz: prefix 92300.');
    expect(said.out).toContain('WINS, and the message waits: the link is not up');
    expect(await json('route explain 923001234567 --network Zong')).toMatchObject({
      operator: 'Zong',
      operator_because: 'network names it',
      winner: 'zong',
      next_if_it_fails: null,
    });
    await say('operator point Telenor Ufone');
    const pointed = await json('route explain 923451234567 --sender-route simple');
    expect(pointed).toMatchObject({ operator: 'Telenor', carried_by: 'Ufone', winner: 'ufone' });
    expect(pointed).toMatchObject({
      rules: expect.arrayContaining([
        expect.objectContaining({ link: 'telenor', verdict: 'out: another operator' }),
        expect.objectContaining({ link: 'zong', verdict: 'lost: higher priority number' }),
      ]),
    });
    const chained = await paigham('operator', 'point', 'Zong', 'Telenor');
    expect(chained).toMatchObject({ code: 1, err: expect.stringMatching(/carried by another/) });
    await say('operator unpoint Telenor');
    expect(await json('route explain 923451234567')).toMatchObject({
      carried_by: null,
      winner: 'telenor',
    });
    await say('route remove any zong');
  });

  it('keeps the wishes of people, and the people', async () => {
    const id = world.roshan.accountId;
    expect(await json(`optout add ${id} 0300-1234567`)).toMatchObject({
      recipient: '923001234567',
    });
    expect(await json(`optout list ${id}`)).toMatchObject([{ scope: 'all', source: 'staff' }]);
    await say(`optout remove ${id} 923001234567`);
    expect(await say(`optout list ${id}`)).toMatchObject({ out: 'No opt-outs found.' });
    const user = await json('user add aamir@paigham.example --staff');
    expect(user).toMatchObject({ role: 'staff', password: expect.any(String) });
  });

  it('writes every change into the audit, with who and without secrets', async () => {
    const rows = await database.read(
      plain<{ readonly line: string }>(
        'test-audit-lines',
        "select actor || ' ' || action || ' ' || detail as line from audit order by id",
      ),
      [],
    );
    const text = rows.map(({ line }) => line).join('\n');
    for (const action of ['account.set', 'key.rotate', 'link.add', 'optout.remove']) {
      expect(text).toContain(`test ${action}`);
    }
    expect(text).not.toContain('secret');
  });
});

describe('answers for people', () => {
  it('show times and rupees in the audit, and durations as they are', async () => {
    await say('tariff set simple 1.75 --from 2099-12-01T09:00 --yes');
    const { out } = await say('audit list --action tariff.set --limit 1');
    expect(out).toContain('validFrom 2099-12-01T09:00:00+05:00');
    expect(out).toContain('partPrice 1.75 rupees');
    const rotated = await json('key rotate 1002');
    expect(rotated).toMatchObject({ account: 1002 });
    const [line] = (await json('audit list --action tariff.set --limit 1')) as readonly object[];
    expect(line).toMatchObject({ detail: { partPriceMicros: '1750000' } });
    expect((await say('audit list --action key.rotate')).out).toContain('graceMs 86400000');
  });

  it('stand in columns, numbers at the right', async () => {
    const { out } = await say('account list');
    const [heading, first] = out.split('\n');
    expect(heading).toMatch(/^ *id {2}name +state +verified +balance +keys$/);
    expect(first).toMatch(/^ *\d+ {2}Roshan Store +active +yes +10000\.00 +1$/);
  });
});

describe('wrong words', () => {
  it.each<[string, number, RegExp]>([
    ['', 2, /Usage/],
    ['acount list', 2, /no command "acount"\. Did you mean "account"\?.*paigham help/],
    ['account --data-dir x', 2, /^Usage: paigham COMMAND[^]*account list/],
    ['account --data-dir x lst', 2, /no command "account lst"/],
    ['price set', 2, /no command "price"\. Did you mean "tariff set"\?/],
    ['account lst', 2, /no command "account lst"\. Did you mean "account list"\?/],
    ['account show', 2, /ACCOUNT is missing/],
    ['account list more', 2, /Too many arguments/],
    [
      'account list --jsn',
      2,
      /Unknown option --jsn\. Did you mean --json\?[^]*account list --help/,
    ],
    ['account show nobody', 1, /no account named "nobody": see "paigham account list"/],
    ['account show 77', 1, /no account 77/],
    ['account set 1001', 2, /account set --help/],
    ['account set 1001 --verified maybe', 2, /--verified must be on or off/],
    ['account set 1002 --mnp-option on', 1, /--mnp-option needs --mnp-coverage on/],
    ['account set 1001 --ip-list here', 2, /--ip-list holds "here"/],
    ['credit add 1001 ten', 2, /RUPEES must be rupees/],
    ['credit add 1001 0', 2, /RUPEES must be more than 0/],
    ['key rotate 1001 --now --grace 3', 2, /--now and --grace/],
    ['sender add 1001 Shop other', 2, /ROUTE must be one of/],
    ['sender reject 1001 RoshanStore', 1, /--reason must say why/],
    [
      'template approve 1001 9999999',
      1,
      /TEMPLATE is not a template of this account: see "paigham template list"/,
    ],
    ['tariff set simple 1.75 --from 2020-01-01', 1, /--from must not lie in the past/],
    ['tariff set simple 1.75 --from yesterday', 2, /--from must be a day/],
    [
      'tariff set simple 1.75 --operator Nobody',
      1,
      /There is no operator "Nobody"\. Operators: Jazz/,
    ],
    ['link add x --system-id y --password z', 2, /--host is needed/],
    ['link add x --host h --system-id y', 2, /--password-stdin/],
    ['link set jazz --window-submits 1001', 2, /--window-submits must be a whole number from 1/],
    ['link set nobody --port 1', 1, /There is no link "nobody"\. Links: jazz/],
    ['route set Nobody jazz', 1, /There is no operator "Nobody"\. Operators: Jazz/],
    ['route set Jazz jazz --weight 0', 2, /--weight must be a whole number from 1/],
    ['route set Jazz jazz --category news', 2, /--category must be one of/],
    ['route set Jazz jazz --account 9999999', 1, /no account 9999999/],
    ['route remove Jazz jazz --category promotional', 1, /has no such route/],
    ['route explain 12', 2, /NUMBER must be a mobile number/],
    ['route explain 923991234567', 1, /No operator has a prefix/],
    ['operator point Telenor Zogn', 1, /no operator "Zogn"\. Did you mean "Zong"\? Operators:/],
    ['operator disable Nobody', 1, /There is no operator "Nobody"\. Operators: Jazz/],
    ['route explain 03001234567 --network Nobody', 1, /no operator "Nobody"\. Operators: Jazz/],
    ['route set Jazz jaz', 1, /no link "jaz"\. Did you mean "jazz"\? Links: jazz/],
    ['operator point Telenor Telenor', 1, /CARRIER must be another operator/],
    ['user add a@b.example', 2, /--staff, or --account/],
    ['user add a@b.example --account 1001 --role king', 2, /--role must be one of/],
    ['optout remove 1001 923009999999', 1, /^NUMBER has not opted out\.$/],
    ['lost list --link nosuch', 1, /^There is no link "nosuch"\. Links: jazz/],
    ['receipt list --link nosuch', 1, /^There is no link "nosuch"\./],
    ['credit add 1001 -5', 2, /^RUPEES must be /],
    ['credit add 1001 5 --refrence x', 2, /^Unknown option --refrence/],
    ['template validity 1001 501 0', 2, /^MINUTES must be from 1 to 1440, or usual\.$/],
    ['template validity 1001 501 -5', 2, /^MINUTES must be from 1 to 1440, or usual\.$/],
    ['template validity 1001 501 99999', 2, /^MINUTES must be from 1 to 1440, or usual\.$/],
    ['optout add 1001 12', 2, /NUMBER must be a Pakistani mobile number/],
  ])('%s → %i', async (line, code, sentence) => {
    const said = await paigham(...line.split(' ').filter((word) => word !== ''));
    expect(said).toEqual({ code, out: '', err: expect.stringMatching(sentence) });
  });
});

describe('for machines', () => {
  it('an error is JSON too, with its exit code', async () => {
    const wrong = await say('account list --jsno --json');
    expect(JSON.parse(wrong.err)).toEqual({
      error: { message: expect.stringMatching(/Unknown option --jsno/), exit_code: 2 },
    });
    const refused = await say('account show 77 --json');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(refused.err)).toEqual({
      error: { message: expect.stringMatching(/no account 77/), exit_code: 1 },
    });
    const unknown = await say('acount list --json');
    expect(JSON.parse(unknown.err)).toMatchObject({ error: { exit_code: 2 } });
  });

  it('options of every command may stand before it', async () => {
    const said = await say('--json --data-dir elsewhere account list');
    expect(JSON.parse(said.out)).toContainEqual(expect.objectContaining({ name: 'Roshan Store' }));
  });
});

describe('help', () => {
  it.each(['-h', 'account list -h', 'help account list'])('%s → 0', async (words) => {
    expect(await say(words)).toMatchObject({ code: 0, out: expect.stringContaining('Usage') });
  });

  it('of a validity says which minutes, and of times that they are Pakistan’s', async () => {
    expect((await say('template validity -h')).out).toContain("1 to 1440, or 'usual'");
    expect((await say('audit list -h')).out).toContain('Pakistan time');
  });

  it('tells the version', async () => {
    expect(await say('--version')).toEqual({ code: 0, out: 'paigham 1.2.3', err: '' });
  });

  it('is not what a value is taken for', async () => {
    expect(await say('account show help')).toMatchObject({
      code: 1,
      err: expect.stringContaining('named "help"'),
    });
  });

  it('is given without a database, for all, for a noun and for a command', async () => {
    const all = await say('help');
    expect(all).toMatchObject({ code: 0, out: expect.stringContaining('ledger explain ACCOUNT') });
    const noun = await say('account --help');
    expect(noun.out).toContain('account create NAME');
    expect(noun.out).not.toContain('ledger');
    const command = await say('link add --help');
    expect(command.out).toContain('--window-submits NUMBER');
  });
});
