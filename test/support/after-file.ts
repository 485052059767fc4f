/** Ends what a test file opened. Files of a project share a process, one after another. */

type End = () => void | Promise<void>;

const ends: End[] = [];

/** Calls `end` after the file's last test; what was opened last ends first. */
export function afterFile(end: End): void {
  ends.push(end);
}

/** Ends everything; called by end-of-file.ts. */
export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
