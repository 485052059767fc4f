/** The browser's part of Paigham: the portal for people of accounts, the console for staff. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './shared/layout/portal.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { sayFaultsInOwnWords } from './shared/form/own-words.ts';
import { startI18n } from './shared/i18n/i18n.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no root');
sayFaultsInOwnWords();
void startI18n().then(() => createRoot(root).render(<App />));
