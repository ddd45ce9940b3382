import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { callCalendarFile } from '../api/live.queries.ts'

type Props = { sessionId: number; title: string; isIcon?: boolean }

/** Downloads one session for the calendar of the device (LV2). */
export const AddToCalendar = ({ sessionId, title, isIcon = false }: Props) => {
  const { t } = useTranslation('live')
  const [hasFailed, setFailed] = useState(false)
  const add = async () => {
    try {
      const file = await callCalendarFile(sessionId)
      saveFile(file.file_name, file.text, 'text/calendar')
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const icon = <CalendarPlus aria-hidden="true" size={20} />
  return (
    <>
      {isIcon ? (
        <IconButton label={t('calendar.addTitle', { title })} icon={icon} onClick={() => void add()} />
      ) : (
        <Button variant="secondary" icon={icon} onClick={() => void add()}>
          {t('calendar.add')}
        </Button>
      )}
      <span role="status" className={hasFailed ? 'text-sm text-error-text' : 'sr-only'}>
        {hasFailed && t('calendar.failed')}
      </span>
    </>
  )
}
