/**
 * Links that people copy from the storage services open a page about the file. Each row turns such
 * a link into the one that gives the file itself.
 */
type Site = {
  readonly host: RegExp;
  /** Matched against the path; its first group is the file's id. */
  readonly path: RegExp;
  /** undefined: not a link to a file. */
  readonly download: (url: URL, id: string) => string | undefined;
};

/** The tab of a spreadsheet that the link was copied from; the first needs none. */
function tabOf(url: URL): string | undefined {
  const gid = /(?:^|[#&])gid=(\d+)/.exec(url.hash)?.[1] ?? url.searchParams.get('gid');
  return gid === null || gid === '0' ? undefined : gid;
}

function googleFile(url: URL, id: string): string {
  const key = url.searchParams.get('resourcekey');
  const rest = key === null ? '' : `&resourcekey=${encodeURIComponent(key)}`;
  return `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t${rest}`;
}

function withParameter(url: URL, name: string, value: string): string {
  const download = new URL(url);
  download.searchParams.set(name, value);
  return download.href;
}

const GOOGLE_ID = '[\\w-]{10,}';

const sites: readonly Site[] = [
  {
    host: /^docs\.google\.com$/,
    path: new RegExp(`^/spreadsheets/(?:u/\\d+/)?d/e/(${GOOGLE_ID})/pub(?:html)?$`),
    download: (_, id) => `https://docs.google.com/spreadsheets/d/e/${id}/pub?output=xlsx`,
  },
  {
    host: /^docs\.google\.com$/,
    path: new RegExp(
      `^/spreadsheets/(?:u/\\d+/)?d/(${GOOGLE_ID})(?:/(?:edit|view|preview|copy))?/?$`,
    ),
    download(url, id) {
      const tab = tabOf(url);
      const form = tab === undefined ? 'format=xlsx' : `format=csv&gid=${tab}`;
      return `https://docs.google.com/spreadsheets/d/${id}/export?${form}`;
    },
  },
  {
    host: /^drive\.google\.com$/,
    path: new RegExp(`^/file/(?:u/\\d+/)?d/(${GOOGLE_ID})(?:/|$)`),
    download: googleFile,
  },
  {
    host: /^drive\.google\.com$/,
    path: /^\/(?:open|uc)$()/,
    download(url) {
      const id = url.searchParams.get('id');
      return id !== null && /^[\w-]{10,}$/.test(id) ? googleFile(url, id) : undefined;
    },
  },
  {
    host: /^(?:www\.)?dropbox\.com$/,
    path: /^\/(?:s|scl\/fi|sh)\/([^/]+)/,
    download: (url) => withParameter(url, 'dl', '1'),
  },
  {
    host: /^(?:1drv\.ms|onedrive\.live\.com)$/,
    path: /^\/(.+|$)/,
    download(url) {
      const id = Buffer.from(url.href).toString('base64url');
      return `https://api.onedrive.com/v1.0/shares/u!${id}/root/content`;
    },
  },
  {
    host: /^[\w-]+\.sharepoint\.com$/,
    path: /^\/:[a-z]:\/([^/]+)/,
    download: (url) => withParameter(url, 'download', '1'),
  },
];

/** The direct link for a share link that we know; any other link unchanged. */
export function rewriteShareLink(link: string): string {
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.username !== '' || url.password !== '' || url.port !== '') return link;
  for (const { host, path, download } of sites) {
    const match = host.test(url.hostname) ? path.exec(url.pathname) : null;
    const rewritten = match === null ? undefined : download(url, match[1] ?? '');
    if (rewritten !== undefined) return rewritten;
  }
  return link;
}
