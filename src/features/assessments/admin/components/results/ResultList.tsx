import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { exportAttempts } from '../../api/results.mutations.ts'
import { bandsQuery, resultsQuery } from '../../api/results.queries.ts'
import {
  bandChoices,
  extraFilterCount,
  RESULT_FILTERS,
  RESULTS_PER_PAGE,
} from '../../model/result-filters.ts'
import { ExtraFilters, MainFilters } from './ResultFilterFields.tsx'
import { ResultTable } from './ResultTable.tsx'
import { Summary } from './Summary.tsx'

/** Attempts with filters that are kept in the URL. */
export const ResultList = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const list = useListFilters(RESULT_FILTERS)
  const { filters, isNarrowed, change } = list
  const results = useQuery(resultsQuery(assessment.id, filters))
  const bands = useQuery({ ...bandsQuery(assessment.id), enabled: filters.band !== null })
  const [isOpen, setIsOpen] = useState(extraFilterCount(filters) > 0)
  const offeredBands = filters.band === null ? results.data?.summary.bands : bands.data
  return (
    <div className="flex flex-col gap-5">
      {results.data && results.data.summary.finished > 0 && (
        <Summary summary={results.data.summary} isFiltered={isNarrowed} />
      )}
      <ListShell
        list={list}
        query={results}
        page={results.data}
        perPage={RESULTS_PER_PAGE}
        search={t('filters.search')}
        filtersLabel={t('filters.label')}
        filters={
          <MainFilters
            filters={filters}
            isOpen={isOpen}
            onOpen={() => setIsOpen(!isOpen)}
            onChange={change}
          />
        }
        moreFilters={
          isOpen && (
            <ExtraFilters
              filters={filters}
              bands={bandChoices(offeredBands, filters.band)}
              onChange={change}
            />
          )
        }
        countText={(count) => t('list.count', { count })}
        actions={
          <ExportButton
            exportFile={() => exportAttempts(assessment.id, filters)}
            texts={{
              button: t('export.button'),
              failed: t('export.failed'),
              done: (rows) => t('export.done', { count: rows }),
            }}
          />
        }
        texts={{
          loading: t('list.loading'),
          failed: t('list.failed'),
          empty: { title: t('list.empty'), text: t('list.emptyHint') },
          none: t('list.none'),
        }}
        skeleton={{ rows: 5, className: 'h-16' }}
      >
        {(rows) => <ResultTable rows={rows} />}
      </ListShell>
    </div>
  )
}
