import { useTranslation } from 'react-i18next'
import type { CertificateState } from '#contract/certificates/shapes.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'

const TONES = { valid: 'success', expired: 'warning', replaced: 'neutral', revoked: 'error' } as const

export const StateBadge = ({ state }: { state: CertificateState }) => {
  const { t } = useTranslation('certificates')
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
}
