import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { LINK_FIELDS, checkLinkConfig } from './smpp-link-config.ts';

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

  it('checks every whole number against its limits', () => {
    for (const [name, field] of Object.entries(LINK_FIELDS)) {
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
    ['bind', 'receiver'],
    ['serviceType', 'sixlet'],
    ['addressRange', 'x'.repeat(41)],
    ['tlsAuthority', 'not a certificate'],
    ['tlsAuthority', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['serverUtcOffsetMinutes', 301],
    ['statusReasons', '0x45=nonsense'],
    ['receiptWords', 'DNDFAIL=nonsense'],
    ['receiptWords', 'DNDFAIL=failed,dndfail=rejected'],
    ['receiptWords', 'two words=failed'],
    ['statusReasons', ' '.repeat(4_001)],
  ])('refuses %s = %j, naming it', (field, value) => {
    expect(checkLinkConfig({ ...least, [field]: value })).toMatchObject({ ok: false, field });
  });

  it('takes several certificates as text, one after another', () => {
    const one = '-----BEGIN CERTIFICATE-----\nMIIB+/=\n-----END CERTIFICATE-----\n';
    for (const tlsAuthority of ['', one, `${one}\n${one}`]) {
      expect(checkLinkConfig({ ...least, tlsAuthority }).ok).toBe(true);
    }
    expect(checkLinkConfig({ ...least, tlsAuthority: `${one} and more` }).ok).toBe(false);
    const long = one.replace('MIIB', 'MIIB'.repeat(limit('certificateCharacters') / 4));
    expect(checkLinkConfig({ ...least, tlsAuthority: long }).ok).toBe(false);
  });

  it('has one receipt for a long text sent in one piece', () => {
    const whole = { ...least, longTexts: 'payload' };
    expect(checkLinkConfig(whole)).toMatchObject({ ok: false, field: 'receiptsPer' });
    expect(checkLinkConfig({ ...whole, receiptsPer: 'message' }).ok).toBe(true);
  });

  it('is unchanged where nothing new is given', () => {
    const checked = checkLinkConfig(least);
    expect(checked.ok && checked.config).toMatchObject({
      bind: 'transceiver',
      binds: 1,
      tls: 'off',
      interfaceVersion: '3.4',
      longTexts: 'udh',
      validity: 'none',
      alphanumericSenderTon: 5,
      destinationTon: 1,
      destinationNpi: 1,
      serviceType: '',
      statusReasons: '',
      receiptWords: '',
      receiptsByText: 'no',
    });
  });
});
