import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'

interface Props {
  isChanged: boolean
  isRestored: boolean
  isSaving: boolean
  failure: string | null
  reset: () => void
}

/** Saves a section, or gives its changes up. Only a changed section has the primary button. */
export const SectionActions = ({ isChanged, isRestored, isSaving, failure, reset }: Props) => {
  const { t } = useTranslation('profile')
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <Alert kind="error">{failure}</Alert>}
      {isRestored && failure === null && <Alert>{t('form.restored')}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={isChanged ? 'primary' : 'secondary'}
          pending={isSaving}
          className="max-sm:w-full"
        >
          {t(isSaving ? 'form.saving' : 'form.save')}
        </Button>
        {isChanged && !isSaving && (
          <Button variant="ghost" className="max-sm:w-full" onClick={reset}>
            {t('form.discard')}
          </Button>
        )}
      </div>
    </div>
  )
}
