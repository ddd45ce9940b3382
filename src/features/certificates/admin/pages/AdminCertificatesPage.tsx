import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { adminPaths } from '#src/core/admin-paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { IssuedList } from '../components/IssuedList.tsx'
import { Numbers } from '../components/Numbers.tsx'
import { RuleList } from '../components/RuleList.tsx'

const views = ['issued', 'criteria'] as const
type View = (typeof views)[number]

/** /admin/certificates: what was issued, and what certificates take. */
export const AdminCertificatesPage = () => {
  const { t } = useTranslation('certificates/admin')
  const [address, setAddress] = useSearchParams()
  const view = views.find((each) => each === address.get('view')) ?? 'issued'
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Link to={adminPaths.certificateTemplates} className={buttonClass({ variant: 'secondary' })}>
            {t('templates.open')}
          </Link>
        }
      />
      <Segmented
        legend={<span className="sr-only">{t('views.label')}</span>}
        className="mb-6 max-w-md"
        value={view}
        options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        onChange={(next: View) => setAddress(next === 'issued' ? {} : { view: next })}
      />
      {view === 'issued' ? (
        <>
          <Numbers />
          <IssuedList />
        </>
      ) : (
        <RuleList />
      )}
    </>
  )
}
