/** The settings page, from the schema that they are parsed with. */
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
An empty variable counts as absent. Startup stops on wrong settings and reports all of them at once.

${writeTable(settingsHead, settings.map(settingRow))}

## Secrets

In the environment only: any user of a machine can read the command lines of its programs.

${writeTable(
  ['environment', 'what it is'],
  secretSettings.map(({ env, schema }) => [code(env), schema.description]),
)}

## Combinations that are refused

${writeTable(
  ['when', 'message'],
  rules.map(({ when, sentence }) => [when === 'always' ? 'always' : '`--production`', sentence]),
)}
`;
}
