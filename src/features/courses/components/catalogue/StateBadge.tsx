import CircleCheck from 'lucide-react/icons/circle-check'
import Lock from 'lucide-react/icons/lock'
import { useTranslation } from 'react-i18next'
import type { ProgressState } from '#contract/courses/shapes.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = {
  locked: 'neutral',
  not_started: 'neutral',
  in_progress: 'info',
  completed: 'success',
} as const

/** A progress status as text and icon (spec 4). */
export const StateBadge = ({ state }: { state: ProgressState }) => {
  const { t } = useTranslation('courses')
  const icon =
    state === 'completed' ? (
      <CircleCheck aria-hidden="true" size={14} />
    ) : state === 'locked' ? (
      <Lock aria-hidden="true" size={14} />
    ) : undefined
  return (
    <Badge tone={TONES[state]} icon={icon}>
      {t(`state.${state}`)}
    </Badge>
  )
}
