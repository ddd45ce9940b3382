import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteState, PaymentLinkDocument, PaymentNote } from '#contract/money/payment-links.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Money } from '../components/Money.tsx'
import { ByHandDecision } from './ByHandDecision.tsx'
import { useDecidePayment } from './links.queries.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { Returns } from './Returns.tsx'

const TONES = { waiting: 'warning', posted: 'success', refused: 'neutral' } as const satisfies Record<
  NoteState,
  string
>

/** Payments in cash and by bank transfer, as admins noted them. */
export const Notes = ({ document: { link, notes } }: { document: PaymentLinkDocument }) => {
  const { t } = useTranslation('money/links')
  const [isOpen, setOpen] = useState(false)
  const open = link.amount_minor - link.paid_minor - link.waiting_minor
  const canNote = link.state !== 'cancelled' && open > 0
  if (notes.length === 0 && !canNote) return null
  return (
    <Card as="section" aria-labelledby="notes">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="notes" className="text-lg font-semibold text-ink">
          {t('notes.title')}
        </h2>
        {canNote && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden="true" size={18} />}
            onClick={() => setOpen(true)}
          >
            {t('notes.add')}
          </Button>
        )}
      </div>
      {notes.length === 0 && <p className="mt-2 text-sm text-ink-muted">{t('notes.none')}</p>}
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {notes.map((note) => (
          <Note key={note.id} linkId={link.id} note={note} currency={link.currency} />
        ))}
      </ul>
      {isOpen && <NoteDialog link={link} openMinor={open} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type NoteProps = { linkId: number; note: PaymentNote; currency: string }

const Note = ({ linkId, note, currency }: NoteProps) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  const decide = useDecidePayment(linkId)
  return (
    <li className="py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold text-ink">
          <Money minor={note.amount_minor} currency={currency} isWhole />
        </span>
        <Badge tone={TONES[note.state]}>{t(`notes.state.${note.state}`)}</Badge>
      </div>
      <p className="mt-1 text-ink-muted">
        {t(`place.${note.place}`)} · {formatDate(note.received_on, language)} ·{' '}
        <bdi className="break-all">{note.reference}</bdi>
      </p>
      <p className="text-ink-muted">
        {t('notes.by')} <bdi>{note.noted_by}</bdi>
        {note.decided_by !== null && (
          <>
            {' · '}
            {t(note.state === 'posted' ? 'notes.approvedBy' : 'notes.refusedBy')} <bdi>{note.decided_by}</bdi>
          </>
        )}
      </p>
      {note.state === 'waiting' && (
        <ByHandDecision
          canApprove={note.can_approve}
          needsOther={t('notes.needsOther')}
          decision={decide}
          onDecide={(approve) => decide.mutate({ noteId: note.id, approve })}
        />
      )}
      <Returns linkId={linkId} note={note} currency={currency} />
    </li>
  )
}
