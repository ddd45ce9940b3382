import Ellipsis from 'lucide-react/icons/ellipsis'
import { useTranslation } from 'react-i18next'
import type { IssuedCertificate } from '#contract/certificates/portal.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import type { Change } from '../api/portal.queries.ts'

const ACTIONS: Readonly<Record<IssuedCertificate['state'], readonly Change['action'][]>> = {
  valid: ['reissue', 'revoke'],
  expired: ['reissue', 'revoke'],
  revoked: ['restore'],
  replaced: [],
}

type Props = { certificate: IssuedCertificate; onChoose: (action: Change['action']) => void }

export const IssuedActions = ({ certificate, onChoose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const actions = ACTIONS[certificate.state]
  if (actions.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton
          label={t('issued.menu', { name: isolated(certificate.recipient_name) })}
          icon={<Ellipsis aria-hidden="true" size={20} />}
        />
      }
      items={actions.map((action) => ({
        id: action,
        label: t(`change.${action}.menu`),
        danger: action === 'revoke',
        onSelect: () => onChoose(action),
      }))}
    />
  )
}
