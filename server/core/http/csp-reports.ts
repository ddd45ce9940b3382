/**
 * Where browsers tell what the policy of a page kept from running (trust 8.7). Anybody may write here, so
 * everything is bounded: what is read, what of it is kept, and how many lines it makes.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { cut } from '#contract/text/truncate.ts'

export const CSP_REPORT_PATH = '/csp-reports'

const BODY_MAX_BYTES = 16 * 1024
const FIELD_MAX_CHARS = 200
/** Lines an hour; the same violation is one of them. */
export const LINES_PER_HOUR = 60
const HOUR_MS = 3_600_000

const text = z.optional(z.string())
const place = z.optional(z.number())
/** The body of `report-uri`, and one of `report-to`. */
const report = z.union([
  z.object({
    'csp-report': z.object({
      'document-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'source-file': text,
      'line-number': place,
    }),
  }),
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: text,
      effectiveDirective: text,
      blockedURL: text,
      sourceFile: text,
      lineNumber: z.nullish(z.number()),
    }),
  }),
])
const reports = z.union([report, z.array(report).check(z.maxLength(20))])

export interface Violation {
  page: string
  directive: string
  blocked: string
  source: string
  line: number
}

/** Addresses without query and fragment, which may hold what is nobody's business; words cut to a line's length. */
const lineOf = (value: string | undefined): string =>
  cut((value ?? '').replace(/[?#].*$/s, '').replace(/\p{Cc}/gu, ' '), FIELD_MAX_CHARS)

/** What a body tells; nothing for what is no report. */
export const violationsIn = (body: unknown): Violation[] => {
  const parsed = reports.safeParse(body)
  if (!parsed.success) return []
  return [parsed.data].flat().map((one) => {
    if ('csp-report' in one) {
      const old = one['csp-report']
      return {
        page: lineOf(old['document-uri']),
        directive: lineOf(old['effective-directive'] ?? old['violated-directive']),
        blocked: lineOf(old['blocked-uri']),
        source: lineOf(old['source-file']),
        line: old['line-number'] ?? 0,
      }
    }
    return {
      page: lineOf(one.body.documentURL),
      directive: lineOf(one.body.effectiveDirective),
      blocked: lineOf(one.body.blockedURL),
      source: lineOf(one.body.sourceFile),
      line: one.body.lineNumber ?? 0,
    }
  })
}

/** Lets through each violation once an hour, and no more than so many in all. */
export const createReportGate = (clock: Clock) => {
  let begun = 0
  let dropped = 0
  const seen = new Set<string>()
  return (violation: Violation): { write: boolean; dropped: number } => {
    const now = clock.now().getTime()
    const before = dropped
    if (now - begun >= HOUR_MS) {
      begun = now
      dropped = 0
      seen.clear()
    }
    const key = `${violation.directive} ${violation.blocked} ${violation.source} ${violation.line}`
    if (seen.has(key) || seen.size >= LINES_PER_HOUR) {
      dropped += 1
      return { write: false, dropped: 0 }
    }
    seen.add(key)
    return { write: true, dropped: dropped === 0 ? before : 0 }
  }
}

/** `POST /csp-reports`: always 204, whatever was sent; browsers do not listen to the answer. */
export const registerCspReports = async (
  app: FastifyInstance,
  of: { clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> },
): Promise<void> => {
  const gate = createReportGate(of.clock)
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, parsed) => {
        try {
          parsed(null, JSON.parse(body.toString()))
        } catch {
          parsed(null, null)
        }
      },
    )
    scope.post(CSP_REPORT_PATH, { bodyLimit: BODY_MAX_BYTES }, (request, reply) => {
      for (const violation of violationsIn(request.body)) {
        const { write, dropped } = gate(violation)
        if (write) of.log.warn({ csp: violation, ...(dropped > 0 && { dropped }) }, 'a page broke its policy')
      }
      return reply.code(204).send()
    })
    done()
  })
}
