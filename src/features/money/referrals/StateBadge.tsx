import { useTranslation } from 'react-i18next'
import type { ReferralState } from '#contract/money/referrals.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = {
  invited: 'neutral',
  joined: 'info',
  qualified: 'info',
  held: 'warning',
  rewarded: 'success',
  reversed: 'neutral',
  rejected: 'neutral',
} as const satisfies Record<ReferralState, string>

type Props = { state: ReferralState; inReview: boolean }

export const StateBadge = ({ state, inReview }: Props) => {
  const { t } = useTranslation('money/invite')
  return (
    <Badge tone={inReview ? 'warning' : TONES[state]}>
      {t(inReview ? 'state.review' : `state.${state}`)}
    </Badge>
  )
}
