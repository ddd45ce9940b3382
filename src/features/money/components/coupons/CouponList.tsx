import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Coupon } from '#contract/money/coupons.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ExportButton } from '#src/core/lists/ExportButton.tsx'
import { listSchema } from '#src/core/lists/list-filters.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import {
  COUPONS_PER_PAGE,
  couponsQuery,
  exportCouponsFile,
  useSetCouponActive,
} from '../../api/coupons.queries.ts'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponTable } from './CouponTable.tsx'
import { CouponUsesDialog } from './CouponUsesDialog.tsx'

const FILTERS = listSchema({})

/** All coupons: search, new ones, and who used each. */
export const CouponList = () => {
  const { t } = useTranslation('money')
  const list = useListFilters(FILTERS)
  const coupons = useQuery(couponsQuery(list.filters))
  const [shown, setShown] = useState<Coupon | null>(null)
  const onSwitch = useSwitch()
  return (
    <>
      <ListShell
        list={list}
        query={coupons}
        page={coupons.data}
        perPage={COUPONS_PER_PAGE}
        search={t('coupons.search')}
        countText={(count) => t('coupons.count', { count })}
        actions={<Actions search={list.filters.search} currency={coupons.data?.currency} />}
        texts={{
          loading: t('coupons.loading'),
          failed: t('coupons.failed'),
          empty: { title: t('coupons.empty'), text: t('coupons.emptyHint') },
          none: t('coupons.none'),
        }}
        skeleton={{ rows: 5, className: 'h-16' }}
      >
        {(rows) => <CouponTable coupons={rows} onUses={setShown} onSwitch={onSwitch} />}
      </ListShell>
      {shown && <CouponUsesDialog coupon={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const useSwitch = () => {
  const { t } = useTranslation('money')
  const notify = useNotify()
  const { mutate } = useSetCouponActive()
  return ({ id, is_active: isActive }: Coupon) =>
    mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => notify({ kind: 'success', title: t(isActive ? 'coupons.isOff' : 'coupons.isOn') }),
        onError: (error) => notify({ kind: 'error', title: errorText(error, t('coupons.notSaved')) }),
      },
    )
}

const Actions = ({ search, currency }: { search: string; currency: string | undefined }) => {
  const { t } = useTranslation('money')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <ExportButton
        exportFile={() => exportCouponsFile({ search: search.trim() })}
        texts={{
          button: t('coupons.export'),
          failed: t('export.failed'),
          done: (count) => t('export.done', { count }),
        }}
      />
      <Button disabled={currency === undefined} onClick={() => setOpen(true)}>
        {t('coupons.new')}
      </Button>
      {isOpen && currency !== undefined && (
        <CouponDialog currency={currency} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
