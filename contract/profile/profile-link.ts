/** Links to a person's profiles elsewhere. Only well-known hosts are accepted, so that no look-alike is linked. */
export const linkKinds = ['professional', 'code'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The hosts of each kind, with the first part of a profile's path where it has one. */
export const LINK_HOSTS: Readonly<Record<LinkKind, readonly { host: string; under?: string }[]>> = {
  professional: [
    { host: 'linkedin.com', under: 'in' },
    { host: 'xing.com', under: 'profile' },
  ],
  code: [{ host: 'github.com' }, { host: 'gitlab.com' }, { host: 'codeberg.org' }, { host: 'bitbucket.org' }],
}

/** `host`: another site, perhaps one that only looks like it. `page`: the right site, but nobody's profile. */
export type LinkProblem = 'not_a_link' | 'host' | 'page'
export type CheckedLink = { url: string } | { problem: LinkProblem }

/** Sites serve profiles under `www.` and under country codes, such as `in.linkedin.com`. */
const SUBDOMAIN = /^(?:www|[a-z]{2})$/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const SEGMENT = /^[\p{L}\p{N}._%-]+$/u

const parse = (text: string): URL | null => {
  try {
    return new URL(SCHEME.test(text) ? text : `https://${text}`)
  } catch {
    return null
  }
}

/** The address as it is stored: https, without query and fragment. `text` is trimmed and not empty. */
export const checkProfileLink = (kind: LinkKind, text: string): CheckedLink => {
  const url = /\s/.test(text) ? null : parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { problem: 'not_a_link' }
  if (url.username !== '' || url.password !== '' || url.port !== '') return { problem: 'host' }
  const site = LINK_HOSTS[kind].find(({ host }) => {
    if (url.hostname === host) return true
    return url.hostname.endsWith(`.${host}`) && SUBDOMAIN.test(url.hostname.slice(0, -host.length - 1))
  })
  if (!site) return { problem: 'host' }
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const own = site.under === undefined ? parts : parts[0] === site.under ? parts.slice(1) : []
  const [name] = own
  if (name === undefined || !SEGMENT.test(name)) return { problem: 'page' }
  const path = [...(site.under === undefined ? [] : [site.under]), name].join('/')
  return { url: `https://${url.hostname}/${path}` }
}
