import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import type { AttemptView } from '../../attempt/types.ts'
import type { Notice } from './use-notices.ts'

type Props = {
  view: AttemptView
  elsewhere: boolean
  notice: Notice | null
  taking: boolean
  onTake: () => void
}

/** What one should know now: read-only here, no connection, the end is near. Calm words; nothing is lost. */
export const ExamStatus = ({ view, elsewhere, notice, taking, onTake }: Props) => {
  const { t } = useTranslation('assessments')
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {/* Assertive, and said once: a person may be reading with the time hidden. */}
      <div aria-live="assertive">
        {notice && (
          <Alert key={notice.count} kind={notice.kind}>
            {notice.text}
          </Alert>
        )}
      </div>
      {elsewhere && (
        <Alert
          kind="warning"
          title={t('elsewhere.title')}
          action={
            <Button size="sm" variant="secondary" pending={taking} onClick={onTake}>
              {t('elsewhere.continue')}
            </Button>
          }
        >
          {t('elsewhere.text')}
        </Alert>
      )}
      {!view.reached && !elsewhere && (
        <Alert kind="info" title={t('offline.title')}>
          {view.waiting > 0 ? t('offline.waiting', { count: view.waiting }) : t('offline.text')}
        </Alert>
      )}
      {!view.durable && <Alert kind="warning">{t('offline.notDurable')}</Alert>}
    </div>
  )
}
