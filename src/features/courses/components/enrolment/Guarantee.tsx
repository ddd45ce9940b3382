import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Purchase } from '#contract/courses/enrolment.ts'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatMoney } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useAccess } from '../../api/access.queries.ts'
import { OwnRefund } from './OwnRefund.tsx'
import { RefundDialog } from './RefundDialog.tsx'

/** The 30-day money-back guarantee, with its exact last day after a purchase (spec 1). */
export const Guarantee = ({ course }: { course: CourseDetail }) => {
  const { data: access } = useAccess(course.id)
  const { t } = useTranslation('courses')
  if (access?.purchase) return <PurchaseDetails course={course} purchase={access.purchase} />
  return (
    <p className="flex items-center justify-center gap-2 text-sm text-ink-muted">
      <ShieldCheck aria-hidden="true" size={18} className="text-success-text" />
      {t('detail.moneyBack')}
    </p>
  )
}

const PurchaseDetails = ({ course, purchase }: { course: CourseDetail; purchase: Purchase }) => {
  const { t } = useTranslation('courses/catalogue')
  const language = useLanguage()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const day = formatDate(purchase.guarantee_until, language)
  const { refund } = purchase
  const paid = t('refund.paid', {
    amount: formatMoney(purchase.amount_minor, purchase.currency, language),
    day: formatDate(purchase.purchased_at, language),
  })
  return (
    <section aria-label={t('refund.title')} className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <p className="text-ink">{paid}</p>
      {!refund && (
        <p className="flex items-start gap-2 text-ink-muted">
          <ShieldCheck aria-hidden="true" size={18} className="mt-px shrink-0 text-success-text" />
          {t(purchase.refundable ? 'refund.until' : 'refund.over', { day })}
        </p>
      )}
      {refund && <OwnRefund refund={refund} day={day} mayAsk={purchase.refundable} />}
      {purchase.refundable && (
        <Button variant="ghost" size="sm" onClick={() => setDialogOpen(true)}>
          {t(refund ? 'refund.again' : 'refund.ask')}
        </Button>
      )}
      {isDialogOpen && (
        <RefundDialog courseId={course.id} day={day} declined={refund} onClose={() => setDialogOpen(false)} />
      )}
    </section>
  )
}
