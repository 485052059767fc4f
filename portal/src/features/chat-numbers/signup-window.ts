/** The window in which a number is connected: it goes to the platform and comes back. */
import { refresh } from '../../shared/api/queries.ts';

const KEY = 'chat-number.connected';
const PLACE = '/portal/chat-numbers/connect';
const LOOK = 'popup,width=620,height=820';

/** Where no window may be opened, this one goes there. */
export function openSignup(): void {
  if (window.open(PLACE, 'chat-signup', LOOK) === null) window.location.assign(PLACE);
}

function readAgain(): void {
  void refresh('listChatNumbers', 'listChatTemplates');
}

/** Reads the numbers again when another window has connected one; returns how to stop that. */
export function hearConnected(): () => void {
  // Pages of other sites in between cut the tie between the two windows; what is kept here stays.
  const hear = ({ key }: StorageEvent): void => {
    if (key === KEY) readAgain();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

export function tellConnected(): void {
  readAgain();
  localStorage.setItem(KEY, String(Date.now()));
}
