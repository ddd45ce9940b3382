import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Coupon } from '#contract/money/coupons.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../Money.tsx'

type Actions = { onUses: (coupon: Coupon) => void; onSwitch: (coupon: Coupon) => void }
const LINK =
  'inline-flex min-h-6 items-center text-start text-primary-text hover:underline pointer-coarse:min-h-11'

/** Coupons with their discount, window and uses. */
export const CouponTable = ({ coupons, ...actions }: Actions & { coupons: readonly Coupon[] }) => {
  const { t } = useTranslation('money')
  const columns = useColumns(actions)
  return <RowTable label={t('coupons.title')} columns={columns} rows={coupons} keyOf={({ id }) => id} />
}

const useColumns = ({ onUses, onSwitch }: Actions): Column<Coupon>[] => {
  const { t } = useTranslation('money')
  return useMemo(
    (): Column<Coupon>[] => [
      {
        key: 'code',
        title: t('coupons.code'),
        names: true,
        cell: ({ code, title, is_active: isActive }) => (
          <span className="block min-w-0">
            <bdi className="font-medium break-all text-ink">{code}</bdi>{' '}
            {!isActive && <Badge>{t('coupons.off')}</Badge>}
            <bdi className="block text-ink-muted">{title}</bdi>
          </span>
        ),
      },
      { key: 'discount', title: t('coupons.discount'), cell: (coupon) => <Discount coupon={coupon} /> },
      { key: 'window', title: t('coupons.window'), cell: (coupon) => <Window coupon={coupon} /> },
      {
        key: 'uses',
        title: t('coupons.uses'),
        cell: (coupon) => (
          <button type="button" className={LINK} onClick={() => onUses(coupon)}>
            <Uses coupon={coupon} />
          </button>
        ),
      },
      {
        key: 'switch',
        title: t('coupons.action'),
        end: true,
        cell: (coupon) => (
          <button
            type="button"
            className={LINK}
            aria-label={`${t(coupon.is_active ? 'coupons.switchOff' : 'coupons.switchOn')}: ${coupon.code}`}
            onClick={() => onSwitch(coupon)}
          >
            {t(coupon.is_active ? 'coupons.switchOff' : 'coupons.switchOn')}
          </button>
        ),
      },
    ],
    [t, onUses, onSwitch],
  )
}

const Discount = ({ coupon }: { coupon: Coupon }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const { percent, amount_minor: minor, currency, first_purchase_only: isFirst } = coupon
  return (
    <span>
      {percent === null ? (
        <Money minor={minor ?? 0} currency={currency ?? 'INR'} isWhole />
      ) : (
        formatPercent(percent / 100, language)
      )}
      <span className="text-ink-muted">
        {' · '}
        <Scope coupon={coupon} />
        {isFirst && ` · ${t('coupons.firstOnly')}`}
      </span>
    </span>
  )
}

const Scope = ({ coupon: { programmes, courses } }: { coupon: Coupon }) => {
  const { t } = useTranslation('money')
  if (programmes === null && courses === null) return t('coupons.programme.everything')
  return [
    ...(programmes?.map((slug) => t(`coupons.programme.${slug}`)) ?? [t('coupons.programme.all')]),
    ...(courses === null
      ? [t('coupons.programme.courses')]
      : courses.length > 0
        ? [t('coupons.someCourses', { count: courses.length })]
        : []),
  ].join(', ')
}

const Window = ({ coupon: { starts_on: from, ends_on: until } }: { coupon: Coupon }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const day = (value: string) => formatDate(value, language)
  if (from && until) return t('coupons.between', { from: day(from), until: day(until) })
  if (from) return t('coupons.from', { day: day(from) })
  return until ? t('coupons.until', { day: day(until) }) : t('coupons.always')
}

const Uses = ({ coupon: { used, held, uses_max: max } }: { coupon: Coupon }) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <span>
      {max === null
        ? t('coupons.used', { used: number(used) })
        : t('coupons.usedOf', { used: number(used), max: number(max) })}
      {held > 0 && ` · ${t('coupons.held', { held: number(held) })}`}
    </span>
  )
}
