import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LinkState, PaymentLink } from '#contract/money/payment-links.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../components/Money.tsx'

const TONES = {
  created: 'info',
  part_paid: 'warning',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<LinkState, string>

export const StateBadge = ({ state }: { state: LinkState }) => {
  const { t } = useTranslation('money/links')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}

const useColumns = (): Column<PaymentLink>[] => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  return useMemo(
    (): Column<PaymentLink>[] => [
      {
        key: 'title',
        title: t('row.title'),
        names: true,
        cell: ({ id, title, email }) => (
          <span className="block min-w-0">
            <Link
              to={`?open=${id}`}
              className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
            >
              <bdi className="wrap-anywhere">{title}</bdi>
            </Link>
            <bdi className="block truncate text-ink-muted">{email ?? t('kind.anyone')}</bdi>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('row.state'),
        cell: ({ state, waiting_minor: waiting }) => (
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <StateBadge state={state} />
            {waiting > 0 && <Badge tone="warning">{t('row.waiting')}</Badge>}
          </span>
        ),
      },
      { key: 'created', title: t('row.created'), cell: (row) => formatDate(row.created_at, language) },
      { key: 'expires', title: t('row.expires'), cell: (row) => formatDate(lastMoment(row), language) },
      {
        key: 'paid',
        title: t('row.paid'),
        end: true,
        cell: (row) =>
          row.paid_minor === 0 ? '–' : <Money minor={row.paid_minor} currency={row.currency} isWhole />,
      },
      {
        key: 'amount',
        title: t('row.amount'),
        end: true,
        cell: (row) => (
          <span className="font-semibold text-ink">
            <Money minor={row.amount_minor} currency={row.currency} isWhole />
          </span>
        ),
      },
    ],
    [t, language],
  )
}

/** A link expires at the end of its last day. */
export const lastMoment = ({ expires_at: at }: Pick<PaymentLink, 'expires_at'>): string =>
  new Date(Date.parse(at) - 1).toISOString()

export const LinkTable = ({ links }: { links: readonly PaymentLink[] }) => {
  const { t } = useTranslation('money/links')
  return <RowTable label={t('title')} columns={useColumns()} rows={links} keyOf={({ id }) => id} />
}
