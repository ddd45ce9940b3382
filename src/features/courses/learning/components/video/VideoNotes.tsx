import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotes } from '../../api/use-notes.ts'
import { formatTimestamp } from '../../model/lesson.ts'
import { StepNotes } from '../side/StepNotes.tsx'

type Props = { itemId: number; time: number; onSeek: (second: number) => void }

/** Notes at timestamps of the video. */
export const VideoNotes = ({ itemId, time, onSeek }: Props) => {
  const { t } = useTranslation('courses/learning')
  const notes = useNotes(itemId)
  const [editing, setEditing] = useState<string | null>(null)
  return (
    <StepNotes
      notes={notes}
      hint={t('notes.hintVideo')}
      currentAnchor={() => ({ second: Math.floor(time) })}
      anchorLabel={t('notes.addAt', { time: formatTimestamp(time) })}
      targetOf={({ second }) =>
        second === undefined
          ? null
          : { label: t('notes.goToTime', { time: formatTimestamp(second) }), go: () => onSeek(second) }
      }
      editing={editing}
      onEditing={setEditing}
    />
  )
}
