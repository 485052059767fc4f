const HINTS = 'Next|To undo|To see its effect|To list the numbers|Its messages|More|Older ones';
const HINT = new RegExp(`(?:^| )(?:${HINTS}): paigham .*$`);

/** The service speaks to a terminal as well: a command is of no use in a page. */
export const withoutCommand = (said: string): string =>
  said
    .replace(/ See "paigham [^"]*"\.?$/, '')
    .replace(/[:;,] see "?paigham [^"]*"?(?:, "[^"]*")?(?=\.?$)/, '')
    .replace(HINT, '');
