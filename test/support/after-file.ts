/** What is opened for a test file ends with it. Files of a project share a process, one by one. */

type End = () => void | Promise<void>;

const ends: End[] = [];

/** Calls `end` after the last test of the file; what was opened last ends first. */
export function afterFile(end: End): void {
  ends.push(end);
}

/** Ends everything; called by end-of-file.ts. */
export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
