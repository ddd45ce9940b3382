import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { REFUND_ASKS_MAX } from '#contract/courses/refund-requests.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { RequestHistory } from '#src/shared/ui/content/RequestHistory.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { AskRefundDialog } from './AskRefundDialog.tsx'

type Guarantee = NonNullable<NonNullable<Programme['order']>['guarantee']>
type Request = NonNullable<Guarantee['request']>
type Props = { slug: ProgrammeSlug; guarantee: Guarantee }

const KINDS = { asked: 'info', refunded: 'success', declined: 'warning' } as const

/** The money-back guarantee with its exact last day, and what became of each request (spec 1, rules: Learning). */
export const GuaranteeCard = ({ slug, guarantee: { until, may_ask: mayAsk, request } }: Props) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const day = formatDate(until, language)
  return (
    <Card as="section" aria-labelledby="guarantee">
      <h2 id="guarantee" className="text-lg font-semibold text-ink">
        {t('guarantee.title')}
      </h2>
      {request ? (
        <OwnRequest request={request} day={day} mayAsk={mayAsk} />
      ) : (
        <p className="mt-1 flex items-start gap-2 text-ink-muted">
          <ShieldCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success-text" />
          {t(mayAsk ? 'guarantee.until' : 'guarantee.over', { day })}
        </p>
      )}
      {mayAsk && (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {t(request ? 'guarantee.again' : 'guarantee.ask')}
        </Button>
      )}
      {isOpen && <AskRefundDialog slug={slug} day={day} declined={request} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const OwnRequest = ({ request, day, mayAsk }: { request: Request; day: string; mayAsk: boolean }) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const { state, asked_at: askedAt, reason, note, asks_left: left, declined_before: before } = request
  const texts = {
    asked: t('guarantee.asked', { day: formatDate(askedAt, language) }),
    refunded: t('guarantee.accepted'),
    declined: t('guarantee.declined'),
  }
  const next = () => {
    if (mayAsk) return t('guarantee.againUntil', { day, left })
    return left > 0 ? t('guarantee.over', { day }) : t('guarantee.noneLeft', { max: REFUND_ASKS_MAX })
  }
  return (
    <>
      <Alert kind={KINDS[state]} className="mt-3" title={texts[state]}>
        {note !== '' && (
          <p dir="auto" className="wrap-anywhere">
            {note}
          </p>
        )}
      </Alert>
      {reason !== '' && (
        <p className="mt-3 wrap-anywhere text-sm text-ink-muted">{t('guarantee.yourReason', { reason })}</p>
      )}
      {state === 'declined' && <p className="mt-3 text-ink">{next()}</p>}
      {before.length > 0 && (
        <RequestHistory
          className="mt-4"
          title={t('guarantee.earlier')}
          requests={before.map((past) => ({
            asked: t('guarantee.askedOn', { day: formatDate(past.asked_at, language) }),
            reason: past.reason,
            decided: t('guarantee.declinedOn', { day: formatDate(past.settled_at, language) }),
            note: past.note,
          }))}
        />
      )}
    </>
  )
}
