import { useTranslation } from 'react-i18next'
import type { ApplicationState } from '#contract/job-applications/applications.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = {
  applied: 'info',
  viewed: 'info',
  shortlisted: 'primary',
  interview: 'primary',
  offered: 'success',
  rejected: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<ApplicationState, string>

/** Where an application stands, in the learner's words. */
export const StateBadge = ({ state }: { state: ApplicationState }) => {
  const { t } = useTranslation('job-applications')
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
}
