import { describe, expect, it } from 'vitest';
import { countedMailboxOf, mailboxOf } from './email.ts';

describe('whose mailbox is counted', () => {
  it.each([
    ['Zara+shop@Shop.example', 'zara@shop.example'],
    ['zara+a+b@shop.example', 'zara@shop.example'],
    ['z.a.r.a@shop.example', 'z.a.r.a@shop.example'],
    ['+zara@shop.example', '+zara@shop.example'],
    ['z.a.ra+x@gmail.com', 'zara@gmail.com'],
    ['Za.Ra@GoogleMail.com', 'zara@gmail.com'],
  ])('%s is %s', (email, mailbox) => expect(countedMailboxOf(email)).toBe(mailbox));

  it('is not who somebody is', () => {
    expect(mailboxOf('Zara+shop@gmail.com')).toBe('zara+shop@gmail.com');
  });
});
