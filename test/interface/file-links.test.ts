/** Links to files that cannot be fetched, and what their sender is told (contract section 8). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, PATHS, shown } from '../support/ask.ts';
import { fileParameters, startFileSite, type FileSite } from '../support/file-site.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let site: FileSite;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  site = await startFileSite();
  shop = await openShop(paigham.world, { rupees: '1000' });
});

async function post(link: string): Promise<string> {
  return shown(await ask(paigham.baseUrl + PATHS.personalised, fileParameters(shop, link)));
}

const put = (content: string): string => site.put('list', content);

describe('a personalised send is refused', () => {
  it('for its link, and says whether the file, its server or its name is missing', async () => {
    const why = '400 12 : Invalid url: the file could not be fetched';
    expect(await post(`${put('x')}-not-there`)).toBe(`${why}: its server answered 404`);
    const gone = 'http://127.0.0.1:1/list.csv';
    expect(await post(gone)).toBe(`${why}: its server accepts no connection`);
    const nowhere = 'http://nowhere.invalid/list.csv';
    expect(await post(nowhere)).toBe(`${why}: its host name cannot be resolved`);
  });

  it('for a link into a private network, in the same sentence whoever answers there', async () => {
    const hosts = ['10.0.0.1', '10.0.0.1:22', '192.168.1.1:8080', '169.254.169.254', '[fc00::1]'];
    for (const host of hosts) {
      expect(await post(`http://${host}/list.csv`)).toBe(
        '400 12 : Invalid url: access denied, its address is not public',
      );
    }
    const inward = site.answer('inward', (response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/list.csv' }).end();
    });
    expect(await post(inward)).toContain('400 12 : Invalid url: access denied, its address');
  });

  it('for an invalid link, or one that leads to a page', async () => {
    for (const link of ['ftp://files.example/x', 'http://me:secret@files.example/x', 'no link']) {
      expect(await post(link)).toContain('400 12 : Invalid url: use an http or https link');
    }
    const page = site.answer('page', (response) => {
      response.setHeader('content-type', 'text/html').end('<html><body>Sign in</body></html>');
    });
    expect(await post(page)).toContain('400 12 : Invalid file: it is a web page; a share link');
  });
});

describe('a node without permission', () => {
  it('fetches nothing from its own machine, and connects to nothing there', async () => {
    const node = await paigham.startNode({ config: { roles: ['api'], fetchLoopback: false } });
    const link = put('923001000001,One\n');
    const before = site.connections();
    const { port } = new URL(link);
    const names = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'];
    for (const host of names) {
      const url = link.replace(`127.0.0.1:${port}`, `${host}:${port}`);
      const answer = await ask(`${node.baseUrl}/api/personalised.php`, fileParameters(shop, url));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatch(/^12 : Invalid url: /);
    }
    expect(site.connections()).toBe(before);
  });
});
