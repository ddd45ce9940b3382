import { useTranslation } from 'react-i18next'
import type { CourseStatus } from '#contract/course-builder/course-builder.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = { draft: 'neutral', published: 'success', changed: 'warning', archived: 'neutral' } as const

export const StatusBadge = ({ status }: { status: CourseStatus }) => {
  const { t } = useTranslation('course-builder')
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
}
