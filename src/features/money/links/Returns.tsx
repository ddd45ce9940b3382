import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentNote, PaymentReturn } from '#contract/money/payment-links.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Money } from '../components/Money.tsx'
import { ByHandDecision } from './ByHandDecision.tsx'
import { useDecideReturn } from './links.queries.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

type Props = { linkId: number; note: PaymentNote; currency: string }

const TONES = { waiting: 'warning', posted: 'info', refused: 'neutral' } as const

/** What went back of one payment by hand, and the button that gives more of it back. */
export const Returns = ({ linkId, note, currency }: Props) => {
  const { t } = useTranslation('money/links')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {note.returns.length > 0 && (
        <ul aria-label={t('returns.list')} className="mt-3 flex flex-col gap-3">
          {note.returns.map((back) => (
            <Return key={back.id} linkId={linkId} back={back} currency={currency} />
          ))}
        </ul>
      )}
      {note.left_minor > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          icon={<Undo2 aria-hidden="true" size={16} />}
          onClick={() => setOpen(true)}
        >
          {t('returns.button')}
        </Button>
      )}
      {isOpen && (
        <ReturnDialog linkId={linkId} note={note} currency={currency} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const Return = ({ linkId, back, currency }: { linkId: number; back: PaymentReturn; currency: string }) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  const decide = useDecideReturn(linkId)
  return (
    <li className="border-s-2 border-line ps-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold text-ink">
          <Money minor={-back.amount_minor} currency={currency} isWhole />
        </span>
        <Badge tone={TONES[back.state]}>{t(`returns.state.${back.state}`)}</Badge>
      </div>
      <p className="mt-1 text-ink-muted">
        {t(`place.${back.place}`)} · {formatDate(back.returned_on, language)} ·{' '}
        <bdi className="break-all">{back.reference}</bdi>
      </p>
      <p dir="auto" className="wrap-anywhere text-ink">
        {back.reason}
      </p>
      <p className="text-ink-muted">
        {t('returns.by')} <bdi>{back.noted_by}</bdi>
        {back.decided_by !== null && (
          <>
            {' · '}
            {t(back.state === 'posted' ? 'returns.approvedBy' : 'returns.refusedBy')}{' '}
            <bdi>{back.decided_by}</bdi>
          </>
        )}
      </p>
      {back.state === 'waiting' && (
        <ByHandDecision
          canApprove={back.can_approve}
          needsOther={t('returns.needsOther')}
          decision={decide}
          onDecide={(approve) => decide.mutate({ returnId: back.id, approve })}
        />
      )}
    </li>
  )
}
