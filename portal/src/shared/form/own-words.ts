/** What the browser finds missing or wrong in a form is said in the language of the page. */
import { sayFault } from './checks.ts';

/** Those that were told: until something else is pressed, so that the sentence stays to be read. */
const told = new Set<Field>();

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (it: EventTarget | null): it is Field =>
  it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement;

function forget(): void {
  for (const field of told) field.setCustomValidity('');
  told.clear();
}

/** From now on, for every form of the page. */
export function sayFaultsInOwnWords(): void {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isField(target) || target.validity.customError) return;
      target.setCustomValidity(sayFault(target));
      told.add(target);
    },
    true,
  );
  for (const name of ['input', 'change', 'pointerdown', 'keydown']) {
    document.addEventListener(name, forget, true);
  }
}
