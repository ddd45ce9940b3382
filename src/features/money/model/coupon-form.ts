/** What an admin types for new coupons, and what is sent. Pure. */
import { COUPONS_AT_ONCE_MAX, foldCode } from '#contract/money/coupons.ts'
import { programmeSlugs } from '#contract/money/programme-slugs.ts'
import { parseAmount } from '#src/shared/lib/amount-input.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'

/** `all` are all programmes. */
export const couponScopes = ['everything', 'all', ...programmeSlugs, 'courses', 'chosen'] as const

export interface CouponForm {
  how: 'own' | 'many'
  code: string
  count: string
  title: string
  kind: 'percent' | 'amount'
  value: string
  usesMax: string
  personMax: string
  startsOn: string
  endsOn: string
  of: (typeof couponScopes)[number]
  courses: readonly number[]
  firstOnly: boolean
}

export const EMPTY_COUPON: CouponForm = {
  how: 'own',
  code: '',
  count: '50',
  title: '',
  kind: 'percent',
  value: '',
  usesMax: '',
  personMax: '1',
  startsOn: '',
  endsOn: '',
  of: 'everything',
  courses: [],
  firstOnly: false,
}

export type CouponIssue = 'missing' | 'code' | 'count' | 'percent' | 'amount' | 'whole' | 'ends' | 'courses'
export type CouponIssues = Partial<Record<keyof CouponForm, CouponIssue>>

const COUNT_MAX = 1_000_000

/** A whole number from 1; null for anything else. */
const wholeOf = (text: string, max: number): number | null => {
  const digits = foldDigits(text).trim()
  const value = /^\d{1,7}$/.test(digits) ? Number(digits) : 0
  return value >= 1 && value <= max ? value : null
}

export const issuesOf = (form: CouponForm, currency: string): CouponIssues => {
  const isMany = form.how === 'many'
  const checks: readonly (readonly [keyof CouponForm, CouponIssue, boolean])[] = [
    ['code', 'code', !isMany && !/^[A-Z0-9]{4,32}$/.test(foldCode(form.code))],
    ['count', 'count', isMany && wholeOf(form.count, COUPONS_AT_ONCE_MAX) === null],
    ['title', 'missing', form.title.trim() === ''],
    ['value', 'percent', form.kind === 'percent' && wholeOf(form.value, 100) === null],
    ['value', 'amount', form.kind === 'amount' && (parseAmount(form.value, currency) ?? 0) < 1],
    ['usesMax', 'whole', form.usesMax.trim() !== '' && wholeOf(form.usesMax, COUNT_MAX) === null],
    ['personMax', 'whole', wholeOf(form.personMax, COUNT_MAX) === null],
    ['courses', 'courses', form.of === 'chosen' && form.courses.length === 0],
    ['endsOn', 'ends', form.endsOn !== '' && form.endsOn < form.startsOn],
  ]
  return Object.fromEntries(checks.filter(([, , isWrong]) => isWrong).map(([field, issue]) => [field, issue]))
}

const scopeOf = ({ of, courses }: CouponForm) => ({
  programmes: of === 'everything' || of === 'all' ? null : programmeSlugs.filter((slug) => slug === of),
  courses: of === 'everything' || of === 'courses' ? null : of === 'chosen' ? [...courses] : [],
})

/** Of a form without issues. */
export const couponBody = (form: CouponForm, currency: string) => ({
  code: form.how === 'many' ? null : foldCode(form.code),
  count: form.how === 'many' ? (wholeOf(form.count, COUPONS_AT_ONCE_MAX) ?? 1) : 1,
  title: form.title.trim(),
  percent: form.kind === 'percent' ? wholeOf(form.value, 100) : null,
  amount_minor: form.kind === 'amount' ? parseAmount(form.value, currency) : null,
  uses_max: wholeOf(form.usesMax, COUNT_MAX),
  person_max: wholeOf(form.personMax, COUNT_MAX) ?? 1,
  starts_on: form.startsOn || null,
  ends_on: form.endsOn || null,
  ...scopeOf(form),
  first_purchase_only: form.firstOnly,
})
