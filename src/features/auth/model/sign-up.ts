/** The sign-up form's data: draft, validation and request body (rules: Accounts). */
import type { Language } from '#contract/languages.ts'
import { passwordIssue } from './password-issue.ts'
import { emailIssue, issue, phoneIssue, type Issues } from './issues.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'

export const emptySignUp = {
  full_name: '',
  email: '',
  password: '',
  phone_number: '',
  referral_code: '',
  accept_terms: false as boolean,
  marketing_opt_in: false as boolean,
}
export type SignUpValues = typeof emptySignUp
type Name = keyof SignUpValues

export const signUpFieldNames = Object.keys(emptySignUp) as Name[]
/** Everything except the password survives a reload. */
export const signUpDraftFields = signUpFieldNames.filter((name) => name !== 'password')

interface Rules {
  name: string
  passwordMin: number
  phoneRequired: boolean
}

export const ownTexts = (values: SignUpValues, siteName: string): string[] => [
  values.full_name,
  values.email,
  siteName,
]

export const signUpIssues = (values: SignUpValues, rules: Rules): Issues<Name> => {
  const password = passwordIssue(values.password, {
    min: rules.passwordMin,
    ownWords: ownTexts(values, rules.name),
  })
  const checks: [Name, ReturnType<typeof emailIssue>][] = [
    ['full_name', values.full_name.trim() === '' ? issue('fullNameRequired') : undefined],
    ['email', emailIssue(values.email)],
    ['password', password],
    ['phone_number', phoneIssue(foldDigits(values.phone_number), rules.phoneRequired)],
    ['accept_terms', values.accept_terms ? undefined : issue('mustAccept')],
  ]
  return Object.fromEntries(checks.filter(([, problem]) => problem)) as Issues<Name>
}

export const signUpBody = (values: SignUpValues, language: Language) => {
  const phone = foldDigits(values.phone_number).trim()
  const referral = values.referral_code.trim()
  return {
    full_name: values.full_name,
    email: values.email,
    password: values.password,
    ...(phone && { phone_number: phone }),
    ...(referral && { referral_code: referral }),
    accept_terms: true as const,
    marketing_opt_in: values.marketing_opt_in,
    language,
  }
}
