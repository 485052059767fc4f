/** Types of senders, in the order of their price. */
export const ROUTES = ['simple', 'branded', 'short_code'] as const;
