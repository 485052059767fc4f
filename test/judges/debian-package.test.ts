/** deploy/make-deb, judged by dpkg on a copy of this machine: each test goes on after the last. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { askRaw } from '../support/raw-http.ts';
import { freePort } from '@paigham/base/ports.ts';
import { openWire, type Wire } from '../support/wire.ts';
import { openMachine, whyNoMachine, type Machine } from './debian-package.ts';

const reason = whyNoMachine();
if (reason !== undefined) console.warn(`judge skipped: ${reason}`);

const SETTINGS = '/etc/paigham/paigham.conf';
/** As the unit does. */
const START =
  'exec setpriv --reuid=paigham --regid=paigham --clear-groups ' +
  `env -i PAIGHAM_SETTINGS=${SETTINGS} PATH=/usr/bin:/bin ` +
  '/usr/lib/paigham/bin/start --production';

describe.skipIf(reason !== undefined)('the Debian package', () => {
  let machine: Machine;
  /** The service's user may not enter the folder of the server's socket. */
  let wire: Wire;
  beforeAll(async () => {
    machine = openMachine();
    wire = await openWire(await createDatabase('template0'));
  });

  it('is installed with a user and closed folders, and says what is missing', async () => {
    const file = await machine.makePackage('0.1.0');
    expect(await machine.run(`dpkg --install ${file}`)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`paigham: set PUBLIC_ADDRESS in ${SETTINGS}`) as string,
    });
    const found = await machine.run(`stat -c '%A %U %G' /var/lib/paigham ${SETTINGS}`);
    expect(found.output).toBe('drwx------ paigham paigham\n-rw-r----- root paigham\n');
    expect(await machine.run('dpkg --verify paigham')).toEqual({ code: 0, output: '' });
    const refused = await machine.run(START);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toMatch(/^PUBLIC_ADDRESS must be set/);
  });

  it('starts as its user, serves its pages, and obeys its command line', async () => {
    const { host, port, user, password, database } = wire.address;
    const url = `postgres://${user}:${password}@${host}:${port}/${database}`;
    const servedAt = await freePort();
    const key = '/etc/paigham/master.key';
    const made = await machine.run(
      `umask 027; head -c 32 /dev/urandom | base64 >${key}; echo '${url}' >/etc/paigham/url; ` +
        `chgrp paigham ${key} /etc/paigham/url; cat >>${SETTINGS} <<END\n` +
        `PUBLIC_ADDRESS=https://messages.example\nMASTER_KEY_FILE=${key}\n` +
        `DATABASE_URL_FILE=/etc/paigham/url\nPORT=${servedAt}\nEND`,
    );
    expect(made).toEqual({ code: 0, output: '' });
    const service = machine.start(START);
    await eventually('the service', () => service.hasSaid('Paigham listens on'));
    for (const path of ['/readyz', '/portal', '/docs/operating/install', '/openapi.json']) {
      // As the proxy asks for people: pages are at the public address alone.
      const head = `GET ${path} HTTP/1.1\r\nHost: messages.example\r\nConnection: close\r\n\r\n`;
      const { status } = await askRaw(`http://127.0.0.1:${servedAt}`, head);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    expect((await machine.run('paigham account create Shop')).output).toMatch(/API key/i);
    await service.stop();
    expect(service.hasSaid('Stopping: finishing what is in flight')).toBe(true);
  });

  it('is upgraded, and keeps the settings', async () => {
    const file = await machine.makePackage('0.1.1');
    expect(await machine.run(`dpkg --install ${file} </dev/null`)).toMatchObject({ code: 0 });
    const { output } = await machine.run(`dpkg -s paigham; paigham account list; ls /etc/paigham`);
    expect(output).toMatch(/Status: install ok installed[^]*Version: 0\.1\.1[^]*Shop/);
    expect(output).toMatch(/master\.key\npaigham\.conf\nurl\n$/);
  });

  it('is removed without its settings, and purged without the data', async () => {
    expect(await machine.run('dpkg --remove paigham')).toMatchObject({ code: 0 });
    const left =
      'ls -d /usr/lib/paigham /usr/bin/paigham /usr/share/doc/paigham || ls /etc/paigham';
    expect((await machine.run(left)).output).toMatch(/^master\.key\npaigham\.conf\nurl\n/);
    const { code, output } = await machine.run('dpkg --purge paigham');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('paigham: kept are the database') as string,
    });
    const kept = await machine.run('ls /etc/paigham; ls -d /var/lib/paigham; id -un paigham');
    expect(kept.output).toBe('master.key\nurl\n/var/lib/paigham\npaigham\n');
  });
});
