/**
 * A stand-in for Razorpay, written from its published API reference: keys, payment links with a unique reference, and
 * payments. Its messages are signed as the package checks them.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { startStandIn, type StandInAnswer, type StandInRequest } from './provider-server.ts'

export interface RazorpayLink {
  id: string
  entity: 'payment_link'
  short_url: string
  status: 'created' | 'paid' | 'expired' | 'cancelled'
  amount: number
  amount_paid: number
  currency: string
  reference_id: string
  callback_url: string
  expire_by: number
  notes: Record<string, string>
  payments: { payment_id: string; amount: number; status: 'captured' }[] | null
  created_at: number
}

export interface RazorpayRefund {
  id: string
  entity: 'refund'
  status: 'pending' | 'processed' | 'failed'
  amount: number
  currency: string
  payment_id: string
  notes: Record<string, string>
  created_at: number
}

const found = (body: unknown): StandInAnswer => ({ status: 200, body })
const failed = (status: number, description: string): StandInAnswer => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

export const startRazorpay = async ({ keyId, secret }: { keyId: string; secret: string }) => {
  const links = new Map<string, RazorpayLink>()
  const refunds = new Map<string, RazorpayRefund>()
  let nextRefund: RazorpayRefund['status'] = 'processed'
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

  const create = (body: Partial<RazorpayLink>): StandInAnswer => {
    const { amount = 0, currency = '', reference_id: reference = '', notes = {} } = body
    if (amount < 100) return failed(400, 'amount must be at least INR 1.00')
    if ([...links.values()].some((link) => link.reference_id === reference))
      return failed(400, 'payment link with given reference_id already exists')
    const id = `plink_${randomUUID().replaceAll('-', '').slice(0, 14)}`
    const link: RazorpayLink = {
      id,
      entity: 'payment_link',
      short_url: `https://rzp.test/i/${id}`,
      status: 'created',
      amount,
      amount_paid: 0,
      currency,
      reference_id: reference,
      callback_url: body.callback_url ?? '',
      expire_by: body.expire_by ?? 0,
      notes,
      payments: null,
      created_at: Math.floor(Date.now() / 1000),
    }
    links.set(id, link)
    return found(link)
  }
  const refund = (paymentId: string, body: Partial<RazorpayRefund>): StandInAnswer => {
    const link = [...links.values()].find(({ payments }) => payments?.[0]?.payment_id === paymentId)
    const before = [...refunds.values()]
      .filter(({ payment_id: id, status }) => id === paymentId && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    const { amount = 0, notes = {} } = body
    if (!link || before + amount > link.amount)
      return failed(400, 'The total refund amount is greater than the payment amount')
    const made: RazorpayRefund = {
      id: `rfnd_${randomUUID().slice(0, 14)}`,
      entity: 'refund',
      status: nextRefund,
      amount,
      currency: link.currency,
      payment_id: paymentId,
      notes,
      created_at: Math.floor(Date.now() / 1000),
    }
    refunds.set(made.id, made)
    return found(made)
  }
  const answer = ({ method, url, headers, body }: StandInRequest): StandInAnswer => {
    if (headers.authorization !== authorization) return failed(401, 'Authentication failed')
    const [, , kind, id] = url.pathname.split('/')
    const pageOf = <T extends { created_at: number }>(all: Iterable<T>): T[] => {
      const skip = Number(url.searchParams.get('skip') ?? 0)
      const from = Number(url.searchParams.get('from') ?? 0)
      return [...all].filter(({ created_at: at }) => at >= from).slice(skip, skip + 100)
    }
    if (kind === 'refunds' && (id === undefined || id === ''))
      return found({ items: pageOf(refunds.values()) })
    if (kind === 'refunds') {
      const known = refunds.get(id ?? '')
      return known ? found(known) : failed(400, 'The id provided does not exist')
    }
    if (kind === 'payments' && id !== undefined && method === 'POST')
      return refund(id, JSON.parse(body) as Partial<RazorpayRefund>)
    if (kind === 'payments')
      return found({
        entity: 'collection',
        items: [...refunds.values()].filter(({ payment_id: payment }) => payment === id),
      })
    if (kind !== 'payment_links') return failed(404, 'The requested URL was not found on the server.')
    if (method === 'POST') return create(JSON.parse(body) as Partial<RazorpayLink>)
    if (id !== undefined && id !== '') {
      const link = links.get(id)
      return link ? found(link) : failed(400, 'The id provided does not exist')
    }
    const reference = url.searchParams.get('reference_id')
    return found({
      payment_links: pageOf(links.values()).filter(
        (link) => reference === null || link.reference_id === reference,
      ),
    })
  }

  const server = await startStandIn(answer)
  return {
    ...server,
    host: `http://127.0.0.1:${server.port}`,
    links,
    refunds,
    /** What becomes of the refunds to come. */
    setNextRefund: (status: RazorpayRefund['status']) => {
      nextRefund = status
    },
    linkFor: (checkoutId: string): RazorpayLink => {
      const link = [...links.values()].find((each) => each.reference_id === checkoutId)
      if (!link) throw new Error(`no link for ${checkoutId}`)
      return link
    },
    /** The payer pays on the page of the link. */
    pay: (link: RazorpayLink): void => {
      const payment = { payment_id: `pay_${randomUUID().slice(0, 14)}`, amount: link.amount }
      Object.assign(link, {
        status: 'paid',
        amount_paid: link.amount,
        payments: [{ ...payment, status: 'captured' }],
      })
    },
  }
}

/** A message as it goes over the wire. */
export const razorpayMessage = (
  secret: string,
  event: string,
  payload: Record<string, object>,
): { body: string; headers: Record<string, string> } => {
  const body = JSON.stringify({
    entity: 'event',
    event,
    contains: Object.keys(payload),
    payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
    created_at: 1_764_000_000,
  })
  return {
    body,
    headers: {
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-razorpay-event-id': randomUUID(),
    },
  }
}
