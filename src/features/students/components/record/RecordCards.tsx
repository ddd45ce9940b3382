import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StudentRecord } from '#contract/students/messages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate, formatMoney, formatNumber, formatPercent } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { recordQuery } from '../../api/students.queries.ts'

type Mark = StudentRecord['attendance']['marks'][number]
type Payment = NonNullable<StudentRecord['payments']>[number]

/** Classes, and for admins payments. */
export const RecordCards = ({ userId }: { userId: number }) => {
  const record = useQuery(recordQuery(userId))
  const { t } = useTranslation('students')
  const payments = record.data?.payments
  return (
    <>
      <RecordCard id="student-attendance" title={t('attendance.title')}>
        {record.data && <Share {...record.data.attendance} />}
        <ListStates
          rows={record.data?.attendance.marks}
          query={record}
          texts={{
            loading: t('attendance.loading'),
            failed: t('attendance.failed'),
            empty: { title: t('attendance.empty') },
          }}
          skeleton={{ rows: 2, className: 'h-14' }}
        >
          {(marks) => (
            <ul className="mt-2 divide-y divide-line">
              {marks.map((mark) => (
                <MarkLine key={mark.session_id} mark={mark} />
              ))}
            </ul>
          )}
        </ListStates>
      </RecordCard>
      {payments && (
        <RecordCard id="student-payments" title={t('payments.title')}>
          {payments.length === 0 ? (
            <p className="mt-2 text-ink-muted">{t('payments.empty')}</p>
          ) : (
            <>
              <ul className="mt-2 divide-y divide-line">
                {payments.map((payment) => (
                  <PaymentLine key={`${payment.id}-${payment.currency}`} payment={payment} />
                ))}
              </ul>
              <Link
                to={`${adminPaths.paymentList}?person=${userId}`}
                className="mt-2 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
              >
                {t('payments.all')}
              </Link>
            </>
          )}
        </RecordCard>
      )}
    </>
  )
}

const RecordCard = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <Card>
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {children}
    </Card>
  </section>
)

const Share = ({ attended, held }: Pick<StudentRecord['attendance'], 'attended' | 'held'>) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  if (held === 0) return null
  return (
    <p className="mt-1 text-ink-muted">
      {t('attendance.share', {
        percent: formatPercent(attended / held, language),
        attended: formatNumber(attended, language),
        held: formatNumber(held, language),
      })}
    </p>
  )
}

const TONES = { present: 'success', late: 'success', excused: 'neutral', absent: 'warning' } as const

const MarkLine = ({ mark }: { mark: Mark }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <bdi className="block font-medium text-ink wrap-anywhere">{mark.title}</bdi>
        <p className="text-sm text-ink-muted">
          {formatDate(mark.at, language, { time: true })}
          {mark.course !== null && (
            <>
              {' · '}
              <bdi>{mark.course}</bdi>
            </>
          )}
        </p>
      </div>
      <Badge tone={TONES[mark.status]}>{t(`attendance.statuses.${mark.status}`)}</Badge>
    </li>
  )
}

const PaymentLine = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const amount = payment.kind === 'refund' ? -payment.amount_minor : payment.amount_minor
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <bdi className="block font-medium text-ink wrap-anywhere">
          {payment.title ?? t(`payments.${payment.kind}`)}
        </bdi>
        <p className="text-sm text-ink-muted">
          {formatDate(payment.at, language, { time: true })}
          {payment.title !== null && <> · {t(`payments.${payment.kind}`)}</>}
        </p>
      </div>
      <bdi className="font-semibold tabular-nums text-ink">
        {formatMoney(amount, payment.currency, language)}
      </bdi>
    </li>
  )
}
