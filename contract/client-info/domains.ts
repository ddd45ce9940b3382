/** A client's own domains: proved by a DNS record, then its pages answer there (rules: Tenants). */
import * as z from 'zod/mini'
import { clientParams, id, idParam, singleLine, timestamp } from '../common.ts'
import { endpoint, perHour } from '../endpoint.ts'

const BASE = '/api/clients/{clientId}/admin/settings/domains/' as const
const ONE = `${BASE}{domainId}/` as const
const oneParams = z.object({ clientId: idParam, domainId: idParam })

export const DOMAINS_MAX = 10
const HOST_MAX = 253

/** Where the record stands, below the domain. */
export const DOMAIN_RECORD_LABEL = '_learning-site'
export const DOMAIN_RECORD_START = 'learning-site-verification='

const domain = z.object({
  id,
  host: z.string(),
  /** The TXT record that proves the domain. */
  record_name: z.string(),
  record_value: z.string(),
  /** Null: the domain leads nowhere yet. */
  verified_at: z.nullable(timestamp),
  checked_at: z.nullable(timestamp),
  /** Links in mails lead here. */
  is_main: z.boolean(),
})
export type ClientDomain = z.infer<typeof domain>

const domains = z.object({
  domains: z.array(domain),
  /** Set up by whoever runs the installation; not to be changed here. */
  fixed: z.array(z.object({ host: z.string(), is_main: z.boolean() })),
  /** What a domain's CNAME record points at; null while the installation has no public address. */
  target: z.nullable(z.string()),
})
export type ClientDomains = z.infer<typeof domains>

/** Why a record proved nothing. `taken`: another client proved the domain first. */
const recordFailures = ['no_record', 'other_record', 'no_answer', 'taken'] as const
export type RecordFailure = (typeof recordFailures)[number]
/** Why a proved domain cannot be used in links yet. */
const addressFailures = ['unknown_host', 'not_public', 'no_answer', 'elsewhere'] as const
export type AddressFailure = (typeof addressFailures)[number]

export const listDomains = endpoint({
  name: 'clients.domains',
  method: 'GET',
  path: BASE,
  access: 'admin',
  feature: null,
  summary: "List the client's domains with the DNS records that prove them",
  params: clientParams,
  response: domains,
})

export const addDomain = endpoint({
  name: 'clients.addDomain',
  method: 'POST',
  path: BASE,
  access: 'admin',
  feature: null,
  // The same domain stands in the list once.
  idempotency: 'natural',
  rateLimit: perHour(30),
  summary: 'Add a domain; it leads nowhere until its DNS record proves it',
  params: clientParams,
  body: z.object({ host: singleLine(1, HOST_MAX + 20) }),
  response: domains,
  status: 201,
  alsoFails: [409],
})

export const checkDomain = endpoint({
  name: 'clients.checkDomain',
  method: 'POST',
  path: `${ONE}check/`,
  access: 'admin',
  feature: null,
  idempotency: 'natural',
  rateLimit: perHour(60),
  summary: "Look for the domain's DNS record; once found, the client's pages answer there",
  params: oneParams,
  response: z.object({ failure: z.nullable(z.enum(recordFailures)), state: domains }),
})

export const setMainDomain = endpoint({
  name: 'clients.setMainDomain',
  method: 'PUT',
  path: `${ONE}main/`,
  access: 'admin',
  feature: null,
  stepUp: true,
  rateLimit: perHour(60),
  summary: "Use a proved domain in the links of mails, once the client's pages open there",
  params: oneParams,
  response: z.object({ failure: z.nullable(z.enum(addressFailures)), state: domains }),
  alsoFails: [409],
})

export const removeDomain = endpoint({
  name: 'clients.removeDomain',
  method: 'DELETE',
  path: ONE,
  access: 'admin',
  feature: null,
  stepUp: true,
  summary: "Remove a domain: the client's pages do not answer there any more",
  params: oneParams,
  response: domains,
})

/**
 * The host name that somebody means: an address of a page is cut to it, letters of other scripts become ASCII. Null for what
 * is no public domain, such as an IP address or a name within a network.
 */
export const domainIn = (typed: string): string | null => {
  const text = typed.trim().replace(/\.$/, '')
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(address)) return null
  const { hostname, username, password } = new URL(address)
  const labels = hostname.split('.')
  const isPublic =
    labels.length > 1 &&
    hostname.length <= HOST_MAX &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    // The last label of an IPv4 address is a number.
    !/^\d+$/.test(labels.at(-1) ?? '') &&
    !NOT_PUBLIC.has(labels.at(-1) ?? '')
  return isPublic && username === '' && password === '' ? hostname : null
}

/** Top-level names that nobody can own (RFC 6761, RFC 8375, RFC 9476). */
const NOT_PUBLIC: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'invalid',
  'test',
  'example',
  'onion',
  'alt',
  'arpa',
  'lan',
  'home',
  'corp',
])
