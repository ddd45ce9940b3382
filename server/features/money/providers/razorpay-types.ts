/** What the product uses of Razorpay's package, whose own types lack promises and request defaults. */
type Answer = Promise<unknown>

export interface Razorpay {
  readonly api: { readonly rq: { readonly defaults: { baseURL?: string } } }
  readonly paymentLink: {
    readonly create: (link: Readonly<Record<string, unknown>>) => Answer
    readonly fetch: (id: string) => Answer
    readonly all: (query: Readonly<Record<string, unknown>>) => Answer
  }
  readonly payments: {
    readonly all: (query: Readonly<Record<string, unknown>>) => Answer
  }
}
