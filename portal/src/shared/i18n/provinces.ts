import type { Account } from '../api/types.ts';

type Names = { readonly en: string; readonly ur: string };

/** What provinces are called, in forms of staff and in the settings of an account. */
export const PROVINCE_WORDS: Readonly<Record<NonNullable<Account['province']>, Names>> = {
  punjab: { en: 'Punjab', ur: 'پنجاب' },
  sindh: { en: 'Sindh', ur: 'سندھ' },
  khyber_pakhtunkhwa: { en: 'Khyber Pakhtunkhwa', ur: 'خیبر پختونخوا' },
  balochistan: { en: 'Balochistan', ur: 'بلوچستان' },
  islamabad: { en: 'Islamabad', ur: 'اسلام آباد' },
  azad_kashmir: { en: 'Azad Kashmir', ur: 'آزاد کشمیر' },
  gilgit_baltistan: { en: 'Gilgit-Baltistan', ur: 'گلگت بلتستان' },
};
