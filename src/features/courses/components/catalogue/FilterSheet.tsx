import { useTranslation } from 'react-i18next'
import type { CourseFacets } from '#contract/courses/catalogue.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { noFilters, type CourseFilters } from '../../model/course-filters.ts'
import { FilterPanel } from './FilterPanel.tsx'

type Props = {
  filters: CourseFilters
  facets: CourseFacets | undefined
  onChange: (next: CourseFilters) => void
  onClose: () => void
}

/** The filters on a phone. Each choice applies immediately; the button says how many courses are left. */
export const FilterSheet = ({ filters, facets, onChange, onClose }: Props) => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  return (
    <Sheet
      open
      title={t('filter.title')}
      closeLabel={t('filter.close')}
      actions={
        <>
          <Button block onClick={onClose}>
            {facets ? t('filter.show', { count: facets.count }) : t('filter.close')}
          </Button>
          <Button
            block
            variant="secondary"
            onClick={() => onChange({ ...noFilters, search: filters.search, sort: filters.sort })}
          >
            {t('list.clear', { ns: 'courses' })}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <FilterPanel filters={filters} facets={facets} onChange={onChange} />
    </Sheet>
  )
}
