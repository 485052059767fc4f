/**
 * The commands of SMPP 3.4 (section 5.1.2.1): names as the specification writes them, ids as data.
 */

export const commandIds = {
  generic_nack: 0x8000_0000,
  bind_receiver: 0x01,
  bind_receiver_resp: 0x8000_0001,
  bind_transmitter: 0x02,
  bind_transmitter_resp: 0x8000_0002,
  query_sm: 0x03,
  query_sm_resp: 0x8000_0003,
  submit_sm: 0x04,
  submit_sm_resp: 0x8000_0004,
  deliver_sm: 0x05,
  deliver_sm_resp: 0x8000_0005,
  unbind: 0x06,
  unbind_resp: 0x8000_0006,
  replace_sm: 0x07,
  replace_sm_resp: 0x8000_0007,
  cancel_sm: 0x08,
  cancel_sm_resp: 0x8000_0008,
  bind_transceiver: 0x09,
  bind_transceiver_resp: 0x8000_0009,
  outbind: 0x0b,
  enquire_link: 0x15,
  enquire_link_resp: 0x8000_0015,
  submit_multi: 0x21,
  submit_multi_resp: 0x8000_0021,
  alert_notification: 0x102,
  data_sm: 0x103,
  data_sm_resp: 0x8000_0103,
} as const;

export type Command = keyof typeof commandIds;

const names = new Map<number, Command>();
for (const [name, id] of Object.entries(commandIds)) names.set(id, name as Command);

/** The command's name, or undefined when SMPP 3.4 has no such id. */
export function findCommand(commandId: number): Command | undefined {
  return names.get(commandId);
}

/** True for a response (top bit of the id set), generic_nack included. */
export function isResponse(command: Command): boolean {
  return commandIds[command] >= 0x8000_0000;
}

/** The response that a request is answered with; undefined for outbind and alert_notification. */
export function findResponse(command: Command): Command | undefined {
  const id = commandIds[command];
  return id < 0x8000_0000 ? names.get(id + 0x8000_0000) : undefined;
}

/** Sequence numbers run from 1 to this one (section 5.1.4). */
export const lastSequence = 0x7fff_ffff;
