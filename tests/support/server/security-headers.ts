/** Headers that every response must have (H4). */
type Headers = Record<string, number | string | string[] | undefined>

/** Names of missing or wrong headers. */
export const missingSecurityHeaders = (headers: Headers, options: { https?: boolean } = {}): string[] => {
  const value = (name: string) => String(headers[name] ?? '')
  const problems: string[] = []
  const expectThat = (name: string, isTrue: boolean) => {
    if (!isTrue) problems.push(name)
  }
  expectThat('x-content-type-options', value('x-content-type-options') === 'nosniff')
  expectThat('referrer-policy', value('referrer-policy') !== '')
  expectThat('content-security-policy', value('content-security-policy').includes("default-src 'none'"))
  expectThat(
    'frame-ancestors',
    value('content-security-policy').includes("frame-ancestors 'none'") ||
      value('content-security-policy').includes('sandbox') ||
      // The app frames a résumé: no viewer works in a sandbox, and a PDF runs nothing of this origin.
      (value('content-type') === 'application/pdf' &&
        value('content-security-policy').endsWith("frame-ancestors 'self'")),
  )
  // Untrusted packages have inline scripts, and mails inline styles; they run in a sandbox without the product's origin.
  expectThat('unsafe-inline', !/^(?!sandbox[ ;]).*unsafe-inline/.test(value('content-security-policy')))
  expectThat('cache-control', value('cache-control') !== '')
  expectThat('no version', value('server') === '' && value('x-powered-by') === '')
  if (options.https)
    expectThat('strict-transport-security', value('strict-transport-security').includes('max-age='))
  return problems
}
