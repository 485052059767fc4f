import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';

export type ValidityRules = Pick<SmppLinkConfig, 'validity' | 'serverUtcOffsetMinutes'>;

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Longer than any validity of ours; a relative period counts days in two digits. */
const mostMinutes = 28 * dayMinutes;

/**
 * validity_period of a message (SMPP 3.4, 7.1.1) that nobody wants after `expiresAtMs`
 * (milliseconds since 1970, as `nowMs`): rounded up to whole minutes, which is as exact as
 * operators are, and at least one, because some refuse what has ended.
 */
export function writeValidity(expiresAtMs: number, rules: ValidityRules, nowMs: number): string {
  if (rules.validity === 'none') return '';
  const left = Math.ceil((expiresAtMs - nowMs) / minuteMs);
  const minutes = Math.min(Math.max(left, 1), mostMinutes);
  if (rules.validity === 'relative') {
    const days = Math.floor(minutes / dayMinutes);
    const hours = Math.floor((minutes % dayMinutes) / 60);
    return `0000${pad(days)}${pad(hours)}${pad(minutes % 60)}00000R`;
  }
  const offset = rules.serverUtcOffsetMinutes;
  const endMinute = Math.ceil(nowMs / minuteMs) + minutes + offset;
  const digits = new Date(endMinute * minuteMs).toISOString().replaceAll(/\D/g, '');
  const quarters = pad(Math.abs(offset) / 15);
  // YYMMDDhhmm, seconds and tenths 0, quarter hours ahead of UTC or behind.
  return `${digits.slice(2, 12)}000${quarters}${offset < 0 ? '-' : '+'}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');
