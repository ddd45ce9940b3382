import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'

/**
 * The offline banner (spec 2). The status element is always in the page, so that screen readers announce its
 * text.
 */
export const OfflineBanner = () => {
  const { t } = useTranslation('app')
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="border-b border-line bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-text">
          {t('shell.offline')}{' '}
          <Link to={paths.outbox} className="underline">
            {t('shell.waiting')}
          </Link>
        </p>
      )}
    </div>
  )
}
