/**
 * Tables of any length as CSV files. The browser downloads them directly, and they are written while they are sent: a
 * hundred thousand rows take little memory. The address carries what was asked for and a signature, valid for a short time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'

const VALID_FOR_MS = 5 * 60_000
const TICKET_MAX = 2000

interface Ticket<Asked> {
  client: number
  name: string
  until: number
  asked: Asked
}

interface Table<Asked> {
  /** Part of the address and of the key. */
  area: string
  /** The file's text in pieces. Each is read in its own transaction, so that a slow download holds no connection. */
  pieces: (clientId: number, asked: Asked) => AsyncGenerator<string>
}

export const createCsvDownloads = <Asked extends object>(
  { secret, clock }: Pick<Core, 'secret' | 'clock'>,
  { area, pieces }: Table<Asked>,
) => {
  const key = secret(`${area}-files`)
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const read = (text: string, mac: string): Ticket<Asked> | null => {
    const [expected, given] = [Buffer.from(macOf(text)), Buffer.from(mac)]
    if (text.length > TICKET_MAX || expected.length !== given.length || !timingSafeEqual(expected, given))
      return null
    const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket<Asked>
    return ticket.until > clock.now().getTime() ? ticket : null
  }
  return {
    /** Whoever calls has checked that the caller may have the file. */
    addressFor: (clientId: number, name: string, asked: Asked): { url: string; name: string } => {
      const until = clock.now().getTime() + VALID_FOR_MS
      const ticket: Ticket<Asked> = { client: clientId, name, until, asked }
      const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
      return { url: `/files/${clientId}/${area}/${macOf(text)}?ask=${text}`, name }
    },
    register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
      app.get<{ Params: Record<'clientId' | 'mac', string>; Querystring: { ask?: unknown } }>(
        `/files/:clientId/${area}/:mac`,
        async (request, reply) => {
          const { clientId, mac } = request.params
          const { ask } = request.query
          const ticket = typeof ask === 'string' ? read(ask, mac) : null
          if (!ticket || String(ticket.client) !== clientId) throw notFound()
          const tenant = await pipeline.findTenant(ticket.client)
          if (!tenant?.isActive) throw notFound()
          return reply
            .headers({
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': `attachment; filename="${ticket.name}"`,
              'cache-control': 'private, no-store',
              'x-content-type-options': 'nosniff',
              'content-security-policy': "sandbox; default-src 'none'",
            })
            .send(Readable.from(pieces(ticket.client, ticket.asked)))
        },
      )
    },
  }
}
