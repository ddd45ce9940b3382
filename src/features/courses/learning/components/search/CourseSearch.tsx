import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS } from '#contract/courses/search.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { SearchHits } from './SearchHits.tsx'

const PAUSE_MS = 250

type Props = { courseId: number; onNavigate: (() => void) | undefined; children: ReactNode }

/** Looks for words in the whole course; the outline stands here while nothing is looked for. */
export const CourseSearch = ({ courseId, onNavigate, children }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [text, setText] = useState('')
  const typed = text.trim()
  const words = useSettled(typed, PAUSE_MS)
  const looks = typed.length >= SEARCH_MIN_CHARS
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
      {looks ? (
        <SearchHits
          courseId={courseId}
          // What is typed is looked for after a pause; what was found before stays until then.
          query={words.length >= SEARCH_MIN_CHARS ? words : typed}
          onClear={() => setText('')}
          onNavigate={onNavigate}
        />
      ) : (
        children
      )}
    </>
  )
}
