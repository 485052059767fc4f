/** Kannel's configuration. All ports listen on 127.0.0.1 only. */

export type KannelPorts = {
  readonly admin: number;
  readonly box: number;
  readonly http: number;
  readonly operator: number;
};

/** User name and password of everything in a run. */
export const LOGIN = 'bench';

/** How many submits may be unanswered: the same for every system. */
export const WINDOW_SUBMITS = 100;

type Group = Readonly<Record<string, string | number>>;

/** The text of kannel.conf; `spool` is the store's folder, undefined for no store. */
export function configure(ports: KannelPorts, spool: string | undefined): string {
  const store: Group =
    spool === undefined ? {} : { 'store-type': 'spool', 'store-location': `"${spool}"` };
  const core: Group = {
    group: 'core',
    'admin-port': ports.admin,
    'admin-interface': '127.0.0.1',
    'admin-password': LOGIN,
    'smsbox-port': ports.box,
    'smsbox-interface': '127.0.0.1',
    'box-allow-ip': '127.0.0.1',
    'dlr-storage': 'internal',
    'log-level': 4,
    ...store,
  };
  const link: Group = {
    group: 'smsc',
    smsc: 'smpp',
    'smsc-id': 'operator',
    host: '127.0.0.1',
    port: ports.operator,
    'transceiver-mode': 'true',
    'smsc-username': LOGIN,
    'smsc-password': LOGIN,
    'system-type': '""',
    'max-pending-submits': WINDOW_SUBMITS,
    'reconnect-delay': 1,
  };
  const box: Group = {
    group: 'smsbox',
    'bearerbox-host': '127.0.0.1',
    'sendsms-port': ports.http,
    'sendsms-interface': '127.0.0.1',
    'log-level': 4,
  };
  const user: Group = {
    group: 'sendsms-user',
    username: LOGIN,
    password: LOGIN,
    concatenation: 'true',
    'max-messages': 10,
  };
  const replies: Group = { group: 'sms-service', keyword: 'default', 'max-messages': 0 };
  return [core, link, box, user, { ...replies, text: '""' }].map(writeGroup).join('\n');
}

function writeGroup(group: Group): string {
  return Object.entries(group)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}
