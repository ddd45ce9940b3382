/** TRUST H4: what every single answer must carry. */
type Headers = Record<string, number | string | string[] | undefined>

/** Names of what is missing or wrong; empty when all is well. */
export const missingSecurityHeaders = (headers: Headers, options: { https?: boolean } = {}): string[] => {
  const value = (name: string) => String(headers[name] ?? '')
  const problems: string[] = []
  const need = (name: string, holds: boolean) => {
    if (!holds) problems.push(name)
  }
  need('x-content-type-options', value('x-content-type-options') === 'nosniff')
  need('referrer-policy', value('referrer-policy') !== '')
  need('content-security-policy', value('content-security-policy').includes("default-src 'none'"))
  need(
    'frame-ancestors',
    value('content-security-policy').includes("frame-ancestors 'none'") ||
      value('content-security-policy').includes('sandbox'),
  )
  // Strangers' packages write scripts into their pages; they run in a sandbox, with no origin of the product's.
  need('unsafe-inline', !/^(?!sandbox ).*unsafe-inline/.test(value('content-security-policy')))
  need('cache-control', value('cache-control') !== '')
  need('no version', value('server') === '' && value('x-powered-by') === '')
  if (options.https)
    need('strict-transport-security', value('strict-transport-security').includes('max-age='))
  return problems
}
