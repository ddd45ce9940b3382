import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import type { AttemptView } from '../../attempt/types.ts'
import type { Notice } from '../../model/exam-room.ts'

type Props = {
  view: AttemptView
  isElsewhere: boolean
  notice: Notice | null
  isTakingOver: boolean
  onTakeOver: () => void
}

/**
 * What the learner should know now: read-only, offline, or little time left. The texts reassure: nothing is
 * lost.
 */
export const ExamStatus = ({ view, isElsewhere, notice, isTakingOver, onTakeOver }: Props) => {
  const { t } = useTranslation('assessments')
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {/* Assertive and announced once, because a learner may have hidden the time. */}
      <div aria-live="assertive">
        {notice && (
          <Alert key={notice.count} kind={notice.about === 'timeLeft' ? 'warning' : 'success'}>
            {t(notice.about === 'timeLeft' ? 'exam.warning' : 'exam.extraTime', { count: notice.minutes })}
          </Alert>
        )}
      </div>
      {isElsewhere && (
        <Alert
          kind="warning"
          title={t('elsewhere.title')}
          action={
            <Button size="sm" variant="secondary" pending={isTakingOver} onClick={onTakeOver}>
              {t('elsewhere.continue')}
            </Button>
          }
        >
          {t('elsewhere.text')}
        </Alert>
      )}
      {!view.reached && !isElsewhere && (
        <Alert kind="info" title={t('offline.title')}>
          {view.waiting > 0 ? t('offline.waiting', { count: view.waiting }) : t('offline.text')}
        </Alert>
      )}
      {!view.durable && <Alert kind="warning">{t('offline.notDurable')}</Alert>}
    </div>
  )
}
