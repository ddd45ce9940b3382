/**
 * Minor units as each provider counts them. They are those of ISO 4217, except for a few currencies that Stripe counts with
 * two decimals although they have none.
 */
const TWO_DECIMALS_AT_STRIPE = new Set(['ISK', 'UGX'])

const factorOf = (currency: string): number => (TWO_DECIMALS_AT_STRIPE.has(currency) ? 100 : 1)

export const toStripe = (amountMinor: number, currency: string): number => amountMinor * factorOf(currency)

/** The provider writes currencies in small letters. */
export const fromStripe = (amount: number, currency: string): { amountMinor: number; currency: string } => {
  const code = currency.toUpperCase()
  return { amountMinor: amount / factorOf(code), currency: code }
}
