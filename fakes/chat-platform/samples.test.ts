import { describe, expect, it } from 'vitest';
import { hello, ids, setStage } from './stage.ts';

describe('a planted template with a media header', () => {
  it.each([
    ['IMAGE', 'image/png', '89504e47'],
    ['DOCUMENT', 'application/pdf', '25504446'],
    ['VIDEO', 'video/mp4', '00000018667479'],
  ])('%s has a sample to look at', async (format, type, magic) => {
    const template = {
      name: 'with_file',
      language: 'en',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', format },
        { type: 'BODY', text: 'Look at this.' },
      ],
    };
    const account = {
      id: ids.account,
      numbers: [{ id: ids.number, displayNumber: '+92 300 0000001' }],
      templates: [template],
    };
    const stage = await setStage({ accounts: [account] });
    const listed = await stage.graph('GET', `${ids.account}/message_templates`);
    const address = /"(http[^"]+)"/.exec(JSON.stringify(listed.json))?.[1] ?? '';
    const seen = await fetch(address);
    expect(seen.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await seen.arrayBuffer()).toString('hex')).toMatch(new RegExp(`^${magic}`));
    const sent = await stage.send({
      ...hello('923001234567'),
      type: 'template',
      template: {
        name: 'with_file',
        language: { code: 'en' },
      },
    });
    expect(sent.json).toMatchObject({ error: { code: 132012 } });
    await stage.close();
  });
});
