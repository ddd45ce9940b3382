/** A demo client whose admins make payment links, and people who pay them without an account. */
import { randomUUID } from 'node:crypto'
import type { PayLink } from '#contract/money/pay.ts'
import type { PaymentLinkDocument } from '#contract/money/payment-links.ts'
import { shiftDay } from '#server/core/days.ts'
import { addPerson } from '#tests/support/server/people.ts'
import { CLIENT } from '../courses/world.ts'
import { startProgrammeWorld, type ProgrammeWorld } from './programme-world.ts'

export const AMOUNT = 500_000
export const TODAY = '2026-03-02'

interface Answer<T> {
  status: number
  body: T
}

export interface LinkWorld extends ProgrammeWorld {
  admin: number
  otherAdmin: number
  /** As an admin. */
  make: (draft?: object, by?: number) => Promise<PaymentLinkDocument['link']>
  document: (id: number) => Promise<PaymentLinkDocument>
  note: (id: number, body: object, by?: number) => Promise<Answer<PaymentLinkDocument & { fields?: unknown }>>
  decide: (id: number, noteId: number, approve: boolean, by: number) => Promise<Answer<PaymentLinkDocument>>
  /** Without an account. */
  anonymous: <T>(method: 'GET' | 'POST', path: string, body?: object, client?: number) => Promise<Answer<T>>
  open: (
    code: string,
    more?: { pass?: string | null; checkout?: string | null; client?: number },
  ) => Promise<Answer<{ link: PayLink | null }>>
  begin: (
    code: string,
    amount_minor: number,
    more?: { pass?: string; idempotency_key?: string },
  ) => Promise<Answer<{ checkout_id: string; url: string; fields?: unknown }>>
  /** Starts a payment of a link and returns the checkout's id. */
  beginOk: (code: string, amount_minor: number) => Promise<string>
  /** Balances by account of one link. */
  balances: (id: number) => Promise<Record<string, number>>
}

export const draftOf = (change: object = {}) => ({
  title: 'Fee for the spring term',
  amount_minor: AMOUNT,
  currency: 'INR',
  part_minor: null,
  email: null,
  expires_on: shiftDay(TODAY, 7),
  reminds: false,
  mails: false,
  idempotency_key: randomUUID(),
  ...change,
})

export const startLinkWorld = async (): Promise<LinkWorld> => {
  const world = await startProgrammeWorld()
  const { server } = world
  server.clock.set(`${TODAY}T06:00:00Z`)
  const admin = await addPerson(server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  const otherAdmin = await addPerson(server.db, { clientId: CLIENT, name: 'Otto Admin', role: 'admin' })
  const anonymous: LinkWorld['anonymous'] = async (method, path, body, client = CLIENT) => {
    const reply = await server.app.inject({
      method,
      url: `/api/clients/${client}${path}`,
      ...(body && { payload: body }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() } as never
  }
  const begin: LinkWorld['begin'] = (code, amount_minor, more = {}) =>
    anonymous('POST', `/pay/${code}/checkouts/`, {
      idempotency_key: randomUUID(),
      amount_minor,
      pass: null,
      ...more,
    })
  const links = '/admin/payment-links/'
  return {
    ...world,
    admin,
    otherAdmin,
    anonymous,
    make: async (draft = {}, by = admin) => {
      const { status, body } = await world.call<PaymentLinkDocument>(by, 'POST', links, draftOf(draft))
      if (status !== 201) throw new Error(`no link: ${status} ${JSON.stringify(body)}`)
      return body.link
    },
    document: async (id) => (await world.call<PaymentLinkDocument>(admin, 'GET', `${links}${id}/`)).body,
    note: (id, body, by = admin) =>
      world.call(by, 'POST', `${links}${id}/payments/`, {
        amount_minor: AMOUNT,
        place: 'cash',
        reference: randomUUID(),
        received_on: TODAY,
        ...body,
      }),
    decide: (id, noteId, approve, by) =>
      world.call(by, 'POST', `${links}${id}/payments/${noteId}/decision/`, { approve }),
    open: (code, { client, ...more } = {}) =>
      anonymous('POST', `/pay/${code}/open/`, { pass: null, checkout: null, ...more }, client),
    begin,
    beginOk: async (code, amount) => {
      const { status, body } = await begin(code, amount)
      if (status !== 201) throw new Error(`no checkout: ${status} ${JSON.stringify(body)}`)
      return body.checkout_id
    },
    balances: async (id) =>
      Object.fromEntries(
        (
          await world.rows<{ account: string; sum: number }>(
            `select e.account, sum(e.amount_minor)::float8 as sum from ledger_transaction t
             join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
             where t.link_id = $1 group by 1`,
            [id],
          )
        ).map(({ account, sum }) => [account, sum]),
      ),
  }
}
