import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseRoster } from '#contract/courses/enrolment.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { PastRefunds } from '../enrolment/PastRefunds.tsx'
import { useSettle } from '../../api/roster.queries.ts'

type Entry = CourseRoster['purchases'][number]
type Props = { courseId: number; purchase: Entry; maySettle: boolean }

const TONES = { asked: 'warning', refunded: 'neutral', declined: 'info' } as const

/** One purchase; an admin decides a refund request here, once. */
export const PurchaseRow = ({ courseId, purchase, maySettle }: Props) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const { refund } = purchase
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1">
          <span className="flex font-medium text-ink">
            <bdi className="truncate">{purchase.person.name}</bdi>
          </span>
          <span className="flex text-ink-muted">
            <bdi className="truncate">{purchase.person.email}</bdi>
          </span>
        </span>
        <span className="tabular-nums text-ink">
          {formatMoney(purchase.amount_minor, purchase.currency, language)}
        </span>
        {refund && <Badge tone={TONES[refund.state]}>{t(`staff.refund.${refund.state}`)}</Badge>}
      </div>
      <p className="mt-1 text-ink-muted">
        {t(`staff.source.${purchase.source}`)} · <bdi>{purchase.reference}</bdi> ·{' '}
        {formatDate(purchase.purchased_at, language)} ·{' '}
        {t('staff.guarantee', { day: formatDate(purchase.guarantee_until, language) })}
      </p>
      {refund?.reason && (
        <p dir="auto" className="mt-1 text-ink">
          {refund.reason}
        </p>
      )}
      {refund && <PastRefunds refund={refund} className="mt-3" />}
      {refund?.state === 'asked' && maySettle && <Decision courseId={courseId} purchase={purchase} />}
      {refund?.state === 'asked' && !maySettle && (
        <p className="mt-1 text-ink-muted">{t('staff.adminDecides')}</p>
      )}
    </li>
  )
}

const Decision = ({ courseId, purchase }: { courseId: number; purchase: Entry }) => {
  const { t } = useTranslation('courses/catalogue')
  const [note, setNote] = useState('')
  const settle = useSettle(courseId)
  const decide = (decision: 'refunded' | 'declined') => () =>
    settle.mutate({
      purchaseId: purchase.id,
      decision,
      note,
      ...(purchase.refund && { asked_at: purchase.refund.asked_at }),
    })
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-lg bg-surface-sunken p-3">
      {settle.isError && <Alert kind="error" title={errorText(settle.error, t('staff.failed'))} />}
      <Field label={t('staff.note')} optionalLabel={t('optional')}>
        {(control) => (
          <TextInput
            {...control}
            value={note}
            maxLength={1000}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={settle.isPending} onClick={decide('refunded')}>
          {t('staff.giveBack')}
        </Button>
        <Button size="sm" variant="secondary" pending={settle.isPending} onClick={decide('declined')}>
          {t('staff.decline')}
        </Button>
      </div>
    </div>
  )
}
