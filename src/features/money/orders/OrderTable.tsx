import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProgrammeOrder } from '#contract/money/admin-programmes.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../components/Money.tsx'

const TONES = { running: 'info', late: 'error', paid: 'success', ended: 'neutral' } as const

const useColumns = (): Column<ProgrammeOrder>[] => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  return useMemo(
    (): Column<ProgrammeOrder>[] => [
      {
        key: 'person',
        title: t('row.person'),
        names: true,
        cell: ({ person, programme }) => (
          <span className="block min-w-0">
            <Link
              to={`${adminPaths.paymentList}?person=${person.id}&programme=${programme.slug}`}
              aria-label={t('orders.open', { name: person.name })}
              className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
            >
              <bdi className="wrap-anywhere">{person.name}</bdi>
            </Link>
            <bdi className="block truncate text-ink-muted">{person.email}</bdi>
          </span>
        ),
      },
      {
        key: 'programme',
        title: t('row.programme'),
        wide: true,
        cell: ({ programme, plan }) => (
          <span className="block min-w-0">
            <bdi>{programme.title}</bdi>
            <span className="block text-ink-muted">{t(`orders.plan.${plan}`)}</span>
          </span>
        ),
      },
      {
        key: 'standing',
        title: t('orders.standing'),
        cell: ({ standing, next_due_on: due }) => (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={TONES[standing]}>{t(`orders.standings.${standing}`)}</Badge>
            {due !== null && (
              <span className="text-ink-muted">{t('due.on', { day: formatDate(due, language) })}</span>
            )}
          </span>
        ),
      },
      { key: 'booked', title: t('orders.booked'), cell: ({ booked_at: at }) => formatDate(at, language) },
      {
        key: 'paid',
        title: t('orders.paid'),
        end: true,
        cell: ({ paid_minor: paid, currency }) => <Money isWhole minor={paid} currency={currency} />,
      },
      {
        key: 'left',
        title: t('orders.left'),
        end: true,
        cell: ({ open_minor: open, currency }) =>
          open === 0 ? (
            '–'
          ) : (
            <span className="font-semibold text-ink">
              <Money isWhole minor={open} currency={currency} />
            </span>
          ),
      },
    ],
    [t, language],
  )
}

/** Each person leads to their payments for the programme. */
export const OrderTable = ({ orders }: { orders: readonly ProgrammeOrder[] }) => {
  const { t } = useTranslation('money')
  return <RowTable label={t('tabs.orders')} columns={useColumns()} rows={orders} keyOf={({ id }) => id} />
}
