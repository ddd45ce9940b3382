import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { seriesScopes, type SeriesScope } from '#contract/live/admin/sessions.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import type { SaveChoice } from '../../model/session-form.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

type Props = {
  isPast: boolean
  isSeries: boolean
  onSave: (choice: SaveChoice) => void
  onClose: () => void
}

/** Asked only when needed: which sessions of the series, and whether a start in the past is meant. */
export const SaveQuestions = ({ isPast, isSeries, onSave, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const [scope, setScope] = useState<SeriesScope>(seriesScopes[0])
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t(isSeries ? 'ask.which' : 'ask.past')}
      closeLabel={t('ask.close')}
      actions={<Button onClick={() => onSave({ isPastOk: isPast, scope })}>{t('ask.save')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {isPast && (
          <Alert kind="warning" title={t('notes.past')}>
            {t('ask.pastText')}
          </Alert>
        )}
        {isSeries && <ScopeChoice scope={scope} onChange={setScope} />}
      </div>
    </Dialog>
  )
}
