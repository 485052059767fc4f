import { firstNonGsmCharacter } from '@paigham/sms-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SHORT_CODE,
  faultOfSenderName,
  looksLike,
  mayBeTakenFor,
  priorityOf,
} from './sender.ts';

describe('two names', () => {
  it.each(['infosms', 'INFO SMS', 'lnfo-SMS', '1nf0.5ms'])('look alike: InfoSMS and %s', (name) => {
    expect(looksLike(name, 'InfoSMS')).toBe(true);
  });

  it.each(['InfoSMS PK', 'InfSMS', 'Notice'])('do not look alike: InfoSMS and %s', (name) => {
    expect(looksLike(name, 'InfoSMS')).toBe(false);
  });
});

describe('a name may be taken for RoshanStore', () => {
  it.each(['RoshanStor', 'RoshanStores', 'RoshenStore', 'RohsanStore', 'R0SHAN-ST0RE'])(
    '%s',
    (name) => {
      expect(mayBeTakenFor(name, 'RoshanStore')).toBe(true);
      expect(mayBeTakenFor('RoshanStore', name)).toBe(true);
    },
  );

  it.each([
    ['RoshanSt', 'RoshanStore'],
    ['StoreRoshan', 'RoshanStore'],
    ['UBL', 'HBL'],
    ['Bank A', 'Bank B'],
    ['123457', '123456'],
  ])('but %s not for %s', (name, other) => {
    expect(mayBeTakenFor(name, other)).toBe(false);
  });
});

describe('the name of a sender', () => {
  it.each([
    'InfoSMS',
    'Abc',
    'Elevenchars',
    'SMS Alert',
    'A&B-C_D.E',
    'B2B',
    DEFAULT_SHORT_CODE,
    '123',
    '123456789012345',
  ])('may be %j', (name) => {
    expect(faultOfSenderName(name)).toBeUndefined();
  });

  it.each([
    ['has two characters', 'Ab'],
    ['has twelve characters', 'Twelve chars'],
    ['has two digits', '12'],
    ['has sixteen digits', '1234567890123456'],
    ['is empty', ''],
    ['is blank', '   '],
    ['begins with a blank', ' Shop'],
    ['ends with a blank', 'Shop '],
    ['has a plus', '+92300'],
    ['has a slash', 'A/B'],
    ['has an accent', 'Café'],
    ['is in another script', 'روشن'],
    ['has digits of another script', '۸۵۸۴'],
    ['has an emoji', 'Shop😀'],
    ['has a second line', 'Shop\nA'],
    ['has a NUL', 'Shop\0'],
  ])('may not be used when it %s: %j', (_, name) => {
    expect(faultOfSenderName(name)).toEqual(expect.stringMatching(/./));
  });

  it('is GSM, and fits a message’s address, whenever it is accepted', () => {
    const unit = fc.constantFrom(...'Ab9 .&-_0157+/éÇ€۵\n'.split(''));
    fc.assert(
      fc.property(fc.string({ unit, minLength: 2, maxLength: 17 }), (name) => {
        if (faultOfSenderName(name) !== undefined) return;
        expect(firstNonGsmCharacter(name)).toBeUndefined();
        expect(name.length <= 11 || /^\d{1,15}$/.test(name)).toBe(true);
      }),
    );
  });
});

describe('the priority of a message', () => {
  it('is higher only for one-time codes', () => {
    expect(priorityOf('short_code', 1)).toBeGreaterThan(priorityOf('simple', 1));
    expect(priorityOf('branded', 1)).toBe(priorityOf('simple', 1));
  });

  it('is a campaign’s for a list of recipients, whatever the sender', () => {
    expect(priorityOf('short_code', 2)).toBe(priorityOf('simple', 2));
  });
});
