import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'

type Props = {
  /** The question has a choice that may still change. */
  canLock: boolean
  isLocked: boolean
  onLock: () => void
}

/** Makes one answer final. A quiet choice that asks first, because nobody can take it back. */
export const LockAnswer = ({ canLock, isLocked, onLock }: Props) => {
  const { t } = useTranslation('assessments')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        // Stays focusable once locked: the dialog gives the focus back to it.
        disabled={!canLock && !isLocked}
        aria-disabled={isLocked || undefined}
        icon={<Lock aria-hidden="true" size={18} className="shrink-0" />}
        onClick={() => canLock && setAsking(true)}
      >
        {t(isLocked ? 'exam.submitted' : 'exam.submitAnswer')}
      </Button>
      <Dialog
        open={isAsking && canLock}
        onOpenChange={setAsking}
        title={t('exam.lock.title')}
        description={t('exam.lock.text')}
        closeLabel={t('exam.lock.keepOpen')}
        actions={
          <>
            <Button
              onClick={() => {
                setAsking(false)
                onLock()
              }}
            >
              {t('exam.submitAnswer')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('exam.lock.keepOpen')}
            </Button>
          </>
        }
      />
    </>
  )
}
