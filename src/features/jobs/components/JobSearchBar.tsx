import ListFilter from 'lucide-react/icons/list-filter'
import { useTranslation } from 'react-i18next'
import { JOB_SEARCH_MAX_CHARS, jobSorts } from '#contract/jobs/jobs.ts'
import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { SearchInput } from '#src/shared/ui/forms/SearchInput.tsx'
import { countChosen, type JobListFilters } from '../model/job-filters.ts'

type Props = {
  filters: JobListFilters
  onChange: (changes: Partial<JobListFilters>) => void
  onOpenFilters: () => void
}

/** Keyword, place and order; on small screens also the button that opens the filters. */
export const JobSearchBar = ({ filters, onChange, onOpenFilters }: Props) => {
  const { t } = useTranslation('jobs')
  const keyword = useTypedSearch(filters.search, (search) => onChange({ search }))
  const place = useTypedSearch(filters.location, (location) => onChange({ location }))
  const chosen = countChosen(filters)
  return (
    <div
      role="search"
      aria-label={t('filter.title')}
      className="grid grid-cols-2 gap-3 lg:grid-cols-[1.4fr_1fr_13rem]"
    >
      <SearchInput
        aria-label={t('list.keyword')}
        placeholder={t('list.keywordPlaceholder')}
        maxLength={JOB_SEARCH_MAX_CHARS}
        value={keyword.text}
        className="col-span-2 sm:col-span-1"
        onChange={(event) => keyword.setText(event.target.value)}
      />
      <SearchInput
        aria-label={t('list.location')}
        placeholder={t('list.locationPlaceholder')}
        maxLength={JOB_SEARCH_MAX_CHARS}
        value={place.text}
        className="col-span-2 sm:col-span-1"
        onChange={(event) => place.setText(event.target.value)}
      />
      <Button
        variant="secondary"
        className="lg:hidden"
        icon={<ListFilter aria-hidden="true" size={18} />}
        onClick={onOpenFilters}
      >
        {chosen === 0 ? t('filter.title') : t('filter.titleChosen', { chosen })}
      </Button>
      <select
        aria-label={t('sort.label')}
        className="control"
        value={filters.sort}
        onChange={(event) => {
          const sort = jobSorts.find((value) => value === event.target.value) ?? 'recommended'
          onChange({ sort, search: keyword.takeText(), location: place.takeText() })
        }}
      >
        {jobSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
