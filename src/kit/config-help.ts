/** Prints the settings for `--help`, from the schema. */
import { describeType } from './config.ts';
import type { Setting } from './config-schema.ts';
import { secretSettings, settings } from './config-schema.ts';

const widthColumns = 78;

function wrap(text: string, indent: string): string {
  let line = indent;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    if (line.length + word.length > widthColumns && line !== indent) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}

/** A setting's default as a user would write it; '' if there is none. */
export function defaultText({ schema }: Setting): string {
  const value = schema.default ?? '';
  return Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`;
}

function printSetting(setting: Setting): string {
  const { env, flag, schema } = setting;
  const names = flag === undefined ? env : `${env}, ${flag}`;
  const type = flag === undefined ? 'secret' : describeType(schema);
  const shown = defaultText(setting);
  const fallback = shown === '' ? '' : `, default ${JSON.stringify(shown)}`;
  return `  ${names} (${type}${fallback})\n${wrap(schema.description, '      ')}`;
}

/** The whole help text. */
export function printHelp(): string {
  return [
    'Usage: bin/start [--production] [--roles LIST] [--SETTING VALUE …]',
    '',
    wrap(
      'Starts the service; stop it with Ctrl-C. Without DATABASE_URL it runs a PostgreSQL of its ' +
        'own in DATA_DIR. A setting is given as an option, as a variable with PAIGHAM_ before ' +
        'its name (PAIGHAM_PORT=8080; PORT is read too), or as a line of the file that ' +
        'PAIGHAM_SETTINGS names (PORT=8080). Relative paths are of the current folder. For ' +
        'true also yes, on and 1 can be written, for false no, off and 0.',
      '',
    ),
    '',
    'Settings',
    '',
    ...settings.map(printSetting),
    '',
    'Secrets',
    '',
    wrap(
      'Never options: every user can read those. NAME_FILE, in place of NAME, is a file that ' +
        'holds the value.',
      '',
    ),
    '',
    ...secretSettings.map(printSetting),
    '',
  ].join('\n');
}
