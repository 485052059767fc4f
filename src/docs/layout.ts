/** The frame of every page: its head, the navigation, and its security policy. */

import { escapeHtml } from '../kit/escape-html.ts';

export type Link = { readonly href: string; readonly title: string };

export type Frame = {
  readonly title: string;
  /** The page's path, so that the navigation highlights it. */
  readonly path: string;
  /** Trusted HTML. */
  readonly content: string;
  /** The headings of the page. */
  readonly contents?: readonly Link[];
  /** Style sheets of this page only. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** It uses the full width. */
  readonly isWide?: boolean;
};

export type Navigation = readonly { readonly title: string; readonly links: readonly Link[] }[];

export const ASSETS = '/docs/assets';

/**
 * Nothing from elsewhere, nothing inline: anything active that got into a page by mistake would not
 * run. The pictures in the reference's style sheet are data URLs.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole page in HTML. */
export function renderFrame(frame: Frame, navigation: Navigation): string {
  const { title, path, content, contents = [], styles = [], scripts = [], isWide = false } = frame;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} – Paigham</title>`,
    `<link rel="icon" href="${ASSETS}/icon.svg" type="image/svg+xml">`,
    ...[`${ASSETS}/docs.css`, ...styles].map((it) => `<link rel="stylesheet" href="${it}">`),
    ...[`${ASSETS}/docs.js`, ...scripts].map((it) => `<script defer src="${it}"></script>`),
  ];
  const onThisPage =
    contents.length < 2
      ? ''
      : '<nav class="contents" aria-label="On this page"><h2>On this page</h2>' +
        `<ul>${items(contents)}</ul></nav>`;
  return [
    `<!doctype html><html lang="en"><head>${head.join('')}</head>`,
    `<body${isWide ? ' class="is-wide"' : ''}><a class="skip" href="#main">Skip to the text</a>`,
    '<header><a class="brand" href="/docs">Paigham <span lang="ur" dir="rtl">پیغام</span></a>',
    '<div class="search"><input type="search" placeholder="Search" aria-label="Search the pages"',
    ' autocomplete="off" spellcheck="false" disabled><ul class="found" hidden></ul></div>',
    '<details class="menu"><summary>Menu</summary>',
    `${renderNavigation(path, navigation)}</details></header>`,
    `<div class="columns"><div class="side">${renderNavigation(path, navigation)}</div>`,
    `<main id="main" tabindex="-1">${content}</main>${onThisPage}</div></body></html>\n`,
  ].join('');
}

function renderNavigation(path: string, navigation: Navigation): string {
  const chapters = navigation.map(
    ({ title, links }) => `<h2>${escapeHtml(title)}</h2><ul>${items(links, path)}</ul>`,
  );
  return `<nav aria-label="Pages">${chapters.join('')}</nav>`;
}

function items(links: readonly Link[], here?: string): string {
  return links
    .map(({ href, title }) => {
      const current = href === here ? ' aria-current="page"' : '';
      return `<li><a href="${escapeHtml(href)}"${current}>${escapeHtml(title)}</a></li>`;
    })
    .join('');
}
