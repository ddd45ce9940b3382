import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentLink } from '#contract/money/payment-links.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatAmountInput, parseAmount } from '#src/shared/lib/amount-input.ts'
import { formatMoney } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { ByHandFields, today, type ByHand } from './ByHandFields.tsx'
import { useNotePayment } from './links.queries.ts'

type Props = { link: PaymentLink; openMinor: number; onClose: () => void }

/** What came in cash or to the bank. The server says at once whether a second admin is needed. */
export const NoteDialog = (props: Props) => {
  const { t } = useTranslation('money/links')
  const state = useNote(props)
  const { form, change, issue, note } = state
  const named = ['amount_minor', 'reference', 'received_on'].some((field) => issue(field))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t('notes.add')}
      description={t('notes.explain')}
      closeLabel={t('close')}
      actions={
        <Button pending={note.isPending} onClick={state.submit}>
          {t('notes.save')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {note.isError && !named && <Alert kind="error">{errorText(note.error, t('notSaved'))}</Alert>}
        <ByHandFields
          form={form}
          change={change}
          labels={{
            amount: t('notes.amount', { currency: props.link.currency }),
            place: t('notes.place'),
            day: t('notes.receivedOn'),
          }}
          errors={{
            amount: issue('amount_minor'),
            reference: issue('reference'),
            day: issue('received_on'),
          }}
        />
      </div>
    </Dialog>
  )
}

const useNote = ({ link, openMinor, onClose }: Props) => {
  const { t } = useTranslation('money/links')
  const language = useLanguage()
  const note = useNotePayment(link.id)
  const [isTried, setTried] = useState(false)
  const [form, setForm] = useState<ByHand>({
    amount: formatAmountInput(openMinor, link.currency),
    place: 'bank',
    reference: '',
    day: today(),
  })
  const minor = parseAmount(form.amount, link.currency)
  const max = formatMoney(openMinor, link.currency, language)
  const own: Record<string, string | false> = {
    amount_minor: (minor === null || minor < 1 || minor > openMinor) && t('notes.issues.amount', { max }),
    reference: form.reference.trim() === '' && t('notes.issues.reference'),
    received_on: form.day === '' && t('notes.issues.receivedOn'),
  }
  const fromServer = (field: string) => {
    const named = isApiError(note.error) ? note.error.fields?.[field] : undefined
    if (!named) return null
    if (field === 'reference') return t('notes.issues.taken')
    return field === 'amount_minor' ? t('notes.issues.busy') : t('notes.issues.receivedOn')
  }
  return {
    form,
    note,
    issue: (field: string): string | null => (isTried && (own[field] || fromServer(field))) || null,
    change: (changes: Partial<ByHand>) => {
      if (note.isError) note.reset()
      setForm({ ...form, ...changes })
    },
    submit: () => {
      setTried(true)
      if (minor === null || Object.values(own).some(Boolean)) return
      note.mutate(
        {
          amount_minor: minor,
          place: form.place,
          reference: form.reference.trim(),
          received_on: form.day,
        },
        { onSuccess: onClose },
      )
    },
  }
}
