import { useTranslation } from 'react-i18next'
import type { ConsentAnswer, ConsentRule } from '#contract/live/shapes.ts'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = {
  open: boolean
  rule: ConsentRule
  onAnswer: (consent: ConsentAnswer) => void
  onCancel: () => void
}

/** Says that the session is recorded, before anybody joins (LV9). */
export const ConsentDialog = ({ open, rule, onAnswer, onCancel }: Props) => {
  const { t } = useTranslation('live')
  return (
    <Dialog
      open={open}
      stubborn
      title={t('consent.title')}
      description={t('consent.text')}
      closeLabel={t('consent.cancel')}
      onOpenChange={(next) => !next && onCancel()}
      actions={
        <>
          <Button onClick={() => onAnswer('agreed')}>{t('consent.agree')}</Button>
          {rule === 'hidden' && (
            <Button variant="secondary" onClick={() => onAnswer('hidden')}>
              {t('consent.hidden')}
            </Button>
          )}
        </>
      }
    >
      <p className="text-ink-muted">{t(rule === 'hidden' ? 'consent.hiddenHint' : 'consent.requiredHint')}</p>
    </Dialog>
  )
}
