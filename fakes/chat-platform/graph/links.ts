/** Media behind a link: the platform fetches it itself, and a fault is told later (131053). */

const limitMs = 10_000;

type Rules = { readonly types: RegExp; readonly most: number };

/** 0 when the file is there and fits, else 131053. Only this machine is ever asked. */
export async function inspectLink(link: string, rules: Rules): Promise<number> {
  const { hostname } = new URL(link);
  if (!isLoopback(hostname)) return 0;
  try {
    const answer = await fetch(link, { signal: AbortSignal.timeout(limitMs), redirect: 'error' });
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
    let octets = 0;
    for await (const chunk of answer.body ?? []) {
      octets += chunk.length;
      if (octets > rules.most) break;
    }
    return answer.ok && rules.types.test(type) && octets <= rules.most ? 0 : 131053;
  } catch (error) {
    if (error instanceof Error) return 131053;
    throw error;
  }
}

/** True for names and addresses of this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
