import type { Limit } from './limit.ts';

/** Links to files, and what is read in files. */
export const FILE_LIMITS = {
  fetchLinkCharacters: { value: 2_048, why: 'a link to a file; share links have some hundred' },
  fetchRedirects: { value: 5, why: 'storage services take two or three; each is vetted anew' },
  fetchConnectMs: { value: 10_000, why: 'names, connection and TLS of one request for a file' },
  fetchAnswerMs: { value: 20_000, why: 'services that make the file first take some seconds' },
  fetchTotalMs: { value: 120_000, why: '100 MB at 1 MB/s; the caller waits as long' },
  fetchPaceMs: { value: 10_000, why: 'a window for the slowest pace of a file that comes' },
  fetchPaceBytes: { value: 50_000, why: 'what comes slower in a window is a drip, and cut' },
  uploadsAtOnce: {
    value: 6,
    why: 'uploads that one node receives at a time, each up to 100 MB on its disk',
  },
  uploadsPerAccount: { value: 2, why: 'of those, of one account: others get through' },
  uploadsOpen: {
    value: 20,
    why: 'uploads of one account that wait or are read, each up to 100 MB in the database',
  },
  uploadsRead: { value: 2, why: 'of the files that one node reads, those taken with 202' },
  uploadChunkBytes: { value: 1024 * 1024, why: 'a piece of an upload: one row of the database' },
  uploadTries: {
    value: 20,
    why: 'how often an upload is tried whose causes pass; pauses double up to four minutes',
  },
  uploadFields: { value: 32, why: 'fields of an upload besides its file; it has ten' },
  uploadNameCharacters: { value: 200, why: 'of the name of a file that are kept' },
  uploadTotalMs: {
    value: 900_000,
    why: '100 MB at 120 kB/s: a file that somebody uploads at home',
  },
  uploadPaceMs: { value: 10_000, why: 'a window for the slowest pace of an upload' },
  uploadPaceBytes: { value: 20_000, why: 'what comes slower in a window is a drip, and cut' },
  fileBytes: { value: 100 * 1024 * 1024, why: 'contract section 8; a million rows have 60 MB' },
  fileUnpackedBytes: {
    value: 1024 * 1024 * 1024,
    why: 'contract section 8; a million rows of five columns have 250 MB of XML',
  },
  fileRows: { value: 1_048_576, why: 'contract section 8: what a sheet of Excel holds' },
  fileColumns: { value: 702, why: 'column ZZ, the last that can be referred to' },
  fileCells: { value: 20_000_000, why: 'nineteen filled columns in a million rows' },
  fileCellCharacters: { value: 32_767, why: 'what a cell of Excel holds' },
  fileRowCharacters: { value: 1024 * 1024, why: 'one row of text, and one text of a workbook' },
  fileSharedStrings: { value: 10_000_000, why: 'different texts of a workbook' },
  fileSharedCharacters: {
    value: 256 * 1024 * 1024,
    why: 'they are kept in memory while the sheet is read, one or two bytes each',
  },
  fileZipEntries: { value: 10_000, why: 'a workbook has a dozen parts, and some pictures' },
  fileSheets: { value: 1_000, why: 'sheets of a workbook; a million is an attack' },
  fileHeapBytes: {
    value: 512 * 1024 * 1024,
    why: 'memory of the program that reads; a full .xls of five columns takes 300 MB',
  },
  fileWorkMs: { value: 120_000, why: 'the largest workbook takes some 20 s of one core' },
  filesAtOnce: {
    value: 4,
    why: 'files read at a time by one node; each has a program, and up to 100 MB on the disk',
  },
  filesOfAccount: {
    value: 3,
    why: 'of those, of one account: whoever names slow links leaves one to the others',
  },
  filesWaiting: { value: 100, why: 'personalised sends that wait for one of those' },
  filesWaitingOfAccount: { value: 50, why: 'of those, of one account' },
  fileWaitMs: { value: 10_000, why: 'how long they wait; beyond it the door says 503' },
  fileReadings: {
    value: 3,
    why: 'how often a file is read for one send because prices, hours, caps or credit changed',
  },
  filePieces: {
    value: 2,
    why: 'pieces of one file written at a time; more gain nothing and take connections from others',
  },
  rowsNamed: { value: 3, why: 'rows that a refusal names; a batch keeps all that were left out' },
  rowsInAnswer: { value: 1_000, why: 'rows left out that an answer lists beside those accepted' },
  examplesInAnswer: { value: 3, why: 'texts that a dry run shows as people will read them' },
  shownCharacters: { value: 40, why: 'of column A, kept of a row that was left out' },
  removedMessages: {
    value: 5_000,
    why: 'messages of an abandoned batch removed in one commit; a million at once would stall',
  },
  strayFileMs: {
    value: 3_600_000,
    why: 'what lies in the folder of files for so long was left there by a program that died',
  },
} as const satisfies Record<string, Limit>;
