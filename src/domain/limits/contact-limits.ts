import type { Limit } from './limit.ts';

/** People whom accounts know. */
export const CONTACT_LIMITS = {
  contactsOfAccount: {
    value: 2_000_000,
    why: 'twice the rows of the largest file; a kilobyte of disk each, with its indexes',
  },
  contactsUnverified: { value: 10_000, why: 'of an account that nobody has verified' },
  contactNameCharacters: { value: 100, why: 'as long as other names' },
  contactTags: { value: 50, why: 'of one contact, or in one filter' },
  contactTagCharacters: { value: 40, why: 'a word or a few, that a list can show' },
  contactFields: { value: 50, why: 'of one contact: the columns of a shop’s export' },
  contactFieldNameCharacters: { value: 40, why: 'a heading' },
  contactFieldCharacters: { value: 300, why: 'an address; longer ones do not fit into a text' },
  contactsChanged: { value: 5_000, why: 'rows that one statement writes' },
  contactsRead: { value: 20_000, why: 'in memory while a file of them is written: some MB' },
  contactRowsShown: { value: 20, why: 'rows of an import that are shown as wrong' },
  contactFilesAtOnce: { value: 4, why: 'files of contacts that a node writes for sends at once' },
  consentsOfAccount: {
    value: 4_000_000,
    why: 'one for each channel of all the contacts it may have',
  },
  consentsImported: { value: 10_000, why: 'consents recorded by one request, in one commit' },
  consentsUnverified: { value: 10_000, why: 'of an account that nobody has verified' },
  consentWordingCharacters: { value: 1_000, why: 'what a form or a checkout says' },
  consentProofCharacters: { value: 500, why: 'an address, an IP, an order' },
  joinFormsOfAccount: { value: 50, why: 'a shop, a counter, a poster each' },
  joinCodesPerNumber: { value: 3, why: 'in a day: nobody’s phone is to be flooded' },
  joinCodesPerAddress: {
    value: 100,
    why: 'in a day; mobile operators have many people behind one address',
  },
  joinCodesPerAccount: { value: 2_000, why: 'in a day: strangers spend an account’s credit' },
  segmentsOfAccount: { value: 200, why: 'people choose among them' },
  vcardLineCharacters: { value: 32_767, why: 'a line of a vCard, unfolded, without its photo' },
} as const satisfies Record<string, Limit>;
