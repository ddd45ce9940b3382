import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS } from '#contract/courses/search.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { SearchHits } from './SearchHits.tsx'

const DEBOUNCE_MS = 250

type Props = { courseId: number; onNavigate: (() => void) | undefined; children: ReactNode }

/** Searches the whole course; shows the outline while the search is empty. */
export const CourseSearch = ({ courseId, onNavigate, children }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [text, setText] = useState('')
  const typed = text.trim()
  const settledText = useSettled(typed, DEBOUNCE_MS)
  const isSearching = typed.length >= SEARCH_MIN_CHARS
  return (
    <>
      <div role="search" className="mb-4">
        <SearchInput
          aria-label={t('search.label')}
          placeholder={t('search.label')}

          maxLength={SEARCH_MAX_CHARS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Empties the field first; the next Escape closes the drawer.
            if (event.key !== 'Escape' || text === '') return
            event.stopPropagation()
            setText('')
          }}
        />
      </div>
      {isSearching ? (
        <SearchHits
          courseId={courseId}
          // The search runs after a pause in typing; until then the previous hits stay.
          query={settledText.length >= SEARCH_MIN_CHARS ? settledText : typed}
          onClear={() => setText('')}
          onNavigate={onNavigate}
        />
      ) : (
        children
      )}
    </>
  )
}
