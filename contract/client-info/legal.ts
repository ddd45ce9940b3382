/** Terms of use and privacy notice of a client: what everybody reads, and what admins write (rules: Tenants). */
import * as z from 'zod/mini'
import { changeUpTo, idParam, inSomeLanguages, language, timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { perLanguage } from '../languages.ts'

export const legalKinds = ['terms', 'privacy'] as const
const kind = z.enum(legalKinds)
export type LegalKind = (typeof legalKinds)[number]

export const LEGAL_TEXT_MAX = 60_000
/** Of the list; older ones are kept. */
export const LEGAL_VERSIONS_SHOWN = 30
/** Stands for the client's name in a text. */
export const NAME_PLACE = '{{name}}'

/** A heading and the paragraphs below it. */
export interface LegalPart {
  heading: string | null
  paragraphs: string[]
}

/** A line that begins with `#` is a heading, an empty line begins a paragraph; everything else stays as typed. */
export const legalParts = (text: string): LegalPart[] => {
  const parts: LegalPart[] = []
  let isNewParagraph = true
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed.startsWith('#')) parts.push({ heading: trimmed.replace(/^#+\s*/, ''), paragraphs: [] })
    const isWords = trimmed !== '' && !trimmed.startsWith('#')
    if (isWords) {
      if (parts.length === 0) parts.push({ heading: null, paragraphs: [] })
      const paragraphs = parts.at(-1)?.paragraphs ?? []
      if (isNewParagraph) paragraphs.push(trimmed)
      else paragraphs.push(`${paragraphs.pop() ?? ''}\n${trimmed}`)
    }
    isNewParagraph = !isWords
  }
  return parts
}

const params = z.object({ clientId: idParam, legalKind: kind })

const publicText = z.object({
  kind,
  title: z.string(),
  /** Of the text: another one than asked for where the client has none in that language. */
  language,
  /** `#` begins a heading, an empty line a paragraph; the client's name is filled in. */
  text: z.string(),
  /** Null: our standard text. */
  version: z.nullable(z.int()),
  published_at: z.nullable(timestamp),
})
export type LegalText = z.infer<typeof publicText>

export const getLegalText = endpoint({
  name: 'clients.legalText',
  method: 'GET',
  path: '/api/clients/{clientId}/legal/{legalKind}/',
  access: 'public',
  feature: null,
  summary: "Get the client's terms of use or privacy notice",
  params,
  query: z.object({ language: z.optional(language) }),
  response: publicText,
})

/** Several lines; nothing but line breaks and tabs of what cannot be seen. */
const legalText = z.pipe(
  z.string(),
  z.pipe(
    z.transform(
      changeUpTo(LEGAL_TEXT_MAX, (text) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()),
    ),
    z.string().check(z.maxLength(LEGAL_TEXT_MAX), z.regex(/^[\P{Cc}\n\t]*$/u)),
  ),
)

const version = z.object({
  version: z.int(),
  published_at: timestamp,
  /** Null: somebody who is gone. */
  published_by: z.nullable(z.string()),
  /** Languages of the text; none: our standard text. */
  languages: z.array(language),
})
export type LegalVersion = z.infer<typeof version>

const edited = z.object({
  kind,
  /** 0: never published, our standard text is in force. */
  version: z.int(),
  /** In force; empty: our standard text. */
  texts: inSomeLanguages(z.string()),
  standard: z.object(perLanguage(() => z.string())),
  /** Newest first. */
  versions: z.array(version),
})
export type LegalState = z.infer<typeof edited>

const ADMIN = '/api/clients/{clientId}/admin/settings/legal/{legalKind}/' as const

export const getLegalState = endpoint({
  name: 'clients.legal',
  method: 'GET',
  path: ADMIN,
  access: 'admin',
  feature: null,
  summary: 'Get the terms or the privacy notice in every language, with their versions',
  params,
  response: edited,
})

export const publishLegalText = endpoint({
  name: 'clients.publishLegal',
  method: 'PUT',
  path: ADMIN,
  access: 'admin',
  feature: null,
  stepUp: true,
  bodyLimitBytes: LEGAL_TEXT_MAX * 4 * 3 + 4096,
  summary: 'Publish the terms or the privacy notice as a new version; without texts our standard text counts',
  params,
  body: z.object({
    /** The version that the caller has seen. */
    current: z.int().check(z.minimum(0)),
    texts: inSomeLanguages(legalText),
  }),
  response: edited,
  alsoFails: [409],
})

export const getLegalVersion = endpoint({
  name: 'clients.legalVersion',
  method: 'GET',
  path: `${ADMIN}versions/{versionId}/`,
  access: 'admin',
  feature: null,
  summary: 'Get a former version of the terms or the privacy notice',
  params: z.extend(params, { versionId: idParam }),
  response: z.object({ version: z.int(), texts: inSomeLanguages(z.string()) }),
})

/** The page that anybody may read. */
export const legalPath = (of: LegalKind): string => `/legal/${of}`
export const isLegalKind = (value: unknown): value is LegalKind => legalKinds.includes(value as LegalKind)
