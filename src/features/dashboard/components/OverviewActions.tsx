import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Period } from '#contract/dashboard/period.ts'
import { COURSES_SLUG } from '#contract/client-info/feature-slugs.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { FileButton } from './FileButton.tsx'

/** The numbers as a file, and on paper or as a PDF by the browser's own dialog. */
export const OverviewActions = ({ period }: { period: Period }) => {
  const { t } = useTranslation('dashboard')
  return (
    <div data-no-print="" className="flex flex-wrap items-center gap-3">
      <FileButton asked={{ kind: 'numbers', from: period.from, to: period.to }} />
      <Button
        variant="secondary"
        icon={<Printer aria-hidden="true" size={18} />}
        onClick={() => window.print()}
      >
        {t('print')}
      </Button>
      <PaymentsLink />
    </div>
  )
}

/** For admins, where the client sells courses; the menus of the specification have no entry for it. */
const PaymentsLink = () => {
  const { t } = useTranslation('dashboard')
  const { role } = useAppSelector(selectUser)
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), COURSES_SLUG))
  if (isOff || !roleFlags(role).mayAdminister) return null
  return (
    <Link
      to={adminPaths.paymentList}
      className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
    >
      {t('payments')}
    </Link>
  )
}
