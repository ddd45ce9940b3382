import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ChoiceSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { itemsQuery } from '../../api/results.queries.ts'
import { ITEM_FILTERS, itemOrders, itemPage, ITEMS_PER_PAGE } from '../../model/item-analysis.ts'
import { ItemTable } from './ItemTable.tsx'
import { RegradeDialog } from './RegradeDialog.tsx'

type Regrading = { items: readonly ItemAnalysis[]; fromBank: boolean }

/**
 * How each question performed in finished attempts. Suspicious answer keys stand out and can be corrected
 * here.
 */
export const ItemAnalysisView = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const list = useListFilters(ITEM_FILTERS)
  const items = useQuery(itemsQuery(assessment.id))
  const [regrading, setRegrading] = useState<Regrading | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-reading text-sm text-ink-muted">
        {t('items.intro')}{' '}
        {items.data &&
          t('items.counted', {
            count: items.data.attempts,
            at: formatDate(items.data.counted_at, language, { time: true }),
          })}
      </p>
      <CorrectedInBank items={items.data?.results ?? []} onTakeOver={setRegrading} />
      <ListShell
        list={list}
        query={items}
        page={items.data && itemPage(items.data.results, list.filters)}
        perPage={ITEMS_PER_PAGE}
        filters={
          <>
            <ChoiceSelect
              label={t('filters.order')}
              className="sm:w-64"
              value={list.filters.order}
              options={itemOrders.map((value) => ({ value, label: t(`items.order.${value}`) }))}
              onChange={(order) => list.change({ order })}
            />
            <Switch
              checked={list.filters.doubtful}
              label={t('items.doubtful')}
              onChange={(doubtful) => list.change({ doubtful })}
            />
          </>
        }
        texts={{
          loading: t('items.loading'),
          failed: t('items.failed'),
          empty: { title: t('items.empty'), text: t('items.emptyHint') },
          none: t('items.noneDoubtful'),
        }}
        skeleton={{ rows: 4, className: 'h-24' }}
      >
        {(rows) => (
          <ItemTable items={rows} onCorrectKey={(item) => setRegrading({ items: [item], fromBank: false })} />
        )}
      </ListShell>
      {regrading && (
        <RegradeDialog
          assessmentId={assessment.id}
          items={regrading.items}
          fromBank={regrading.fromBank}
          onClose={() => setRegrading(null)}
        />
      )}
    </div>
  )
}

type CorrectedProps = { items: readonly ItemAnalysis[]; onTakeOver: (regrading: Regrading) => void }

/** Offers the keys that were corrected in the question bank after the exam. */
const CorrectedInBank = ({ items, onTakeOver }: CorrectedProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const corrected = items.filter((item) => item.newest_right !== null)
  if (corrected.length === 0) return null
  return (
    <Alert
      kind="warning"
      title={t('items.mendedInBank', { count: corrected.length })}
      action={
        <Button
          size="sm"
          variant="secondary"
          onClick={() => onTakeOver({ items: corrected, fromBank: true })}
        >
          {t('items.takeOver')}
        </Button>
      }
    >
      {t('items.mendedInBankHint')}
    </Alert>
  )
}
