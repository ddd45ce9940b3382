import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import Plus from 'lucide-react/icons/plus'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { RegistrationList } from '../components/RegistrationList.tsx'
import { WorkshopEditor } from '../components/WorkshopEditor.tsx'
import { WorkshopList } from '../components/WorkshopList.tsx'

const ID = /^[1-9]\d{0,9}$/

/** /admin/workshop-registrations: workshops, their registrations, and the editor. The address holds what is open. */
export const WorkshopRegistrationsPage = () => {
  const { t } = useTranslation('workshops/admin')
  const [address, setAddress] = useSearchParams()
  const edited = address.get('edit') ?? ''
  if (edited === 'new' || ID.test(edited))
    return <WorkshopEditor key={edited} workshopId={edited === 'new' ? null : Number(edited)} />
  const tab = address.get('tab') === 'registrations' ? 'registrations' : 'workshops'
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Link to="?edit=new" className={buttonClass()}>
            <Plus aria-hidden="true" size={18} />
            {t('new')}
          </Link>
        }
      />
      <Tabs
        label={t('title')}
        value={tab}
        onValueChange={(next) => setAddress(next === 'workshops' ? {} : { tab: next })}
        tabs={[
          { value: 'workshops', label: t('tabs.workshops'), content: <WorkshopList /> },
          { value: 'registrations', label: t('tabs.registrations'), content: <RegistrationList /> },
        ]}
      />
    </>
  )
}
