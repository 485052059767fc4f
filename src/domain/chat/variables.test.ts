import { expect, it } from 'vitest';
import { faultsOfUrls, faultsOfVariables } from './variables.ts';

const WRITTEN = 'must have its variables written {{1}}, {{2}} and so on';
const EXAMPLES = 'must hold one for each variable';

it.each([
  ['Hello.', [], undefined],
  ['Dear {{1}}, hello.', ['Ali'], undefined],
  ['Dear {{1}} and {{1}}, hello.', ['Ali'], undefined],
  ['Dear {{2}}, your {{1}} is here.', ['lamp', 'Ali'], undefined],
  ['Dear {{1}}, hello.', [], `/body/examples ${EXAMPLES}`],
  ['Dear {{1}}, hello.', [' '], `/body/examples ${EXAMPLES}`],
  ['Dear {{1}}, hello.', ['Ali', 'Sara'], `/body/examples ${EXAMPLES}`],
  ['Hello.', ['Ali'], `/body/examples ${EXAMPLES}`],
  ['Dear {{name}}, hello.', ['Ali'], `/body/text ${WRITTEN}`],
  ['Dear {{0}}, hello.', ['Ali'], `/body/text ${WRITTEN}`],
  ['Dear {{1}, hello.', [], `/body/text ${WRITTEN}`],
])('a body says %j with %j: %s', (text, examples, fault) => {
  const found = faultsOfVariables('/body', { text, examples });
  expect(found.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(fault ? [fault] : []);
});

it.each([
  ['https://shop.example.com/a', undefined, []],
  ['https://shop.example.com/{{1}}', 'https://shop.example.com/a', []],
  ['https://shop.example.com/{{1}}', '', ['/buttons/0/example']],
  ['https://shop.example.com/{{1}}', undefined, ['/buttons/0/example']],
  ['https://shop.example.com?of={{1}}', 'https://shop.example.com?of=a', []],
  ['HTTP://دکان.example/a', undefined, []],
  ['https://shop.example.com/a b', undefined, ['/buttons/0/url']],
  ['https://shop.example.com/{{1}}/a', 'https://shop.example.com/b/a', ['/buttons/0/url']],
  ['shop.example.com', undefined, ['/buttons/0/url']],
  ['https://دکان.example/آ۔ب', undefined, []],
  ['https://دکان۔example/a', undefined, ['/buttons/0/url']],
  ['javascript:alert(1)', undefined, ['/buttons/0/url']],
  ['https://', undefined, ['/buttons/0/url']],
  ['', undefined, ['/buttons/0/url']],
])('an address %s with the example %s', (url, example, faults) => {
  const found = faultsOfUrls('/buttons', [{ type: 'url', text: 'See', url, example }]);
  expect(found.map(({ pointer }) => pointer)).toEqual(faults);
});
