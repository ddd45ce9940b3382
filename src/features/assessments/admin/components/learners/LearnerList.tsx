import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { learnersQuery } from '../../api/results.queries.ts'
import { LEARNER_FILTERS, LEARNERS_PER_PAGE } from '../../model/result-filters.ts'
import { LearnerTable } from './LearnerTable.tsx'

/** Learners with their extra time and extra attempts. */
export const LearnerList = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const list = useListFilters(LEARNER_FILTERS)
  const learners = useQuery(learnersQuery(assessmentId, list.filters))
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-reading text-sm text-ink-muted">{t('learners.intro')}</p>
      <ListShell
        list={list}
        query={learners}
        page={learners.data}
        perPage={LEARNERS_PER_PAGE}
        search={t('filters.search')}
        filters={
          <Switch
            checked={list.filters.special}
            label={t('learners.special')}
            onChange={(special) => list.change({ special })}
          />
        }
        texts={{
          loading: t('learners.loading'),
          failed: t('learners.failed'),
          empty: { title: t('learners.empty') },
          none: t('learners.none'),
        }}
        skeleton={{ rows: 4, className: 'h-20' }}
      >
        {(lines) => <LearnerTable assessmentId={assessmentId} lines={lines} />}
      </ListShell>
    </div>
  )
}
