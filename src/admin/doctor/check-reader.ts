import { fine, warning, type Finding, type CheckContext } from './finding.ts';

/** Whether a file that a stranger has sent could reach the network through its reader. */
export async function checkReader({ isReaderAlone }: CheckContext): Promise<readonly Finding[]> {
  const subject = 'files';
  if (isReaderAlone === undefined) return [];
  if (await isReaderAlone()) return [fine(subject, 'They are read by programs without a network.')];
  return [
    warning(
      subject,
      'They are read by programs that could open connections: this user may make no network ' +
        'namespace ("unshare --net --map-root-user true" says why).',
    ),
  ];
}
