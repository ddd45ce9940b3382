import Share2 from 'lucide-react/icons/share-2'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import type { ShownCompletion } from '../../model/completion.ts'
import { share } from '../../model/share.ts'

/** Onwards, share, and back to the course. */
export const DoneActions = ({ done }: { done: ShownCompletion }) => {
  const { t } = useTranslation('courses/done')
  const notify = useNotify()
  const shareCourse = async () => {
    const shared = await share({
      title: done.title,
      text: t('shareText', { title: done.title }),
      url: new URL(paths.course(done.course_id), window.location.href).href,
    })
    if (shared === 'copied') notify({ kind: 'success', title: t('copied'), message: t('copiedText') })
    if (shared === 'failed') notify({ kind: 'error', title: t('notCopied') })
  }
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-3 sm:max-w-none sm:flex-row sm:justify-center">
      {done.next ? (
        <Link to={paths.course(done.next.course.id)} className={buttonClass({ size: 'lg' })}>
          {t('start')}
        </Link>
      ) : (
        <Link to={paths.courses} className={buttonClass({ size: 'lg' })}>
          {t('browse')}
        </Link>
      )}
      <Button
        size="lg"
        variant="secondary"
        icon={<Share2 aria-hidden="true" size={18} />}
        onClick={() => void shareCourse()}
      >
        {t('share')}
      </Button>
      <Link to={paths.course(done.course_id)} className={buttonClass({ size: 'lg', variant: 'ghost' })}>
        {t('back')}
      </Link>
    </div>
  )
}
