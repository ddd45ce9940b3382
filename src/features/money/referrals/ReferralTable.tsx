import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Referral } from '#contract/money/referrals.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../components/Money.tsx'
import { StateBadge } from './StateBadge.tsx'

export type Decision = 'approve' | 'reject'
type Props = {
  referrals: readonly Referral[]
  onDecide: (referral: Referral, decision: Decision) => void
}

export const ReferralTable = ({ referrals, onDecide }: Props) => {
  const { t } = useTranslation('money/referrals')
  return (
    <RowTable
      label={t('people.title')}
      columns={useColumns(onDecide)}
      rows={referrals}
      keyOf={({ id }) => id}
    />
  )
}

const useColumns = (onDecide: Props['onDecide']): Column<Referral>[] => {
  const { t } = useTranslation('money/referrals')
  const language = useLanguage()
  return useMemo(
    (): Column<Referral>[] => [
      {
        key: 'invited',
        title: t('row.invited'),
        names: true,
        cell: ({ invited }) => <Person {...invited} />,
      },
      { key: 'referrer', title: t('row.referrer'), cell: ({ referrer }) => <Person {...referrer} /> },
      { key: 'state', title: t('row.state'), wide: true, cell: (row) => <State row={row} /> },
      { key: 'since', title: t('row.invitedAt'), cell: (row) => formatDate(row.invited_at, language) },
      {
        key: 'paid',
        title: t('row.paidAt'),
        cell: ({ qualified_at: at }) => (at === null ? null : formatDate(at, language)),
      },
      {
        key: 'reward',
        title: t('row.reward'),
        end: true,
        cell: ({ reward }) =>
          reward ? <Money minor={reward.amount_minor} currency={reward.currency} isWhole /> : '–',
      },
      {
        key: 'actions',
        title: t('row.actions'),
        actions: true,
        end: true,
        cell: (row) =>
          row.in_review || row.state === 'held' ? <Actions row={row} onDecide={onDecide} /> : null,
      },
    ],
    [t, language, onDecide],
  )
}

const Person = ({ name, email }: Referral['invited']) => (
  <span className="block min-w-0">
    <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi>
    <bdi className="block truncate text-ink-muted">{email}</bdi>
  </span>
)

/** The state, and why: until when it is held, why it waits, who refused it. */
const State = ({ row }: { row: Referral }) => {
  const { t } = useTranslation('money/referrals')
  const language = useLanguage()
  const why = [
    row.state === 'held' && row.hold_until && t('heldUntil', { day: formatDate(row.hold_until, language) }),
    row.in_review && row.review_reason && t(`reviewReason.${row.review_reason}`),
    row.reject_reason && t(`rejectReason.${row.reject_reason}`),
  ].find(Boolean)
  return (
    <span className="block min-w-0">
      <StateBadge state={row.state} inReview={row.in_review} />
      {why && <span className="mt-1 block text-ink-muted">{why}</span>}
      {row.review_note !== null && (
        <span className="mt-1 block text-ink-muted">
          <bdi>{row.reviewed_by}</bdi>: <bdi className="wrap-anywhere">{row.review_note}</bdi>
        </span>
      )}
    </span>
  )
}

const Actions = ({ row, onDecide }: { row: Referral; onDecide: Props['onDecide'] }) => {
  const { t } = useTranslation('money/referrals')
  const button = (decision: Decision) => (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t(`review.${decision}For`, { name: row.invited.name })}
      onClick={() => onDecide(row, decision)}
    >
      {t(`review.${decision}`)}
    </Button>
  )
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {row.in_review && button('approve')}
      {button('reject')}
    </span>
  )
}
