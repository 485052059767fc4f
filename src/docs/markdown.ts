/**
 * Turns a page of docs/ into HTML. Nothing in a page is executed or fetched: HTML is shown as text,
 * pictures as their alternative text, and links lead to other pages or to the web.
 */
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../kit/escape-html.ts';

/** The text under one heading, for search and the table of contents. */
type Section = {
  readonly id: string;
  readonly title: string;
  /** 1 for the page itself. */
  readonly depth: number;
  /** Its words without markup. */
  readonly text: string;
};

export type RenderedPage = {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
};

export type Example = { readonly language: string; readonly code: string };

type Around = {
  /** Where a link of this page leads; undefined: to nothing that is served, so it becomes text. */
  readonly resolve: (href: string) => string | undefined;
  /** The program that a link of this page names; undefined: it names none. */
  readonly exampleOf: (href: string) => Example | undefined;
};

export function renderMarkdown(markdown: string, { resolve, exampleOf }: Around): RenderedPage {
  const ids = new Map<string, number>();
  const sections: { id: string; title: string; depth: number; text: string }[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) =>
        text.trimStart().startsWith('<!--') ? '' : escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      code: ({ text, lang = '' }: Tokens.Code) => renderCode(text, lang),
      heading({ tokens, depth }: Tokens.Heading) {
        const { id = '' } = sections[headings++] ?? {};
        const content = this.parser.parseInline(tokens);
        const anchor = depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-label="Link">#</a>`;
        return `<h${depth} id="${id}">${content}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const target = resolve(href);
        if (target === undefined) return content;
        const outside = /^https?:/.test(target) ? ' rel="noreferrer"' : '';
        return `<a href="${escapeHtml(target)}"${outside}>${content}</a>`;
      },
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const head = token.header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
          : '';
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="wide"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      list(token: Tokens.List) {
        const examples = token.items.map((item) => exampleIn(item, exampleOf));
        return examples.every((it) => it !== undefined) ? renderExamples(examples) : false;
      },
    },
  });
  let headings = 0;
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = textOf(token);
      sections.push({ id: idOf(title, ids), title, depth: Number(token['depth']), text: '' });
    } else if (token.type !== 'html') {
      const last = sections.at(-1);
      if (last !== undefined) last.text = `${last.text} ${textOf(token)}`.trim();
    }
  }
  return { title: sections[0]?.title ?? '', html: marked.parser(tokens), sections };
}

/** As repository hosts make them, because pages are read there, too. */
function idOf(title: string, taken: Map<string, number>): string {
  const base = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const times = taken.get(base) ?? 0;
  taken.set(base, times + 1);
  return times === 0 ? base : `${base}-${times}`;
}

/** The text of a token and everything in it. */
function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map(textOfCell)).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(textOf).join(' ');
  const inner = 'tokens' in token ? token.tokens : undefined;
  if (inner !== undefined && inner.length > 0) return inner.map(textOf).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

const textOfCell = ({ tokens }: Tokens.TableCell): string => tokens.map(textOf).join('');

/** Commands are separated from their output, and only commands are copied. */
function renderCode(text: string, language: string): string {
  const isConsole = language === 'console';
  const lines = isConsole ? text.split('\n').map(consoleLine).join('\n') : escapeHtml(text);
  const kind = /^\w+$/.test(language) ? ` data-language="${language}"` : '';
  return `<div class="code"><pre tabindex="0"${kind}><code>${lines}</code></pre></div>\n`;
}

function consoleLine(line: string): string {
  return line.startsWith('$ ')
    ? `<span class="command">${escapeHtml(line.slice(2))}</span>`
    : `<span class="answer">${escapeHtml(line)}</span>`;
}

/** The program that a list item names, if the item contains nothing else. */
function exampleIn(item: Tokens.ListItem, exampleOf: Around['exampleOf']): Example | undefined {
  const [block, ...others] = item.tokens;
  const inner = block !== undefined && 'tokens' in block ? (block.tokens ?? []) : [];
  const [link, ...rest] = inner;
  if (others.length > 0 || rest.length > 0 || link?.type !== 'link') return undefined;
  return exampleOf(String(link['href']));
}

/** Equivalent programs, side by side; docs.js shows one at a time. */
function renderExamples(examples: readonly Example[]): string {
  const panels = examples.map(
    ({ language, code }) =>
      `<section data-example="${escapeHtml(language)}"><h4>${escapeHtml(language)}</h4>` +
      `${renderCode(code.trimEnd(), '')}</section>`,
  );
  return `<div class="examples">${panels.join('')}</div>\n`;
}
