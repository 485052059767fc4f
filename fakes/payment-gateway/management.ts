/** The HTTP port for watching the gateway and telling it what to do. JSON in, JSON out. */
import type { Listening } from '../kit/http.ts';
import { listenManagement, missing, refuse, show, type Routes } from '../kit/management.ts';
import type { Gateway } from './gateway.ts';
import { readBehaviour } from './knobs.ts';
import { changeRefund, refund } from './refunds.ts';

const routes: Routes<Gateway> = {
  'GET /': () => show({ pages: Object.keys(routes) }),
  'GET /checkouts': (gateway) => show([...gateway.checkouts.values()]),
  'GET /told': ({ told }) => show(told),
  'GET /behaviour': ({ behaviour }) => show(behaviour),
  'POST /behaviour': ({ behaviour }, { body }) => {
    const read = readBehaviour(body);
    if (!read.ok) return refuse(read.words);
    Object.assign(behaviour, read.change);
    return show(behaviour);
  },
  /** `{"checkout":"chk_…"}`: the shop is told of it now, once more. */
  'POST /tell': async (gateway, { body }) => {
    const checkout = gateway.checkouts.get(String(body['checkout']));
    if (checkout === undefined) return missing('there is no such checkout');
    return show({ status: await gateway.tell(checkout) });
  },
};

const refundRoutes: Routes<Gateway> = {
  'GET /refunds': ({ refunds }) => show(refunds),
  /** `{"checkout":"chk_…","amount":"500.00"}`: given back at its dashboard; the shop is told. */
  'POST /refund': (gateway, { body }) => {
    const made = refund(gateway, { checkout: String(body['checkout']), amount: body['amount'] });
    return typeof made === 'string' ? refuse(made) : show(made);
  },
  /** `{"refund":"re_…","state":"failed"}`: what has become of it; the shop is told. */
  'POST /refund-state': (gateway, { body }) => {
    const changed = changeRefund(gateway, String(body['refund']), String(body['state']));
    return changed === undefined ? missing('there is no such refund') : show(changed);
  },
  /** `{"checkout":"chk_…"}`: the payer's bank takes the money back; the shop is told. */
  'POST /dispute': async (gateway, { body }) => {
    const checkout = gateway.checkouts.get(String(body['checkout']));
    if (checkout === undefined) return missing('there is no such checkout');
    return show({ status: await gateway.tellOf(checkout, 'disputed', 'fraudulent') });
  },
};

/** Starts it on 127.0.0.1; resolves with the server and its port. */
export const listenForStaff = (gateway: Gateway, wished: number): Promise<Listening> =>
  listenManagement(gateway, { ...routes, ...refundRoutes }, wished);
