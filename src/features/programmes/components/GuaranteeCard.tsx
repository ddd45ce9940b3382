import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { Programme } from '#contract/money/programmes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { AskRefundDialog } from './AskRefundDialog.tsx'

type Guarantee = NonNullable<NonNullable<Programme['order']>['guarantee']>
type Props = { slug: ProgrammeSlug; guarantee: Guarantee }

const KINDS = { asked: 'info', refunded: 'success', declined: 'warning' } as const

/** The money-back guarantee with its exact last day, and what became of a request (spec 1, rules: Learning). */
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
        <Request request={request} />
      ) : (
        <p className="mt-1 flex items-start gap-2 text-ink-muted">
          <ShieldCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success-text" />
          {t(mayAsk ? 'guarantee.until' : 'guarantee.over', { day })}
        </p>
      )}
      {mayAsk && (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {t('guarantee.ask')}
        </Button>
      )}
      {isOpen && <AskRefundDialog slug={slug} day={day} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const Request = ({
  request: { state, asked_at: askedAt, note },
}: {
  request: NonNullable<Guarantee['request']>
}) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const texts = {
    asked: t('guarantee.asked', { day: formatDate(askedAt, language) }),
    refunded: t('guarantee.accepted'),
    declined: t('guarantee.declined'),
  }
  return (
    <Alert kind={KINDS[state]} className="mt-3" title={texts[state]}>
      {note !== '' && <bdi>{note}</bdi>}
    </Alert>
  )
}
