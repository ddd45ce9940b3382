/** They move forward only; `failed` and `expired` may still become paid. */
export const checkoutStates = ['created', 'processing', 'failed', 'expired', 'paid'] as const
export type CheckoutState = (typeof checkoutStates)[number]
