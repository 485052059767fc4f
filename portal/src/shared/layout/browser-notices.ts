/** Notices of the browser, for whoever has another window before them and wants to be told. */
const WISH = 'paigham.browser-notices';

/** Whether this browser can show any, and its person has not forbidden it. */
export const mayNotify = (): boolean =>
  'Notification' in globalThis && Notification.permission !== 'denied';

export const wantsNotices = (): boolean =>
  mayNotify() && Notification.permission === 'granted' && localStorage.getItem(WISH) === 'yes';

/** Asks the browser, if need be. Gives whether they are shown from now on. */
export async function wishNotices(wanted: boolean): Promise<boolean> {
  localStorage.removeItem(WISH);
  if (!wanted || (await Notification.requestPermission()) !== 'granted') return false;
  localStorage.setItem(WISH, 'yes');
  return true;
}

/** Shows `words` while the page is not looked at; a click leads to `to`. */
export function notify(words: string, to: string): void {
  if (document.visibilityState === 'visible' || !wantsNotices()) return;
  try {
    // The tag: a newer one of the same place takes its place.
    const notice = new Notification('Paigham', { body: words, tag: to, icon: '/portal/icon.svg' });
    notice.addEventListener('click', () => {
      globalThis.focus();
      globalThis.location.assign(to);
    });
  } catch (error) {
    // Phones have the name, but let only installed pages use it.
    if (!(error instanceof TypeError)) throw error;
    localStorage.removeItem(WISH);
  }
}
