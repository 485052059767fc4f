import { describe, expect, it } from 'vitest';
import { rewriteShareLink } from '../../src/fetch/share-links.ts';

const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz';
const drive = `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`;
const sheet = `https://docs.google.com/spreadsheets/d/${id}`;

const oneDrive = (link: string): string =>
  `https://api.onedrive.com/v1.0/shares/u!${Buffer.from(link).toString('base64url')}/root/content`;

describe('share links', () => {
  it.each([
    [`https://drive.google.com/file/d/${id}/view?usp=sharing`, drive],
    [
      `https://drive.google.com/file/d/${id}/view?resourcekey=0-a%26b`,
      `${drive}&resourcekey=0-a%26b`,
    ],
    [`https://drive.google.com/open?id=${id}`, drive],
    [`https://drive.google.com/uc?export=download&id=${id}`, drive],
    [`${sheet}/edit?usp=sharing`, `${sheet}/export?format=xlsx`],
    [`${sheet}/edit#gid=0`, `${sheet}/export?format=xlsx`],
    [`${sheet}/edit?gid=77#gid=77`, `${sheet}/export?format=csv&gid=77`],
    [sheet, `${sheet}/export?format=xlsx`],
    [
      `https://docs.google.com/spreadsheets/d/e/2PACX-${id}/pubhtml`,
      `https://docs.google.com/spreadsheets/d/e/2PACX-${id}/pub?output=xlsx`,
    ],
    [
      'https://www.dropbox.com/scl/fi/a1b2/list.xlsx?rlkey=k1&dl=0',
      'https://www.dropbox.com/scl/fi/a1b2/list.xlsx?rlkey=k1&dl=1',
    ],
    ['https://www.dropbox.com/s/a1b2/list.csv', 'https://www.dropbox.com/s/a1b2/list.csv?dl=1'],
    ['https://1drv.ms/x/s!AbC', oneDrive('https://1drv.ms/x/s!AbC')],
    [
      'https://shop-my.sharepoint.com/:x:/g/personal/ali/Eabc?e=1',
      'https://shop-my.sharepoint.com/:x:/g/personal/ali/Eabc?e=1&download=1',
    ],
  ])('%s becomes the download', (link, download) => {
    expect(rewriteShareLink(link)).toBe(download);
  });

  it.each([
    'https://files.example/list.csv',
    `https://drive.google.com.evil.example/file/d/${id}/view`,
    `https://evil.example/drive.google.com/file/d/${id}/view`,
    `https://user@drive.google.com/file/d/${id}/view`,
    `${sheet}/export?format=csv`,
    'https://drive.google.com/drive/folders/abc',
    'https://drive.google.com/open?id=../../x',
    'not a link',
  ])('%s stays as it is', (link) => {
    expect(rewriteShareLink(link)).toBe(link);
  });
});
