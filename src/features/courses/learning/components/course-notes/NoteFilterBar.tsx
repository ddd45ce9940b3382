import { useTranslation } from 'react-i18next'
import { noteColours } from '#contract/courses/learning.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import type { NoteFilters } from '../../model/course-notes.ts'

type Props = { filters: NoteFilters; onChange: (next: NoteFilters) => void }

/** Filters notes by text and colour; the filters are in the URL. */
export const NoteFilterBar = ({ filters, onChange }: Props) => {
  const { t } = useTranslation(['courses/learning/notes', 'courses/learning'])
  return (
    <div
      role="search"
      aria-label={t('search')}
      data-own-keys=""
      className="mb-6 flex flex-wrap items-center gap-3 print:hidden"
    >
      <SearchInput
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        value={filters.query}
        className="min-w-56 flex-1"
        onChange={(event) => onChange({ ...filters, query: event.target.value })}
      />
      <div role="group" aria-label={t('colour')} className="flex items-center">
        {noteColours.map((colour) => {
          const label = t('only', { colour: t(`notes.colours.${colour}`, { ns: 'courses/learning' }) })
          const isChosen = filters.colour === colour
          return (
            <button
              key={colour}
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={isChosen}
              className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-surface-sunken"
              onClick={() => onChange({ ...filters, colour: isChosen ? null : colour })}
            >
              <span
                aria-hidden="true"
                className={cx(
                  `swatch swatch-${colour} size-7 rounded-full`,
                  isChosen && 'outline-2 outline-offset-2 outline-focus',
                )}
              />
            </button>
          )
        })}
      </div>
    </div>
  )
}
