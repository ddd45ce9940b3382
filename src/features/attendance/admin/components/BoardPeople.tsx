import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import type { BoardPerson } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { newestFirst, useThereText } from './board-text.ts'

/** Who is in, newest first, then who is expected. */
export const BoardPeople = ({ people }: { people: readonly BoardPerson[] }) => {
  const { t } = useTranslation('attendance/admin')
  const title = useThereText(people)
  const there = newestFirst(people)
  const expected = people.filter((person) => person.via === null)
  return (
    <section aria-labelledby="board-title" className="card p-4 sm:p-5">
      <h2 id="board-title" aria-live="polite" className="text-lg font-semibold text-ink">
        {title}
      </h2>
      <ul className="mt-3 flex max-h-[60dvh] flex-col gap-1 overflow-y-auto">
        {there.map((person) => (
          <Person key={person.user_id} person={person} />
        ))}
        {expected.map((person) => (
          <Person key={person.user_id} person={person} />
        ))}
      </ul>
      {people.length === 0 && <p className="text-ink-muted">{t('screen.nobody')}</p>}
    </section>
  )
}

const Person = ({ person: { name, at, via, status } }: { person: BoardPerson }) => {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const time = at && new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(new Date(at))
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={name} size={32} className={via === null ? 'opacity-50' : ''} />
      <bdi
        className={
          via === null ? 'min-w-0 flex-1 truncate text-ink-muted' : 'min-w-0 flex-1 truncate text-ink'
        }
      >
        {name}
      </bdi>
      <span className="text-sm text-ink-muted">
        {via === null ? t('screen.notYet') : [t(`via.${via}`), time].filter(Boolean).join(' · ')}
      </span>
      {via !== null && (
        <Check
          aria-hidden="true"
          size={18}
          className={status === 'late' ? 'shrink-0 text-warning-text' : 'shrink-0 text-success-text'}
        />
      )}
    </li>
  )
}
