/**
 * Where the mail provider reports bounces and complaints. The key in the address proves the caller, and a message of Amazon
 * SNS must be signed as well: an unknown client, a wrong key and a wrong signature get the same answer. Repeats are harmless.
 */
import type { FastifyInstance } from 'fastify'
import { idParam } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { AppError } from '#server/core/http/errors.ts'
import { parseJson } from '#server/core/http/body/json-text.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import { isEventsKey } from './events-key.ts'
import { applyEvent, noteEvent, readEmailSettings } from './events.repository.ts'
import { readReport, type Reported } from './read-events.ts'
import { createSnsCertificates } from './sns-certificates.ts'
import { askSns } from './sns-host.ts'
import { isSignedBySns, isSnsMessage } from './sns-signature.ts'

/** Amazon SNS sends at most 256 kB; a report is a few. Parsing so much takes about a millisecond. */
const BODY_MAX_BYTES = 128 * 1024
const VALUES_MAX = 5_000

const refused = () => new AppError('unauthenticated', 'This call is not signed.')
const unreadable = () => new AppError('malformed_request', 'This report cannot be read.')

const parse = (text: string): unknown => {
  const result = parseJson(text, VALUES_MAX)
  return 'value' in result ? result.value : undefined
}

const requireKey = (core: Core, clientId: number, key: string): Promise<void> =>
  core.db.withTenant(clientId, async (db) => {
    const { events_key: number } = await readEmailSettings(db)
    if (!isEventsKey(core, clientId, { number, key })) throw refused()
  })

const write = (core: Core, clientId: number, reported: Reported): Promise<void> =>
  core.db.withTenant(clientId, async (db) => {
    const now = core.clock.now()
    await noteEvent(db, now)
    if (reported.kind === 'events')
      for (const event of reported.events) await applyEvent(db, clientId, event, now)
  })

export const registerMailEvents = (
  app: FastifyInstance,
  pipeline: Pick<RequestPipeline, 'findTenant'>,
  { core, outgoing }: { core: Core; outgoing: Outgoing },
): void => {
  const { clock } = core
  const certificates = createSnsCertificates(outgoing, clock)
  /** Amazon is asked only for those who know the key, and never within a transaction. */
  const take = async (clientId: number, key: string, body: Buffer): Promise<void> => {
    await requireKey(core, clientId, key)
    const report = parse(body.toString('utf8'))
    if (isSnsMessage(report) && !(await isSignedBySns(report, { certificates, clock }))) throw refused()
    const reported = readReport(report, parse)
    // The provider shows it to the admin and sends it again.
    if (!reported) throw unreadable()
    await write(core, clientId, reported)
    if (reported.kind === 'confirm') await askSns(outgoing, reported.url)
  }
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // Amazon SNS says text/plain.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { clientId: string }; Querystring: { key?: unknown } }>(
      '/mail/events/:clientId/',
      { bodyLimit: BODY_MAX_BYTES, config: { hasSecrets: true } },
      async (request, reply) => {
        const parsed = idParam.safeParse(request.params.clientId)
        const tenant = parsed.success ? await pipeline.findTenant(parsed.data) : null
        const { key } = request.query
        if (!tenant?.isActive || typeof key !== 'string' || !Buffer.isBuffer(request.body)) throw refused()
        await take(tenant.clientId, key, request.body)
        return reply.code(204).send()
      },
    )
    done()
  })
}
