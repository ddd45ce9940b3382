import { useTranslation } from 'react-i18next'
import type { BoardPerson } from '#contract/attendance/sheets.ts'

/** Who is in, the last to come first. */
export const newestFirst = (people: readonly BoardPerson[]): BoardPerson[] =>
  people.filter((person) => person.via !== null).toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))

/** "12 of 30 are in"; only "12 are in" where nobody else is expected. */
export const useThereText = (people: readonly BoardPerson[]): string => {
  const { t } = useTranslation('attendance/admin')
  const there = people.filter((person) => person.via !== null).length
  if (there === 0 && people.length === 0) return t('screen.nobodyYet')
  return there === people.length
    ? t('screen.in', { count: there })
    : t('screen.there', { there, count: people.length })
}
