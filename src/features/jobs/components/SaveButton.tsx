import Bookmark from 'lucide-react/icons/bookmark'
import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { useSaveJob } from '../api/jobs.queries.ts'

type Props = {
  job: { id: number; title: string }
  saved: boolean
  /** With its text, as on the job's own page. */
  labelled?: boolean
}

/** The bookmark of a job. */
export const SaveButton = ({ job, saved, labelled = false }: Props) => {
  const { t } = useTranslation('jobs')
  const notify = useNotify()
  const { mutate } = useSaveJob(() => notify({ kind: 'error', title: t('save.failed') }))
  const icon = (
    <Bookmark aria-hidden="true" size={20} className={cx(saved && 'fill-primary text-primary-text')} />
  )
  const toggle = () => mutate({ jobId: job.id, saved: !saved })
  return labelled ? (
    <Button block variant="secondary" icon={icon} aria-pressed={saved} onClick={toggle}>
      {t(saved ? 'save.saved' : 'save.save')}
    </Button>
  ) : (
    <IconButton
      label={t(saved ? 'save.removeNamed' : 'save.saveNamed', { title: job.title })}
      icon={icon}
      className="relative z-10"
      onClick={toggle}
    />
  )
}
