import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createReportGate,
  CSP_REPORT_PATH,
  LINES_PER_HOUR,
  violationsIn,
} from '#server/core/http/csp-reports.ts'
import { pagePolicy } from '#server/core/http/security-headers.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

const sent = (change: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://a.test/courses?search=private#part',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/x.js?token=1',
    'source-file': 'https://a.test/assets/first.js',
    'line-number': 12,
    ...change,
  },
})

describe('CSP reports', () => {
  it('reads both report formats as the same violation, without query strings', () => {
    const violation = {
      page: 'https://a.test/courses',
      directive: 'script-src-elem',
      blocked: 'https://evil.test/x.js',
      source: 'https://a.test/assets/first.js',
      line: 12,
    }
    expect(violationsIn(sent())).toEqual([violation])
    expect(
      violationsIn([
        {
          type: 'csp-violation',
          body: {
            documentURL: 'https://a.test/courses#x',
            effectiveDirective: 'script-src-elem',
            blockedURL: 'https://evil.test/x.js',
            sourceFile: 'https://a.test/assets/first.js?v=1',
            lineNumber: 12,
          },
        },
      ]),
    ).toEqual([violation])
  })

  it.each([[null], ['words'], [{}], [[{ type: 'deprecation', body: {} }]], [Array(21).fill(sent())]])(
    'ignores %s',
    (body) => {
      expect(violationsIn(body)).toEqual([])
    },
  )

  it('shortens long values and removes line breaks', () => {
    const [violation] = violationsIn(sent({ 'blocked-uri': `a\nb\u0000${'x'.repeat(5000)}` }))
    expect(violation?.blocked).toMatch(/^a b x{196}$/)
  })
})

describe('report gate', () => {
  const violation = (line: number) => ({ page: '', directive: 'img-src', blocked: 'x', source: 'y', line })

  it('writes a limited number of lines per hour and reports the dropped ones in the next', () => {
    let now = 1_000_000_000
    const gate = createReportGate({ now: () => new Date(now) })
    const written = Array.from({ length: 5000 }, (_, line) => gate(violation(line))).filter(
      ({ write }) => write,
    )
    expect(written).toHaveLength(LINES_PER_HOUR)
    now += 3_600_001
    expect(gate(violation(1))).toEqual({ write: true, dropped: 5000 - LINES_PER_HOUR })
    expect(gate(violation(1))).toEqual({ write: false, dropped: 0 })
  })
})

describe('CSP report endpoint', () => {
  let server: TestServer
  beforeAll(async () => (server = await startTestServer()))
  afterAll(() => server.close())

  const post = (type: string, payload: string) =>
    server.app.inject({ method: 'POST', url: CSP_REPORT_PATH, headers: { 'content-type': type }, payload })

  it('is the report-uri of the page policy', () => {
    expect(pagePolicy({ https: true, google: true })).toContain(`; report-uri ${CSP_REPORT_PATH}`)
  })

  it.each([
    ['application/csp-report', JSON.stringify(sent())],
    ['application/reports+json', '[]'],
    ['application/csp-report', '{broken'],
  ])('accepts %s with 204 and no body', async (type, payload) => {
    const answer = await post(type, payload)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
  })

  it('rejects larger reports and other content types', async () => {
    expect((await post('application/csp-report', `"${'x'.repeat(20_000)}"`)).statusCode).toBe(413)
    expect((await post('text/html', '<p>')).statusCode).toBe(415)
  })
})
