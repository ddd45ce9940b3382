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

const found = (body: unknown): StandInAnswer => ({ status: 200, body })
const failed = (status: number, description: string): StandInAnswer => ({
  status,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
})

export const startRazorpay = async ({ keyId, secret }: { keyId: string; secret: string }) => {
  const links = new Map<string, RazorpayLink>()
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
  const answer = ({ method, url, headers, body }: StandInRequest): StandInAnswer => {
    if (headers.authorization !== authorization) return failed(401, 'Authentication failed')
    const [, , kind, id] = url.pathname.split('/')
    if (kind === 'payments') return found({ entity: 'collection', count: 0, items: [] })
    if (kind !== 'payment_links') return failed(404, 'The requested URL was not found on the server.')
    if (method === 'POST') return create(JSON.parse(body) as Partial<RazorpayLink>)
    if (id !== undefined && id !== '') {
      const link = links.get(id)
      return link ? found(link) : failed(400, 'The id provided does not exist')
    }
    const reference = url.searchParams.get('reference_id')
    return found({
      payment_links: [...links.values()].filter(
        (link) => reference === null || link.reference_id === reference,
      ),
    })
  }

  const server = await startStandIn(answer)
  return {
    ...server,
    host: `http://127.0.0.1:${server.port}`,
    links,
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
