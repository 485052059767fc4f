import type { Limit } from './limit.ts';

/** Links to files, and what is read from files. */
export const FILE_LIMITS = {
  fetchLinkCharacters: { value: 2_048, why: 'a link to a file; share links have a few hundred' },
  fetchRedirects: {
    value: 5,
    why: 'storage services use two or three; each target is checked again',
  },
  fetchConnectMs: { value: 10_000, why: 'DNS, connection and TLS of one request for a file' },
  fetchAnswerMs: { value: 20_000, why: 'services that generate the file first take some seconds' },
  fetchTotalMs: { value: 120_000, why: '100 MB at 1 MB/s; the caller waits meanwhile' },
  fetchPaceMs: { value: 10_000, why: 'the window in which the speed of a download is measured' },
  fetchPaceBytes: { value: 50_000, why: 'a download that brings less in a window is aborted' },
  unknownLinksPerMinute: {
    value: 60,
    why: 'short links that nobody was given, of one address; people mistype a few',
  },
  clicksOfLink: { value: 1_000, why: 'clicks counted on a short link; a person has a few' },
  clicksGathered: {
    value: 20_000,
    why: 'short links opened within a second whose clicks a node holds until they are written',
  },
  linkDomainsLookedAt: {
    value: 50,
    why: 'domains for short links looked at in one round of ten minutes; each once a day',
  },
  uploadsAtOnce: {
    value: 6,
    why: 'uploads that a node receives at once, each up to 100 MB on its disk',
  },
  uploadsPerAccount: { value: 2, why: 'of those, for one account: others get through' },
  uploadsOpen: {
    value: 20,
    why: 'uploads of one account that wait or are being read, each up to 100 MB in the database',
  },
  uploadsRead: { value: 2, why: 'of the files that a node reads at once, those answered with 202' },
  uploadChunkBytes: { value: 1024 * 1024, why: 'bytes of an upload in one row' },
  uploadsScheduled: {
    value: 20,
    why: 'campaigns of one account that wait for their time, with files of up to 100 MB each',
  },
  fallbackLeastMinutes: {
    value: 5,
    why: 'until a text follows a chat message: most phones that are on have it in seconds',
  },
  fallbackMostMinutes: { value: 1_440, why: 'the same; what is a day late is a new campaign' },
  fallbackHours: { value: 24, why: 'that such a text is tried again, as for want of credit' },
  fallbackRows: { value: 500, why: 'that are looked at, and texts that are accepted, at a time' },
  uploadTries: {
    value: 20,
    why: 'tries after temporary failures; the backoff doubles up to four minutes',
  },
  uploadFields: { value: 32, why: 'form fields of an upload besides its file; there are ten' },
  uploadNameCharacters: { value: 200, why: 'characters of a file’s name that are kept' },
  uploadTotalMs: { value: 900_000, why: '100 MB at 120 kB/s, a home connection' },
  uploadPaceMs: { value: 10_000, why: 'the window in which the speed of an upload is measured' },
  uploadPaceBytes: { value: 20_000, why: 'an upload that brings less in a window is aborted' },
  fileBytes: { value: 100 * 1024 * 1024, why: 'contract section 8; a million rows take 60 MB' },
  fileUnpackedBytes: {
    value: 1024 * 1024 * 1024,
    why: 'contract section 8; a million rows of five columns take 250 MB of XML',
  },
  fileRows: { value: 1_048_576, why: 'contract section 8: the rows of an Excel sheet' },
  fileColumns: { value: 702, why: 'column ZZ, the last that a placeholder can name' },
  fileCells: { value: 20_000_000, why: 'nineteen filled columns in a million rows' },
  fileCellCharacters: { value: 32_767, why: 'the most an Excel cell can hold' },
  fileRowCharacters: { value: 1024 * 1024, why: 'one row of text, or one text of a workbook' },
  fileSharedStrings: { value: 10_000_000, why: 'distinct texts of a workbook' },
  fileSharedCharacters: {
    value: 256 * 1024 * 1024,
    why: 'kept in memory while the sheet is read, one or two bytes each',
  },
  fileZipEntries: { value: 10_000, why: 'a workbook has a dozen parts and some pictures' },
  fileSheets: { value: 1_000, why: 'sheets of a workbook; a million would be an attack' },
  fileHeapBytes: {
    value: 512 * 1024 * 1024,
    why: 'memory of the process that reads; a full .xls of five columns takes 300 MB',
  },
  fileWorkMs: { value: 120_000, why: 'the largest workbook takes about 20 s of one core' },
  filesAtOnce: {
    value: 4,
    why: 'files that a node reads at once; each takes a process and up to 100 MB of disk',
  },
  filesOfAccount: {
    value: 3,
    why: 'of those, for one account: slow links leave one to the others',
  },
  filesWaiting: { value: 100, why: 'personalised sends that wait to be read' },
  filesWaitingOfAccount: { value: 50, why: 'of those, for one account' },
  fileWaitMs: { value: 10_000, why: 'how long they wait before they get a 503' },
  fileReadings: {
    value: 3,
    why: 'how often a file is read for one send when prices, hours, caps or credit change',
  },
  filePieces: {
    value: 2,
    why: 'pieces of one file written at once; more gain nothing and use up connections',
  },
  rowsNamed: { value: 3, why: 'rows that a refusal names; a batch keeps all that were left out' },
  rowsInAnswer: {
    value: 1_000,
    why: 'left-out rows that an answer lists along with those accepted',
  },
  leftOutCharacters: {
    value: 1_000_000,
    why: 'characters of left-out rows that a dry run gives back whole, to be mended',
  },
  examplesInAnswer: { value: 3, why: 'rendered texts that a dry run shows' },
  shownCharacters: {
    value: 40,
    why: 'characters of a bad number kept for a row that was left out',
  },
  previewRows: {
    value: 10,
    why: 'rows of a file that a look into it shows, and of those left out',
  },
  previewSamples: { value: 3, why: 'cells of each column that a look into a file shows' },
  previewCharacters: {
    value: 100,
    why: 'characters of a cell that a look into a file shows; 702 columns stay below 3 MB',
  },
  removedMessages: {
    value: 5_000,
    why: 'messages of an abandoned batch removed in one commit; a million would stall the database',
  },
  documentBytes: {
    value: 5 * 1024 * 1024,
    why: 'a document of a verification; a photo of a phone has 2 to 4 MB',
  },
  documentPixels: {
    value: 100_000_000,
    why: 'a few bytes can unpack to gigabytes where somebody looks at a picture; cameras have 50',
  },
  documentsPerDay: {
    value: 20,
    why: 'documents that one account may submit in 24 hours; there are five',
  },
  strayFileMs: {
    value: 3_600_000,
    why: 'age at which a file of a dead process is deleted from the folder of files',
  },
} as const satisfies Record<string, Limit>;
