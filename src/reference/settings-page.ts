/** The page of every setting, from the schema that reads them. */
import { describeType } from '../kit/config.ts';
import { defaultText } from '../kit/config-help.ts';
import { rules } from '../kit/config-rules.ts';
import type { Setting } from '../kit/config-schema.ts';
import { secretSettings, settings } from '../kit/config-schema.ts';
import { writeTable } from './table.ts';

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const settingsHead = ['environment', 'option', 'type', 'default', 'what it does'];

function settingRow(setting: Setting): readonly string[] {
  const { env, flag = '', schema } = setting;
  const fallback = code(defaultText(setting));
  return [code(env), code(flag), describeType(schema), fallback, schema.description];
}

/** Markdown. */
export function writeSettingsPage(): string {
  return `# Settings

Every setting can be given in the environment or on the command line of \`bin/start\`, which wins.
An empty variable counts as absent. What is wrong is refused at the start, all of it at once.

${writeTable(settingsHead, settings.map(settingRow))}

## Secrets

In the environment only: every user of a machine can read another program's command line.

${writeTable(
  ['environment', 'what it is'],
  secretSettings.map(({ env, schema }) => [code(env), schema.description]),
)}

## Refused together

${writeTable(
  ['when', 'sentence'],
  rules.map(({ when, sentence }) => [when === 'always' ? 'always' : '`--production`', sentence]),
)}
`;
}
