/** The form of a new payment link. Pure. */
import { LINK_DAYS, LINK_MONTHS_MAX, type PaymentLink } from '#contract/money/payment-links.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'

export interface LinkForm {
  title: string
  amount: string
  currency: string
  takesParts: boolean
  part: string
  isPersonal: boolean
  email: string
  expiresOn: string
  mails: boolean
  reminds: boolean
}

export const dayLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const lastDay = (today: string): string => {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const end = new Date(Date.UTC(year, month + LINK_MONTHS_MAX, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + LINK_MONTHS_MAX, Math.min(date, end))).toISOString().slice(0, 10)
}

/** A new link, or the same as another one with a new time. */
export const newForm = (today: string, currency: string, from: PaymentLink | null): LinkForm => ({
  title: from?.title ?? '',
  amount: from ? formatAmountInput(from.amount_minor, from.currency) : '',
  currency: from?.currency ?? currency,
  takesParts: from?.part_minor != null,
  part: from?.part_minor == null ? '' : formatAmountInput(from.part_minor, from.currency),
  isPersonal: from?.email != null,
  email: from?.email ?? '',
  expiresOn: dayLater(today, LINK_DAYS),
  mails: true,
  reminds: true,
})

export type LinkField = 'title' | 'amount_minor' | 'part_minor' | 'email' | 'expires_on' | 'currency'
export type LinkIssues = Partial<Record<LinkField, string>>

/** Keys of `form.issues`; null amounts cannot be sent. */
export const formIssues = (form: LinkForm, today: string): LinkIssues => {
  const amount = parseAmount(form.amount, form.currency)
  const part = parseAmount(form.part, form.currency)
  return {
    ...(form.title.trim() === '' && { title: 'title' }),
    ...((amount === null || amount < 1) && { amount_minor: 'amount' }),
    ...(form.takesParts &&
      (part === null || part < 1 || (amount !== null && part > amount)) && { part_minor: 'part' }),
    ...(form.isPersonal && !/^\S+@\S+\.\S+$/.test(form.email.trim()) && { email: 'email' }),
    ...((form.expiresOn < today || form.expiresOn > lastDay(today) || form.expiresOn === '') && {
      expires_on: 'expires',
    }),
  }
}

export const draftOf = (form: LinkForm) => ({
  title: form.title.trim(),
  amount_minor: parseAmount(form.amount, form.currency) ?? 0,
  currency: form.currency,
  part_minor: form.takesParts ? parseAmount(form.part, form.currency) : null,
  email: form.isPersonal ? form.email.trim() : null,
  expires_on: form.expiresOn,
  reminds: form.isPersonal && form.reminds,
  mails: form.isPersonal && form.mails,
})
