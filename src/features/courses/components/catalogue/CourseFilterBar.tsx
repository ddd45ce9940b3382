import ListFilter from 'lucide-react/icons/list-filter'
import { useTranslation } from 'react-i18next'
import { courseSorts } from '#contract/courses/catalogue.ts'
import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { countFilters, type CourseFilters } from '../../model/course-filters.ts'

type Props = {
  filters: CourseFilters
  /** A typed change replaces the history entry, a chosen one adds an entry. */
  onChange: (next: CourseFilters, typed: boolean) => void
  onOpenFilters: () => void
}

/** Search and sort order of the course list; on small screens also the button that opens the filters. */
export const CourseFilterBar = ({ filters, onChange, onOpenFilters }: Props) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const search = useTypedSearch(filters.search, (text) =>
    onChange({ ...filters, search: text, page: 1 }, true),
  )
  const active = countFilters(filters)
  return (
    <div
      role="search"
      aria-label={t('list.filters', { ns: 'courses' })}
      className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto_auto] lg:grid-cols-[1fr_auto]"
    >
      <SearchInput
        aria-label={t('list.search', { ns: 'courses' })}
        placeholder={t('list.searchPlaceholder', { ns: 'courses' })}
        maxLength={200}
        value={search.text}
        className="col-span-2 sm:col-span-1"
        onChange={(event) => search.setText(event.target.value)}
      />
      <Button
        variant="secondary"
        className="lg:hidden"
        icon={<ListFilter aria-hidden="true" size={18} />}
        onClick={onOpenFilters}
      >
        {active === 0 ? t('filter.title') : t('filter.titleActive', { active })}
      </Button>
      <select
        aria-label={t('sort.label')}
        className="control sm:w-52"
        value={filters.sort}
        onChange={(event) => {
          const sort = courseSorts.find((value) => value === event.target.value) ?? 'recommended'
          onChange({ ...filters, search: search.takeText(), sort, page: 1 }, false)
        }}
      >
        {courseSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
