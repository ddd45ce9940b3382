import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

/** From the beginning once more; what was reached stays. */
export const NewAttempt = ({ onBegin }: { onBegin: () => void }) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<RotateCcw aria-hidden="true" size={18} />}
        onClick={() => setAsks(true)}
      >
        {t('newAttempt')}
      </Button>
      {asks && (
        <Dialog
          open
          title={t('newAttemptTitle')}
          closeLabel={t('cancel')}
          onOpenChange={setAsks}
          actions={
            <>
              <Button onClick={onBegin}>{t('begin')}</Button>
              <Button variant="secondary" onClick={() => setAsks(false)}>
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
