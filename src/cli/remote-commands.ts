/** Commands that call the running service, and those for backups, in the order of help. */
import { BACKUP_COMMANDS } from './backup.ts';
import type { RemoteCommand } from './commands.ts';
import { INTEGRATOR_COMMANDS } from './integrate.ts';
import { listenCommand } from './listen.ts';
import { sendAgainCommand } from './send-again.ts';
import { sendFileCommand } from './send-file/send-file.ts';
import { topCommand } from './top/top.ts';

export const REMOTE_COMMANDS: readonly RemoteCommand[] = [
  ...INTEGRATOR_COMMANDS,
  listenCommand,
  sendFileCommand,
  sendAgainCommand,
  topCommand,
  ...BACKUP_COMMANDS,
];
