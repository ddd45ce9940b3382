import { useTranslation } from 'react-i18next'
import { peekReturnPath } from '#src/core/session/return-path.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'

/** Tells a person who followed an invitation that it opens after they sign in. */
export const InvitationNote = () => {
  const { t } = useTranslation('auth')
  if (!peekReturnPath().startsWith('/join/')) return null
  return <Alert className="mb-5">{t('invited')}</Alert>
}
