import * as z from 'zod/mini'
import { languages, perLanguage } from './languages.ts'

export { languages }

/** Path ids arrive as text: only plain positive decimal integers within PostgreSQL's int range are valid. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.transform((text: string, ctx) => {
    const value = Number(text)
    if (value > 2_147_483_647) ctx.issues.push({ code: 'custom', input: text, message: 'out of range' })
    return value
  }),
)
export const id = z.int().check(z.positive())

export const clientParams = z.object({ clientId: idParam })

export const roles = ['student', 'instructor', 'admin', 'superadmin'] as const
export const role = z.enum(roles)
export type Role = (typeof roles)[number]

export const language = z.enum(languages)
/** A value in some of the languages. */
export const inSomeLanguages = <T extends z.ZodMiniType>(value: T) =>
  z.object(perLanguage(() => z.optional(value)))

/** ISO 8601 in UTC (rules: API). */
export const timestamp = z.iso.datetime()
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date()

export const PAGE_SIZE_DEFAULT = 10
export const PAGE_SIZE_MAX = 100
/** Query numbers arrive as text. */
export const pageQuery = {
  page: z._default(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))), 1),
  page_size: z._default(
    z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_SIZE_MAX))),
    PAGE_SIZE_DEFAULT,
  ),
} as const

/** The shape of every list (rules: API). */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })

/** An empty JSON object. */
export const nothing = z.object({})
/** A plain acknowledgement with a sentence for the person. */
export const detail = z.object({ detail: z.string() })
/** The body of a 204. */
export const empty = z.undefined()

/** Trimming and composing letters shorten a text; none that a person writes becomes four times shorter. */
const longestBefore = (max: number) => max * 4 + 1000

/**
 * Changes a text of at most `max` characters before it is checked. A far longer one is too long as it is: normalizing
 * half a million combining marks takes a minute, and patterns overflow the stack.
 */
export const changeUpTo =
  (max: number, change: (text: string) => string) =>
  (text: string, context: { issues: z.core.$ZodRawIssue[] }): string => {
    if (text.length <= longestBefore(max)) return change(text)
    context.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: text })
    return text
  }

/** One line of user text: trimmed, no control characters, NFC. */
export const singleLine = (min: number, max: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform(changeUpTo(max, (text) => text.normalize('NFC').trim())),
      z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^\P{Cc}*$/u)),
    ),
  )
