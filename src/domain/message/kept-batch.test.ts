import { expect, it } from 'vitest';
import { makeFileRequest } from '../../../test/support/fixtures.ts';
import { keptRequest, requestKept } from './kept-batch.ts';

it.each([
  {},
  { message: '{"name":"#B#","__proto__":"x"}', network: 'Zong', type: 'unicode' },
  { ported: '1', duplicate: '0', hidden: '1' },
])('a request is kept unchanged: %j', (written) => {
  const { request } = makeFileRequest(written);
  const { sender, templateId, values, network } = request;
  const { ported = false, unicode = false, keepsRepeated = true, includesHidden = false } = request;
  expect(requestKept(keptRequest(request, undefined))).toEqual({
    ...{ sender, templateId, values, network, ported, unicode, keepsRepeated, includesHidden },
  });
});

it('what older nodes have kept is understood', () => {
  const kept = {
    ...{ sender: '8584 ', templateId: ' 21', message: '{"code":"#B#"}', network: 'Jazz' },
    ...{ ported: '1', type: 'unicode', duplicate: '0', link: 'https://files.example/a.csv' },
  };
  expect(requestKept(kept)).toEqual({
    ...{ sender: '8584', templateId: 21, values: new Map([['code', '#B#']]) },
    ...{ network: 'Jazz', ported: true, unicode: true, keepsRepeated: false },
    includesHidden: false,
  });
});
