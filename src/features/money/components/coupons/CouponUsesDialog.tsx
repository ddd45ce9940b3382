import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Coupon } from '#contract/money/coupons.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { couponUsesQuery } from '../../api/coupons.queries.ts'
import { Money } from '../Money.tsx'

type Props = { coupon: Coupon; onClose: () => void }

/** Who used a coupon or holds it in an open checkout. */
export const CouponUsesDialog = ({ coupon, onClose }: Props) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const uses = useQuery(couponUsesQuery(coupon.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coupons.usesOf', { code: coupon.code })}
      closeLabel={t('close')}
    >
      <ListStates
        rows={uses.data?.results}
        query={uses}
        texts={{
          loading: t('coupons.loading'),
          failed: t('coupons.usesFailed'),
          empty: { title: t('coupons.noUses') },
        }}
        skeleton={{ rows: 3, className: 'h-12' }}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((use) => (
              <li
                key={`${use.person.id}-${use.programme ?? use.course?.id}-${use.at}`}
                className="flex justify-between gap-4 py-2.5 text-sm"
              >
                <span className="min-w-0">
                  <bdi className="block font-medium text-ink">{use.person.name}</bdi>
                  <span className="block text-ink-muted">
                    {use.programme ? t(`coupons.programme.${use.programme}`) : <bdi>{use.course?.title}</bdi>}{' '}
                    · {formatDate(use.at, language)}
                  </span>
                </span>
                <span className="flex shrink-0 flex-col items-end gap-1">
                  <span className="font-semibold text-ink">
                    <Money minor={use.discount_minor} currency={use.currency} isWhole />
                  </span>
                  {use.state === 'held' && <Badge tone="warning">{t('coupons.isHeld')}</Badge>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Dialog>
  )
}
