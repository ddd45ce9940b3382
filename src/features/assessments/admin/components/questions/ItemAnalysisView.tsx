import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTotals } from '#contract/assessments/admin/results.ts'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { itemsQuery } from '../../api/results.queries.ts'
import { itemOrders, needsAttention, sortItems, type ItemOrder } from '../../model/item-analysis.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ItemTable } from './ItemTable.tsx'
import { RegradeDialog } from './RegradeDialog.tsx'

const PER_PAGE = 20

/**
 * How each question performed in finished attempts. Suspicious answer keys stand out and can be corrected
 * here.
 */
export const ItemAnalysisView = ({ assessment }: { assessment: AssessmentTotals }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const online = useOnline()
  const items = useQuery(itemsQuery(assessment.id))
  const [order, setOrder] = useState<ItemOrder>('attention')
  const [onlyDoubtful, setOnlyDoubtful] = useState(false)
  const [page, setPage] = useState(1)
  const [regrading, setRegrading] = useState<{ items: readonly ItemAnalysis[]; fromBank: boolean } | null>(
    null,
  )
  const allItems = items.data?.results
  const correctedInBank = allItems?.filter((item) => item.newest_right !== null) ?? []
  const visibleItems = allItems && sortItems(onlyDoubtful ? allItems.filter(needsAttention) : allItems, order)
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
      {correctedInBank.length > 0 && (
        <Alert
          kind="warning"
          title={t('items.mendedInBank', { count: correctedInBank.length })}
          action={
            <Button
              size="sm"
              variant="secondary"
              onClick={() => setRegrading({ items: correctedInBank, fromBank: true })}
            >
              {t('items.takeOver')}
            </Button>
          }
        >
          {t('items.mendedInBankHint')}
        </Alert>
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <Field label={t('filters.order')} className="sm:w-64">
          {(control) => (
            <Select
              {...control}
              value={order}
              options={itemOrders.map((value) => ({ value, label: t(`items.order.${value}`) }))}
              onChange={(next) => {
                setOrder(next)
                setPage(1)
              }}
            />
          )}
        </Field>
        <Switch
          checked={onlyDoubtful}
          onChange={(next) => {
            setOnlyDoubtful(next)
            setPage(1)
          }}
          label={t('items.doubtful')}
        />
      </div>
      <ListState<ItemAnalysis>
        items={visibleItems}
        failed={items.isError}
        offline={!online}
        filtered={onlyDoubtful}
        loadingLabel={t('items.loading')}
        skeleton={<Skeletons />}
        empty={{ title: t('items.empty'), text: t('items.emptyHint') }}
        emptyFiltered={{
          title: t('items.noneDoubtful'),
          clearLabel: t('items.showAll'),
          onClear: () => setOnlyDoubtful(false),
        }}
        error={{ title: t('items.failed'), retryLabel: t('retry'), onRetry: () => void items.refetch() }}
        offlineMessage={{ title: t('offline') }}
      >
        {(rows) => (
          <ItemTable
            items={rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
            onCorrectKey={(item) => setRegrading({ items: [item], fromBank: false })}
          />
        )}
      </ListState>
      <Pagination
        page={page}
        pages={Math.ceil((visibleItems?.length ?? 0) / PER_PAGE)}
        texts={{
          label: t('items.pages'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          page: (number) => t('pages.page', { number }),
        }}
        onPage={setPage}
      />
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

const Skeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-24 rounded-xl" />
    ))}
  </div>
)
