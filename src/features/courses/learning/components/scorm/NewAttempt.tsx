import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

/** Starts a new attempt after confirmation; earlier results stay. */
export const NewAttempt = ({ onBegin }: { onBegin: () => void }) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<RotateCcw aria-hidden="true" size={18} />}
        onClick={() => setDialogOpen(true)}
      >
        {t('newAttempt')}
      </Button>
      {isDialogOpen && (
        <Dialog
          open
          title={t('newAttemptTitle')}
          closeLabel={t('cancel')}
          onOpenChange={setDialogOpen}
          actions={
            <>
              <Button onClick={onBegin}>{t('begin')}</Button>
              <Button variant="secondary" onClick={() => setDialogOpen(false)}>
                {t('cancel')}
              </Button>
            </>
          }
        >
          <p className="text-ink">{t('newAttemptText')}</p>
        </Dialog>
      )}
    </>
  )
}
