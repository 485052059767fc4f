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

/** A setting's default as one would write it; '' when there is none. */
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
        'own in DATA_DIR. Every setting can be given in the environment or as an option.',
      '',
    ),
    '',
    'Settings',
    '',
    ...settings.map(printSetting),
    '',
    'Secrets, in the environment only',
    '',
    ...secretSettings.map(printSetting),
    '',
  ].join('\n');
}
