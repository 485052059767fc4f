import { describe, expect, it } from 'vitest';
import { LINK_FIELDS, LINK_FIELD_NAMES, checkLinkConfig } from './link-config.ts';

const least = { host: 'smsc.example', systemId: 'paigham' };

describe('the configuration of a link', () => {
  it('needs a host and a login, and defaults the rest', () => {
    const checked = checkLinkConfig(least);
    expect(checked).toMatchObject({
      ok: true,
      config: { ...least, port: 2775, ambiguous: 'resubmit', receiptIdForm: 'text' },
    });
    expect(checkLinkConfig({ systemId: 'x' })).toMatchObject({ ok: false, field: 'host' });
    expect(checkLinkConfig({ host: 'x' })).toMatchObject({ ok: false, field: 'systemId' });
  });

  it('holds every whole number to its bounds', () => {
    for (const name of LINK_FIELD_NAMES) {
      const field = LINK_FIELDS[name];
      if (field.kind !== 'whole') continue;
      const isTaken = (value: unknown): boolean => checkLinkConfig({ ...least, [name]: value }).ok;
      expect([name, isTaken(field.least), isTaken(field.most)]).toEqual([name, true, true]);
      expect([name, isTaken(field.least - 1), isTaken(field.most + 1)]).toEqual([
        name,
        false,
        false,
      ]);
      expect([name, isTaken(1.5), isTaken('10'), isTaken(Number.NaN)]).toEqual([
        name,
        false,
        false,
        false,
      ]);
    }
  });

  it.each([
    ['systemId', 'a login of 16 c.'],
    ['systemId', 'sixteenletters16'],
    ['host', 'smsc example'],
    ['host', 'smsc\u0000'],
    ['ambiguous', 'both'],
    ['receiptLevel', ''],
    ['passwort', 'x'],
  ])('refuses %s = %j, naming it', (field, value) => {
    expect(checkLinkConfig({ ...least, [field]: value })).toMatchObject({ ok: false, field });
  });
});
