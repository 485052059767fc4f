import { expect, it } from 'vitest';
import type { Demo } from './seed-demo.ts';
import { describeDemo } from './panel.ts';

const login = { email: '', password: '' };
const demo: Demo = {
  ...{ baseUrl: 'http://127.0.0.1:8080', apiKey: 'key', accountId: '1001', unverifiedApiKey: '' },
  unverifiedTemplates: [],
  ...{ staff: login, owner: login, templates: [], chatappId: '7' },
  senders: { shared: 'InfoSMS', brand: 'RoshanStore', shortCode: '8584' },
  chatTemplates: [{ id: '5', name: 'order', kind: 'text' }],
};
const simulators = [
  { name: 'Jazz', port: 1, managementPort: 27_761, systemId: 'jazz', password: 'demo' },
] as const;
const directory = { httpPort: 1, dnsPort: 1, managementPort: 27_773 };
const gateway = { port: 1, managementPort: 27_792, key: '', secret: '' };
const access = { business: '', phoneNumberId: '', appId: '', token: 'a-token', appSecret: '' };
const free = { business: '200000000000002', phoneNumberId: '300000000000002' };
const platform = { port: 1, managementPort: 27_782, access, free };

it('the panel links to the simulators that run', () => {
  const panel = describeDemo(demo, { simulators, directory, platform, gateway });
  for (const port of ['27761/', '27761/deliver', '27773/', '27782/', '27782/reply', '27792/'])
    expect(panel).toContain(port);
  // To connect a number by hand.
  for (const given of ['a-token', free.business, free.phoneNumberId])
    expect(panel).toContain(given);
});

it('has no links when none runs, and says what becomes of messages', () => {
  const panel = describeDemo(demo, undefined);
  expect(panel).toContain('No simulators are running: messages wait');
  expect(panel).not.toMatch(/277\d\d|send\.php/);
});
