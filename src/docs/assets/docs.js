// What pages of /docs do in the browser: copy, one language at a time, search. Without it they read
// as well.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Of a shell only the commands: answers would run as commands. */
function textOf(pre) {
  const commands = all('.command', pre).map((it) => it.textContent);
  return commands.length > 0 ? commands.join('\n') : pre.textContent;
}

for (const block of all('.code')) {
  const button = make('button', { className: 'copy', type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(textOf(block.querySelector('pre')));
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.append(button);
}

const CHOSEN = 'paigham-language';
const choosers = [];

function choose(language) {
  for (const chooser of choosers) chooser(language);
}

for (const group of all('.examples')) {
  const panels = all('[data-example]', group);
  const languages = panels.map((panel) => panel.dataset.example);
  const tabs = languages.map((language) => {
    const tab = make('button', { type: 'button', textContent: language });
    tab.setAttribute('role', 'tab');
    tab.addEventListener('click', () => {
      localStorage.setItem(CHOSEN, language);
      choose(language);
    });
    return tab;
  });
  const list = make('div', { className: 'tabs' }, ...tabs);
  list.setAttribute('role', 'tablist');
  group.prepend(list);
  for (const panel of panels) panel.querySelector('h4').hidden = true;
  choosers.push((wanted) => {
    const shown = languages.includes(wanted) ? wanted : languages[0];
    panels.forEach((panel, place) => (panel.hidden = languages[place] !== shown));
    tabs.forEach((tab, place) => tab.setAttribute('aria-selected', languages[place] === shown));
  });
}
choose(localStorage.getItem(CHOSEN) ?? 'curl');

// Search: the entries and the index are fetched when somebody begins to type.

const MOST_FOUND = 12;
const AROUND = 70;
const input = document.querySelector('.search input');
const found = document.querySelector('.found');
let loading;

async function load() {
  const [{ default: MiniSearch }, entries] = await Promise.all([
    import('/docs/assets/minisearch.js'),
    fetch('/docs/search.json').then((answer) => answer.json()),
  ]);
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    tokenize: (text) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean),
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries);
  return index;
}

function excerpt({ text, terms }) {
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)));
  const from = Math.max(0, at - AROUND / 2);
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + AROUND * 2)}`;
}

function show(results) {
  const rows = results.slice(0, MOST_FOUND).map((result) => {
    const where = result.page === result.title ? '' : `${result.page} · `;
    const small = make('small', {}, `${where}${excerpt(result)}`);
    return make('li', {}, make('a', { href: result.id }, make('b', {}, result.title), small));
  });
  const none = make('li', {}, make('p', { textContent: 'Nothing found.' }));
  found.replaceChildren(...(rows.length > 0 ? rows : [none]));
  found.hidden = false;
}

async function search() {
  const words = input.value.trim();
  if (words === '') {
    found.hidden = true;
    return;
  }
  loading ??= load();
  const index = await loading;
  if (input.value.trim() === words) show(index.search(words));
}

input.disabled = false;
input.addEventListener('focus', () => (loading ??= load()), { once: true });
input.addEventListener('input', () => void search());
found.addEventListener('click', () => (found.hidden = true));

document.addEventListener('keydown', (event) => {
  const links = all('a', found);
  const at = links.indexOf(document.activeElement);
  const typing = /^(input|textarea|select)$/i.test(document.activeElement.tagName);
  if (event.key === '/' && !typing) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') {
    found.hidden = true;
  } else if (event.key === 'ArrowDown' && (at >= 0 || document.activeElement === input)) {
    event.preventDefault();
    links[at + 1]?.focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? input).focus();
  } else if (event.key === 'Enter' && document.activeElement === input) {
    links[0]?.click();
  }
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) found.hidden = true;
});
