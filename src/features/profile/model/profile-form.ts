/** What the forms of the profile check before they send anything. The server checks the same rules. */
import { birthDateProblem } from '#contract/profile/birth-date.ts'
import { toE164, splitPhone } from '#contract/profile/calling-codes.ts'
import { BIO_MAX, NAME_MAX } from '#contract/profile/limits.ts'
import { checkProfileLink, type LinkKind } from '#contract/profile/profile-link.ts'
import type { OwnProfile, ProfileChange } from '#contract/profile/profile.ts'

/** The key of a text below `issues`. */
export type Issue =
  | 'firstNameRequired'
  | 'nameTooLong'
  | 'bioTooLong'
  | 'birthDateFuture'
  | 'birthDateYoung'
  | 'birthDateOld'
  | 'phoneShort'
  | 'phoneLong'
  | 'phoneWrong'
  | 'phoneRequired'
  | 'linkWrong'
  | 'linkHost_professional'
  | 'linkHost_code'
  | 'linkPage'
  | 'refused'
export type Issues<Form> = Partial<Record<keyof Form, Issue>>
export type Checked<Form> = { issues: Issues<Form>; change: ProfileChange }

export type AboutForm = { first: string; last: string; birthDate: string; bio: string }
export const aboutFormOf = (profile: OwnProfile): AboutForm => ({
  first: profile.first_name,
  last: profile.last_name,
  birthDate: profile.date_of_birth ?? '',
  bio: profile.bio,
})

const BIRTH_DATE_ISSUES = {
  future: 'birthDateFuture',
  too_young: 'birthDateYoung',
  too_old: 'birthDateOld',
} as const

export const checkAbout = (form: AboutForm, today: string): Checked<AboutForm> => {
  const [first, last, bio] = [form.first.trim(), form.last.trim(), form.bio.trim()]
  const birthDate = form.birthDate === '' ? null : birthDateProblem(form.birthDate, today)
  const firstIssue = first === '' ? 'firstNameRequired' : first.length > NAME_MAX ? 'nameTooLong' : null
  return {
    issues: {
      ...(firstIssue && { first: firstIssue }),
      ...(last.length > NAME_MAX && { last: 'nameTooLong' }),
      ...(birthDate && { birthDate: BIRTH_DATE_ISSUES[birthDate] }),
      ...(bio.length > BIO_MAX && { bio: 'bioTooLong' }),
    },
    change: { first_name: first, last_name: last, bio, date_of_birth: form.birthDate || null },
  }
}

export type ContactForm = { country: string; phone: string; professional: string; code: string }
/** A number in another form than E.164 is shown as it was typed. */
export const contactFormOf = (profile: OwnProfile, country: string): ContactForm => {
  const number = profile.phone_number?.replaceAll(/[\s()-]/g, '') ?? ''
  const parts = number.startsWith('+') ? splitPhone(number) : null
  return {
    country: parts?.country ?? country,
    phone: parts?.national ?? profile.phone_number ?? '',
    professional: profile.professional_url ?? '',
    code: profile.code_url ?? '',
  }
}

const PHONE_ISSUES = { too_short: 'phoneShort', too_long: 'phoneLong', country: 'phoneWrong' } as const

const checkLink = (kind: LinkKind, text: string): { url: string | null; issue: Issue | null } => {
  if (text.trim() === '') return { url: null, issue: null }
  const checked = checkProfileLink(kind, text.trim())
  if ('url' in checked) return { url: checked.url, issue: null }
  if (checked.problem === 'host') return { url: null, issue: `linkHost_${kind}` }
  return { url: null, issue: checked.problem === 'page' ? 'linkPage' : 'linkWrong' }
}

export const checkContact = (form: ContactForm): Checked<ContactForm> => {
  const phone = form.phone.trim() === '' ? null : toE164(form.country, form.phone)
  const [professional, code] = [checkLink('professional', form.professional), checkLink('code', form.code)]
  return {
    issues: {
      ...(phone && 'problem' in phone && { phone: PHONE_ISSUES[phone.problem] }),
      ...(professional.issue && { professional: professional.issue }),
      ...(code.issue && { code: code.issue }),
    },
    change: {
      phone_number: phone && 'number' in phone ? phone.number : null,
      professional_url: professional.url,
      code_url: code.url,
    },
  }
}

/** Where the server's field stands in a form. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  first_name: 'first',
  last_name: 'last',
  date_of_birth: 'birthDate',
  bio: 'bio',
  phone_number: 'phone',
  professional_url: 'professional',
  code_url: 'code',
}
