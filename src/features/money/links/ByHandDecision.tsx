import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

type Props = {
  canApprove: boolean
  /** Why the caller cannot approve. */
  needsOther: string
  decision: { isPending: boolean; isError: boolean; error: unknown }
  onDecide: (approve: boolean) => void
}

/** Approves or refuses what another admin recorded by hand; its author may withdraw it. */
export const ByHandDecision = ({ canApprove, needsOther, decision, onDecide }: Props) => {
  const { t } = useTranslation('money/links')
  return (
    <div className="mt-2 flex flex-col gap-2">
      {!canApprove && <p className="text-ink-muted">{needsOther}</p>}
      <div className="flex flex-wrap gap-2">
        {canApprove && (
          <Button size="sm" pending={decision.isPending} onClick={() => onDecide(true)}>
            {t('notes.approve')}
          </Button>
        )}
        <Button size="sm" variant="secondary" pending={decision.isPending} onClick={() => onDecide(false)}>
          {t(canApprove ? 'notes.refuse' : 'notes.withdraw')}
        </Button>
      </div>
      {decision.isError && <Alert kind="error">{errorText(decision.error, t('notSaved'))}</Alert>}
    </div>
  )
}
