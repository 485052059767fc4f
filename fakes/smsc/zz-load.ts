import { connect, Session, submitSm } from '@paigham/smpp';
const port = Number(process.argv[2]); const seconds = Number(process.argv[3] ?? 5); const windowPdus = Number(process.argv[4] ?? 1000);
const c = await connect({ host: '127.0.0.1', port, timeoutMs: 2000 });
if (!c.ok) throw new Error(c.words);
let taken = 0, receipts = 0, n = 0, live = true; const sm = new TextEncoder().encode('Your code is 4821. It is valid for ten minutes.');
const s = new Session<string>(c.socket, { windowPdus, maxUnanswered: 10000 }, {
  onOutcome(ctx, o) { if (ctx === 'bind') { pump(); return; } if (o.kind === 'answered' && o.pdu.status === 0) taken++; pump(); },
  onRequest(r) { receipts++; s.respond(r, { command: 'deliver_sm_resp', messageId: '', tlvs: [] }); },
  onClose(r) { console.log(r); },
});
function pump() { while (live && s.room() > 0) { n++; s.request(submitSm({ sourceTon: 5, source: 'PAIGHAM', destinationTon: 1, destinationNpi: 1, destination: '92300' + String(1000000 + n % 9000000), registeredDelivery: 1, shortMessage: sm }), ''); } }
s.request({ command: 'bind_transceiver', systemId: 'paigham', password: 'secret', systemType: '', interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: '' }, 'bind');
const t = performance.now();
setTimeout(() => { live = false; const dt = (performance.now() - t) / 1000; const u = process.cpuUsage(); console.log({ perSecond: Math.round(taken / dt), receiptsPerSecond: Math.round(receipts / dt), clientCpu: (u.user + u.system) / 1e6 });
  setTimeout(() => { console.log({ taken, receipts }); s.unbind(1000); }, 1500); }, seconds * 1000);
