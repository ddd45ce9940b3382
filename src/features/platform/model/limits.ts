/** Limits as they are typed: storage in gigabytes, nothing for no limit. Pure. */
import {
  LIMIT_MAX,
  limitKinds,
  STORAGE_LIMIT_MAX,
  type ClientLimits,
  type LimitKind,
} from '#contract/platform/clients.ts'

const GIGABYTE = 1000 ** 3

export type LimitDraft = Record<LimitKind, string>
export const noLimits: LimitDraft = { people: '', storage_bytes: '', mails: '' }

const textOf = (value: number | null): string => (value === null ? '' : String(value))
export const draftOf = ({ people, storage_bytes: bytes, mails }: ClientLimits): LimitDraft => ({
  people: textOf(people),
  storage_bytes: textOf(bytes === null ? null : +(bytes / GIGABYTE).toFixed(3)),
  mails: textOf(mails),
})

/** The zeros of Arabic, Persian and Hindi keyboards. */
const ZEROS = [0x660, 0x6f0, 0x966] as const
const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0))
  })

const LEAST: Record<LimitKind, number> = { people: 1, storage_bytes: 0, mails: 0 }

/** Null for no limit; undefined for a text that is none. */
const limitOf = (kind: LimitKind, typed: string): number | null | undefined => {
  const text = plainDigits(typed)
    .replaceAll(/[\s,٬]/gu, '')
    .replace('٫', '.')
  if (text === '') return null
  const isStorage = kind === 'storage_bytes'
  if (!(isStorage ? /^\d{1,8}(?:\.\d{1,3})?$/u : /^\d{1,10}$/u).test(text)) return undefined
  const value = isStorage ? Math.round(Number(text) * GIGABYTE) : Number(text)
  return value >= LEAST[kind] && value <= (isStorage ? STORAGE_LIMIT_MAX : LIMIT_MAX) ? value : undefined
}

export const wrongLimits = (draft: LimitDraft): LimitKind[] =>
  limitKinds.filter((kind) => limitOf(kind, draft[kind]) === undefined)

/** Null while one of them is wrong. */
export const limitsOf = (draft: LimitDraft): ClientLimits | null =>
  wrongLimits(draft).length > 0
    ? null
    : {
        people: limitOf('people', draft.people) ?? null,
        storage_bytes: limitOf('storage_bytes', draft.storage_bytes) ?? null,
        mails: limitOf('mails', draft.mails) ?? null,
      }

/** 0 to 100; null without a limit. A limit of nothing is full. */
export const percentUsed = (used: number, limit: number | null): number | null => {
  if (limit === null) return null
  return limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
}
