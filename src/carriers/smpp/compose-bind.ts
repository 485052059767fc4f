/** How a link introduces itself. */
import type { Bind, BindCommand, TlsOptions } from '@paigham/smpp';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';

export type Login = {
  readonly config: SmppLinkConfig;
  readonly password: string;
  readonly command: BindCommand;
};

const versions = { '3.4': 0x34, '5.0': 0x50 } as const;

/** The bind; only one that receives says which numbers are ours. */
export function composeBind({ config, password, command }: Login): Bind {
  const receives = command !== 'bind_transmitter';
  return {
    command,
    systemId: config.systemId,
    password,
    systemType: config.systemType,
    interfaceVersion: versions[config.interfaceVersion],
    addressTon: receives ? config.addressTon : 0,
    addressNpi: receives ? config.addressNpi : 0,
    addressRange: receives ? config.addressRange : '',
  };
}

/** The encryption that a link wants, as `connect` takes it. */
export function tlsOf(config: SmppLinkConfig): { readonly tls?: TlsOptions } {
  const { tls, tlsServerName, tlsAuthority } = config;
  if (tls === 'off') return {};
  return {
    tls: {
      verify: tls === 'verified',
      ...(tlsServerName === '' ? {} : { serverName: tlsServerName }),
      ...(tlsAuthority.trim() === '' ? {} : { authority: tlsAuthority }),
    },
  };
}
