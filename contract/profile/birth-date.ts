import { AGE_MAX, AGE_MIN } from './limits.ts'

export type BirthDateProblem = 'future' | 'too_young' | 'too_old'

const yearsBefore = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`

/** What is implausible about a date of birth (YYYY-MM-DD); null if nothing. */
export const birthDateProblem = (birthDate: string, today: string): BirthDateProblem | null => {
  if (birthDate > today) return 'future'
  if (birthDate > yearsBefore(today, AGE_MIN)) return 'too_young'
  return birthDate < yearsBefore(today, AGE_MAX) ? 'too_old' : null
}
