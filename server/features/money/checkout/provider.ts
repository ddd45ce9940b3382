/**
 * What the product needs of a payment provider. No call of a provider happens inside a transaction. A message is believed
 * by its signature only; what it says is applied by apply-message.ts.
 */
import type { CheckoutState } from '#contract/money/checkout-states.ts'
import type { TestRefundOutcome } from '#contract/money/refunds.ts'

export const messageKinds = ['processing', 'failed', 'expired', 'paid', 'refunded', 'refund_failed'] as const
export type MessageKind = (typeof messageKinds)[number]

/** What a message did. `known`: nothing was left to do. */
export type MessageOutcome = 'applied' | 'known' | 'unknown_checkout' | 'amount_differs'

/** One genuine message, whoever sent it. */
export interface ProviderMessage {
  /** Unique for the provider: a repeat is the same event. */
  readonly eventId: string
  readonly kind: MessageKind
  /** The id of the checkout that the product gave the provider; empty if only `paymentRef` tells. */
  readonly about: string
  /** What the provider calls the payment itself. */
  readonly paymentRef?: string
  /** Of a refund that the product asked for: its own id. */
  readonly refundId?: string
  /** What the provider calls a refund. */
  readonly refundRef?: string
  /** What was paid, or what went back. */
  readonly amountMinor: number
  readonly currency: string
}

/** Genuine, and nothing can be applied. */
export type Unheard = 'irrelevant' | 'unreadable'

/** What the provider is asked to collect. */
export interface CheckoutRequest {
  readonly clientId: number
  readonly checkoutId: string
  readonly amountMinor: number
  readonly currency: string
  /** What the payer reads: for what they pay. */
  readonly title: string
  /** Where the payer comes back to. */
  readonly returnPath: string
}

/** A checkout as the provider knows it. */
export interface ProviderState {
  readonly state: CheckoutState
  readonly amountMinor: number
  readonly currency: string
  readonly paymentRef?: string
}

/** What the provider is asked to send back. */
export interface RefundRequest {
  readonly clientId: number
  readonly refundId: string
  readonly checkoutId: string
  readonly checkoutRef: string
  readonly paymentRef: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly testOutcome: TestRefundOutcome | null
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  readonly ref: string
  readonly state: 'sent' | 'confirmed' | 'failed'
}

/** A payment that the provider has collected for this client. */
export interface ProviderPayment {
  readonly ref: string
  /** The checkout, as the product named it. */
  readonly about: string
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly currency: string
  readonly paymentRef?: string
}

export interface IncomingCall {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly now: Date
}

export interface PaymentProvider {
  /** Part of the clearing account and of the address for messages. */
  readonly name: string
  /** Its payments move no money. */
  readonly isTest: boolean
  /** A repeat for one checkout gives the same reference and address. */
  readonly createCheckout: (request: CheckoutRequest) => Promise<{ ref: string; url: string }>
  /**
   * Null for a call that is not genuine or too old; `irrelevant` for one that is about nothing of this client;
   * `unreadable` for one that is about it and has another form than the one that is known.
   */
  readonly readMessage: (clientId: number, call: IncomingCall) => Promise<ProviderMessage | Unheard | null>
  /** What the provider knows now; null for a checkout that it does not know. */
  readonly fetchState: (clientId: number, ref: string) => Promise<ProviderState | null>
  /** Sends money back. A repeat for one refund gives the same one. */
  readonly refund: (request: RefundRequest) => Promise<ProviderRefund>
  /** What became of a refund; null for one that the provider does not know. */
  readonly fetchRefund: (clientId: number, ref: string) => Promise<ProviderRefund | null>
  /** Every payment of this client that was started since then and is paid. */
  readonly listPayments: (clientId: number, since: Date) => Promise<readonly ProviderPayment[]>
  /** The name of the account; throws a ProviderError unless the provider accepts the keys. Null: it has none. */
  readonly checkKeys: (() => Promise<string>) | null
}
